// The tests that a page of the documentation names, and those that there are.
#ifndef TESTS_SUPPORT_TEST_NAMES_H
#define TESTS_SUPPORT_TEST_NAMES_H

#include <set>
#include <string>
#include <string_view>

namespace test {

/// "Suite.Name" of each test in the sources, whether this program has it or another.
std::set<std::string> testsInSources();

/// Those in backquotes: `Suite.Name`.
std::set<std::string> testsNamedIn(std::string_view text);

}  // namespace test

#endif  // TESTS_SUPPORT_TEST_NAMES_H

// docs/reliability.md lists every fault, with the tests that inject it.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include "tests/support/source_folder.h"
#include "tests/support/test_names.h"

namespace test {
namespace {

constexpr int kFaults = 45;

/// "F07": the rest of its row
std::map<std::string, std::string> listedFaults() {
  std::ifstream page(app::test::sourceFolder() / "docs/reliability.md");
  std::map<std::string, std::string> rows;
  for (std::string line; std::getline(page, line);) {
    if (line.size() < 8 || !line.starts_with("| F") || line[5] != ' ') continue;
    EXPECT_TRUE(rows.emplace(line.substr(2, 3), line.substr(6)).second) << line;
  }
  return rows;
}

std::string idOf(int fault) { return std::string(fault < 10 ? "F0" : "F") + std::to_string(fault); }

TEST(FaultList, HasEveryFaultWithTestsThatExist) {
  const std::map<std::string, std::string> rows = listedFaults();
  const std::set<std::string> existing = testsInSources();
  int covered = 0;
  for (int fault = 1; fault <= kFaults; ++fault) {
    const auto row = rows.find(idOf(fault));
    ASSERT_NE(row, rows.end()) << idOf(fault) << " is missing";
    const std::set<std::string> named = testsNamedIn(row->second);
    for (const std::string& name : named) EXPECT_TRUE(existing.contains(name)) << row->first << " names " << name;
    const bool isOpen = row->second.find("open: ") != std::string::npos;
    EXPECT_TRUE(!named.empty() || isOpen) << row->first << " has neither a test nor a word on what is open";
    covered += isOpen ? 0 : 1;
  }
  EXPECT_EQ(rows.size(), static_cast<std::size_t>(kFaults));
  std::printf("figure: %d of %d faults have tests for all that is expected\n", covered, kFaults);
}

TEST(FaultList, NamesEveryTestOfAFault) {
  std::map<std::string, std::string> rows = listedFaults();
  for (const std::string& name : testsInSources()) {
    if (!name.starts_with("Faults.")) continue;
    const std::string id = name.substr(7, 3);
    EXPECT_TRUE(testsNamedIn(rows[id]).contains(name)) << name;
  }
}

}  // namespace
}  // namespace test

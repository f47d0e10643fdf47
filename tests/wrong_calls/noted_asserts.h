// A CROSSFADE_ASSERT that notes the sentence and returns. The library's sources are compiled with this header included
// first, so it includes nothing.
#ifndef TESTS_WRONG_CALLS_NOTED_ASSERTS_H
#define TESTS_WRONG_CALLS_NOTED_ASSERTS_H

namespace test {

void noteAssert(const char* sentence);
/// Whether an assert whose sentence begins like this was noted since the last call, which forgets them all.
bool takeAssert(const char* begin);

}  // namespace test

#ifndef CROSSFADE_ASSERT  // in a test, where the library's headers come first
#define CROSSFADE_ASSERT(condition, sentence) ((condition) ? void() : ::test::noteAssert(sentence))
#endif

#endif  // TESTS_WRONG_CALLS_NOTED_ASSERTS_H

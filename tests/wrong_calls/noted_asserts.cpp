#include "tests/wrong_calls/noted_asserts.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace test {
namespace {

std::vector<std::string>& noted() {
  static std::vector<std::string> sentences;
  return sentences;
}

}  // namespace

void noteAssert(const char* sentence) { noted().emplace_back(sentence); }

bool takeAssert(const char* begin) {
  const std::vector<std::string> sentences = std::exchange(noted(), {});
  return std::any_of(sentences.begin(), sentences.end(),
                     [begin](const std::string& sentence) { return sentence.starts_with(begin); });
}

}  // namespace test

#include "app/import/bvh/bvh_words.h"

#include <charconv>
#include <cmath>

#include "app/import/file/import_limits.h"

namespace app {
namespace {

constexpr std::string_view kSigns = "{}:";

bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string_view BvhWords::next() {
  while (position_ < text_.size() && isSpace(text_[position_])) line_ += text_[position_++] == '\n' ? 1 : 0;
  const std::size_t begin = position_;
  while (position_ < text_.size() && !isSpace(text_[position_])) {
    const bool isSign = kSigns.find(text_[position_]) != kSigns.npos;
    if (isSign && position_ > begin) break;
    ++position_;
    if (isSign) break;
  }
  return text_.substr(begin, position_ - begin);
}

std::string_view BvhWords::peek() const {
  BvhWords ahead = *this;
  return ahead.next();
}

bool BvhWords::take(std::string_view word) {
  if (lowerCaseOf(peek()) != word) return false;
  next();
  return true;
}

void BvhWords::expect(std::string_view word) {
  const std::string_view found = next();
  if (lowerCaseOf(found) == word) return;
  if (found.empty()) fail("it ends where '", word, "' is expected");
  fail("'", word, "' is expected, not '", shortText(found), "'");
}

double BvhWords::number() {
  const std::string_view word = next();
  const std::optional<double> value = bvhNumber(word);
  if (value) return *value;
  if (word.empty()) fail("it ends where a number is expected");
  fail("'", shortText(word), "' is not a number");
}

std::optional<double> bvhNumber(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  double value = 0;
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool isTiny = fault == std::errc::result_out_of_range && std::abs(value) < 1;
  if ((fault != std::errc() && !isTiny) || end != word.data() + word.size()) return std::nullopt;
  if (!(std::abs(value) <= static_cast<double>(limits::kMaxMagnitude))) return std::nullopt;
  return value;
}

std::string lowerCaseOf(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = lower(c);
  return text;
}

}  // namespace app

#include "app/ui/character/clip_order.h"

#include <algorithm>

#include "app/ui/character/clip_names.h"

namespace app {
namespace {

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Takes the digits off the front, without leading zeros.
std::string_view takeDigits(std::string_view& text) {
  while (text.size() > 1 && text[0] == '0' && isDigit(text[1])) text.remove_prefix(1);
  std::size_t length = 0;
  while (length < text.size() && isDigit(text[length])) ++length;
  const std::string_view digits = text.substr(0, length);
  text.remove_prefix(length);
  return digits;
}

/// Below 0, 0 or above 0, ignoring ASCII case; runs of digits compare as numbers.
int compareNames(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (isDigit(a[0]) && isDigit(b[0])) {
      const std::string_view left = takeDigits(a), right = takeDigits(b);
      if (left.size() != right.size()) return left.size() < right.size() ? -1 : 1;
      if (const int order = left.compare(right); order != 0) return order;
      continue;
    }
    const auto left = static_cast<unsigned char>(lower(a[0])), right = static_cast<unsigned char>(lower(b[0]));
    if (left != right) return left < right ? -1 : 1;
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return static_cast<int>(!a.empty()) - static_cast<int>(!b.empty());
}

bool comesBefore(const std::vector<ClipFacts>& clips, ClipSort sort, int one, int other) {
  const ClipFacts& a = clips[static_cast<std::size_t>(one)];
  const ClipFacts& b = clips[static_cast<std::size_t>(other)];
  if (a.favorite != b.favorite) return a.favorite;
  switch (sort) {
    case ClipSort::FileOrder:
      break;
    case ClipSort::Name:
      if (const int order = compareNames(a.name, b.name); order != 0) return order < 0;
      break;
    case ClipSort::Length:
      if (a.length != b.length) return a.length > b.length;
      break;
    case ClipSort::LastUsed:
      if (a.lastUse != b.lastUse) return a.lastUse > b.lastUse;
      break;
  }
  return one < other;
}

/// Favorites stand alone.
std::string_view groupOf(const ClipFacts& clip) { return clip.favorite ? std::string_view() : firstWord(clip.name); }

/// Moves the rows after `first` that belong to its group right after it, in their order; returns the group's size.
std::ptrdiff_t gather(const std::vector<ClipFacts>& clips, std::vector<ClipListRow>& rows, std::ptrdiff_t first) {
  const auto groupAt = [&](std::ptrdiff_t row) {
    return groupOf(clips[static_cast<std::size_t>(rows[static_cast<std::size_t>(row)].clip)]);
  };
  const std::string_view group = groupAt(first);
  if (group.empty()) return 1;
  std::ptrdiff_t end = first + 1;
  for (std::ptrdiff_t row = end; row < static_cast<std::ptrdiff_t>(rows.size()); ++row) {
    if (groupAt(row) != group) continue;
    std::rotate(rows.begin() + end, rows.begin() + row, rows.begin() + row + 1);
    ++end;
  }
  return end - first;
}

void addHeadings(const std::vector<ClipFacts>& clips, std::vector<ClipListRow>& rows) {
  for (std::ptrdiff_t at = 0; at < static_cast<std::ptrdiff_t>(rows.size());) {
    const std::ptrdiff_t size = gather(clips, rows, at);
    if (size == 1) {
      ++at;
      continue;
    }
    const int first = rows[static_cast<std::size_t>(at)].clip;
    const bool folded = clips[static_cast<std::size_t>(first)].folded;
    if (folded) rows.erase(rows.begin() + at, rows.begin() + at + size);
    rows.insert(rows.begin() + at, {.clip = first, .count = static_cast<int>(size)});
    at += folded ? 1 : size + 1;
  }
}

}  // namespace

void orderClips(const std::vector<ClipFacts>& clips, ClipSort sort, bool grouped, SearchList& search,
                std::vector<ClipListRow>& rows) {
  rows.clear();
  search.ranked.clear();
  const bool searching = !search.isEmpty();
  for (int clip = 0; clip < static_cast<int>(clips.size()); ++clip)
    if (const auto score = fuzzyScore(search.query(), clips[static_cast<std::size_t>(clip)].name))
      search.ranked.emplace_back(-*score, clip);
  std::sort(search.ranked.begin(), search.ranked.end(), [&](const auto& a, const auto& b) {
    return searching ? a < b : comesBefore(clips, sort, a.second, b.second);
  });
  for (const auto& [score, clip] : search.ranked) rows.push_back({.clip = clip});
  search.matches = static_cast<int>(rows.size());
  if (grouped && !searching) addHeadings(clips, rows);
}

}  // namespace app

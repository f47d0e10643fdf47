#include "app/ui/character/character_text.h"

#include <algorithm>
#include <cstdio>

#include "app/ui/widgets/widgets.h"

namespace app {

std::optional<crossfade::TransitionKind> kindSegments(const char* id, crossfade::TransitionKind chosen, float width,
                                                      const char* sentence) {
  std::array<const char*, kKindOrder.size()> texts;
  for (std::size_t i = 0; i < texts.size(); ++i) texts[i] = nth(kKindTexts, kKindOrder[i]);
  const auto* const at = std::ranges::find(kKindOrder, static_cast<int>(chosen));
  const int pressed = segments(id, texts, static_cast<int>(at - kKindOrder.begin()), width, sentence);
  if (pressed < 0) return std::nullopt;
  return static_cast<crossfade::TransitionKind>(nth(kKindOrder, pressed));
}

const char* noClipsText(const Session& session, const char* text) {
  if (session.loading().running) return "Loading...";
  return session.model().skeleton.jointCount() > 0 || !session.model().instances.empty() ? text : "";
}

const char* jointLabel(const Model& model, int joint, std::span<char> scratch) {
  const std::string& name = model.skeleton.name(joint);
  if (!name.empty()) return name.c_str();
  std::snprintf(scratch.data(), scratch.size(), "(joint %d)", joint);
  return scratch.data();
}

const char* maskLabel(const Session& session, int mask, std::span<char> scratch) {
  if (mask < 0) return "Whole body";
  if (!isNamedMask(mask)) return jointLabel(session.model(), mask, scratch);
  const NamedMask* const named = session.character().masks().find(mask);
  return named ? named->name.c_str() : "(removed mask)";
}

Text maskSentence(const Session& session, const FadeMask& mask) {
  char unnamed[24];
  const char* const name = maskLabel(session, mask.joint, unnamed);
  const bool hasFeather = mask.joint >= 0 && !isNamedMask(mask.joint) && mask.feather != 0;
  return Text(hasFeather ? "%s, feather %d" : "%s", name, mask.feather);
}

ImU32 maskColor(float weight) {
  const ImVec4 none = ImGui::ColorConvertU32ToFloat4(colors().textFaint);
  const ImVec4 full = ImGui::ColorConvertU32ToFloat4(colors().warning);
  const float w = std::clamp(weight, 0.0f, 1.0f);
  return ImGui::ColorConvertFloat4ToU32(
      {none.x + (full.x - none.x) * w, none.y + (full.y - none.y) * w, none.z + (full.z - none.z) * w, 1});
}

void readMask(const Session& session, int mask, std::vector<float>& weights) {
  const NamedMask* const named = session.character().masks().find(mask);
  weights.clear();
  if (named != nullptr) weights.insert(weights.end(), named->weights.begin(), named->weights.end());
}

namespace {

constexpr std::string_view kWordEnds = "|:/\\_- ";      // the last letter of a shared start
constexpr std::string_view kWordStarts = "|:/\\_- .(";  // the first of a shared end

/// The shared start of all names, shortened to the end of a word. `nameOf(i)` makes a string_view.
template <class NameOf>
std::size_t startOf(std::size_t count, NameOf nameOf) {
  std::string_view shared = nameOf(0);
  for (std::size_t i = 1; i < count && !shared.empty(); ++i) {
    const std::string_view name = nameOf(i);
    const auto differs = std::mismatch(shared.begin(), shared.end(), name.begin(), name.end());
    shared = shared.substr(0, static_cast<std::size_t>(differs.first - shared.begin()));
  }
  const std::size_t end = shared.find_last_of(kWordEnds);
  return end == std::string_view::npos ? 0 : end + 1;
}

/// The shared end of what follows `start` in all names, shortened to whole words, and so that something of each is
/// left.
template <class NameOf>
std::size_t endOf(std::size_t count, std::size_t start, NameOf nameOf) {
  std::string_view shared = nameOf(0).substr(start);
  for (std::size_t i = 1; i < count && !shared.empty(); ++i) {
    const std::string_view name = nameOf(i).substr(start);
    const auto differs = std::mismatch(shared.rbegin(), shared.rend(), name.rbegin(), name.rend());
    shared = shared.substr(shared.size() - static_cast<std::size_t>(differs.first - shared.rbegin()));
  }
  const auto emptiesOne = [&](std::size_t length) {
    for (std::size_t i = 0; i < count; ++i)
      if (nameOf(i).size() <= start + length) return true;
    return false;
  };
  for (std::size_t from = shared.find_first_of(kWordStarts); from != std::string_view::npos;
       from = shared.find_first_of(kWordStarts, from + 1))
    if (const std::size_t length = shared.size() - from; !emptiesOne(length)) return length;
  return 0;
}

template <class NameOf>
SharedEnds endsOf(std::size_t count, NameOf nameOf) {
  if (count < 2) return {};
  std::size_t start = startOf(count, nameOf);
  for (std::size_t i = 0; i < count; ++i)
    if (nameOf(i).size() <= start) start = 0;
  return {.start = start, .end = endOf(count, start, nameOf)};
}

}  // namespace

SharedEnds sharedEnds(std::span<const std::string_view> names) {
  return endsOf(names.size(), [names](std::size_t i) { return names[i]; });
}

std::string_view firstWord(std::string_view name) {
  const std::size_t end = name.find_first_of(kWordEnds);
  return end == std::string_view::npos ? std::string_view() : name.substr(0, end);
}

ClipNames::ClipNames(const Model& model) : model_(model), ownCount_(model.clips.size()) {
  for (const ClipFile& file : model.clipFiles) ownCount_ -= std::min(file.clips.size(), ownCount_);
  const auto endsFrom = [&](std::size_t first, std::size_t count) {
    return endsOf(count, [&](std::size_t i) { return std::string_view(model.clips[first + i].name()); });
  };
  own_ = endsFrom(0, ownCount_);
  added_ = endsFrom(ownCount_, model.clips.size() - ownCount_);
}

std::string_view ClipNames::shown(int clip, std::span<char> scratch) const {
  const std::string& name = nth(model_.clips, clip).name();
  if (name.empty()) return clipLabel(name, clip, scratch);
  const SharedEnds& shared = static_cast<std::size_t>(clip) < ownCount_ ? own_ : added_;
  return std::string_view(name).substr(shared.start, name.size() - shared.start - shared.end);
}

const char* ClipNames::full(int clip, std::span<char> scratch) const {
  return clipLabel(nth(model_.clips, clip).name(), clip, scratch);
}

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
  const ClipFacts& a = nth(clips, one);
  const ClipFacts& b = nth(clips, other);
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
  const auto groupAt = [&](std::ptrdiff_t row) { return groupOf(nth(clips, nth(rows, row).clip)); };
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
    const int first = nth(rows, at).clip;
    const bool folded = nth(clips, first).folded;
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
  for (int clip = 0; clip < static_cast<int>(clips.size()); ++clip) {
    const ClipFacts& facts = nth(clips, clip);
    if (const auto score = fuzzyScore(search.query(), facts.name, facts.fullName))
      search.ranked.emplace_back(-*score, clip);
  }
  std::sort(search.ranked.begin(), search.ranked.end(), [&](const auto& a, const auto& b) {
    return searching ? a < b : comesBefore(clips, sort, a.second, b.second);
  });
  for (const auto& [score, clip] : search.ranked) rows.push_back({.clip = clip});
  search.matches = static_cast<int>(rows.size());
  if (grouped && !searching) addHeadings(clips, rows);
}

}  // namespace app

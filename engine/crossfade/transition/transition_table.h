// A table over pairs of clips and blend spaces: settings for single transitions, with defaults for a row, a column and
// the whole table.
#ifndef CROSSFADE_TRANSITION_TRANSITION_TABLE_H
#define CROSSFADE_TRANSITION_TRANSITION_TABLE_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "crossfade/clip/clip_set.h"

namespace crossfade {

/// Every clip and blend space. {walk, kAnyClip} is the row of walk, {kAnyClip, run} the column of run, and both the
/// whole table.
inline constexpr ClipId kAnyClip{};

/// What a transition comes from or goes to: a clip, or a blend space by its index in a list of yours, such as
/// Pack::blendSpaces.
struct ClipOrSpace {
  constexpr ClipOrSpace(ClipId named = kAnyClip) : clip(named) {}
  /// Below 0: every clip and blend space.
  static constexpr ClipOrSpace ofSpace(std::int32_t index) {
    ClipOrSpace made;
    made.space = index < 0 ? -1 : index;
    return made;
  }

  /// False: every clip and blend space.
  explicit constexpr operator bool() const { return space >= 0 || clip != kAnyClip; }
  friend bool operator==(const ClipOrSpace&, const ClipOrSpace&) = default;
  friend bool operator<(const ClipOrSpace& a, const ClipOrSpace& b) {
    return std::tie(a.space, a.clip.index, a.clip.generation) < std::tie(b.space, b.clip.index, b.clip.generation);
  }

  ClipId clip;
  std::int32_t space = -1;
};

/// One cell of the table.
struct TransitionCell {
  ClipOrSpace from = kAnyClip;
  ClipOrSpace to = kAnyClip;

  friend bool operator==(const TransitionCell&, const TransitionCell&) = default;
  friend bool operator<(const TransitionCell& a, const TransitionCell& b) {
    return std::tie(a.from, a.to) < std::tie(b.from, b.to);
  }
};

/// `Settings` has std::optional fields, none of them set by default, and `void inherit(const Settings& from)`, which
/// takes over what it leaves unset. A field that a cell leaves unset comes from its row, then from its column, then
/// from the whole table. A value type; needs memory only for cells where something is set.
template <class Settings>
class TransitionTable {
 public:
  /// Replaces what is set there. Settings without a field clear the cell.
  void set(TransitionCell cell, Settings settings) {
    if (settings == Settings{})
      cells_.erase(cell);
    else
      cells_.insert_or_assign(cell, std::move(settings));
  }
  void clear(TransitionCell cell) { cells_.erase(cell); }
  void clear() { cells_.clear(); }
  /// Clears the row, the column and all cells of a clip or a blend space. Other blend spaces keep their indices.
  void remove(ClipOrSpace named) {
    if (named)
      std::erase_if(cells_, [named](const auto& cell) { return cell.first.from == named || cell.first.to == named; });
  }

  /// What is set in exactly this cell; nullptr: nothing.
  const Settings* at(TransitionCell cell) const {
    const auto found = cells_.find(cell);
    return found == cells_.end() ? nullptr : &found->second;
  }
  /// What applies to a transition, with everything it inherits.
  Settings resolve(TransitionCell pair) const {
    Settings settings;
    for (const TransitionCell cell : chainOf(pair.from, pair.to).cells)
      if (const Settings* const found = at(cell)) settings.inherit(*found);
    return settings;
  }
  Settings resolve(ClipOrSpace from, ClipOrSpace to) const { return resolve(TransitionCell{from, to}); }
  /// One field of it; nullptr: unset everywhere. Copies nothing.
  template <class Value>
  const Value* find(ClipOrSpace from, ClipOrSpace to, std::optional<Value> Settings::*field) const {
    for (const TransitionCell cell : chainOf(from, to).cells)
      if (const Settings* const found = at(cell); found && found->*field) return &*(found->*field);
    return nullptr;
  }

  bool empty() const { return cells_.empty(); }
  std::size_t size() const { return cells_.size(); }
  /// The cells where something is set: the whole table, columns, then each row with its cells.
  const std::map<TransitionCell, Settings>& cells() const { return cells_; }
  friend bool operator==(const TransitionTable&, const TransitionTable&) = default;

 private:
  struct Chain {
    TransitionCell cells[4];
  };
  static Chain chainOf(ClipOrSpace from, ClipOrSpace to) {
    return {{{from, to}, {from, kAnyClip}, {kAnyClip, to}, {kAnyClip, kAnyClip}}};
  }

  std::map<TransitionCell, Settings> cells_;
};

}  // namespace crossfade

#endif  // CROSSFADE_TRANSITION_TRANSITION_TABLE_H

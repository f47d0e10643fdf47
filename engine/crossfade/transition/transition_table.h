// A table over pairs of clips: settings for single transitions, with defaults for a row, a column and the whole table.
#ifndef CROSSFADE_TRANSITION_TRANSITION_TABLE_H
#define CROSSFADE_TRANSITION_TRANSITION_TABLE_H

#include <cstddef>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "crossfade/clip/clip_set.h"

namespace crossfade {

/// Every clip. {walk, kAnyClip} is the row of walk, {kAnyClip, run} the column of run, and both the whole table.
inline constexpr ClipId kAnyClip{};

/// One cell of the table.
struct ClipPair {
  ClipId from = kAnyClip;
  ClipId to = kAnyClip;

  friend bool operator==(const ClipPair&, const ClipPair&) = default;
  friend bool operator<(const ClipPair& a, const ClipPair& b) {
    return std::tie(a.from.index, a.to.index, a.from.generation, a.to.generation) <
           std::tie(b.from.index, b.to.index, b.from.generation, b.to.generation);
  }
};

/// `Settings` has std::optional fields, none of them set by default, and `void inherit(const Settings& from)`, which
/// takes over what it leaves unset. A field that a cell leaves unset comes from its row, then from its column, then
/// from the whole table. A value type; needs memory only for cells where something is set.
template <class Settings>
class TransitionTable {
 public:
  /// Replaces what is set there. Settings without a field clear the cell.
  void set(ClipPair cell, Settings settings) {
    if (settings == Settings{})
      cells_.erase(cell);
    else
      cells_.insert_or_assign(cell, std::move(settings));
  }
  void clear(ClipPair cell) { cells_.erase(cell); }
  void clear() { cells_.clear(); }
  /// Clears the clip's row, its column and all their cells.
  void removeClip(ClipId clip) {
    if (clip == kAnyClip) return;
    std::erase_if(cells_, [clip](const auto& cell) { return cell.first.from == clip || cell.first.to == clip; });
  }

  /// What is set in exactly this cell; nullptr: nothing.
  const Settings* at(ClipPair cell) const {
    const auto found = cells_.find(cell);
    return found == cells_.end() ? nullptr : &found->second;
  }
  /// What applies to a transition, with everything it inherits.
  Settings resolve(ClipId from, ClipId to) const {
    Settings settings;
    for (const ClipPair cell : chainOf(from, to).cells)
      if (const Settings* const found = at(cell)) settings.inherit(*found);
    return settings;
  }
  /// One field of it; nullptr: unset everywhere. Copies nothing.
  template <class Value>
  const Value* find(ClipId from, ClipId to, std::optional<Value> Settings::*field) const {
    for (const ClipPair cell : chainOf(from, to).cells)
      if (const Settings* const found = at(cell); found && found->*field) return &*(found->*field);
    return nullptr;
  }

  bool empty() const { return cells_.empty(); }
  std::size_t size() const { return cells_.size(); }
  /// The cells where something is set: the whole table, columns, then each row with its cells.
  const std::map<ClipPair, Settings>& cells() const { return cells_; }
  friend bool operator==(const TransitionTable&, const TransitionTable&) = default;

 private:
  struct Chain {
    ClipPair cells[4];
  };
  static Chain chainOf(ClipId from, ClipId to) {
    return {{{from, to}, {from, kAnyClip}, {kAnyClip, to}, {kAnyClip, kAnyClip}}};
  }

  std::map<ClipPair, Settings> cells_;
};

}  // namespace crossfade

#endif  // CROSSFADE_TRANSITION_TRANSITION_TABLE_H

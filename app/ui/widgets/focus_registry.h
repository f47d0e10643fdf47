// Collects the tab stops of a frame, in the order in which they are drawn, with the groups that they belong to. Plain
// data, without Dear ImGui.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "app/ui/widgets/focus_keys.h"
#include "app/ui/widgets/focus_order.h"

namespace app {

class FocusRegistry {
 public:
  /// Ends a frame: its stops are in `stops`, whose memory is used again.
  void finish(std::vector<FocusStop>& stops);

  /// For the next control: what it takes, instead of kTakesPress.
  void nextTakes(unsigned int takes) { next_.takes = takes; }
  void nextIsChosen(bool chosen) { next_.isChosen = chosen; }
  struct Next {
    unsigned int takes = kTakesPress;
    bool isChosen = false;
  };
  /// What was said about the control, and forgotten with this.
  Next takeNext();

  /// `stop.groups` is filled in: the groups that were begun in its panel, at most two. `isChosen`: Tab enters the
  /// innermost one here.
  void add(FocusStop stop, bool isChosen);
  /// With `hasMembers`, each member begins with beginMember; otherwise each control, and each group inside, is one.
  void beginGroup(FocusId group, FocusId panel, GroupLayout layout, bool hasMembers);
  /// Of the innermost group with members. -1: the next one.
  void beginMember(int index);
  void endGroup();
  /// The innermost group with members; 0: none.
  FocusId groupWithMembers() const;

 private:
  struct OpenGroup {
    GroupMembership next;  // of the control that is added next
    FocusId panel = 0;
    bool hasMembers = false;
    bool isUsed = false;  // by a control
  };
  std::span<OpenGroup> open() { return std::span(groups_).first(depth_); }
  /// -1: none.
  int innermostWithMembers() const;

  std::vector<FocusStop> stops_;
  std::array<OpenGroup, 6> groups_;  // of a panel, and of the popups that it opened
  std::size_t depth_ = 0;
  Next next_;
};

}  // namespace app

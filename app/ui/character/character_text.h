// How panels name kinds of fades, joints and masks.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "app/model/model.h"
#include "app/session/session.h"
#include "app/ui/widgets/search_list.h"
#include "app/ui/widgets/text.h"

namespace app {

/// In the order of crossfade::TransitionKind.
inline constexpr std::array<const char*, 6> kKindTexts = {"Classic", "Linear", "Curve", "Frozen", "Inertial", "Dead"};

/// The order in which they are offered: the usual ones first.
inline constexpr std::array<int, kKindTexts.size()> kKindOrder = {2, 5, 4, 1, 3, 0};

/// All kinds in a row. The one that is pressed.
std::optional<crossfade::TransitionKind> kindSegments(const char* id, crossfade::TransitionKind chosen, float width,
                                                      const char* sentence);

/// What a panel says instead of clips: `text` of a file without clips; that one is loading; nothing where none is open.
const char* noClipsText(const Session& session, const char* text);

// ---- Joint names as the interface shows them.

/// The joint's name, or "(joint 3)".
const char* jointLabel(const Model& model, int joint, std::span<char> scratch);

// ---- Masks as the interface names and shows them.

/// "Whole body", the name of a mask, or of a joint.
const char* maskLabel(const Session& session, int mask, std::span<char> scratch);
/// The mask for captions: "spine, feather 2", "Arms" or "Whole body".
Text maskSentence(const Session& session, const FadeMask& mask);
/// A joint's color: gray at weight 0, to orange at 1.
ImU32 maskColor(float weight);

/// The weights of a named mask, into the memory of the last frame; empty: there is none of that number.
void readMask(const Session& session, int mask, std::vector<float>& weights);

// Names and order of clips in the interface.

// ---- Clip names as the interface shows them: without what all of them start or end with.

/// How many bytes all names share at both ends, in whole words: at their start "Armature|", at their end "_root.001" or
/// ".001". 0 if fewer than two are given or one of them would become empty; the end keeps what is needed for that.
struct SharedEnds {
  std::size_t start = 0, end = 0;
};
SharedEnds sharedEnds(std::span<const std::string_view> names);
/// The first word of a name with its separator left out: "Sit" of "Sit_Floor_Idle"; empty if it has only one.
std::string_view firstWord(std::string_view name);

/// Up to so many clips, each has a tile.
inline constexpr int kFewClips = 12;

/// Made once a frame; the model must outlive it.
class ClipNames {
 public:
  explicit ClipNames(const Model& model);

  /// Without what all names share, those of the model or of the files that were added, or "(unnamed 3)". Valid as long
  /// as `scratch` and the model.
  std::string_view shown(int clip, std::span<char> scratch) const;
  /// The name in the file, or "(unnamed 3)".
  const char* full(int clip, std::span<char> scratch) const;

 private:
  const Model& model_;
  std::size_t ownCount_ = 0;  // clips of the model's own file come first
  SharedEnds own_, added_;    // files that were added name their clips in their own way
};

// ---- The order of the clip list: by search, by a sorting, in groups.

enum class ClipSort { FileOrder, Name, Length, LastUsed };

/// What the order depends on, of one clip.
struct ClipFacts {
  std::string_view name;  // as shown
  double length = 0;      // seconds
  int lastUse = 0;        // grows with each use; 0: never
  bool favorite = false;
  bool folded = false;             // the group that this clip is the first of shows only its heading
  std::string_view fullName = {};  // as in the file; found by it, too
};

/// A clip, or the heading of the `count` clips of its group.
struct ClipListRow {
  int clip = 0;
  int count = 0;  // above 0: a heading
};

/// Fills `rows`. With a query, the matches, the best first. Otherwise favorites come first, then the rest in order:
/// names as a person counts (2 before 10), the longest first, the last used first; equal ones as in the file. In
/// groups, clips with the same first word stand together where the first of them would; words of one clip make no
/// group. Allocates only while `rows` and `search` grow.
void orderClips(const std::vector<ClipFacts>& clips, ClipSort sort, bool grouped, SearchList& search,
                std::vector<ClipListRow>& rows);

}  // namespace app

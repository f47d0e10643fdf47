// The order of the clip list: by search, by a sorting, in groups.
#ifndef APP_UI_CHARACTER_CLIP_ORDER_H
#define APP_UI_CHARACTER_CLIP_ORDER_H

#include <string_view>
#include <vector>

#include "app/ui/widgets/search_list.h"

namespace app {

enum class ClipSort { FileOrder, Name, Length, LastUsed };

/// What the order depends on, of one clip.
struct ClipFacts {
  std::string_view name;  // as shown
  double length = 0;      // seconds
  int lastUse = 0;        // grows with each use; 0: never
  bool favorite = false;
  bool folded = false;  // the group that this clip is the first of shows only its heading
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

#endif  // APP_UI_CHARACTER_CLIP_ORDER_H

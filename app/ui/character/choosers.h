// Drop-down lists of clips, and of masks and joints, with a search field.
#pragma once

#include "app/session/session.h"
#include "app/ui/widgets/search_list.h"
#include "app/ui/widgets/widgets.h"

namespace app {

/// `none` is on top of the list and stands for -1. Changes `clip` to the chosen one; true when it changed. Entries are
/// logged as "id.clip". `meant`: the clip that -1 stands for now, whose name the closed list shows instead; -1: none.
bool chooseClip(const char* id, const Session& session, int& clip, const char* none, float width, const char* sentence,
                int meant = -1);
/// The same without `none`: its title stays, and the clip that was taken is returned; -1: none.
int takeClip(const char* id, const Session& session, const char* title, float width, const char* sentence);

/// Of masks and joints, for choosing the body region of a fade or a layer. True when changed. With `layers`, also what
/// a fade of the whole body does to masked clips.
bool chooseMask(const char* id, const Session& session, FadeMask& mask, SearchList& search, float width,
                const char* sentence, MaskedLayers* layers = nullptr, DropDown how = DropDown::Field);

}  // namespace app

// A drop-down list of clips with a search field.
#pragma once

#include "app/session/session.h"

namespace app {

/// `none` is on top of the list and stands for -1. Changes `clip` to the chosen one; true when it changed. Entries are
/// logged as "id.clip". `meant`: the clip that -1 stands for now, whose name the closed list shows instead; -1: none.
bool chooseClip(const char* id, const Session& session, int& clip, const char* none, float width, const char* sentence,
                int meant = -1);
/// The same without `none`: its title stays, and the clip that was taken is returned; -1: none.
int takeClip(const char* id, const Session& session, const char* title, float width, const char* sentence);

}  // namespace app

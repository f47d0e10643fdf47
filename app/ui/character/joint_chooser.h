// A drop-down list of masks and joints with a search field, for choosing the body region of a fade or a layer.
#pragma once

#include "app/session/session.h"
#include "app/ui/widgets/search_list.h"
#include "app/ui/widgets/widgets.h"

namespace app {

/// True when changed. With `layers`, also what a fade of the whole body does to masked clips.
bool chooseMask(const char* id, const Session& session, FadeMask& mask, SearchList& search, float width,
                const char* sentence, MaskedLayers* layers = nullptr, DropDown how = DropDown::Field);

}  // namespace app

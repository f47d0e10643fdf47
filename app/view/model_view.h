// What a file itself offers to see it with: variants of its materials, cameras, lights.
#ifndef APP_VIEW_MODEL_VIEW_H
#define APP_VIEW_MODEL_VIEW_H

#include "app/fields/field.h"

namespace app {

enum class LightSource { Studio, File, Both };
template <>
inline constexpr std::array<std::string_view, 3> kWords<LightSource>{"studio", "file", "both"};

struct ModelView {
  int variant = -1;  // into Model::variants; -1: the default materials
  int camera = -1;   // into Model::cameras; -1: the viewer's own
  LightSource lights = LightSource::Studio;
  friend bool operator==(const ModelView&, const ModelView&) = default;
};

}  // namespace app

#endif  // APP_VIEW_MODEL_VIEW_H

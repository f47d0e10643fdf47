// Which values of nodes, cameras and lights a document's clips animate, and the JSON pointers that name them
// (KHR_animation_pointer).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/import/gltf/gltf_document.h"
#include "app/model/model.h"

namespace app {

/// What a pointer such as "/cameras/2/perspective/yfov" names; `of` is the index in the document, also of nodes, and is
/// not checked. nullopt: nothing that we show.
std::optional<SceneValue> sceneValueAt(std::string_view pointer);
/// The pointer to a value of the element `index` of the document.
std::string pointerTo(SceneProperty property, int index);

/// The index in `document.sceneValues` of a value, which is added if it is new. Throws ImportError above
/// limits::kSceneValues, or if the document has no such node, camera or light.
int addSceneValue(GltfDocument& document, const SceneValue& value);

/// Puts the document's values into a model that is complete otherwise. Tracks of its clips name them behind the
/// material values that the document has; VRM may have added more, so tracks are made again where that matters.
void fillSceneValues(Model& model, const GltfDocument& document);

}  // namespace app

#include "app/view/crowd_list.h"

#include "app/view/draw_items.h"

namespace app {

void buildCrowdDrawList(const Model& model, const PosedCrowd& crowd, const Camera& camera, float aspect,
                        const ViewOptions& options, DrawList& out) {
  beginDrawList(model, camera, aspect, options, out);
  out.palettes.assign(crowd.matrices.begin(), crowd.matrices.end());
  out.morphWeights.assign(crowd.morphWeights.begin(), crowd.morphWeights.end());
  if (crowd.count == 0 || !options.meshes) return;
  for (std::size_t i = 0; i < model.instances.size(); ++i) {
    const MeshInstance& instance = model.instances[i];
    if (!instance.inScene) continue;
    const std::size_t first = out.items.size();
    const int world = crowd.worldOffsets[i];
    // Items refer to the first character; those of the others are a stride apart.
    const PlacedInstance placed{
        .world = world < 0 ? glm::mat4(1) : crowd.matrices[static_cast<std::size_t>(world)],
        .palettes = crowd.matrices,
        .paletteOffset = instance.skin >= 0 ? crowd.paletteOffsets[static_cast<std::size_t>(instance.skin)] : 0};
    addInstanceItems(model, static_cast<int>(i), placed, out.view, options.model.variant, out.items);
    for (std::size_t k = first; k < out.items.size(); ++k) {
      out.items[k].copies = crowd.count;
      out.items[k].paletteStride = crowd.matrixCount;
      out.items[k].morphStride = crowd.morphCount;
      if (out.items[k].paletteOffset < 0) out.items[k].worldOffset = world;
    }
  }
  sortItems(model, out.items);
}

}  // namespace app

// Turns the animations of a COLLADA document into clips with linear keys.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/import/collada/collada_controllers.h"
#include "app/import/collada/collada_motion.h"
#include "app/import/file/import_watch.h"
#include "app/model/import_report.h"
#include "app/model/scene_value.h"
#include "crossfade/clip/animation_clip.h"

namespace app {

/// A node whose mesh has morph targets. `morph` must outlive it.
struct ColladaMorphedNode {
  int node = 0;
  const ColladaMorph* morph = nullptr;
};

/// `joints`: the joints of each node, by the node's id; an instanced node has several. `shown`: the visibilities that
/// clips change. A clip that states its end lasts until then, even if its keys end earlier.
std::vector<crossfade::AnimationClip> readColladaClips(const ColladaMotion& motion,
                                                       const std::multimap<std::string, int>& joints,
                                                       const std::vector<ColladaMorphedNode>& morphs,
                                                       const std::vector<SceneValue>& shown, ImportReport& report,
                                                       const ImportWatch& watch);

}  // namespace app

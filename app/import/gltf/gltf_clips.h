// Reads animations from a glTF document itself: interpolation, tangents and normalized integers included, which assimp
// drops or garbles.
#ifndef APP_IMPORT_GLTF_GLTF_CLIPS_H
#define APP_IMPORT_GLTF_GLTF_CLIPS_H

#include <string>
#include <vector>

#include "app/import/gltf/gltf_document.h"
#include "app/model/import_report.h"

namespace app {

/// A usable channel: its keys are complete, finite and in order.
struct GltfClipChannel {
  int node = 0;  // document index
  crossfade::Channel channel = crossfade::Channel::Translation;
  crossfade::Interpolation interpolation = crossfade::Interpolation::Linear;
  std::vector<float> times;
  std::vector<float> values;  // in the layout of KeyframeTrack::make, whose order of tangents is glTF's
  int input = 0;              // accessor indices of times and values
  int output = 0;
};

struct GltfClip {
  std::string name;  // as in the file; may be empty
  std::vector<GltfClipChannel> channels;
};

/// One clip per animation, in document order; assimp/reconcile.h makes tracks of them. Unusable channels are left out
/// and reported.
std::vector<GltfClip> readGltfClips(const GltfDocument& document, ImportReport& report, const ImportWatch& watch = {});

/// Values per key: 3, 4, or the number of morph targets of the node's mesh.
int valueSize(const GltfDocument& document, int node, crossfade::Channel channel);

}  // namespace app

#endif  // APP_IMPORT_GLTF_GLTF_CLIPS_H

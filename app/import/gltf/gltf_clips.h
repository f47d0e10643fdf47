// The exact pass over animations: keys read from the accessors with mode, tangents and integer scaling.
#pragma once

#include <string>
#include <vector>

#include "app/import/gltf/gltf_document.h"
#include "app/model/import_report.h"

namespace app {

/// One usable channel: its keys are complete, finite and in order.
struct GltfClipChannel {
  int node = 0;  // in the document
  crossfade::Channel channel = crossfade::Channel::Translation;
  crossfade::Interpolation interpolation = crossfade::Interpolation::Linear;
  std::vector<float> times;
  std::vector<float> values;  // as KeyframeTrack::make wants them
  int input = 0;              // the accessors they came from
  int output = 0;
};

struct GltfClip {
  std::string name;  // as in the file; may be empty
  std::vector<GltfClipChannel> channels;
};

/// One clip per animation of the document, in order; channels that cannot be used are left out and reported.
std::vector<GltfClip> readGltfClips(const GltfDocument& document, ImportReport& report, const ImportWatch& watch = {});

/// Numbers per key: 3, 4 or the targets of the node's mesh.
int valueSize(const GltfDocument& document, int node, crossfade::Channel channel);

}  // namespace app

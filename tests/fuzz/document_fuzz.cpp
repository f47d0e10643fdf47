// A whole glTF document as the exact reader sees it: all but assimp and the decoding of pictures.
#include "app/import/assimp/assimp_scene.h"
#include "app/import/assimp/reconcile.h"
#include "app/import/file/import_error.h"
#include "app/import/gltf/gltf_clips.h"
#include "app/import/gltf/gltf_document.h"
#include "app/import/gltf/gltf_materials.h"
#include "app/import/gltf/gltf_mesh.h"
#include "app/import/gltf/gltf_skin.h"
#include "tests/fuzz/fuzz_driver.h"
#include "tests/fuzz/gltf_seeds.h"

namespace app::fuzz {
namespace {

void readEverything(const GltfDocument& document, ImportReport& report) {
  AssimpScene none;
  none.fault = "not asked";
  const crossfade::Skeleton skeleton = reconcileSkeleton(document, none, report);
  std::vector<Mesh> meshes;
  for (std::size_t i = 0; i < document.meshes.size(); ++i) meshes.push_back(readGltfMesh(document, i, true, report));
  for (const GltfNode& node : document.nodes)
    if (node.mesh >= 0 && node.skin >= 0)
      checkSkinJoints(meshes[static_cast<std::size_t>(node.mesh)],
                      readGltfSkin(document, static_cast<std::size_t>(node.skin), skeleton, report), "a node");
  (void)reconcileClips(readGltfClips(document, report), none, skeleton, report);
  (void)readMaterials(document, report, {}, true);
}

}  // namespace

std::vector<std::string> seeds() { return gltfSeeds(); }

void parse(std::string_view input) {
  ImportReport report;
  try {
    const ByteSpan bytes(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
    readEverything(inspectGltfDocument(bytes, {}, report), report);
  } catch (const ImportError&) {
  }
}

}  // namespace app::fuzz

#include "app/model/hidden_meshes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <set>
#include <string>

#include "app/model/file_formats.h"

namespace app {
namespace {

constexpr std::size_t kNamed = 5;  // in the report

/// Without what programs append to names that come twice: ".001", "_2", "001".
std::string_view withoutNumber(std::string_view name) {
  std::string_view shorter = name;
  while (!shorter.empty() && std::isdigit(static_cast<unsigned char>(shorter.back())) != 0) shorter.remove_suffix(1);
  if (shorter.size() < name.size() && (shorter.ends_with('.') || shorter.ends_with('_'))) shorter.remove_suffix(1);
  return shorter;
}

/// What a mesh is called that Godot both draws and makes a collider of, without the ending; empty: no such name.
std::string_view drawnCollider(std::string_view lower) {
  const std::string_view name = withoutNumber(lower);
  for (const std::string_view ending : {"-convcol", "-col"})
    if (name.ends_with(ending) && name.size() > ending.size()) return name.substr(0, name.size() - ending.size());
  return {};
}

const std::string& meshNameOf(const Model& model, const MeshInstance& instance) {
  return model.meshes[static_cast<std::size_t>(instance.mesh)].name;
}

}  // namespace

void hideMeshes(Model& model, const std::vector<bool>& joints, std::string_view one, std::string_view many) {
  const auto isHidden = [&](const MeshInstance& instance) {
    return instance.inScene && joints[static_cast<std::size_t>(instance.node)];
  };
  const auto count = std::ranges::count_if(model.instances, isHidden);
  if (count == 0) return;
  const bool isAll = std::ranges::none_of(
      model.instances, [&](const MeshInstance& instance) { return instance.inScene && !isHidden(instance); });
  std::string names;
  std::size_t named = 0;
  for (MeshInstance& instance : model.instances) {
    if (!isHidden(instance)) continue;
    if (named++ < kNamed) names += (names.empty() ? "'" : ", '") + model.skeleton.name(instance.node) + "'";
    if (!isAll) instance.inScene = false;
  }
  if (named > kNamed) names += ", ...";
  std::string what = count == 1 ? "a mesh is " : std::to_string(count) + " meshes are ";
  what += count == 1 ? one : many;
  if (isAll) what += "; but nothing else is there, so the picture shows it anyway";
  model.report.add(Finding::Found, "meshes", what + ": " + names);
}

bool isColliderName(std::string_view name) {
  const std::string lower = lowerCase(name);
  constexpr std::array<std::string_view, 4> kUnreal{"ucx_", "ubx_", "usp_", "ucp_"};
  if (std::ranges::any_of(kUnreal, [&](std::string_view start) { return lower.starts_with(start); })) return true;
  constexpr std::array<std::string_view, 3> kEndings{"_collider", "-colonly", "-convcolonly"};
  const std::string_view plain = withoutNumber(lower);
  return std::ranges::any_of(kEndings, [&](std::string_view end) { return plain.ends_with(end); });
}

void hideColliders(Model& model, const std::vector<bool>& marked) {
  std::set<std::string, std::less<>> names;
  for (const MeshInstance& instance : model.instances) {
    names.insert(lowerCase(model.skeleton.name(instance.node)));
    names.insert(lowerCase(meshNameOf(model, instance)));
  }
  const auto isCollider = [&](const std::string& name) {
    if (isColliderName(name)) return true;
    const std::string lower = lowerCase(name);
    const std::string_view drawn = drawnCollider(lower);
    return !drawn.empty() && names.contains(drawn);
  };
  std::vector<bool> joints(static_cast<std::size_t>(model.skeleton.jointCount()));
  for (const MeshInstance& instance : model.instances) {
    const auto node = static_cast<std::size_t>(instance.node);
    const int parent = model.skeleton.parents()[node];
    const bool isMarked = node < marked.size() && marked[node];
    // glTF exporters split a mesh with several materials into children of a node with the name.
    if (isMarked || isCollider(model.skeleton.name(instance.node)) || isCollider(meshNameOf(model, instance)) ||
        (parent >= 0 && isColliderName(model.skeleton.name(parent))))
      joints[node] = true;
  }
  hideMeshes(model, joints, "a collider, so it is not drawn", "colliders, so they are not drawn");
}

}  // namespace app

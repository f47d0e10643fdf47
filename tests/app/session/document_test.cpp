// What turns one document into another, and what it is called.
#include "app/session/document.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/sample_models.h"

namespace app {
namespace {

/// Two morphed meshes; the last target has no name.
Model twoFaces() {
  Model model = test::modelWithClips({});
  model.meshes = {{.morphTargetNames = {"smile", "frown"}}, {.morphTargetNames = {"fist"}}};
  model.instances = {{.mesh = 0, .morphOffset = 0, .morphCount = 2}, {.mesh = 1, .morphOffset = 2, .morphCount = 2}};
  return model;
}

TEST(DocumentChanges, CallAMorphAsItsMeshDoes) {
  Document from;
  from.heldMorphs.resize(4);
  Document to = from;
  for (auto& held : to.heldMorphs) held = 0.5f;
  std::vector<std::string> names;
  for (const DocumentChange& change : changesBetween(from, to, twoFaces())) names.push_back(change.name);
  EXPECT_EQ(names, (std::vector<std::string>{"Morph smile none -> 0.5", "Morph frown none -> 0.5",
                                             "Morph fist none -> 0.5", "Morph 3 none -> 0.5"}));
}

}  // namespace
}  // namespace app

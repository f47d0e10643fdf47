// Formats that only assimp reads, and glTF as it reads that.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "app/format/project_json.h"
#include "app/import/import_model.h"
#include "app/model/file_formats.h"
#include "crossfade/clip/interpolant.h"
#include "tests/support/gltf_builder.h"
#include "tests/support/source_folder.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

using crossfade::Channel;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

std::string errorOf(const crossfade::Result<Model>& model) { return model ? "" : model.error().message; }

std::vector<std::string> reportOf(const Model& model) {
  std::vector<std::string> lines;
  for (const ReportLine& line : model.report.lines) lines.push_back(line.location + ": " + line.what);
  return lines;
}

/// The value of a channel at a time, by the name of its node.
std::vector<double> valueAt(const Model& model, const std::string& node, Channel channel, double time) {
  for (const crossfade::KeyframeTrack& track : model.clips[0].tracks()) {
    if (model.skeleton.name(track.target().node) != node || track.target().channel != channel) continue;
    std::vector<double> value(static_cast<std::size_t>(track.valueSize()));
    crossfade::KeyCursor cursor;
    crossfade::evaluate(track, time, cursor, value);
    return value;
  }
  return {};
}

std::size_t trianglesOf(const Model& model) {
  std::size_t count = 0;
  for (const Mesh& mesh : model.meshes)
    for (const Primitive& primitive : mesh.primitives) count += primitive.indices.size() / 3;
  return count;
}

class AssimpModelTest : public testing::Test {
 protected:
  crossfade::Result<Model> open(const std::string& name, const std::string& content,
                                Importer importer = Importer::Own) {
    return importModel(folder_.write(name, content), {.importer = importer});
  }
  ::test::TemporaryFolder folder_;
};

TEST_F(AssimpModelTest, ReadsMeshesOfManyFormats) {
  const std::string obj = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
  const std::string off = "OFF\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n";
  const std::string ply =
      "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
      "property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n";
  const std::string stl =
      "solid square\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\nendfacet\n"
      "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid square\n";
  for (const auto& [name, content] : {std::pair("a.obj", obj), {"a.off", off}, {"a.ply", ply}, {"a.stl", stl}}) {
    const auto model = open(name, content);
    ASSERT_TRUE(model) << errorOf(model);
    EXPECT_EQ(trianglesOf(*model), 2u) << name;
    glm::vec3 highest(0);
    for (const glm::vec3& at : model->meshes[0].primitives[0].positions) highest = glm::max(highest, at);
    EXPECT_EQ(highest, glm::vec3(1, 1, 0)) << name;
    EXPECT_THAT(reportOf(*model), Contains(HasSubstr("document: read by assimp ")));
  }
}

// Valve's SMD: two bones; the second turns by a quarter about z from the first frame to the second.
constexpr const char* kSmd = R"(version 1
nodes
0 "root" -1
1 "arm" 0
end
skeleton
time 0
0 0 0 0 0 0 0
1 1 0 0 0 0 0
time 1
0 0 0 2 0 0 0
1 1 0 0 0 0 1.570796
end
triangles
skin.bmp
0 0 0 0 0 0 1 0 0 1 0 1
1 1 0 0 0 0 1 1 0 1 1 1
1 1 1 0 0 0 1 0 1 2 0 0.5 1 0.5
end
)";

TEST_F(AssimpModelTest, ReadsBonesWeightsAndEveryKey) {
  const auto model = open("arm.smd", kSmd);
  ASSERT_TRUE(model) << errorOf(model);
  ASSERT_EQ(model->clips.size(), 1u);
  ASSERT_EQ(model->skins.size(), 1u);
  const std::vector<double> before = valueAt(*model, "arm", Channel::Rotation, 0);
  const std::vector<double> after = valueAt(*model, "arm", Channel::Rotation, model->clips[0].duration());
  ASSERT_EQ(before.size(), 4u);
  double dot = 0;
  for (std::size_t i = 0; i < 4; ++i) dot += before[i] * after[i];
  EXPECT_NEAR(std::abs(dot), std::cos(std::acos(-1.0) / 4), 1e-5) << "a quarter turn is 45 degrees of quaternions";
  const Primitive& primitive = model->meshes[0].primitives[0];
  ASSERT_EQ(primitive.influences.size(), 1u);
  const auto isShared = [](const Influences& each) { return each.weights[0] == 0.5f && each.weights[1] == 0.5f; };
  EXPECT_EQ(std::count_if(primitive.influences[0].begin(), primitive.influences[0].end(), isShared), 1);
}

constexpr const char* kMd5Mesh = R"(MD5Version 10
commandline ""
numJoints 2
numMeshes 1

joints {
"origin" -1 ( 0 0 0 ) ( 0 0 0 )
"arm" 0 ( 1 0 0 ) ( 0 0 0 )
}

mesh {
shader "skin"
numverts 3
vert 0 ( 0 0 ) 0 1
vert 1 ( 1 0 ) 1 1
vert 2 ( 0 1 ) 2 1
numtris 1
tri 0 0 1 2
numweights 3
weight 0 0 1 ( 0 0 0 )
weight 1 1 1 ( 0 0 0 )
weight 2 1 1 ( 0 1 0 )
}
)";
constexpr const char* kMd5Anim = R"(MD5Version 10
commandline ""
numFrames 3
numJoints 2
frameRate 24
numAnimatedComponents 1

hierarchy {
"origin" -1 0 0
"arm" 0 1 0
}

bounds {
( 0 0 0 ) ( 1 1 1 )
( 0 0 0 ) ( 1 1 1 )
( 0 0 0 ) ( 1 1 1 )
}

baseframe {
( 0 0 0 ) ( 0 0 0 )
( 1 0 0 ) ( 0 0 0 )
}

frame 0 {
1
}

frame 1 {
3
}

frame 2 {
7
}
)";

TEST_F(AssimpModelTest, ReadsTheMotionBesideAnMd5Mesh) {
  folder_.write("arm.md5anim", kMd5Anim);
  const auto model = open("arm.md5mesh", kMd5Mesh);
  ASSERT_TRUE(model) << errorOf(model);
  ASSERT_EQ(model->clips.size(), 1u);
  const std::vector<double> second = valueAt(*model, "arm", Channel::Translation, 1 / 24.0);
  ASSERT_EQ(second.size(), 3u);
  EXPECT_NEAR(second[0], 3, 1e-5);
  EXPECT_NEAR(valueAt(*model, "arm", Channel::Translation, 1.5 / 24)[0], 5, 1e-4);
}

TEST_F(AssimpModelTest, AnMd5AnimAloneIsMotion) {
  const auto model = open("wave.md5anim", kMd5Anim);
  ASSERT_TRUE(model) << errorOf(model);
  EXPECT_EQ(model->clips.size(), 1u);
  EXPECT_TRUE(model->meshes.empty());
}

TEST_F(AssimpModelTest, FilesOutsideTheFolderAreNotRead) {
  folder_.write("secret.mtl", "newmtl red\nKd 1 0 0\n");
  const std::string obj = "mtllib ../secret.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n";
  const auto outside = open("inside/a.obj", obj);
  ASSERT_TRUE(outside) << errorOf(outside);
  const auto colorOf = [](const Model& model) {
    return model.materials[static_cast<std::size_t>(model.meshes[0].primitives[0].material)].baseColor;
  };
  EXPECT_NE(colorOf(*outside), glm::vec4(1, 0, 0, 1));
  folder_.write("inside/secret.mtl", "newmtl red\nKd 1 0 0\n");
  const auto inside = open("inside/a.obj", obj);
  ASSERT_TRUE(inside) << errorOf(inside);
  EXPECT_LT(glm::distance(colorOf(*inside), glm::vec4(1, 0, 0, 1)), 1e-6f) << "found by its name in the folder";
}

TEST_F(AssimpModelTest, WhatIsNoModelIsASentenceInEveryFormat) {
  for (const ModelFormat& format : kModelFormats) {
    if (format.importer != Importer::Assimp) continue;
    for (const std::string& content :
         {std::string("no model at all\n"), std::string(2000, '\0'), std::string("\xff\xfe\x01")}) {
      const std::string name = "bad" + std::string(format.ending);
      const auto model = open(name, content);
      if (model) continue;  // some formats have no mark, and an empty list of faces is a model to them
      EXPECT_TRUE(errorOf(model).starts_with(name + ": ")) << errorOf(model);
      EXPECT_THAT(errorOf(model), Not(HasSubstr("\n")));
    }
    EXPECT_THAT(errorOf(open("empty" + std::string(format.ending), "")), HasSubstr("is empty"));
  }
}

// assimp 5.2.5 crashes on it; a later version may refuse it.
TEST_F(AssimpModelTest, ACrashOfAssimpIsASentence) {
  std::string mesh = kMd5Mesh;
  mesh.replace(mesh.find("tri 0 0 1 2"), 11, "tri 0 0 1 99999999");
  const auto model = open("crash.md5mesh", mesh);
  ASSERT_FALSE(model);
  EXPECT_TRUE(errorOf(model).starts_with("crash.md5mesh: the ")) << errorOf(model);
  EXPECT_THAT(errorOf(model), HasSubstr("glTF")) << "a way out";
}

// ---- glTF.

/// A node whose translation steps from 0 to 1 at half a second.
std::string stepped() {
  test::GltfBuilder builder;
  const int node = builder.addNode({{"name", "door"}});
  const int times = builder.add<float>({0, 0.5f, 1}, "SCALAR");
  const int values = builder.add<float>({0, 0, 0, 1, 0, 0, 1, 0, 0}, "VEC3");
  builder.json["animations"] = {
      {{"name", "Open"},
       {"channels", {{{"sampler", 0}, {"target", {{"node", node}, {"path", "translation"}}}}}},
       {"samplers", {{{"input", times}, {"output", values}, {"interpolation", "STEP"}}}}}};
  return builder.glb();
}

TEST_F(AssimpModelTest, GltfAsAssimpReadsItSaysWhatDiffers) {
  const auto own = open("door.glb", stepped());
  const auto other = open("door.glb", stepped(), Importer::Assimp);
  ASSERT_TRUE(own && other) << errorOf(own) << errorOf(other);
  EXPECT_EQ(other->importer, Importer::Assimp);
  EXPECT_EQ(valueAt(*own, "door", Channel::Translation, 0.25)[0], 0);
  EXPECT_NEAR(valueAt(*other, "door", Channel::Translation, 0.25)[0], 0.5, 1e-5) << "assimp has linear keys only";
  EXPECT_THAT(reportOf(*own), Not(Contains(HasSubstr("assimp"))));
  EXPECT_THAT(reportOf(*other),
              Contains("clip 'Open': translation of door: differs by 0.5 at 0.25 s (LINEAR keys instead of STEP)"));
}

TEST_F(AssimpModelTest, TheCharacterMovesAlike) {
  const auto character = app::test::sourceFolder() / "assets/character.glb";
  const auto own = importModel(character), other = importModel(character, {.importer = Importer::Assimp});
  ASSERT_TRUE(own && other) << errorOf(own) << errorOf(other);
  EXPECT_EQ(trianglesOf(*other), trianglesOf(*own));
  EXPECT_EQ(other->clips.size(), own->clips.size());
  for (const std::string& line : reportOf(*other)) {
    EXPECT_THAT(line, Not(HasSubstr("missing")));
    if (line.find(": differs by ") != line.npos) {  // between keys, where assimp draws straight lines
      EXPECT_THAT(line, HasSubstr("(LINEAR keys instead of "));
    }
  }
}

TEST_F(AssimpModelTest, AProjectKeepsWhoReadsItsModel) {
  const auto files = projectFilesOf(R"({"crossfade": 1, "model": {"path": "a.glb", "importer": "assimp"}})");
  ASSERT_TRUE(files) << files.error().message;
  EXPECT_EQ(files->importer, Importer::Assimp);
  EXPECT_EQ(projectFilesOf(R"({"crossfade": 1, "model": {"path": "a.glb"}})")->importer, Importer::Own);
}

}  // namespace
}  // namespace app

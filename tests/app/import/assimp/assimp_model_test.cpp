// Hand-written FBX, Collada and BVH files, and where their joints must be.
#include "app/import/assimp/assimp_model.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/import/import_model.h"
#include "crossfade/pose/pose_sampler.h"
#include "crossfade/skeleton/local_to_model.h"
#include "tests/support/gltf_builder.h"

namespace app {
namespace {

const char* const kBvh = R"(HIERARCHY
ROOT Hips
{
  OFFSET 0 10 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Arm
  {
    OFFSET 3 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 2 0 0
    }
  }
}
MOTION
Frames: 3
Frame Time: 0.5
0 10 0 0 0 0 0 0 0
1 10 0 90 0 0 0 0 0
2 10 0 90 0 0 90 0 0
)";

const char* const kDae = R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="tri" name="tri"><mesh>
  <source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array>
    <technique_common><accessor source="#pa" count="3" stride="3">
      <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
    </accessor></technique_common></source>
  <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
  <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
</mesh></geometry></library_geometries>
<library_animations><animation id="a">
  <source id="t"><float_array id="ta" count="2">0 2</float_array>
    <technique_common><accessor source="#ta" count="2" stride="1">
      <param name="TIME" type="float"/>
    </accessor></technique_common></source>
  <source id="o"><float_array id="oa" count="6">0 0 0 4 0 0</float_array>
    <technique_common><accessor source="#oa" count="2" stride="3">
      <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
    </accessor></technique_common></source>
  <source id="i"><Name_array id="ia" count="2">LINEAR LINEAR</Name_array>
    <technique_common><accessor source="#ia" count="2" stride="1">
      <param name="INTERPOLATION" type="Name"/>
    </accessor></technique_common></source>
  <sampler id="s"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#o"/>
    <input semantic="INTERPOLATION" source="#i"/></sampler>
  <channel source="#s" target="slider/move"/>
</animation></library_animations>
<library_visual_scenes><visual_scene id="scene">
  <node id="base" name="base"><translate sid="t">0 5 0</translate>
    <node id="slider" name="slider"><translate sid="move">0 0 0</translate><instance_geometry url="#tri"/></node>
  </node>
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>
)";

/// Centimeters, +Z up; one key at 0 s and one at 1 s (46186158000 ticks).
const char* const kFbx = R"(; FBX 7.4.0 project file
FBXHeaderExtension:  {
	FBXHeaderVersion: 1003
	FBXVersion: 7400
}
GlobalSettings:  {
	Version: 1000
	Properties70:  {
		P: "UpAxis", "int", "Integer", "",2
		P: "UnitScaleFactor", "double", "Number", "",1
	}
}
Objects:  {
	Model: 10, "Model::Post", "Null" {
		Version: 232
		Properties70:  {
			P: "Lcl Translation", "Lcl Translation", "", "A",0,0,100
		}
	}
	Model: 11, "Model::Flag", "Null" {
		Version: 232
		Properties70:  {
			P: "Lcl Translation", "Lcl Translation", "", "A",200,0,0
		}
	}
	AnimationStack: 20, "AnimStack::Wave", "" {
		Properties70:  {
			P: "LocalStop", "KTime", "Time", "",46186158000
		}
	}
	AnimationLayer: 21, "AnimLayer::Base", "" {
	}
	AnimationCurveNode: 22, "AnimCurveNode::T", "" {
		Properties70:  {
			P: "d|X", "Number", "", "A",200
			P: "d|Y", "Number", "", "A",0
			P: "d|Z", "Number", "", "A",0
		}
	}
	AnimationCurve: 23, "AnimCurve::", "" {
		Default: 200
		KeyVer: 4008
		KeyTime: *2 {
			a: 0,46186158000
		}
		KeyValueFloat: *2 {
			a: 200,400
		}
	}
}
Connections:  {
	C: "OO",10,0
	C: "OO",11,10
	C: "OO",21,20
	C: "OO",22,21
	C: "OP",22,11, "Lcl Translation"
	C: "OP",23,22, "d|X"
}
)";

crossfade::Result<Model> opened(const test::TemporaryFolder& folder, const std::string& name, std::string_view text) {
  return importModel(folder.write(name, std::string(text)));
}

/// The position of a joint, in model space, with the first clip at `time`.
glm::vec3 locationText(const Model& model, const std::string& joint, double time) {
  const auto rest = model.skeleton.restLocals();
  crossfade::Pose pose{.locals = {rest.begin(), rest.end()}, .morphWeights = {}};
  crossfade::PoseSampler sampler(crossfade::ChannelLayout(model.skeleton.jointCount(), {}), pose);
  sampler.bind(0, model.clips[0]);
  const crossfade::BlendEntry entry{.slot = 0, .clip = &model.clips[0], .time = time, .weight = 1};
  sampler.sampleInOrder(std::span(&entry, 1));
  sampler.writePose(pose);
  std::vector<glm::mat4> models(pose.locals.size());
  crossfade::localToModel(model.skeleton.parents(), pose.locals, models);
  for (int i = 0; i < model.skeleton.jointCount(); ++i)
    if (model.skeleton.name(i) == joint) return glm::vec3(models[static_cast<std::size_t>(i)][3]);
  ADD_FAILURE() << "no joint " << joint;
  return {};
}

void expectAt(glm::vec3 found, glm::vec3 expected) {
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(found[k], expected[k], 1e-4f) << "xyz"[k];
}

TEST(AssimpModel, OfABvhHasItsJointsWhereTheMotionPutsThem) {
  const test::TemporaryFolder folder;
  const auto model = opened(folder, "walk.bvh", kBvh);
  ASSERT_TRUE(model) << model.error().message;
  ASSERT_EQ(model->clips.size(), 1u);
  EXPECT_NEAR(model->clips[0].duration(), 1, 1e-6);
  expectAt(locationText(*model, "Arm", 0), {3, 10, 0});
  expectAt(locationText(*model, "Arm", 0.25), {0.5f + 3 * std::sqrt(0.5f), 10 + 3 * std::sqrt(0.5f), 0});
  expectAt(locationText(*model, "Arm", 0.5), {1, 13, 0});
  expectAt(locationText(*model, "Arm", 1), {2, 13, 0});
  EXPECT_FALSE(model->meshes.empty()) << "a mesh shows the bones";
}

TEST(AssimpModel, OfAColladaHasItsJointsAndMesh) {
  const test::TemporaryFolder folder;
  const auto model = opened(folder, "slider.dae", kDae);
  ASSERT_TRUE(model) << model.error().message;
  ASSERT_EQ(model->meshes.size(), 1u);
  EXPECT_EQ(model->meshes[0].primitives[0].positions.size(), 3u);
  EXPECT_EQ(model->meshes[0].primitives[0].normals.size(), 3u);
  ASSERT_EQ(model->clips.size(), 1u);
  expectAt(locationText(*model, "slider", 0), {0, 5, 0});
  expectAt(locationText(*model, "slider", 1), {2, 5, 0});
  expectAt(locationText(*model, "slider", 2), {4, 5, 0});
}

TEST(AssimpModel, OfAnFbxIsInMetersWithYUp) {
  const test::TemporaryFolder folder;
  const auto model = opened(folder, "flag.FBX", kFbx);
  ASSERT_TRUE(model) << model.error().message;
  ASSERT_EQ(model->clips.size(), 1u);
  EXPECT_EQ(model->clips[0].name(), "Wave");
  expectAt(locationText(*model, "Post", 0), {0, 1, 0});
  expectAt(locationText(*model, "Flag", 0), {2, 1, 0});
  expectAt(locationText(*model, "Flag", 0.5), {3, 1, 0});
  expectAt(locationText(*model, "Flag", 1), {4, 1, 0});
}

TEST(AssimpModel, ErrorsAreOneSentence) {
  const test::TemporaryFolder folder;
  for (const auto& [name, text] : {std::pair("empty.fbx", ""),
                                   {"text.fbx", "hello"},
                                   {"cut.bvh", "HIERARCHY\nROOT Hips\n{"},
                                   {"cut.dae", "<COLLADA>"},
                                   {"glb.dae", "glTF"}}) {
    const auto model = opened(folder, name, text);
    ASSERT_FALSE(model) << name;
    EXPECT_EQ(model.error().message.find(name), 0u) << model.error().message;
    EXPECT_EQ(model.error().message.find('\n'), std::string::npos);
  }
  for (std::size_t cut = 0; cut < std::string_view(kBvh).size(); cut += 7) {
    const auto model = opened(folder, "cut.bvh", std::string_view(kBvh).substr(0, cut));
    EXPECT_TRUE(model || model.error().message.starts_with("cut.bvh"));
  }
}

}  // namespace
}  // namespace app

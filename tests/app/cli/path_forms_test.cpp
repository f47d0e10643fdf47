// One file under many names: a bare name, relative and absolute paths, links, names in any encoding.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/fbx_text.h"
#include "tests/support/one_pixel_png.h"
#include "tests/support/program.h"
#include "tests/support/source_folder.h"
#include "tests/support/temporary_folder.h"

namespace test {
namespace {

namespace fs = std::filesystem;

const char* const kDaeWithTexture =
    R"(<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<library_images><image id="i"><init_from>green.png</init_from></image></library_images>
<library_effects><effect id="e"><profile_COMMON>
  <newparam sid="s"><surface type="2D"><init_from>i</init_from></surface></newparam>
  <newparam sid="m"><sampler2D><source>s</source></sampler2D></newparam>
  <technique sid="c"><lambert><diffuse><texture texture="m" texcoord="UV"/></diffuse></lambert></technique>
</profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
  <source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common>
    <accessor source="#pa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
    <param name="Z" type="float"/></accessor></technique_common></source>
  <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
  <triangles material="m" count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="scene"><node id="n"><instance_geometry url="#g"><bind_material>
  <technique_common><instance_material symbol="m" target="#m"/></technique_common></bind_material>
</instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene></COLLADA>
)";

const char* const kGltfWithTexture = R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],
"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],
"textures":[{"source":0}],"images":[{"uri":"green.png"}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"uri":"data.bin","byteLength":36}]})";

std::string fbxWithTexture() {
  FbxText fbx;
  fbx.model(10, "Body", "Mesh").connect(10, 0).twoTriangles(20, "Body").connect(20, 10);
  fbx.material(30, "Skin").connect(30, 10);
  fbx.add("Texture", 40, "Map", "", "RelativeFilename: \"green.png\"").connect(40, 30, "DiffuseColor");
  return fbx.text();
}

/// A folder with a model of each format beside its texture, and the working folders.
struct PathForms {
  explicit PathForms(const std::string& stem = "cube") : name(stem) {
    const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    folder.write("art/green.png", onePixelPng());
    folder.write("art/data.bin", {reinterpret_cast<const char*>(corners), sizeof corners});
    folder.write("art/" + name + ".gltf", kGltfWithTexture);
    folder.write("art/" + name + ".dae", kDaeWithTexture);
    folder.write("art/" + name + ".fbx", fbxWithTexture());
    folder.write("art/cube.mtl", "newmtl m\nmap_Kd green.png\n");
    folder.write("art/" + name + ".obj",
                 "mtllib cube.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl m\nf 1/1 2/1 3/1\n");
    fs::create_directories(folder / "elsewhere/deep");
  }
  std::string path(const std::string& ending) const { return (folder / ("art/" + name + ending)).string(); }

  TemporaryFolder folder;
  std::string name;
};

/// A way to name a file, from some working folder.
struct Form {
  const char* what;
  std::string argument, workingFolder;
  bool isUsual = false;  // worth a try with every name and command
};

std::vector<Form> formsOf(const PathForms& files, const std::string& ending) {
  const std::string base = files.name + ending, art = (files.folder / "art").string();
  const std::string elsewhere = (files.folder / "elsewhere").string();
  const fs::path link = files.folder / ("elsewhere/link" + ending), folderLink = files.folder / "elsewhere/folder";
  if (!fs::is_symlink(link)) fs::create_symlink(fs::path("../art") / base, link);
  if (!fs::is_symlink(folderLink)) fs::create_directory_symlink("../art", folderLink);
  return {{"absolute", files.path(ending), elsewhere, true},
          {"bare", base, art, true},
          {"./", "./" + base, art},
          {"doubled slashes", ".//" + base, art},
          {"..", "../art/" + base, elsewhere},
          {"from above", "art/" + base, files.folder.path().string()},
          {"out and in", "../elsewhere/../art/" + base, elsewhere},
          {"link to the file", "link" + ending, elsewhere, true},
          {"absolute link", link.string(), art},
          {"link to the folder", "folder/" + base, elsewhere}};
}

/// Without the name in the first line.
std::string reportOf(const ProgramRun& run) { return run.out.substr(run.out.find('\n') + 1); }

TEST(PathForms, GiveTheSameModelInEveryFormat) {
  for (const char* const stem : {"cube", "red cube", "W\xc3\xbcrfel",
                                 "c\xfc"
                                 "be"}) {
    const PathForms files(stem);
    for (const char* const ending : {".gltf", ".dae", ".fbx", ".obj"}) {
      std::string expected;
      for (const Form& form : formsOf(files, ending)) {
        if (!form.isUsual && files.name != "cube") continue;
        const ProgramRun run = runCrossfade({"info", form.argument}, form.workingFolder);
        EXPECT_EQ(run.exitCode, 0) << form.what << ' ' << form.argument << ": " << run.err;
        EXPECT_EQ(run.out.find("lost"), std::string::npos) << form.what << ' ' << form.argument << ": " << run.out;
        if (expected.empty()) expected = reportOf(run);
        EXPECT_EQ(reportOf(run), expected) << form.what << ' ' << form.argument;
      }
      EXPECT_NE(expected.find("1 image"), std::string::npos) << ending;
    }
  }
}

TEST(PathForms, GiveTheSameResultOfEveryCommand) {
  const PathForms files;
  const std::string character = (app::test::sourceFolder() / "assets/character.glb").string();
  fs::copy_file(character, files.path(".glb"));
  const std::string script = files.folder.write("walk.json", R"({"commands":[{"at":0,"do":"play","clip":"Walk"},
{"at":0.5,"do":"fadeTo","clip":"Run","seconds":0.4}]})");
  struct Use {
    const char* ending;
    std::vector<std::string> before, after;
    const char* written;  // empty: what is printed is compared
  };
  const std::vector<Use> uses{{".dae", {"render"}, {"--out", "/out.png", "--size", "32x32"}, "out.png"},
                              {".fbx", {"render"}, {"--out", "/out.png", "--size", "32x32"}, "out.png"},
                              {".obj", {"bake"}, {"--out", "/out.glb"}, "out.glb"},
                              {".dae", {"bake"}, {"--out", "/out.glb"}, "out.glb"},
                              {".glb", {"pose"}, {"--clip", "Walk", "--times", "0.5"}, ""},
                              {".glb", {"events"}, {"--script", script}, ""},
                              {".glb", {"check"}, {"--script", script}, ""},
                              {".glb", {"bake"}, {"--pair", "Walk,Run", "--out", "/out.glb"}, "out.glb"},
                              {".glb", {"bake"}, {"--script", script, "--out", "/out.glb"}, "out.glb"}};
  for (const Use& use : uses) {
    std::string expected;
    for (const Form& form : formsOf(files, use.ending)) {
      if (!form.isUsual) continue;
      const fs::path results = files.folder / "results";
      std::vector<std::string> arguments = use.before;
      arguments.push_back(form.argument);
      for (const std::string& each : use.after)
        arguments.push_back(each.starts_with("/out") ? results.string() + each : each);
      fs::create_directories(results);
      const ProgramRun run = runCrossfade(arguments, form.workingFolder);
      EXPECT_EQ(run.exitCode, 0) << use.before[0] << ' ' << form.what << ": " << run.err;
      std::string result = *use.written ? readFile(results / use.written) : run.out;
      for (const std::string& name : {files.name + use.ending, "link" + std::string(use.ending)})
        while (result.find(name) != std::string::npos) result.replace(result.find(name), name.size(), "NAME");
      EXPECT_FALSE(result.empty()) << use.before[0] << ' ' << form.what;
      if (expected.empty()) expected = result;
      EXPECT_TRUE(result == expected) << use.before[0] << ' ' << use.ending << ' ' << form.what;
      fs::remove_all(results);
    }
  }
}

}  // namespace
}  // namespace test

// FBX files.
#include <cmath>

#include "app/import/blob/check_model.h"
#include "app/import/fbx/fbx_model.h"
#include "app/import/file/import_error.h"
#include "tests/app/import/fbx/binary_fbx.h"
#include "tests/fuzz/fuzz_driver.h"
#include "tests/support/assimp_samples.h"
#include "tests/support/fbx_text.h"

namespace app::fuzz {
namespace {

constexpr const char* kIdentity = " *16 {\na: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1\n}";

/// Two instances of a skinned mesh with a morph target, all animated.
std::string skinned() {
  using ::test::fbxVector;
  ::test::FbxText fbx;
  fbx.model(10, "First", "Mesh", fbxVector("RotationPivot", 1, 0, 0)).connect(10, 0);
  fbx.model(11, "Second", "Mesh", fbxVector("Lcl Rotation", 0, 0, 90)).connect(11, 0);
  fbx.model(13, "Bone", "LimbNode", fbxVector("Lcl Translation", 0, 1, 0)).connect(13, 0);
  fbx.twoTriangles(20, "Flag").connect(20, 10).connect(20, 11).material(21, "Red").connect(21, 10);
  fbx.add("Deformer", 30, "", "Skin", "Version: 101").connect(30, 20);
  fbx.add("Deformer", 31, "", "Cluster",
          std::string("Indexes: *2 {\na: 0,5\n}\nWeights: *2 {\na: 1,0.5\n}\nTransform:") + kIdentity +
              "\nTransformLink:" + kIdentity);
  fbx.connect(31, 30).connect(13, 31).add("Deformer", 40, "", "BlendShape").connect(40, 20);
  fbx.add("Deformer", 41, "smile", "BlendShapeChannel", "DeformPercent: 25\nFullWeights: *1 {\na: 100\n}");
  fbx.add("Geometry", 42, "smile", "Shape", "Indexes: *2 {\na: 1,5\n}\nVertices: *6 {\na: 0,0,2,3,0,0\n}");
  fbx.connect(41, 40).connect(42, 41).stack("Move", "P: \"LocalStop\", \"KTime\", \"Time\", \"\",138558474000");
  fbx.add("AnimationCurveNode", 50, "R", "").connect(50, 901).connect(50, 13, "Lcl Rotation");
  fbx.curve(51, "0,90", 2, 8, "Post-Extrapolation: {\nType: R\n}").connect(51, 50, "d|X");
  fbx.add("AnimationCurveNode", 52, "DeformPercent", "").connect(52, 901).connect(52, 41, "DeformPercent");
  fbx.curve(53, "0,100", 2).connect(53, 52, "d|DeformPercent");
  return fbx.text();
}

std::string watched() {
  ::test::FbxText fbx;
  fbx.model(10, "View", "Camera").connect(10, 0).model(12, "Sun", "Light").connect(12, 0);
  fbx.add("NodeAttribute", 11, "", "Camera", "Properties70: {\nP: \"FieldOfView\", \"\", \"\", \"A\",40\n}");
  fbx.add("NodeAttribute", 13, "", "Light", "Properties70: {\nP: \"LightType\", \"enum\", \"\", \"\",2\n}");
  return fbx.connect(11, 10).connect(13, 12).text();
}

std::string binary() {
  using test::raw;
  std::string file = test::binaryHeader();
  file += test::binaryRecord(file.size(), "Scalars", 2, "D" + raw(2.5) + "S" + raw(std::uint32_t{2}) + "ab");
  return file + test::binaryRecord(file.size(), "Array", 1, "i" + raw(std::uint32_t{1}) + raw(0) + raw(4) + raw(7));
}

/// A quadrilateral, a polygon, a line and a point with all kinds of layers, and a material with an embedded texture.
std::string textured() {
  using ::test::fbxVector;
  ::test::FbxText fbx;
  fbx.model(10, "Body", "Mesh", fbxVector("GeometricTranslation", 1, 0, 0)).connect(10, 0);
  const auto layer = [](const std::string& kind, const std::string& mapping, const std::string& arrays) {
    return kind + ": 0 {\nMappingInformationType: \"" + mapping + "\"\nReferenceInformationType: \"IndexToDirect\"\n" +
           arrays + "}\n";
  };
  fbx.add("Geometry", 20, "Body", "Mesh",
          "Vertices: *15 {\na: 0,0,0,2,0,0,2,2,0,0,2,0,1,1,0\n}\n"
          "PolygonVertexIndex: *12 {\na: 0,1,4,-4,0,1,2,4,-4,1,-3,-2\n}\n" +
              layer("LayerElementNormal", "ByPolygon",
                    "Normals: *6 {\na: 0,0,1,0,1,0\n}\nNormalsIndex: *4 {\na: 0,1,0,1\n}\n") +
              layer("LayerElementUV", "ByVertice", "UV: *4 {\na: 0,0,1,1\n}\nUVIndex: *5 {\na: 0,1,0,1,-1\n}\n") +
              layer("LayerElementUV", "AllSame", "UV: *2 {\na: 0.5,0.5\n}\n") +
              layer("LayerElementColor", "ByPolygonVertex",
                    "Colors: *4 {\na: 1,0,0,1\n}\nColorIndex: *12 {\na: 0,0,0,0,0,0,0,0,0,0,0,0\n}\n") +
              layer("LayerElementMaterial", "ByPolygon", "Materials: *4 {\na: 1,0,-1,5\n}\n"));
  fbx.connect(20, 10).add("Geometry", 21, "Wire", "Line",
                          "Points: *9 {\na: 0,0,0,1,0,0,1,1,0\n}\nPointsIndex: *3 {\na: 0,1,-3\n}\n");
  fbx.connect(21, 10).material(30, "Red").connect(30, 10);
  fbx.add("Material", 31, "Skin", "",
          "ShadingModel: \"lambert\"\nProperties70: {\nP: \"DiffuseColor\", \"Color\", \"\", \"A\",1,0.5,0\n"
          "P: \"DiffuseFactor\", \"Number\", \"\", \"A\",0.5\nP: \"ShininessExponent\", \"Number\", \"\", \"A\",20\n"
          "P: \"TransparentColor\", \"Color\", \"\", \"A\",0.5,0.5,0.5\n}");
  fbx.connect(31, 10).add("LayeredTexture", 32, "", "").connect(32, 31, "DiffuseColor");
  fbx.add("Texture", 33, "Map", "", "RelativeFilename: \"a\\b.png\"").connect(33, 32).connect(33, 31, "NormalMap");
  fbx.add("Video", 34, "Clip", "Clip", "FileName: \"b.png\"\nContent: ,\n\"iVBORw0K\", \"GgoAAAAN\"").connect(34, 33);
  return fbx.text();
}

/// Version 6: a skinned and textured mesh with a shape, all animated, and a camera.
std::string old() {
  const std::string matrix = "1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1\n";
  return "FBXHeaderExtension: {\nFBXVersion: 6100\n}\nObjects: {\nModel: \"Model::A\", \"Mesh\" {\nProperties60: {\n"
         "Property: \"Lcl Translation\", \"Lcl Translation\", \"A+\",1,0,0\nProperty: \"S\", \"Number\", \"A\",9\n}\n"
         "Vertices: 0,0,0,1,0,0\n,0,1,0\nPolygonVertexIndex: 0,1,-3\nLayerElementTexture: 0 {\n"
         "MappingInformationType: \"ByPolygon\"\nTextureId: 0\n}\nShape: \"S\" {\nIndexes: 1\nVertices: 0,0,2\n}\n}\n"
         "Model: \"Model::B\", \"LimbNode\" {\n}\nModel: \"Model::C\", \"Camera\" {\n}\nMaterial: \"Material::M\", "
         "\"\" {\n}\n"
         "Texture: \"Texture::T\", \"\" {\nRelativeFilename: \"a.png\"\n}\nDeformer: \"Deformer::D\", \"Skin\" {\n}\n"
         "Deformer: \"SubDeformer::E\", \"Cluster\" {\nIndexes: 0,1\nWeights: 1,0.5\nTransform: " +
         matrix + "TransformLink: " + matrix +
         "}\n}\nConnections: {\nConnect: \"OO\", \"Model::A\", \"Model::Scene\"\nConnect: \"OO\", \"Model::B\", "
         "\"Model::A\"\n"
         "Connect: \"OO\", \"Model::C\", \"Model::Scene\"\nConnect: \"OO\", \"Material::M\", \"Model::A\"\n"
         "Connect: \"OO\", \"Texture::T\", \"Model::A\"\nConnect: \"OO\", \"Deformer::D\", \"Model::A\"\n"
         "Connect: \"OO\", \"SubDeformer::E\", \"Deformer::D\"\nConnect: \"OO\", \"Model::B\", \"SubDeformer::E\"\n}\n"
         "Takes: {\nTake: \"Move\" {\nLocalTime: 0,46186158000\nModel: \"Model::A\" {\nChannel: \"Transform\" {\n"
         "Channel: \"T\" {\nChannel: \"X\" {\nDefault: 1\nKeyVer: 4005\nKey: "
         "0,1,U,s,1,2,a,0.5,0.2,46186158000,3,C,n\n}\n"
         "Channel: \"Y\" {\nDefault: 2\n}\n}\n}\nChannel: \"S\" {\nKey: 0,1,U,a,n,46186158000,3,L\n}\n}\n}\n}\n";
}

/// Version 5: models at the top level, with their material and cluster.
std::string flat() {
  return "FBXHeaderExtension: {\nFBXVersion: 5800\n}\nModel: \"A\" {\nType: \"LimbNode\"\nChildren: \"B\"\nLimits: {\n"
         "RXAxis: -90\n}\n}\nModel: \"B\" {\nMaterial: \"M\" {\nDiffuse: 1,0,0\n}\nLink: \"A\" {\nIndexes: 0\nWeights: "
         "1\n}\n"
         "Vertices: 0,0,0,1,0,0,0,1,0\nNormals: 0,0,1,0,0,1,0,0,1\nPolygonVertexIndex: 0,1,-3\n"
         "MaterialAssignation: \"AllSame\"\nMaterials: 0\nGeometryUVInfo: {\nMappingInformationType: \"ByPolygon\"\n"
         "TextureUV: 0,0,1,1\nTextureUVVerticeIndex: 0,1,0\n}\nChannel: \"Transform\" {\nChannel: \"T\" {\n"
         "Channel: \"X\" {\nDefault: 2\n}\n}\n}\n}\nTakes: {\nTake: \"Move\" {\nModel: \"A\" {\nChannel: \"Transform\" "
         "{\n"
         "Channel: \"R\" {\nChannel: \"Z\" {\nKey: 0,0,L,46186158000,9,L\n}\n}\n}\n}\n}\n}\n";
}

void readModel(ByteSpan file) {
  Model model;
  fillFbxModel(model, file, {}, true, {});
  for (const crossfade::AnimationClip& clip : model.clips)
    for (const crossfade::KeyframeTrack& track : clip.tracks())
      for (const float value : track.values()) promise(std::isfinite(value), "the values of keys are finite");
  for (const Mesh& mesh : model.meshes)
    for (const Primitive& primitive : mesh.primitives)
      for (const std::uint32_t index : primitive.indices)
        promise(index < primitive.positions.size(), "indices are those of vertices");
  checkModel(model, true);
}

}  // namespace

std::vector<std::string> seeds() { return {::test::kFbx, skinned(), watched(), textured(), binary(), old(), flat()}; }

void parse(std::string_view input) {
  try {
    readModel(ByteSpan(reinterpret_cast<const std::uint8_t*>(input.data()), input.size()));
  } catch (const ImportError& error) {
    promise(*error.what() != '\0', "a file that is refused is refused in words");
  }
}

}  // namespace app::fuzz

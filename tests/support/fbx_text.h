// Writes small FBX files as text: objects and what they are connected to.
#ifndef TESTS_SUPPORT_FBX_TEXT_H
#define TESTS_SUPPORT_FBX_TEXT_H

#include <string>

namespace test {

class FbxText {
 public:
  /// `body` is what is inside the braces; `name` has no class.
  FbxText& add(const std::string& kind, int id, const std::string& name, const std::string& subclass,
               const std::string& body = "") {
    const std::string type = kind == "Deformer" && subclass != "Skin" ? "SubDeformer" : kind;
    objects_ += kind + ": " + std::to_string(id) + ", \"" + type + "::" + name + "\", \"" + subclass + "\" {\n" + body +
                "\n}\n";
    return *this;
  }
  FbxText& model(int id, const std::string& name, const std::string& subclass, const std::string& properties = "") {
    return add("Model", id, name, subclass, "Version: 232\nProperties70: {\n" + properties + "\n}");
  }
  /// Two triangles, (0 0 0) (1 0 0) (0 1 0) and the same at z = 1, the second with the second material.
  FbxText& twoTriangles(int id, const std::string& name) {
    return add("Geometry", id, name, "Mesh",
               "Vertices: *18 {\na: 0,0,0,1,0,0,0,1,0,0,0,1,1,0,1,0,1,1\n}\n"
               "PolygonVertexIndex: *6 {\na: 0,1,-3,3,4,-6\n}\nGeometryVersion: 124\n"
               "LayerElementMaterial: 0 {\nVersion: 101\nName: \"\"\nMappingInformationType: \"ByPolygon\"\n"
               "ReferenceInformationType: \"IndexToDirect\"\nMaterials: *2 {\na: 0,1\n}\n}\n"
               "Layer: 0 {\nVersion: 100\nLayerElement: {\nType: \"LayerElementMaterial\"\nTypedIndex: 0\n}\n}");
  }
  FbxText& material(int id, const std::string& name) {
    return add("Material", id, name, "", "Version: 102\nShadingModel: \"phong\"\nProperties70: {\n}");
  }
  /// Keys at whole seconds, all with `flags`; the attributes are 0. `more`: other members.
  FbxText& curve(int id, const std::string& values, int count, int flags = 4, const std::string& more = "") {
    std::string times;
    for (int i = 0; i < count; ++i) times += (i > 0 ? "," : "") + std::to_string(46186158000LL * i);
    const std::string n = std::to_string(count);
    return add("AnimationCurve", id, "", "",
               "KeyTime: *" + n + " {\na: " + times + "\n}\nKeyValueFloat: *" + n + " {\na: " + values +
                   "\n}\nKeyAttrFlags: *1 {\na: " + std::to_string(flags) +
                   "\n}\nKeyAttrDataFloat: *4 {\na: 0,0,0,0\n}\nKeyAttrRefCount: *1 {\na: " + n + "\n}\n" + more);
  }
  FbxText& connect(int source, int destination) {
    connections_ += "C: \"OO\"," + std::to_string(source) + "," + std::to_string(destination) + "\n";
    return *this;
  }
  FbxText& connect(int source, int destination, const std::string& property) {
    connections_ +=
        "C: \"OP\"," + std::to_string(source) + "," + std::to_string(destination) + ", \"" + property + "\"\n";
    return *this;
  }
  /// A stack 900 with a layer 901.
  FbxText& stack(const std::string& name, const std::string& properties = "") {
    add("AnimationStack", 900, name, "", "Properties70: {\n" + properties + "\n}");
    add("AnimationLayer", 901, "Base", "");
    return connect(901, 900);
  }

  std::string text() const {
    return "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\nFBXHeaderVersion: 1003\nFBXVersion: 7400\n}\n"
           "GlobalSettings:  {\nVersion: 1000\nProperties70:  {\nP: \"UnitScaleFactor\", \"double\", \"Number\", "
           "\"\",100\n}\n}\nObjects:  {\n" +
           objects_ + "}\nConnections:  {\n" + connections_ + "}\n";
  }

 private:
  std::string objects_, connections_;
};

inline std::string fbxVector(const std::string& name, double x, double y, double z) {
  return "P: \"" + name + "\", \"" + name + "\", \"\", \"A\"," + std::to_string(x) + "," + std::to_string(y) + "," +
         std::to_string(z) + "\n";
}

}  // namespace test

#endif  // TESTS_SUPPORT_FBX_TEXT_H

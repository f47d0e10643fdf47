// Builds COLLADA documents for tests.
#ifndef TESTS_SUPPORT_COLLADA_BUILDER_H
#define TESTS_SUPPORT_COLLADA_BUILDER_H

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "app/import/import_model.h"
#include "tests/support/gltf_builder.h"

namespace test {

inline std::string replaceAll(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

inline std::size_t wordsIn(const std::string& text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != ' ' && (i == 0 || text[i - 1] == ' ')) ++count;
  return count;
}

/// A <source> of numbers, or of words if `kind` is "Name" or "IDREF".
inline std::string daeSource(const std::string& id, const std::string& values, std::size_t stride = 1,
                             const std::string& kind = "float") {
  const std::string count = std::to_string(wordsIn(values)), elements = std::to_string(wordsIn(values) / stride);
  std::string params;
  for (std::size_t i = 0; i < stride; ++i)
    params += "<param name=\"" + std::string(1, i < 3 ? "XYZ"[i] : 'W') + "\" type=\"float\"/>";
  return "<source id=\"" + id + "\"><" + kind + "_array id=\"" + id + "-a\" count=\"" + count + "\">" + values + "</" +
         kind + "_array><technique_common><accessor source=\"#" + id + "-a\" count=\"" + elements + "\" stride=\"" +
         std::to_string(stride) + "\">" + params + "</accessor></technique_common></source>";
}

/// One triangle list. `normals`: one per position, or empty.
inline std::string daeGeometry(const std::string& id, const std::string& positions, const std::string& p = "0 1 2",
                               const std::string& normals = "") {
  const bool has = !normals.empty();
  return "<geometry id=\"" + id + "\" name=\"" + id + "\"><mesh>" + daeSource(id + "-p", positions, 3) +
         (has ? daeSource(id + "-n", normals, 3) : "") + "<vertices id=\"" + id +
         "-v\"><input semantic=\"POSITION\" source=\"#" + id + "-p\"/></vertices><triangles count=\"" +
         std::to_string(wordsIn(p) / (has ? 6 : 3)) + "\"><input semantic=\"VERTEX\" source=\"#" + id +
         "-v\" offset=\"0\"/>" + (has ? "<input semantic=\"NORMAL\" source=\"#" + id + "-n\" offset=\"1\"/>" : "") +
         "<p>" + p + "</p></triangles></mesh></geometry>";
}

inline std::string daeMorph(const std::string& id, const std::string& source, const std::string& targets,
                            const std::string& weights, const std::string& method = "NORMALIZED") {
  return "<controller id=\"" + id + "\"><morph source=\"#" + source + "\" method=\"" + method + "\">" +
         daeSource(id + "-t", targets, 1, "IDREF") + daeSource(id + "-weights", weights) +
         "<targets><input semantic=\"MORPH_TARGET\" source=\"#" + id +
         "-t\"/><input semantic=\"MORPH_WEIGHT\" source=\"#" + id + "-weights\"/></targets></morph></controller>";
}

/// All points have weight 1 on one joint.
inline std::string daeSkin(const std::string& id, const std::string& source, const std::string& joint,
                           std::size_t points) {
  std::string counts, pairs;
  for (std::size_t i = 0; i < points; ++i) {
    counts += "1 ";
    pairs += "0 0 ";
  }
  return "<controller id=\"" + id + "\"><skin source=\"#" + source +
         "\"><bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>" +
         daeSource(id + "-j", joint, 1, "Name") + daeSource(id + "-b", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1", 16) +
         daeSource(id + "-w", "1") + "<joints><input semantic=\"JOINT\" source=\"#" + id +
         "-j\"/><input semantic=\"INV_BIND_MATRIX\" source=\"#" + id + "-b\"/></joints><vertex_weights count=\"" +
         std::to_string(points) + "\"><input semantic=\"JOINT\" source=\"#" + id +
         "-j\" offset=\"0\"/><input semantic=\"WEIGHT\" source=\"#" + id + "-w\" offset=\"1\"/><vcount>" + counts +
         "</vcount><v>" + pairs + "</v></vertex_weights></skin></controller>";
}

struct DaeCurve {
  std::string target, times, values;
  std::size_t size = 1;  // numbers for each time
  std::string kinds = {};
  std::string in = {}, out = {};  // tangents
};

/// An <animation> with one channel.
inline std::string daeAnimation(const std::string& id, const DaeCurve& curve) {
  const std::size_t keys = wordsIn(curve.times);
  std::string sources = daeSource(id + "-t", curve.times) + daeSource(id + "-v", curve.values, curve.size);
  std::string inputs =
      "<input semantic=\"INPUT\" source=\"#" + id + "-t\"/><input semantic=\"OUTPUT\" source=\"#" + id + "-v\"/>";
  const auto add = [&](const char* semantic, const std::string& suffix, const std::string& values,
                       const std::string& kind) {
    if (values.empty()) return;
    sources += daeSource(id + suffix, values, wordsIn(values) / keys, kind);
    inputs += std::string("<input semantic=\"") + semantic + "\" source=\"#" + id + suffix + "\"/>";
  };
  add("INTERPOLATION", "-k", curve.kinds, "Name");
  add("IN_TANGENT", "-in", curve.in, "float");
  add("OUT_TANGENT", "-out", curve.out, "float");
  return "<animation id=\"" + id + "\">" + sources + "<sampler id=\"" + id + "-s\">" + inputs +
         "</sampler><channel source=\"#" + id + "-s\" target=\"" + curve.target + "\"/></animation>";
}

struct DaeParts {
  std::string geometries = {}, controllers = {}, nodes = {}, animations = {}, other = {};
};

inline std::string daeDocument(const DaeParts& parts) {
  const auto library = [](const std::string& name, const std::string& inside) {
    return inside.empty() ? "" : "<library_" + name + ">" + inside + "</library_" + name + ">";
  };
  return "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">"
         "<asset><up_axis>Y_UP</up_axis></asset>" +
         library("geometries", parts.geometries) + library("controllers", parts.controllers) +
         library("animations", parts.animations) + parts.other + "<library_visual_scenes><visual_scene id=\"scene\">" +
         parts.nodes +
         "</visual_scene></library_visual_scenes><scene><instance_visual_scene url=\"#scene\"/></scene></COLLADA>";
}

inline crossfade::Result<app::Model> importDae(const DaeParts& parts) {
  const TemporaryFolder folder;
  return app::importModel(folder.write("a.dae", daeDocument(parts)));
}
/// Opens a document that must be valid.
inline app::Model openedDae(const DaeParts& parts) {
  auto model = importDae(parts);
  EXPECT_TRUE(model) << model.error().message;
  return model ? std::move(*model) : app::Model{};
}

/// One line per finding: "document: 1 channel targeting nothing in the file".
inline std::string findingsOf(const app::Model& model) {
  std::string text;
  for (const app::ReportLine& line : model.report.lines) text += line.location + ": " + line.what + "\n";
  return text;
}

}  // namespace test

#endif  // TESTS_SUPPORT_COLLADA_BUILDER_H

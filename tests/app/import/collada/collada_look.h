// COLLADA documents with one triangle and a given material.
#ifndef TESTS_APP_IMPORT_COLLADA_COLLADA_LOOK_H
#define TESTS_APP_IMPORT_COLLADA_COLLADA_LOOK_H

#include <string>
#include <string_view>

#include "app/model/model.h"
#include "tests/support/assimp_samples.h"
#include "tests/support/opened_model.h"

namespace test {

/// `text` with the first `what` replaced; a failure of the test if there is none.
inline std::string replacedIn(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

/// The sample with a material named "skin". `libraries`: image and effect libraries, in which the material's effect is
/// "e". `set`: the content of the material's <instance_effect>.
inline std::string daeWith(std::string_view libraries, std::string_view set = {}) {
  std::string text = kDae;
  const auto insert = [&](std::string_view before, const std::string& what) { text.insert(text.find(before), what); };
  insert("<library_geometries>", std::string(libraries) + "<library_materials><material id=\"m\" name=\"skin\">" +
                                     "<instance_effect url=\"#e\">" + std::string(set) +
                                     "</instance_effect></material></library_materials>");
  insert("><input semantic=\"VERTEX\"", " material=\"m\"");
  text.replace(text.find("/></node>"), 2, R"(><bind_material><technique_common>
    <instance_material symbol="m" target="#m"/></technique_common></bind_material></instance_geometry>)");
  return text;
}

/// An effect with the given properties in its shader, and optional elements before and in its profile.
inline std::string effectWith(const std::string& shader, const std::string& properties, const std::string& before = {},
                              const std::string& inProfile = {}) {
  return "<library_effects><effect id=\"e\">" + before + "<profile_COMMON>" + inProfile + "<technique sid=\"t\"><" +
         shader + ">" + properties + "</" + shader + "></technique></profile_COMMON></effect></library_effects>";
}

inline app::Material skinOf(const app::Model& model) {
  for (const app::Material& material : model.materials)
    if (material.name == "skin") return material;
  ADD_FAILURE() << "no material 'skin'";
  return {};
}

/// The lines of the report of one kind, as "location: what".
inline std::string linesOf(const app::Model& model, app::Finding kind) {
  std::string lines;
  for (const app::ReportLine& line : model.report.lines)
    if (line.kind == kind) lines += line.location + ": " + line.what + "\n";
  return lines;
}

}  // namespace test

#endif  // TESTS_APP_IMPORT_COLLADA_COLLADA_LOOK_H

#include "app/format/retarget_text.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/format/joint_map_json.h"

namespace app {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// "walk.bvh", or "#1" if an earlier one has that name.
std::string wordOfFile(const Model& model, std::size_t file) {
  for (std::size_t i = 0; i < file; ++i)
    if (model.clipFiles[i].name == model.clipFiles[file].name) return "#" + std::to_string(file);
  return model.clipFiles[file].name;
}

/// -1: there is none.
int fileOf(const Model& model, const std::string& word) {
  for (std::size_t i = 0; i < model.clipFiles.size(); ++i)
    if (wordOfFile(model, i) == word || "#" + std::to_string(i) == word) return static_cast<int>(i);
  return -1;
}

}  // namespace

Commands retargetOf(ScriptFields& f) {
  const std::string word = f.text("file");
  SetRetarget command{.file = fileOf(f.model(), word),
                      .settings = {.map = {}, .mirrored = f.flag("mirrored", false), .reach = f.number("reach", 0)}};
  if (!(command.settings.reach >= 0 && command.settings.reach <= 1)) f.fail("\"reach\" is not from 0 to 1");
  const auto joints = f.has("joints") ? f.list("joints") : std::span<const nlohmann::json>();
  if (command.file < 0) f.fail("there is no clip file '" + word + "'");
  if (!f.error().empty() || !f.has("joints")) return {std::move(command)};
  const nlohmann::json map{{"joints", std::vector<nlohmann::json>(joints.begin(), joints.end())}};
  const ClipFile& file = f.model().clipFiles[static_cast<std::size_t>(command.file)];
  auto read = jointMapFromText(map.dump(), file.skeleton, f.model().skeleton);
  if (!read) return f.fail("\"joints\": " + read.error().message), Commands{};
  command.settings.map = *std::move(read);
  return {std::move(command)};
}

void addRetargets(const Session& session, OrderedJson& commands) {
  const Model& model = session.model();
  const std::vector<RetargetSettings>& settings = session.character().retargeting().settings();
  for (std::size_t i = 0; i < settings.size(); ++i) {
    if (settings[i] == RetargetSettings{}) continue;
    OrderedJson command = {
        {"at", 0}, {"do", "retarget"}, {"file", wordOfFile(model, i)}, {"mirrored", settings[i].mirrored}};
    if (settings[i].reach != 0) command["reach"] = settings[i].reach;
    if (settings[i].map)
      command["joints"] =
          OrderedJson::parse(jointMapText(*settings[i].map, model.clipFiles[i].skeleton, model.skeleton)).at("joints");
    commands.push_back(std::move(command));
  }
}

}  // namespace app

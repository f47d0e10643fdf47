#include "app/format/page/web_page.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include <nlohmann/json.hpp>

#include "app/format/json_text.h"
#include "app/format/report/report_page.h"
#include "app/format/script_fields.h"
#include "app/model/json/json_tree.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;
using Json = nlohmann::json;

constexpr std::string_view kMark = "<!--MODEL-->";

/// A command that the page plays, with the members that it knows.
struct PageWord {
  std::string_view word;
  std::string_view members;  // separated by spaces, each also followed by one
};
/// In the order of web/page/script.js.
constexpr std::array kPageWords = std::to_array<PageWord>({
    {"play", "clip "},
    {"stop", "clip "},
    {"stopAll", ""},
    {"fadeTo", "clip space seconds kind sync mask feather layers curve toPhase set "},
    {"adjustFade", "seconds kind curve "},
    {"carryOver", "seconds "},
    {"speed", "value "},
    {"enable", "clip value "},
    {"weight", "clip value "},
    {"timeScale", "clip value "},
    {"time", "clip value "},
    {"loop", "clip mode "},
    {"repetitions", "clip value "},
    {"clamp", "clip value "},
    {"duration", "clip value "},
    {"syncWith", "clip with "},
    {"warp", "clip from to seconds "},
    {"stopWarping", "clip "},
    {"halt", "clip seconds "},
    {"fadeIn", "clip seconds "},
    {"fadeOut", "clip seconds "},
    {"blendSpace", "name samples sync x y "},
    {"blendPoint", "space x y seconds "},
    {"markers", "clip points "},
    {"footLock", "value "},
});

const PageWord* pageWordOf(std::string_view word) {
  const auto found = std::ranges::find(kPageWords, word, &PageWord::word);
  return found == kPageWords.end() ? nullptr : &*found;
}

std::string allPageWords() {
  std::string all;
  for (const PageWord& each : kPageWords) all += (all.empty() ? "" : ", ") + std::string(each.word);
  return all;
}

/// A mask as the package takes it: a joint by name, or the weights of a named mask.
Json pageMask(const Session& session, int mask) {
  const crossfade::Skeleton& skeleton = session.model().skeleton;
  if (mask < 0 && !isNamedMask(mask)) return nullptr;
  if (!isNamedMask(mask)) return skeleton.name(mask);
  Json weights = Json::object();
  if (const NamedMask* const named = session.character().masks().find(mask))
    for (std::size_t i = 0; i < named->weights.size(); ++i)
      if (named->weights[i] > 0) weights[skeleton.name(static_cast<int>(i))] = named->weights[i];
  return weights;
}

Result<Json> pageCommand(const Json& entry, const Session& session) {
  ScriptFields fields(entry, session.model());
  const std::string word = fields.text("do");
  const PageWord* const known = pageWordOf(word);
  if (!known) return Error{"a page does not play '" + word + "'; it plays " + allPageWords()};
  Json command = entry;
  for (const auto& [name, value] : entry.items()) {
    if (name == "at" || name == "do") continue;
    if ((" " + std::string(known->members)).find(" " + name + " ") == std::string::npos)
      return Error{"a page does not know \"" + name + "\" of '" + word + "'"};
    if (name == "clip" || name == "with") command[name] = "#" + std::to_string(fields.clip(name.c_str()));
    if (name != "mask") continue;
    if (const std::optional<int> mask = fields.mask("mask")) command[name] = pageMask(session, *mask);
  }
  if (!fields.error().empty()) return Error{fields.error()};
  return command;
}

/// As the text of a <script> element, which only "</script" would end.
std::string inElement(std::string json) {
  for (std::size_t at = json.find('<'); at != json.npos; at = json.find('<', at)) json.replace(at, 1, "\\u003c");
  return json;
}

}  // namespace

Result<std::string> webPage(std::string_view pageTemplate, const WebPageParts& parts) {
  const std::size_t mark = pageTemplate.find(kMark);
  if (mark == pageTemplate.npos)
    return Error{"is no page that scripts/web has built: " + std::string(kMark) + " is missing"};
  std::string page(pageTemplate.substr(0, mark));
  page += "<script id=\"model\" type=\"application/octet-stream\" data-name=\"" + escaped(parts.name) + "\">" +
          base64Of(parts.model) + "</script>";
  for (const auto& [id, json] : {std::pair{"set", &parts.set}, std::pair{"script", &parts.script}})
    if (!json->empty())
      page += "\n<script id=\"" + std::string(id) + "\" type=\"application/json\">" + inElement(*json) + "</script>";
  page += pageTemplate.substr(mark + kMark.size());
  return page;
}

Result<std::string> webScript(std::string_view json, const Session& session) {
  const Json script = parsedJson(json);
  if (!script.is_object() || !script.contains("commands")) return Error{"has no list \"commands\""};
  Json commands = Json::array();
  for (const Json& entry : script.at("commands")) {
    auto command = pageCommand(entry, session);
    if (!command) return Error{"command " + std::to_string(commands.size()) + ": " + command.error().message};
    commands.push_back(*std::move(command));
  }
  return jsonText(Json{{"commands", std::move(commands)}});
}

bool isReadByPage(std::span<const std::uint8_t> glb) {
  constexpr std::size_t kJson = 20;  // glTF 2.0, 4.4: header, then the first chunk's length and type
  if (glb.size() < kJson) return false;
  const std::size_t length = glb[12] | static_cast<std::size_t>(glb[13]) << 8 |
                             static_cast<std::size_t>(glb[14]) << 16 | static_cast<std::size_t>(glb[15]) << 24;
  const auto text = glb.subspan(kJson, std::min(length, glb.size() - kJson));
  const Json document = parsedJson(std::string_view(reinterpret_cast<const char*>(text.data()), text.size()));
  if (!document.is_object()) return false;
  const auto used = document.find("extensionsUsed");
  if (used == document.end() || !used->is_array()) return true;
  return std::none_of(used->begin(), used->end(), [](const Json& name) {
    return isText(name, "KHR_draco_mesh_compression") || isText(name, "KHR_texture_basisu");
  });
}

}  // namespace app

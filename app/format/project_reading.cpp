// Reads project files member by member: an error in one leaves the others as they are.
#include <algorithm>
#include <charconv>
#include <optional>

#include <nlohmann/json.hpp>

#include "app/format/field_json.h"
#include "app/format/json_text.h"
#include "app/format/model_references.h"
#include "app/format/partial_json.h"
#include "app/format/project_character.h"
#include "app/format/project_json.h"
#include "app/format/project_section.h"
#include "app/format/script.h"
#include "app/format/shape_json.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;
using Section = ProjectSection;

constexpr std::size_t kMaxTextBytes = 64u << 20;

/// Applies a whole project to a session.
class Reader {
 public:
  Reader(Session& session, std::vector<std::string>& problems) : session_(session), problems_(problems) {}

  void read(const OrderedJson& project) {
    Section file(project, "", problems_);
    file.skip("crossfade");  // checked by openProject
    file.skip("model");      // loaded already
    file.skip("clipFiles");
    file.value("turn", [this](const OrderedJson& json) { return readTurn(json); });
    readCharacter(file, session_, problems_);
    file.section("view", [this](Section& s) { readView(s); });
    file.section("timing", [this](Section& s) { readTiming(s); });
    file.section("crowd", [this](Section& s) { readCrowd(s); });
    file.section("curves", [this](Section& s) { readCurves(s); });
    file.value("shapes", [this](const OrderedJson& json) { return readShapes(json); });
    file.value("drawing", [this](const OrderedJson& json) { return readDrawing(json); });
    file.section("recording", [this](Section& s) { readRecording(s); });
    readCamera(file, "camera", SceneKind::Character);
    readCamera(file, "crowdCamera", SceneKind::Crowd);  // after `crowd`, which frames the crowd's camera again
    (void)apply(ShowScene{SceneKind::Character});
    file.word<SceneKind>("scene", [this](SceneKind scene) { return apply(ShowScene{scene}); });
  }

 private:
  Result<void> apply(const Command& command) { return session_.apply(command); }

  Result<void> readTurn(const OrderedJson& json) {
    const bool fits = json.is_array() && json.size() == 4 &&
                      std::all_of(json.begin(), json.end(), [](const OrderedJson& each) { return each.is_number(); });
    if (!fits) return Error{"is not a quaternion x, y, z, w: " + quoted(json)};
    const auto at = [&json](std::size_t i) { return json[i].get<float>(); };
    const glm::quat turn = crossfade::makeQuat(at(0), at(1), at(2), at(3));
    return turn == session_.model().turn ? Result<void>() : apply(SetTurn{turn});
  }

  void readView(Section& s) {
    (void)readFields(s, session_.model(), session_.view(), [this](const ViewOptions& next, FieldSet which) {
      return apply(SetViewOptions{next, which});
    });
    s.value("variant", [this](const OrderedJson& json) -> Result<void> {
      const auto variant = variantOf(json, session_.model());
      return variant ? apply(ShowVariant{*variant}) : variant.error();
    });
    s.value("fileCamera", [this](const OrderedJson& json) -> Result<void> {
      const auto camera = cameraOf(json, session_.model());
      return camera ? apply(LookThrough{*camera}) : camera.error();
    });
    s.word<LightSource>("lights", [this](LightSource source) { return apply(SetLights{source}); });
  }

  void readCamera(Section& file, const char* name, SceneKind scene) {
    (void)apply(ShowScene{scene});
    file.section(name, [&](Section& s) {
      const auto set = [&](float Camera::*member) {
        return [this, member](double value) {
          Camera camera = session_.camera();
          camera.*member = static_cast<float>(value);
          return apply(SetCamera{camera});
        };
      };
      s.list("target", [&](const OrderedJson& json, const std::string& at, int i) {
        Camera camera = session_.camera();
        if (i < 3 && json.is_number()) camera.target[i] = json.get<float>();
        const auto done = i < 3 && json.is_number() ? apply(SetCamera{camera}) : Error{"is not one of three numbers"};
        if (!done) problems_.push_back(at + ": " + done.error().message);
      });
      s.number("sceneRadius", set(&Camera::sceneRadius));
      s.number("distance", set(&Camera::distance));
      s.number("yaw", set(&Camera::yaw));
      s.number("pitch", set(&Camera::pitch));
      s.number("verticalFov", set(&Camera::verticalFov));
    });
  }

  void readTiming(Section& s) {
    (void)readFields(s, session_.model(), session_.timing().settings(),
                     [this](const TimingSettings& next, FieldSet which) {
                       return apply(SetTiming{next, which});
                     });
  }

  void readCurves(Section& s) {
    (void)readFields(s, session_.model(), session_.curves().settings(),
                     [this](const CurvesSettings& next, FieldSet which) {
                       return apply(SetCurves{next, which});
                     });
  }

  void readCrowd(Section& s) {
    (void)readFields(s, session_.model(), session_.crowd().settings(),
                     [this](const CrowdSettings& next, FieldSet which) {
                       return apply(SetCrowd{next, which});
                     });
  }

  Result<void> readShapes(const OrderedJson& json) {
    auto read = parseShapes(jsonText(json));
    if (!read) return read.error();
    return apply(shapes::ImportShapes{.keys = std::move(read->keys), .settings = std::move(read->settings)});
  }

  Result<void> readDrawing(const OrderedJson& json) {
    if (!json.is_array()) return Error{"is not a list: " + quoted(json)};
    shapes::SetContent content{.keys = session_.shapes().keys(), .drawing = {}};
    for (const OrderedJson& point : json) {
      if (!point.is_array() || point.size() != 2 || !point[0].is_number() || !point[1].is_number())
        return Error{"has a point that is not [x, y]: " + quoted(point)};
      content.drawing.push_back({point[0].get<double>(), point[1].get<double>()});
    }
    return apply(std::move(content));
  }

  void readRecording(Section& s) {
    RecordingOptions options = session_.recordingOptions();
    options.sheet = 0;  // what does not fit the path that follows
    options.region.reset();
    options.transparent = false;
    (void)readFields(s, session_.model(), options,
                     [this](const RecordingOptions& next, FieldSet) { return apply(SetRecordingOptions{next}); });
  }

  Session& session_;
  std::vector<std::string>& problems_;
};

std::string hashText(const OrderedJson& model) {
  const auto found = model.find("fnv1a64");
  return found != model.end() && found->is_string() ? found->get<std::string>() : "";
}

Result<PartialJson> projectOf(std::string_view text) {
  if (text.size() > kMaxTextBytes)
    return Error{"is too large for a project: " + std::to_string(text.size()) + " bytes"};
  PartialJson read = readPartialJson(text);
  if (!read.value.is_object() || !read.value.contains("crossfade"))
    return Error{"is no Crossfade project" + (read.damage.empty() ? std::string() : "; " + read.damage)};
  return read;
}

/// A path, or an object with settings; nothing: it is neither.
std::optional<ClipFileEntry> clipFileOf(const OrderedJson& json) {
  if (json.is_string()) return ClipFileEntry{.path = json};
  if (!json.is_object() || !json.contains("path") || !json["path"].is_string()) return std::nullopt;
  ClipFileEntry entry{.path = json["path"]};
  if (const auto mirrored = json.find("mirrored"); mirrored != json.end() && mirrored->is_boolean())
    entry.mirrored = *mirrored;
  if (const auto reach = json.find("reach"); reach != json.end() && reach->is_number())
    entry.reach = std::clamp(reach->get<double>(), 0.0, 1.0);
  if (const auto joints = json.find("joints"); joints != json.end())
    entry.map = OrderedJson{{"joints", *joints}}.dump();
  return entry;
}

}  // namespace

Result<ProjectFiles> projectFilesOf(std::string_view text) {
  auto read = projectOf(text);
  if (!read) return read.error();
  ProjectFiles files;
  const OrderedJson& json = read->value;
  if (const auto model = json.find("model"); model != json.end() && model->is_object()) {
    if (const auto path = model->find("path"); path != model->end() && path->is_string()) files.model = *path;
    const std::string hash = hashText(*model);
    std::from_chars(hash.data(), hash.data() + hash.size(), files.hash, 16);
    if (const auto importer = model->find("importer"); importer != model->end() && *importer == "assimp")
      files.importer = Importer::Assimp;
  }
  if (const auto clips = json.find("clipFiles"); clips != json.end() && clips->is_array())
    for (const OrderedJson& file : *clips)
      if (const auto entry = clipFileOf(file)) files.clips.push_back(*entry);
  return files;
}

std::vector<std::string> openProject(std::string_view text, Session& session) {
  auto read = projectOf(text);
  if (!read) return {read.error().message};
  std::vector<std::string> problems;
  if (!read->damage.empty()) problems.push_back(read->damage);
  const OrderedJson& version = read->value["crossfade"];
  if (!version.is_number_integer() || version.get<std::int64_t>() < 1)
    problems.push_back("/crossfade: is not a version number: " + quoted(version));
  else if (version.get<std::int64_t>() > kProjectVersion)
    problems.push_back("/crossfade: the file is of the newer version " + version.dump());
  Reader(session, problems).read(read->value);
  return problems;
}

}  // namespace app

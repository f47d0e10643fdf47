// Reads project files member by member, each through its command: a value out of range is refused with the same message
// as in a script, and the other members are not affected.
#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/format/field_json.h"
#include "app/format/json_text.h"
#include "app/format/model_references.h"
#include "app/format/project_json.h"
#include "app/format/project_section.h"
#include "app/format/script.h"
#include "app/format/shape_json.h"
#include "app/format/transition_json.h"
#include "app/model/json/event_json.h"
#include "app/model/pose_value_names.h"
#include "app/session/crowd/crowd_scene.h"
#include "app/session/curves/curves_scene.h"
#include "app/session/session.h"
#include "app/session/shapes/shape_scene.h"
#include "app/session/timing/timing_scene.h"

namespace app {
namespace {

constexpr std::size_t kMaxTextBytes = 64u << 20;

using crossfade::Error;
using crossfade::Result;
using Section = ProjectSection;

/// Reads the members of settings one by one, each through the command that sets it.
template <class Set, HasFields T>
void readThrough(Section& section, Session& session, const T& now) {
  (void)readFields(section, session.model(), now, [&session](const T& next, FieldSet which) {
    if constexpr (std::is_constructible_v<Set, T, FieldSet>)
      return session.apply(Set(next, which));
    else
      return session.apply(Set{next});
  });
}

/// Applies a whole project to a session, each member through its command, and appends what is wrong with any of them to
/// `problems`.
class Reader {
 public:
  Reader(Session& session, std::vector<std::string>& problems) : session_(session), problems_(problems) {}

  void read(const OrderedJson& project) {
    Section file(project, "", problems_);
    file.skip("crossfade");  // checked by openProject
    file.skip("model");      // loaded already
    file.skip("clipFiles");
    file.value("turn", [this](const OrderedJson& json) { return readTurn(json); });
    readCharacter(file);
    file.section("view", [this](Section& s) { readView(s); });
    file.section("timing", [this](Section& s) { readThrough<SetTiming>(s, session_, session_.timing().settings()); });
    file.section("crowd", [this](Section& s) { readThrough<SetCrowd>(s, session_, session_.crowd().settings()); });
    file.section("curves", [this](Section& s) { readThrough<SetCurves>(s, session_, session_.curves().settings()); });
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

  Result<int> clipOf(const OrderedJson& json) const { return app::clipOf(json, session_.model()); }
  Result<int> jointOf(const OrderedJson& json) const { return app::jointOf(json, session_.model()); }

  void readCharacter(Section& file) {
    file.number("speed", [this](double speed) { return apply(SetSpeed{speed}); });
    file.section("clock", [this](Section& s) { readClock(s); });
    file.list("clips", [this](const OrderedJson& json, const std::string& at, int) { readClip(json, at); });
    file.flag("footLock", [this](bool on) { return apply(SetFootLock{on}); });
    file.word<TravelMode>("travel", [this](auto mode) { return apply(SetTravel{mode}); });
    readMasks(file, session_, problems_);
    file.section("layers", [this](Section& s) { readLayers(s); });
    readBlendSpaces(file, session_, problems_);
    file.section("comparison", [this](Section& s) { readComparison(s); });  // before From and To, or it would play
    file.section("fade", [this](Section& s) { readFade(s); });
    file.section("pair",
                 [this](Section& s) { readThrough<SetPair>(s, session_, session_.character().program().pair()); });
    file.section("queue", [this](Section& s) { readQueue(s); });
    readTransitions(file, session_, problems_);
    file.list("morphs", [this](const OrderedJson& json, const std::string& at, int) { readMorph(json, at); });
    file.list("paths", [this](const OrderedJson& json, const std::string& at, int) { readPath(json, at); });
    file.value("playing", [this](const OrderedJson& json) { return readPlaying(json); });
  }

  /// The index. If there is none: nothing, and a problem, which is the error or `whenNull`.
  std::optional<int> knownOr(const Result<int>& index, const std::string& at, const char* whenNull) {
    if (index && *index >= 0) return *index;
    problems_.push_back(at + ": " + (index ? whenNull : index.error().message));
    return std::nullopt;
  }
  /// The members that clipOf() and jointOf() read.
  static void skipReference(Section& s) {
    for (const char* known : {"name", "index"}) s.skip(known);
  }

  void readLayers(Section& s) {
    LayerStack base;
    s.flag("baseMuted", [&](bool muted) { return base.baseMuted = muted, Result<void>(); });
    s.flag("baseSolo", [&](bool solo) { return base.baseSolo = solo, Result<void>(); });
    (void)apply(SetLayers{base});
    s.list("stack", [this](const OrderedJson& json, const std::string& at, int) { readLayer(json, at); });
  }
  void readLayer(const OrderedJson& json, const std::string& at) {
    const auto clip = knownOr(clipOf(json), at, "names no clip");
    if (!clip) return;
    Section s(json, at, problems_);
    skipReference(s);
    const auto layer = readFields(s, session_.model(), LayerSettings{.clip = *clip});
    if (auto done = apply(AddLayer{layer}); !done) s.report("", done.error().message);
  }

  void readClock(Section& s) {
    s.word<crossfade::ClockKind>("kind", [this](auto kind) { return apply(SetClock{kind}); });
    s.number("stepsPerSecond", [this](double rate) { return apply(SetClock{session_.clock().settings.kind, rate}); });
  }

  void readClip(const OrderedJson& json, const std::string& at) {
    const auto clip = knownOr(clipOf(json), at, "names no clip");
    if (!clip) return;
    Section s(json, at, problems_);
    skipReference(s);
    (void)readFields(s, session_.model(), ClipSettings{}, [&](const ClipSettings& next, FieldSet which) {
      return apply(SetClip{*clip, next, which});
    });
    s.section("root", [&](Section& root) { readRoot(root, *clip); });
    SetMarkers markers{.clip = *clip, .markers = {}};
    s.list("markers", [&](const OrderedJson& entry, const std::string& where, int) {
      crossfade::SyncMarker marker;
      Section m(entry, where, problems_);
      m.text("name", [&](const std::string& name) { return marker.name = name, Result<void>(); });
      m.number("time", [&](double time) { return marker.time = time, Result<void>(); });
      markers.markers.push_back(marker);
    });
    if (!markers.markers.empty())
      if (auto done = apply(markers); !done) s.report("markers", done.error().message);
    readEvents(s, *clip);
  }

  void readEvents(Section& s, int clip) {
    s.value("events", [&](const OrderedJson& list) {
      const double duration = session_.model().clips[static_cast<std::size_t>(clip)].duration();
      const ReadClipEvents read = clipEventsFromJson(nlohmann::json(list), duration);
      for (const std::string& fault : read.faults) s.report("events", fault);
      const auto events = read.events.events();
      return apply(SetClipEvents{clip, std::vector(events.begin(), events.end())});
    });
  }

  void readRoot(Section& s, int clip) {
    (void)readFields(s, session_.model(), RootSettings{}, [&](const RootSettings& root, FieldSet) {
      return apply(SetRoot{clip, root});
    });
  }

  void readFade(Section& s) {
    readThrough<SetFadeSettings>(s, session_, session_.fadeSettings());
    s.value("curve", [this](const OrderedJson& json) -> Result<void> {
      auto curve = valueOf<crossfade::AnimationCurve>(json);
      if (!curve) return curve.error();
      return apply(SetFadeCurve{*std::move(curve)});
    });
  }

  void readQueued(const OrderedJson& json, const std::string& at) {
    const auto clip = knownOr(clipOf(json), at, "names no clip");
    if (!clip) return;
    Section s(json, at, problems_);
    skipReference(s);
    SequenceItem item{.fade = {.clip = *clip}};
    item.fade.how = readFields(s, session_.model(), FadeChoice{}, kFadeFields);
    s.number("entry", [&](double v) { return item.fade.how.toPhase = v, Result<void>(); });  // in older files
    s.number("plays", [&](double v) { return item.plays = v, Result<void>(); });
    for (const char* const name : {"loops", "rounds"})  // rounds: in older files
      s.number(name, [&](double v) {
        item.plays = v;
        item.inLoops = true;
        return Result<void>();
      });
    const FadeSequence& queue = session_.character().program().queue();
    SetQueue longer{.items = queue.items, .loops = queue.loops};
    longer.items.push_back(item);
    if (auto done = apply(longer); !done) s.report("", done.error().message);
  }

  void readQueue(Section& s) {
    (void)apply(SetQueue{});
    s.list("clips", [this](const OrderedJson& json, const std::string& at, int) { readQueued(json, at); });
    s.flag("loop", [this](bool loops) { return apply(SetQueue{session_.character().program().queue().items, loops}); });
  }

  void readComparison(Section& s) {
    SetComparison comparison;
    s.list("variants", [&](const OrderedJson& json, const std::string& at, int) {
      Section each(json, at, problems_);
      comparison.variants.push_back(readFields(each, session_.model(), FadeChoice{}, kVariantFields));
    });
    s.flag("overlaid", [&](bool overlaid) { return comparison.overlaid = overlaid, Result<void>(); });
    if (auto done = apply(comparison); !done) s.report("variants", done.error().message);
  }

  void readMorph(const OrderedJson& json, const std::string& at) {
    const auto index = knownOr(poseValueOf(json, valueNames_), at, "names no morph weight");
    if (!index) return;
    Section s(json, at, problems_);
    skipReference(s);
    s.number("weight", [&](double weight) { return apply(HoldMorph{*index, weight}); });
  }

  void readPath(const OrderedJson& json, const std::string& at) {
    const auto joint = jointOf(json);
    if (!joint) return problems_.push_back(at + ": " + joint.error().message);
    if (auto done = apply(TraceJoint{*joint, true}); !done) problems_.push_back(at + ": " + done.error().message);
  }

  Result<void> readPlaying(const OrderedJson& json) {
    const bool isSpace = json.is_object() && json.contains("space") && json["space"].is_string();
    const auto clip = isSpace ? blendSpaceNumber(json["space"].get<std::string>()) : clipOf(json);
    if (!clip) return clip.error();
    const std::vector<ClipSettings> asRead = session_.character().clipSettings();
    if (auto done = apply(StopAll{}); !done) return done;
    for (std::size_t i = 0; i < asRead.size(); ++i)  // stopping enables a clip
      if (!asRead[i].enabled) (void)apply(SetClip{static_cast<int>(i), &ClipSettings::enabled, false});
    if (isSpace) return apply(EnterClip{{.clip = *clip, .how = {.seconds = 0, .maskJoint = -1}}});
    return *clip < 0 ? Result<void>() : apply(PlayClip{*clip});
  }

  Result<void> readTurn(const OrderedJson& json) {
    const bool fits = json.is_array() && json.size() == 4 &&
                      std::all_of(json.begin(), json.end(), [](const OrderedJson& each) { return each.is_number(); });
    if (!fits) return Error{"is not a quaternion x, y, z, w: " + quoted(json)};
    const auto at = [&json](std::size_t i) { return json[i].get<float>(); };
    const glm::quat turn = crossfade::makeQuat(at(0), at(1), at(2), at(3));
    return turn == session_.model().turn ? Result<void>() : apply(SetTurn{turn});
  }

  void readView(Section& s) {
    readThrough<SetViewOptions>(s, session_, session_.view());
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
    readThrough<SetRecordingOptions>(s, session_, options);
  }

  Session& session_;
  std::vector<std::string>& problems_;
  const std::vector<std::string> valueNames_ = poseValueNames(session_.model());
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
  readRight(json, entry.settings);
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
    if (const auto importer = model->find("importer"); importer != model->end() && importer->is_string())
      files.importer = importerNamed(importer->get_ref<const std::string&>()).value_or(Importer::Own);
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

// Reads project files, one member after the other: what one member gets wrong, the others do not suffer for.
#include <charconv>
#include <cmath>

#include <nlohmann/json.hpp>

#include "app/format/curve_json.h"
#include "app/format/json_text.h"
#include "app/format/partial_json.h"
#include "app/format/project_json.h"
#include "app/format/project_section.h"
#include "app/format/project_words.h"
#include "app/format/script.h"
#include "app/format/shape_json.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;
using Json = nlohmann::ordered_json;
using Section = ProjectSection;
namespace words = project_words;

constexpr std::size_t kMaxTextBytes = 64u << 20;

/// Applies a whole project to a session.
class Reader {
 public:
  Reader(Session& session, std::vector<std::string>& problems) : session_(session), problems_(problems) {}

  void read(const Json& project) {
    Section file(project, "", problems_);
    file.skip("crossfade");  // checked by openProject
    file.skip("model");      // loaded already
    file.skip("clipFiles");
    file.number("speed", [this](double speed) { return apply(SetSpeed{speed}); });
    file.section("clock", [this](Section& s) { readClock(s); });
    file.list("clips", [this](const Json& json, const std::string& at, int) { readClip(json, at); });
    file.list("masks", [this](const Json& json, const std::string& at, int) { readMask(json, at); });
    file.section("layers", [this](Section& s) { readLayers(s); });
    file.section("comparison", [this](Section& s) { readComparison(s); });  // before From and To, or it would play
    file.section("fade", [this](Section& s) { readFade(s); });
    file.section("pair", [this](Section& s) { readPair(s); });
    file.section("queue", [this](Section& s) { readQueue(s); });
    file.list("transitions", [this](const Json& json, const std::string& at, int) { readTransition(json, at); });
    file.list("morphs", [this](const Json& json, const std::string& at, int) { readMorph(json, at); });
    file.list("paths", [this](const Json& json, const std::string& at, int) { readPath(json, at); });
    file.section("view", [this](Section& s) { readView(s); });
    file.section("timing", [this](Section& s) { readTiming(s); });
    file.section("crowd", [this](Section& s) { readCrowd(s); });
    file.value("shapes", [this](const Json& json) { return readShapes(json); });
    file.value("drawing", [this](const Json& json) { return readDrawing(json); });
    file.section("recording", [this](Section& s) { readRecording(s); });
    file.value("playing", [this](const Json& json) { return readPlaying(json); });
    readCamera(file, "camera", SceneKind::Character);  // after the crowd, which frames its camera again
    readCamera(file, "crowdCamera", SceneKind::Crowd);
    (void)apply(ShowScene{SceneKind::Character});
    file.word<SceneKind>("scene", kSceneNames, [this](SceneKind scene) { return apply(ShowScene{scene}); });
  }

 private:
  Result<void> apply(const Command& command) { return session_.apply(command); }

  Result<int> clipOf(const Json& json) const {
    return referenced(json, session_.clipCount(), "clip", [this](int i) -> const std::string& {
      return session_.model().clips[static_cast<std::size_t>(i)].name();
    });
  }
  Result<int> jointOf(const Json& json) const {
    return referenced(json, session_.model().skeleton.jointCount(), "joint",
                      [this](int i) -> const std::string& { return session_.model().skeleton.name(i); });
  }

  /// A joint, or {"named": "Arms"}.
  Result<int> maskOf(const Json& json) const {
    if (!json.is_object() || !json.contains("named")) return jointOf(json);
    return json["named"].is_string() ? Result<int>(namedMask(json["named"].get_ref<const std::string&>()))
                                     : Error{"is not a text: " + shown(json["named"])};
  }

  void readMask(const Json& json, const std::string& at) {
    Section s(json, at, problems_);
    SetMask mask{.name = {}, .weights = std::vector<float>(session_.jointRows().size())};
    s.text("name", [&](const std::string& name) { return mask.name = name, Result<void>(); });
    s.list("joints", [&](const Json& entry, const std::string& where, int) {
      const auto joint = jointOf(entry);
      if (!joint || *joint < 0)
        return problems_.push_back(where + ": " + (joint ? "names no joint" : joint.error().message));
      Section weight(entry, where, problems_);
      for (const char* known : {"name", "index"}) weight.skip(known);
      weight.number("weight", [&](double v) {
        mask.weights[static_cast<std::size_t>(*joint)] = static_cast<float>(v);
        return Result<void>();
      });
    });
    if (auto done = apply(mask); !done) s.report("", done.error().message);
  }

  void readLayers(Section& s) {
    LayerStack base;
    s.flag("baseMuted", [&](bool muted) { return base.baseMuted = muted, Result<void>(); });
    s.flag("baseSolo", [&](bool solo) { return base.baseSolo = solo, Result<void>(); });
    (void)apply(SetLayers{base});
    s.list("stack", [this](const Json& json, const std::string& at, int) { readLayer(json, at); });
  }
  void readLayer(const Json& json, const std::string& at) {
    const auto clip = clipOf(json);
    if (!clip || *clip < 0) return problems_.push_back(at + ": " + (clip ? "names no clip" : clip.error().message));
    Section s(json, at, problems_);
    for (const char* known : {"name", "index"}) s.skip(known);
    LayerSettings layer{.clip = *clip};
    const auto set = [&layer](auto LayerSettings::*member) {
      return [&layer, member](auto value) { return layer.*member = value, Result<void>(); };
    };
    const auto reference = [&](const char* name, int LayerSettings::*member, auto find) {
      s.value(name, [&](const Json& entry) -> Result<void> {
        const Result<int> index = find(entry);
        if (!index) return index.error();
        return layer.*member = *index, Result<void>();
      });
    };
    s.word<LayerMode>("mode", words::kLayerModes, set(&LayerSettings::mode));
    reference("mask", &LayerSettings::mask, [this](const Json& entry) { return maskOf(entry); });
    s.whole("feather", set(&LayerSettings::feather));
    s.number("weight", set(&LayerSettings::weight));
    s.number("speed", set(&LayerSettings::speed));
    s.number("phase", set(&LayerSettings::phase));
    s.flag("muted", set(&LayerSettings::muted));
    s.flag("solo", set(&LayerSettings::solo));
    reference("reference", &LayerSettings::referenceClip, [this](const Json& entry) { return clipOf(entry); });
    s.number("referenceTime", set(&LayerSettings::referenceTime));
    if (auto done = apply(AddLayer{layer}); !done) s.report("", done.error().message);
  }

  void readClock(Section& s) {
    s.word<crossfade::ClockKind>("kind", kClockNames, [this](auto kind) { return apply(SetClock{kind}); });
    s.number("stepsPerSecond", [this](double rate) { return apply(SetClock{session_.clock().settings.kind, rate}); });
  }

  void readClip(const Json& json, const std::string& at) {
    const auto clip = clipOf(json);
    if (!clip || *clip < 0) return problems_.push_back(at + ": " + (clip ? "names no clip" : clip.error().message));
    Section s(json, at, problems_);
    for (const char* known : {"name", "index"}) s.skip(known);
    s.word<crossfade::Loop>("loop", words::kLoops, [&](auto loop) { return apply(SetLoop{*clip, loop}); });
    s.number("repetitions", [&](double rounds) { return apply(SetRepetitions{*clip, rounds}); });
    s.flag("clamp", [&](bool clamp) { return apply(SetClamp{*clip, clamp}); });
    s.flag("favorite", [&](bool on) { return apply(SetFavorite{*clip, on}); });
    s.number("timeScale", [&](double scale) { return apply(SetTimeScale{*clip, scale}); });
    s.number("weight", [&](double weight) { return apply(SetWeight{*clip, weight}); });
    s.flag("enabled", [&](bool enabled) { return apply(SetEnabled{*clip, enabled}); });
    SetMarkers markers{.clip = *clip, .markers = {}};
    s.list("markers", [&](const Json& entry, const std::string& where, int) {
      crossfade::SyncMarker marker;
      Section m(entry, where, problems_);
      m.text("name", [&](const std::string& name) { return marker.name = name, Result<void>(); });
      m.number("time", [&](double time) { return marker.time = time, Result<void>(); });
      markers.markers.push_back(marker);
    });
    if (markers.markers.empty()) return;
    if (auto done = apply(markers); !done) s.report("markers", done.error().message);
  }

  template <class Change>
  Result<void> changeFade(Change change) {
    FadeSettings settings = session_.fadeSettings();
    change(settings);
    return apply(SetFadeSettings{settings});
  }
  void readFade(Section& s) {
    const auto reference = [&](const char* name, int FadeSettings::*member, auto find) {
      s.value(name, [&](const Json& json) -> Result<void> {
        const Result<int> index = find(json);
        if (!index) return index.error();
        return changeFade([&](FadeSettings& f) { f.*member = *index; });
      });
    };
    const auto clip = [this](const Json& json) { return clipOf(json); };
    reference("from", &FadeSettings::from, clip);
    reference("to", &FadeSettings::to, clip);
    reference("mask", &FadeSettings::maskJoint, [this](const Json& json) { return maskOf(json); });
    s.number("seconds", [&](double v) { return changeFade([v](FadeSettings& f) { f.seconds = v; }); });
    s.word<crossfade::TransitionKind>("kind", kTransitionNames,
                                      [&](auto v) { return changeFade([v](FadeSettings& f) { f.kind = v; }); });
    s.word<crossfade::Sync>("sync", kSyncNames,
                            [&](auto v) { return changeFade([v](FadeSettings& f) { f.sync = v; }); });
    s.flag("warp", [&](bool v) { return changeFade([v](FadeSettings& f) { f.warp = v; }); });
    s.whole("feather", [&](int v) { return changeFade([v](FadeSettings& f) { f.maskFeather = v; }); });
    s.value("curve", [this](const Json& json) -> Result<void> {
      auto curve = curveFromJson(nlohmann::json(json));
      if (!curve) return curve.error();
      return apply(SetFadeCurve{*std::move(curve)});
    });
  }

  void readPair(Section& s) {
    const auto set = [this](auto FadePair::*member) {
      return [this, member](auto value) {
        FadePair pair = session_.character().pair();
        pair.*member = value;
        return apply(SetPair{pair});
      };
    };
    const auto phase = [&](const char* name, std::optional<double> FadePair::*member) {
      s.value(name, [&](const Json& json) -> Result<void> {
        if (json.is_null()) return set(member)(std::nullopt);
        return json.is_number() ? set(member)(json.get<double>()) : Error{"is not a number or null: " + shown(json)};
      });
    };
    phase("fromPhase", &FadePair::fromPhase);
    phase("toPhase", &FadePair::toPhase);
    s.number("leadIn", set(&FadePair::leadIn));
    s.number("leadOut", set(&FadePair::leadOut));
    s.flag("loop", set(&FadePair::loops));
    s.flag("thereAndBack", set(&FadePair::thereAndBack));
  }

  /// The members that queued clips and compared variants share.
  template <class Fade>
  static void readFadeOf(Section& s, Fade& fade) {
    s.number("seconds", [&](double v) { return fade.seconds = v, Result<void>(); });
    s.word<crossfade::TransitionKind>("kind", kTransitionNames, [&](auto v) { return fade.kind = v, Result<void>(); });
    s.word<crossfade::Sync>("sync", kSyncNames, [&](auto v) { return fade.sync = v, Result<void>(); });
  }

  void readQueued(const Json& json, const std::string& at) {
    const auto clip = clipOf(json);
    if (!clip || *clip < 0) return problems_.push_back(at + ": " + (clip ? "names no clip" : clip.error().message));
    Section s(json, at, problems_);
    for (const char* known : {"name", "index"}) s.skip(known);
    SequenceItem item{.fade = {.clip = *clip}};
    readFadeOf(s, item.fade);
    s.value("mask", [&](const Json& mask) -> Result<void> {
      const auto chosen = maskOf(mask);
      if (!chosen) return chosen.error();
      item.fade.maskJoint = *chosen;
      return {};
    });
    s.number("entry", [&](double v) { return item.fade.entry = v, Result<void>(); });
    s.number("plays", [&](double v) { return item.plays = v, Result<void>(); });
    s.number("rounds", [&](double v) {
      item.plays = v;
      item.inRounds = true;
      return Result<void>();
    });
    const FadeSequence& queue = session_.character().queue();
    SetQueue longer{.items = queue.items, .loops = queue.loops};
    longer.items.push_back(item);
    if (auto done = apply(longer); !done) s.report("", done.error().message);
  }

  void readQueue(Section& s) {
    (void)apply(SetQueue{});
    s.list("clips", [this](const Json& json, const std::string& at, int) { readQueued(json, at); });
    s.flag("loop", [this](bool loops) { return apply(SetQueue{session_.character().queue().items, loops}); });
  }

  void readComparison(Section& s) {
    SetComparison comparison;
    s.list("variants", [&](const Json& json, const std::string& at, int) {
      Section each(json, at, problems_);
      FadeVariant variant;
      readFadeOf(each, variant);
      comparison.variants.push_back(variant);
    });
    s.flag("overlaid", [&](bool overlaid) { return comparison.overlaid = overlaid, Result<void>(); });
    if (auto done = apply(comparison); !done) s.report("variants", done.error().message);
  }

  /// Null and a missing member stand for every clip.
  void readTransition(const Json& json, const std::string& at) {
    Section s(json, at, problems_);
    CellIndex cell;
    bool known = true;
    const auto clip = [&](const char* name, int CellIndex::*member) {
      s.value(name, [&](const Json& reference) -> Result<void> {
        const Result<int> index = clipOf(reference);
        known = known && index;
        if (!index) return index.error();
        return cell.*member = *index, Result<void>();
      });
    };
    clip("from", &CellIndex::from);
    clip("to", &CellIndex::to);
    const auto set = [&](auto CellSettings::*field) {
      return [this, &cell, &known, field](auto value) -> Result<void> {
        SetTransitionCell command{.cells = {cell}, .settings = {}};
        command.settings.*field = std::move(value);
        return known ? apply(std::move(command)) : Result<void>();
      };
    };
    s.number("seconds", set(&CellSettings::seconds));
    s.word<crossfade::TransitionKind>("kind", kTransitionNames, set(&CellSettings::kind));
    s.word<crossfade::Sync>("sync", kSyncNames, set(&CellSettings::sync));
    FadeMask mask;
    s.whole("feather", [&](int feather) { return mask.feather = feather, Result<void>(); });
    s.value("mask", [&](const Json& reference) -> Result<void> {
      const Result<int> chosen = maskOf(reference);
      if (!chosen) return chosen.error();
      mask.joint = *chosen;
      return set(&CellSettings::mask)(mask);
    });
    s.value("curve", [&](const Json& keys) -> Result<void> {
      auto curve = curveFromJson(nlohmann::json(keys));
      return curve ? set(&CellSettings::curve)(*std::move(curve)) : curve.error();
    });
    s.number("fromPhase", set(&CellSettings::fromPhase));
    s.number("toPhase", set(&CellSettings::toPhase));
  }

  void readMorph(const Json& json, const std::string& at) {
    Section s(json, at, problems_);
    int index = -1;
    s.whole("index", [&](int i) { return index = i, Result<void>(); });
    s.number("weight", [&](double weight) { return apply(HoldMorph{index, weight}); });
  }

  void readPath(const Json& json, const std::string& at) {
    const auto joint = jointOf(json);
    if (!joint) return problems_.push_back(at + ": " + joint.error().message);
    if (auto done = apply(TraceJoint{*joint, true}); !done) problems_.push_back(at + ": " + done.error().message);
  }

  void readView(Section& s) {
    const auto set = [this](auto ViewOptions::*member) {
      return [this, member](auto value) {
        ViewOptions options = session_.view();
        options.*member = static_cast<std::remove_reference_t<decltype(options.*member)>>(value);
        return apply(SetViewOptions{options});
      };
    };
    s.flag("meshes", set(&ViewOptions::meshes));
    s.flag("skeleton", set(&ViewOptions::skeleton));
    s.word<BoneStyle>("bones", words::kBones, set(&ViewOptions::bones));
    s.flag("jointNames", set(&ViewOptions::jointNames));
    s.whole("ghosts", set(&ViewOptions::ghosts));
    s.number("ghostSeconds", set(&ViewOptions::ghostSeconds));
    s.number("exposure", set(&ViewOptions::exposure));
    s.flag("grid", set(&ViewOptions::grid));
    s.flag("dark", set(&ViewOptions::darkBackground));
    s.word<ViewMode>("mode", words::kModes, set(&ViewOptions::mode));
    s.flag("transparent", set(&ViewOptions::transparent));
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
      s.list("target", [&](const Json& json, const std::string& at, int i) {
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

  void readDisplay(const Json& json, const std::string& at, int row) {
    Section s(json, at, problems_);
    if (row >= session_.timing().rowCount()) return s.report("", "there are fewer displays");
    const auto set = [&](auto DisplayRate::*member) {
      return [this, row, member](auto value) {
        DisplayRate display = session_.timing().settings().rows[static_cast<std::size_t>(row)].display;
        display.*member = value;
        return apply(TimingCommand{SetDisplay{row, display}});
      };
    };
    s.number("framesPerSecond", set(&DisplayRate::framesPerSecond));
    s.number("jitter", set(&DisplayRate::jitter));
    s.flag("hitches", set(&DisplayRate::hitches));
    s.flag("shown", [&](bool shown) { return apply(TimingCommand{ShowRow{row, shown}}); });
  }

  void readTiming(Section& s) {
    const auto send = [this](TimingCommand command) { return apply(std::move(command)); };
    s.number("stepsPerSecond", [&](double v) { return send(SetStepRate{v}); });
    s.number("unitsPerSecond", [&](double v) { return send(SetBlockSpeed{v}); });
    s.whole("maxSteps", [&](int v) { return send(SetMaxSteps{v}); });
    s.word<Edges>("edges", words::kEdges, [&](Edges v) { return send(SetEdges{v}); });
    s.section("hitches", [&](Section& inner) {
      Hitches hitches = session_.timing().settings().hitches;
      inner.number("seconds", [&](double v) { return hitches.seconds = v, Result<void>(); });
      inner.number("every", [&](double v) { return hitches.every = v, Result<void>(); });
      if (auto done = send(SetHitches{hitches}); !done) inner.report("", done.error().message);
    });
    s.list("displays", [this](const Json& json, const std::string& at, int row) { readDisplay(json, at, row); });
    s.value("seed", [&](const Json& json) -> Result<void> {
      if (!json.is_number_unsigned()) return Error{"is not a whole number of 0 or above: " + shown(json)};
      return send(SetTimingSeed{json.get<std::uint64_t>()});
    });
    s.number("speed", [&](double v) { return send(SetTimingSpeed{v}); });
    s.flag("interpolates", [&](bool v) { return send(SetInterpolation{v}); });
    s.flag("character", [&](bool v) { return send(ShowCharacter{v}); });
    s.word<TimingGraph>("graph", words::kGraphs, [&](TimingGraph v) { return send(SetTimingGraph{v}); });
  }

  void readCrowd(Section& s) {
    s.whole("characters", [&](int v) { return apply(CrowdCommand{SetCharacters{v}}); });
    s.whole("drawLimit", [&](int v) { return apply(CrowdCommand{SetDrawLimit{v}}); });
    s.word<CrowdPath>("path", words::kPaths, [&](CrowdPath v) { return apply(CrowdCommand{SetCrowdPath{v}}); });
    s.whole("threads", [&](int v) { return apply(CrowdCommand{SetCrowdThreads{v}}); });
  }

  Result<void> readShapes(const Json& json) {
    auto read = parseShapes(json.dump(-1, ' ', false, Json::error_handler_t::replace));
    if (!read) return read.error();
    return apply(
        ShapeCommand{shapes::ImportShapes{.keys = std::move(read->keys), .settings = std::move(read->settings)}});
  }

  Result<void> readDrawing(const Json& json) {
    if (!json.is_array()) return Error{"is not a list: " + shown(json)};
    shapes::SetContent content{.keys = session_.shapes().keys(), .drawing = {}};
    for (const Json& point : json) {
      if (!point.is_array() || point.size() != 2 || !point[0].is_number() || !point[1].is_number())
        return Error{"has a point that is not [x, y]: " + shown(point)};
      content.drawing.push_back({point[0].get<double>(), point[1].get<double>()});
    }
    return apply(ShapeCommand{std::move(content)});
  }

  static Result<std::optional<RecordingRegion>> regionOf(const Json& json) {
    if (json.is_null()) return std::optional<RecordingRegion>();
    const auto isPixels = [](const Json& number) {
      return number.is_number_integer() && number.get<double>() >= 0 && number.get<double>() <= 1e6;
    };
    if (!json.is_array() || json.size() != 4 || !std::all_of(json.begin(), json.end(), isPixels))
      return Error{"is not [x, y, width, height] in pixels: " + shown(json)};
    return std::optional<RecordingRegion>({json[0], json[1], json[2], json[3]});
  }

  void readRecording(Section& s) {
    const auto set = [this](auto RecordingOptions::*member) {
      return [this, member](auto value) {
        RecordingOptions options = session_.recordingOptions();
        options.*member = value;
        return apply(SetRecordingOptions{options});
      };
    };
    (void)set (&RecordingOptions::sheet)(0);  // what does not fit the path that follows
    (void)set (&RecordingOptions::region)(std::optional<RecordingRegion>());
    s.flag("transparent", [&](bool v) { return v ? Result<void>() : set(&RecordingOptions::transparent)(false); });
    s.text("path", set(&RecordingOptions::path));
    s.whole("width", set(&RecordingOptions::width));
    s.whole("height", set(&RecordingOptions::height));
    s.number("framesPerSecond", set(&RecordingOptions::framesPerSecond));
    s.number("seconds", set(&RecordingOptions::seconds));
    s.flag("live", set(&RecordingOptions::live));
    s.flag("interface", set(&RecordingOptions::interface));
    s.whole("sheet", set(&RecordingOptions::sheet));
    s.value("region", [&](const Json& json) {
      const auto region = regionOf(json);
      return region ? set(&RecordingOptions::region)(*region) : Result<void>(region.error());
    });
    s.flag("transparent", set(&RecordingOptions::transparent));  // only some formats can be, see "path"
  }

  Result<void> readPlaying(const Json& json) {
    const auto clip = clipOf(json);
    if (!clip) return clip.error();
    if (auto done = apply(StopAll{}); !done) return done;
    return *clip < 0 ? Result<void>() : apply(PlayClip{*clip});
  }

  Session& session_;
  std::vector<std::string>& problems_;
};

std::string hashText(const Json& model) {
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

}  // namespace

Result<ProjectFiles> projectFilesOf(std::string_view text) {
  auto read = projectOf(text);
  if (!read) return read.error();
  ProjectFiles files;
  const Json& json = read->value;
  if (const auto model = json.find("model"); model != json.end() && model->is_object()) {
    if (const auto path = model->find("path"); path != model->end() && path->is_string()) files.model = *path;
    const std::string hash = hashText(*model);
    std::from_chars(hash.data(), hash.data() + hash.size(), files.hash, 16);
  }
  if (const auto clips = json.find("clipFiles"); clips != json.end() && clips->is_array())
    for (const Json& file : *clips)
      if (file.is_string()) files.clips.push_back(file);
  return files;
}

std::vector<std::string> openProject(std::string_view text, Session& session) {
  auto read = projectOf(text);
  if (!read) return {read.error().message};
  std::vector<std::string> problems;
  if (!read->damage.empty()) problems.push_back(read->damage);
  const Json& version = read->value["crossfade"];
  if (!version.is_number_integer() || version.get<std::int64_t>() < 1)
    problems.push_back("/crossfade: is not a version number: " + shown(version));
  else if (version.get<std::int64_t>() > kProjectVersion)
    problems.push_back("/crossfade: the file is of the newer version " + version.dump());
  Reader(session, problems).read(read->value);
  return problems;
}

}  // namespace app

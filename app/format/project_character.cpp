#include "app/format/project_character.h"

#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/format/curve_json.h"
#include "app/format/field_json.h"
#include "app/format/json_text.h"
#include "app/format/model_references.h"
#include "app/format/script.h"
#include "app/format/transition_json.h"
#include "app/model/pose_value_names.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;
using Section = ProjectSection;

class CharacterReader {
 public:
  CharacterReader(Session& session, std::vector<std::string>& problems) : session_(session), problems_(problems) {}

  void read(Section& file) {
    file.number("speed", [this](double speed) { return apply(SetSpeed{speed}); });
    file.section("clock", [this](Section& s) { readClock(s); });
    file.list("clips", [this](const OrderedJson& json, const std::string& at, int) { readClip(json, at); });
    file.flag("footLock", [this](bool on) { return apply(SetFootLock{on}); });
    file.word<TravelMode>("travel", [this](auto mode) { return apply(SetTravel{mode}); });
    readMasks(file, session_, problems_);
    file.section("layers", [this](Section& s) { readLayers(s); });
    file.section("comparison", [this](Section& s) { readComparison(s); });  // before From and To, or it would play
    file.section("fade", [this](Section& s) { readFade(s); });
    file.section("pair", [this](Section& s) { readPair(s); });
    file.section("queue", [this](Section& s) { readQueue(s); });
    readTransitions(file, session_, problems_);
    file.list("morphs", [this](const OrderedJson& json, const std::string& at, int) { readMorph(json, at); });
    file.list("paths", [this](const OrderedJson& json, const std::string& at, int) { readPath(json, at); });
    file.value("playing", [this](const OrderedJson& json) { return readPlaying(json); });
  }

 private:
  Result<void> apply(const Command& command) { return session_.apply(command); }

  Result<int> clipOf(const OrderedJson& json) const { return app::clipOf(json, session_.model()); }
  Result<int> jointOf(const OrderedJson& json) const { return app::jointOf(json, session_.model()); }

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
    if (markers.markers.empty()) return;
    if (auto done = apply(markers); !done) s.report("markers", done.error().message);
  }

  void readRoot(Section& s, int clip) {
    (void)readFields(s, session_.model(), RootSettings{}, [&](const RootSettings& root, FieldSet) {
      return apply(SetRoot{clip, root});
    });
  }

  void readFade(Section& s) {
    (void)readFields(s, session_.model(), session_.fadeSettings(),
                     [this](const FadeSettings& next, FieldSet) { return apply(SetFadeSettings{next}); });
    s.value("curve", [this](const OrderedJson& json) -> Result<void> {
      auto curve = valueOf<crossfade::AnimationCurve>(json);
      if (!curve) return curve.error();
      return apply(SetFadeCurve{*std::move(curve)});
    });
  }

  void readPair(Section& s) {
    (void)readFields(s, session_.model(), session_.character().program().pair(),
                     [this](const FadePair& next, FieldSet) { return apply(SetPair{next}); });
  }

  void readQueued(const OrderedJson& json, const std::string& at) {
    const auto clip = knownOr(clipOf(json), at, "names no clip");
    if (!clip) return;
    Section s(json, at, problems_);
    skipReference(s);
    SequenceItem item{.fade = {.clip = *clip}};
    item.fade = readFields(s, session_.model(), item.fade);
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
      comparison.variants.push_back(readFields<FadeVariant>(each, session_.model()));
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
    const auto clip = clipOf(json);
    if (!clip) return clip.error();
    const std::vector<ClipSettings> asRead = session_.character().clipSettings();
    if (auto done = apply(StopAll{}); !done) return done;
    for (std::size_t i = 0; i < asRead.size(); ++i)  // stopping enables a clip
      if (!asRead[i].enabled) (void)apply(SetClip{static_cast<int>(i), &ClipSettings::enabled, false});
    return *clip < 0 ? Result<void>() : apply(PlayClip{*clip});
  }

  Session& session_;
  std::vector<std::string>& problems_;
  const std::vector<std::string> valueNames_ = poseValueNames(session_.model());
};

}  // namespace

void readCharacter(ProjectSection& file, Session& session, std::vector<std::string>& problems) {
  CharacterReader(session, problems).read(file);
}

}  // namespace app

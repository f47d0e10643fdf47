#include "app/ui/command_palette.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <span>
#include <type_traits>
#include <utility>

#include "app/model/add_clips.h"
#include "app/model/pose_value_names.h"
#include "app/session/character/settings/clip_settings.h"
#include "app/session/crowd/crowd_scene.h"
#include "app/session/session.h"
#include "app/session/timing/timing_scene.h"
#include "app/ui/character/character_text.h"
#include "app/ui/character/pair_fade.h"
#include "app/ui/input_actions.h"
#include "app/ui/widgets/searched_menu.h"
#include "app/ui/workspace.h"

namespace app {
namespace {

constexpr float kWidth = 520, kTop = 64;
constexpr int kRows = 12;  // shown at once

/// What people call things that have another name here.
struct OtherWords {
  std::string_view name;   // how it begins
  std::string_view words;  // in lower case
};
constexpr std::array kOtherWords{
    OtherWords{"Clips in a copy of the model", "bake,glb"},
    OtherWords{"Better transitions", "tune,best,optimize"},
    OtherWords{"Film or picture", "record,video,gif,mp4,png,screenshot,render"},
    OtherWords{"Report on every transition", "measure,html"},
    OtherWords{"Trace of the frames", "perfetto,chrome,csv"},
    OtherWords{"Transition set", "matrix,table"},
    OtherWords{"Add the clips of a file", "retarget,mocap,motion capture"},
    OtherWords{"Joints of added clips", "retarget,joint map"},
    OtherWords{"Dark", "theme,light"},
    OtherWords{"Size of the interface", "scale,dpi,font"},
    OtherWords{"Picture quality", "resolution,fps"},
    OtherWords{"Foot lock", "ik,sliding feet"},
    OtherWords{"In file, treadmill", "root motion,in place"},
    OtherWords{"Travel", "root motion,in place"},
    OtherWords{"Show or hide the onion skin", "ghosts"},
    OtherWords{"Path of the selected joint", "trail,arc"},
    OtherWords{"Show or hide the skeleton", "bones,rig"},
    OtherWords{"Read the model's files again", "reload"},
    OtherWords{"Rewind", "start"},
    OtherWords{"Quit", "exit,close"},
    OtherWords{"This help", "keys,shortcuts,keyboard,manual"},
};

std::string_view otherWordsFor(std::string_view name) {
  for (const OtherWords& other : kOtherWords)
    if (name.starts_with(other.name)) return other.words;
  return {};
}

const std::set<std::string_view> kNamedByFiles{"Clip", "Joint", "Expression", "Morph target"};

class Collector {
 public:
  explicit Collector(const Session& session) : session_(session), clipNames_(session.model()) {}

  std::vector<CommandPaletteEntry> take() {
    for (const KeyBinding& binding : keyBindings())
      if (binding.keys[0] != 0 && isOneThing(binding) && worksIn(binding, session_.scene()))
        entries_.push_back({.name = binding.what, .group = binding.keys, .binding = &binding});
    addClips();
    addScenesAndTabs();
    addExports();
    addSettings();
    addJoints();
    addFace();
    for (const MouseBinding& mouse : mouseBindings(session_.scene()))
      entries_.push_back({.name = std::string(mouse.gesture) + ": " + mouse.what,
                          .group = "Help",
                          .show = [](Workspace& workspace) { workspace.helpOpen = true; }});
    for (CommandPaletteEntry& entry : entries_)
      if (!kNamedByFiles.contains(entry.group)) entry.otherWords = otherWordsFor(entry.name);
    return std::move(entries_);
  }

 private:
  static bool isOneThing(const KeyBinding& binding) {
    return binding.last == Key::Unknown && binding.action != BoundAction::MoveFocus &&
           binding.action != BoundAction::Dismiss && binding.action != BoundAction::OpenCommandPalette;
  }

  void addClips() {
    for (int clip = 0; clip < session_.clipCount(); ++clip)
      entries_.push_back({.name = "Fade to " + nameOfClip(clip),
                          .group = "Clip",
                          .otherName = nth(session_.model().clips, clip).name(),
                          .command = FadeTo{clip}});
  }
  void addJoints() {
    const auto& skeleton = session_.model().skeleton;
    for (int joint = 0; joint < skeleton.jointCount(); ++joint)
      entries_.push_back({.name = skeleton.name(joint), .group = "Joint", .command = SelectJoint{joint}});
  }
  /// Expressions and morph targets, to hold at a number that is typed.
  void addFace() {
    if (session_.scene() != SceneKind::Character) return;
    const Model& model = session_.model();
    const std::span<const float> now = session_.pose().morphWeights;
    for (std::size_t i = 0; i < model.expressions.size(); ++i)
      entries_.push_back({.name = model.expressions[i].name,
                          .group = "Expression",
                          .value = valueText(strengthOf(model.expressions[i], now), ""),
                          .setNumber =
                              [i](double value) {
                                return HoldExpression{static_cast<int>(i), value};
                              },
                          .range = {0, 1}});
    const std::vector<std::string> names = poseValueNames(model);
    for (const MeshInstance& instance : model.instances)
      for (int i = instance.morphOffset; i < instance.morphOffset + instance.morphCount; ++i)
        entries_.push_back({.name = nth(names, i),
                            .group = "Morph target",
                            .value = valueText(static_cast<double>(nth(now, i)), ""),
                            .setNumber = [i](double weight) {
                              return HoldMorph{i, weight};
                            }});
  }
  void addScenesAndTabs() {
    for (std::size_t scene = 0; scene < kSceneNames.size(); ++scene)
      if (static_cast<SceneKind>(scene) != session_.scene())
        entries_.push_back(
            {.name = kSceneNames[scene], .group = "Workspace", .command = ShowScene{static_cast<SceneKind>(scene)}});
    if (session_.scene() != SceneKind::Character) return;
    for (int tab = 0; tab < kColumnTabs; ++tab)
      entries_.push_back(
          {.name = nameOf(static_cast<ColumnTab>(tab)), .group = "Tab", .show = [tab](Workspace& workspace) {
             workspace.columnOpen = true;
             workspace.tab = static_cast<ColumnTab>(tab);
           }});
  }

  void addExports() {
    const auto offer = [&](std::string name, auto change) {
      entries_.push_back({.name = std::move(name), .group = "Export", .show = [change](Workspace& workspace) {
                            change(workspace.exports);
                          }});
    };
    for (std::size_t row = 0; row < kExportRowNames.size(); ++row)
      offer(kExportRowNames[row], [row](ExportSheet& sheet) { sheet.show(static_cast<ExportRow>(row)); });
    for (std::size_t target = 0; target < kSettingsFormats.size(); ++target)
      offer("Code for " + std::string(kSettingsFormats[target].name), [target](ExportSheet& sheet) {
        sheet.show(ExportRow::Code);
        sheet.target = static_cast<SettingsTarget>(target);
      });
  }
  void addWindow() {
    static constexpr std::array<const char*, 5> kQualities{"auto", "full", "high", "medium", "low"};
    for (int i = 0; i < static_cast<int>(kQualities.size()); ++i)
      entries_.push_back({.name = std::string("Picture quality: ") + nth(kQualities, i),
                          .group = "Window",
                          .command = i == 0 ? SetQuality{} : SetQuality{static_cast<PictureQuality>(i - 1)}});
    for (const int percent : {75, 100, 125, 150, 175, 200})
      entries_.push_back(
          {.name = "Size of the interface: " + std::to_string(percent) + " %",
           .group = "Window",
           .show = [percent](Workspace& workspace) { workspace.scale = static_cast<float>(percent) / 100; }});
    if (session_.files().dialog.offered)
      entries_.push_back({.name = "Open files in the system's dialog or not",
                          .group = "Window",
                          .show = [](Workspace& w) { w.files.usesSystemDialog = !w.files.usesSystemDialog; }});
  }

  void addSettings() {
    addWindow();
    add(session_.view(), "View", [](ViewOptions all, FieldSet which) { return SetViewOptions{all, which}; });
    switch (session_.scene()) {
      case SceneKind::Character:
        return addCharacter();
      case SceneKind::Shapes:
        return add(session_.shapes().settings(), "Shapes", [](ShapeSettings all, FieldSet which) -> Command {
          return ShapeCommand{SetShapes{all, which}};
        });
      case SceneKind::Timing:
        return add(session_.timing().settings(), "Timing", [](TimingSettings all, FieldSet which) {
          return SetTiming{all, which};
        });
      case SceneKind::Crowd:
        return add(session_.crowd().settings(), "Crowd", [](CrowdSettings all, FieldSet which) {
          return SetCrowd{all, which};
        });
      case SceneKind::Curves:
        return add(session_.curves().settings(), "Curves", [](CurvesSettings all, FieldSet which) {
          return SetCurves{all, which};
        });
    }
  }
  void addCharacter() {
    const GroundMotion& ground = session_.character().ground();
    entries_.push_back({.name = "Speed",
                        .group = "Playback",
                        .value = valueText(session_.speed(), ""),
                        .setNumber = [](double speed) { return SetSpeed{speed}; },
                        .range = kTimeScale});
    entries_.push_back({.name = ground.footLock() ? "Foot lock: turn off" : "Foot lock: turn on",
                        .group = "Ground",
                        .command = SetFootLock{!ground.footLock()}});
    addWords(ground.travel(), "Travel", "Ground", [](TravelMode mode) { return SetTravel{mode}; });
    addModel();
    add(session_.fadeSettings(), PairFade(session_).isBySet() ? "Fade of other pairs" : "Fade",
        [](FadeSettings all, FieldSet) { return SetFadeSettings{all}; });
    add(session_.character().program().pair(), "Pair", [](FadePair all, FieldSet) { return SetPair{all}; });
    const int clip = session_.dominantClip();
    if (clip < 0) return;
    const auto at = static_cast<std::size_t>(clip);
    add(session_.character().clipSettings()[at], nameOfClip(clip), [clip](ClipSettings all, FieldSet which) {
      return SetClip{clip, all, which};
    });
  }

  /// What the file offers to see it with.
  void addModel() {
    const Model& model = session_.model();
    const ModelView& view = session_.view().model;
    const auto offer = [&](const char* what, const std::string& name, Command command) {
      entries_.push_back({.name = what + name, .group = "Model", .command = std::move(command)});
    };
    for (int i = -1; i < static_cast<int>(model.variants.size()); ++i)
      if (i != view.variant) offer("Variant: ", i < 0 ? "default" : nth(model.variants, i), ShowVariant{i});
    for (int i = -1; i < static_cast<int>(model.cameras.size()); ++i)
      if (i != view.camera) offer("Camera: ", i < 0 ? "orbit" : nth(model.cameras, i).name, LookThrough{i});
    if (!model.lights.empty()) addWords(view.lights, "Lights", "Model", [](LightSource s) { return SetLights{s}; });
  }
  /// All but the one that is set.
  template <class Enum, class Set>
  void addWords(Enum now, const std::string& label, const std::string& group, Set set) {
    for (std::size_t i = 0; i < kWords<Enum>.size(); ++i)
      if (const auto choice = static_cast<Enum>(i); choice != now)
        entries_.push_back({.name = label + ": " + inWords(wordOf(choice)), .group = group, .command = set(choice)});
  }

  /// `set` makes the command that changes some fields.
  template <HasFields T, class Set>
  void add(const T& now, const std::string& group, Set set) {
    forEachField<T>([&, which = FieldSet{1}](const auto& field) mutable {
      const auto with = [&, bit = which](const auto& value) {
        T next = now;
        field.of(next) = value;
        return Command(set(std::move(next), bit));
      };
      addField(field, now, group, with);
      if constexpr (isNumber<decltype(field), T>())
        entries_.back().setNumber = [=, bit = which](double number) {
          T next = now;
          field.of(next) = static_cast<FieldValue<decltype(field), T>>(number);
          return Command(set(std::move(next), bit));
        };
      which <<= 1;
    });
  }
  template <class Field, class T>
  static constexpr bool isNumber() {
    return Number<FieldValue<Field, T>> && !requires { std::remove_cvref_t<Field>::kKind; };
  }
  template <class Field, class T, class With>
  void addField(const Field& field, const T& now, const std::string& group, const With& with) {
    using Value = FieldValue<Field, T>;
    const Value& value = field.of(now);
    const std::string label = field.label;
    if constexpr (std::is_same_v<Value, bool>) {
      entries_.push_back(
          {.name = label + (value ? ": turn off" : ": turn on"), .group = group, .command = with(!value)});
    } else if constexpr (std::is_enum_v<Value>) {
      addWords(value, field.label, group, with);
    } else if constexpr (isNumber<Field, T>()) {
      entries_.push_back({.name = label,
                          .group = group,
                          .value = valueText(value, field.unit),
                          .range = field.range,
                          .unit = field.unit});
    }
  }

  std::string nameOfClip(int clip) const {
    std::array<char, 24> scratch;
    return std::string(clipNames_.shown(clip, scratch));
  }

  const Session& session_;
  ClipNames clipNames_;
  std::vector<CommandPaletteEntry> entries_;
};

/// The typed number that this setting takes; nothing: none was typed, or it is out of range.
std::optional<double> numberFor(const CommandPaletteEntry& entry, std::string_view query) {
  const auto number = typedNumberIn(query);
  const bool fits = number && number->value >= entry.range.min && number->value <= entry.range.max;
  return fits ? std::optional(number->value) : std::nullopt;
}

void perform(const CommandPaletteEntry& entry, const Session& session, Workspace& workspace, Commands& out) {
  if (entry.binding != nullptr) return perform(*entry.binding, entry.binding->key, session, workspace, out);
  if (entry.show) return entry.show(workspace);
  if (entry.command) return out.push_back(*entry.command);
  if (const auto number = numberFor(entry, workspace.commandPalette.search.query()))
    out.push_back(entry.setNumber(*number));
}

/// How well the query matches the name of the entry, or the beginning of another word for it.
std::optional<int> scoreOf(const CommandPaletteEntry& entry, std::string_view query) {
  auto best = fuzzyScore(query, entry.name, entry.otherName);
  const auto isSame = [](char typed, char letter) {
    return (typed >= 'A' && typed <= 'Z' ? typed + 32 : typed) == letter;
  };
  for (std::string_view rest = entry.otherWords; query.size() > 1 && !rest.empty();) {
    const std::string_view word = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    if (query.size() <= word.size() && std::ranges::equal(query, word.substr(0, query.size()), isSame))
      best = std::max(best, fuzzyScore(query, word));
  }
  return best;
}

/// The entries that match, the best first: numbers without the number that was typed.
void rank(CommandPalette& palette) {
  const std::string_view query = palette.search.query();
  const auto number = typedNumberIn(query);
  auto& ranked = palette.search.ranked;
  ranked.clear();
  for (std::size_t i = 0; i < palette.entries.size(); ++i) {
    const CommandPaletteEntry& entry = palette.entries[i];
    const auto score = scoreOf(entry, number && entry.setNumber ? number->name : query);
    if (score) ranked.emplace_back(-*score, static_cast<int>(i));
  }
  std::sort(ranked.begin(), ranked.end());
  palette.found.clear();
  for (const auto& [score, i] : ranked) palette.found.push_back(i);
  palette.search.matches = static_cast<int>(palette.found.size());
}

/// True when clicked.
bool drawEntry(const CommandPaletteEntry& entry, int index, bool marked, std::string_view query) {
  const bool pressed = menuRow(WidgetId("palette.%d", index), marked);
  if (!ImGui::IsItemVisible()) return pressed;
  const UiRect row = itemRect();
  const float groupWidth = std::min(sizeOf(*ui().fonts.small, entry.group.c_str()).x + px(16), row.width * 0.4f);
  const auto number = entry.setNumber ? numberFor(entry, query) : std::nullopt;
  const Text text = number ? Text("%s: %s -> %g %s", entry.name.c_str(), entry.value.c_str(), *number, entry.unit)
                           : Text("%s: %s %s", entry.name.c_str(), entry.value.c_str(), entry.unit);
  textIn({row.x + px(8), row.y, row.width - groupWidth - px(12), row.height},
         entry.setNumber ? text.text() : entry.name.c_str(), colors().text);
  textIn({row.right() - groupWidth, row.y, groupWidth - px(8), row.height}, entry.group.c_str(), colors().textDim, 1,
         ui().fonts.small);
  return pressed;
}

}  // namespace

std::vector<CommandPaletteEntry> commandPaletteEntries(const Session& session) { return Collector(session).take(); }

void CommandPalette::openFor(const Session& session) {
  entries = commandPaletteEntries(session);
  of = &session.character();
  open = search.focus = true;
  search.clear();
}

std::optional<TypedNumber> typedNumberIn(std::string_view query) {
  while (query.ends_with(' ')) query.remove_suffix(1);
  const std::size_t space = query.rfind(' ');
  if (space == query.npos) return std::nullopt;
  const std::string_view digits = query.substr(space + 1);
  TypedNumber typed{.name = query.substr(0, space)};
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), typed.value);
  if (fault != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return typed;
}

bool drawCommandPalette(const Session& session, Workspace& workspace, const UiRect& area, Commands& out) {
  CommandPalette& palette = workspace.commandPalette;
  if (palette.of != &session.character()) return false;  // another model came, whose clips and joints are others
  SearchList& search = palette.search;
  const float width = std::min(px(kWidth), area.width - px(16)), frame = rowHeight() + px(32);
  const float top = std::floor(std::min(px(kTop), area.height / 12));
  const auto fitting = static_cast<int>((area.height - top - frame - px(8)) / px(kMenuRow));
  const float rows = px(kMenuRow) * static_cast<float>(std::clamp(std::min(search.matches, fitting), 1, kRows));
  const UiRect card{std::floor(area.x + (area.width - width) / 2), area.y + top, width, frame + rows};
  beginCard("palette", card, colors().overlay, {px(12), px(12)});
  ui().focus.trapFocus();
  const int chosen = search.chosen;
  const bool entered = searchField("palette.search", "Commands, clips, joints, settings: \"fade length 0.6\"", search,
                                   ImGui::GetContentRegionAvail().x);
  rank(palette);
  if (entered && search.matches == 0) keepKeyboard(search);
  const CommandPaletteEntry* taken = nullptr;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("rows", {0, rows}, false, ImGuiWindowFlags_NoNav);
  for (int i = 0; i < search.matches; ++i) {
    const int index = nth(palette.found, i);
    const CommandPaletteEntry& entry = nth(palette.entries, index);
    const bool marked = i == search.chosen;
    if (drawEntry(entry, index, marked, search.query()) || (entered && marked)) taken = &entry;
    if (marked && chosen != search.chosen) ImGui::SetScrollHereY();
  }
  if (search.matches == 0) {
    ImGui::Dummy({px(8), px(kMenuRow)});
    logItem("palette.empty");
    textIn({itemRect().x + px(8), itemRect().y, width, itemRect().height}, "Nothing has such a name.",
           colors().textDim);
  }
  endChild();
  ImGui::PopStyleVar();
  const bool clickedElsewhere = ImGui::IsMouseClicked(0) && !ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows);
  endPanel();
  if (taken != nullptr) perform(*taken, session, workspace, out);
  return taken == nullptr && !clickedElsewhere && (search.active || search.focus);
}

}  // namespace app

// The transition set: search, matrix, and the editor of the selected cells.
#include "app/ui/character/transition_panel.h"

#include <array>
#include <cmath>

#include "app/session/character/settings/fade_settings.h"
#include "app/ui/character/choosers.h"
#include "app/ui/widgets/widgets.h"

namespace app {
// ---- What applies to the selected cells, field by field; each can be set, or reset to what is inherited.

namespace {

constexpr std::array<const char*, 3> kCellSyncTexts = {"No sync", "Phase", "Markers"};
constexpr float kGap = 6;
constexpr float kRoomForCurve = 90;

/// Places fields in one or two columns, each with its reset button.
class Fields {
 public:
  /// `area`: all of it, where some may be scrolled away.
  Fields(const Session& session, TransitionPanelState& state, const UiRect& area, bool inTwoColumns, Commands& out)
      : session_(session), state_(state), area_(area), columns_(inTwoColumns ? 2 : 1), out_(out), y_(area.y) {
    const auto [from, to] = pairOf(state.selection.anchor);
    shown_ = &session.character().transitions();
    from_ = from;
    to_ = to;
    for (const CellIndex cell : state.selected)
      if (const FadeChoice* const own = shown_->at(pairOf(cell))) set_ |= differing(FadeChoice{}, *own);
  }

  const Session& session() const { return session_; }
  TransitionPanelState& state() { return state_; }
  bool isSetHere(FieldSet field = kAllFields) const { return (set_ & field) != 0; }
  /// As the anchor has it; nullptr: only the panel's settings apply.
  template <class Value>
  const Value* shown(std::optional<Value> FadeChoice::*field) const {
    return shown_->find(from_, to_, field);
  }

  /// Puts the cursor at the next field and returns the width that it may fill.
  float next(bool fillsRow = false) {
    const float gap = px(kGap);
    if (fillsRow && column_ > 0) newRow();
    const int span = fillsRow ? columns_ : 1;
    const float each =
        std::floor((area_.width - gap * static_cast<float>(columns_ - 1)) / static_cast<float>(columns_));
    const float x = area_.x + static_cast<float>(column_) * (each + gap);
    const float width = each * static_cast<float>(span) + gap * static_cast<float>(span - 1);
    ImGui::SetCursorScreenPos({x, y_});
    column_ += span;
    right_ = x + width;
    line_ = y_;
    if (column_ >= columns_) newRow();
    return width - rowHeight() - px(2);
  }
  /// After a field: lets the selected cells inherit it again.
  void reset(const char* id, FieldSet field) {
    ImGui::SetCursorScreenPos({right_ - rowHeight(), line_});
    if (iconButton(id, Icon::Undo, "Inherit it: from the row, the column, every transition, or the cross-fade panel.",
                   {.quiet = true, .enabled = isSetHere(field)}))
      out_.push_back(ClearTransitionCell{.cells = state_.selected, .fields = field});
  }
  void clear() { out_.push_back(ClearTransitionCell{.cells = state_.selected}); }
  void set(const FadeChoice& settings) {
    out_.push_back(SetTransitionCell{.cells = state_.selected, .settings = settings});
  }
  float bottom() const { return y_; }

 private:
  void newRow() {
    column_ = 0;
    y_ += rowHeight() + px(kGap);
  }

  const Session& session_;
  TransitionPanelState& state_;
  const UiRect& area_;
  int columns_;
  Commands& out_;
  float y_;
  int column_ = 0;
  float right_ = 0, line_ = 0;
  const TransitionCells* shown_ = nullptr;
  crossfade::ClipOrSpace from_, to_;
  FieldSet set_ = 0;
};

void drawTitle(Fields& fields) {
  const float width = fields.next(true) - px(64);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ClipNames names(fields.session().model());
  std::array<char, 24> one, two;
  const CellIndex cell = fields.state().selection.anchor;
  const std::size_t count = fields.state().selected.size();
  ImFont* const strong = ui().fonts.strong;
  if (count > 1 || cell == CellIndex{}) {
    const Text text = count > 1 ? Text("%zu cells", count) : Text("Every transition");
    textIn({at.x, at.y, width - px(8), rowHeight()}, text, colors().text, 0, strong);
  } else {
    const float arrow = px(24), half = std::floor((width - px(8) - arrow) / 2);
    const std::string_view from = rowName(fields.session(), names, cell.from, one);
    const float left = std::min(half, std::ceil(sizeOf(*strong, from.data(), from.data() + from.size()).x) + 1);
    nameIn({at.x, at.y, left, rowHeight()}, from, colors().text, 0, strong);
    textIn({at.x + left, at.y, arrow, rowHeight()}, icon(Icon::Arrow), colors().textFaint, 0.5f);
    nameIn({at.x + left + arrow, at.y, width - px(8) - left - arrow, rowHeight()},
           rowName(fields.session(), names, cell.to, two), colors().text, 0, strong);
  }
  ui().log.add("transitions.title", {at.x, at.y, width, rowHeight()});
  ImGui::SetCursorScreenPos({at.x + width, at.y});
  if (button("transitions.inherit", "Clear", {rowHeight() + px(2) + px(64), 0}, "Inherit everything in these cells.",
             {.enabled = fields.isSetHere()}))
    fields.clear();
}

SliderLook lookOf(const char* label, bool isSet) {
  return {.label = label, .fill = isSet ? colors().accent : colors().textFaint, .resets = false};
}

void drawLength(Fields& fields) {
  const double* const own = fields.shown(&FadeChoice::seconds);
  double seconds = own ? *own : fields.session().fadeSettings().seconds;
  SliderLook look = lookOf("over", fields.isSetHere(bitOf(&FadeChoice::seconds)));
  look.max = 3;
  look.defaultValue = fields.session().fadeSettings().seconds;
  look.format = "%.2f s";
  look.sqrtScale = true;
  look.typedMax = kMaxFadeSeconds;
  if (slider("transitions.seconds", seconds, look, fields.next(), "Duration of the fade."))
    fields.set({.seconds = seconds});
  fields.reset("transitions.seconds.reset", bitOf(&FadeChoice::seconds));
}

void drawKind(Fields& fields) {
  const auto* const own = fields.shown(&FadeChoice::kind);
  const auto kind = own ? *own : fields.session().fadeSettings().kind;
  if (const auto pressed = kindSegments("transitions.kind", kind, fields.next(true),
                                        "How the second clip takes over; see the cross-fade panel."))
    fields.set({.kind = *pressed});
  fields.reset("transitions.kind.reset", bitOf(&FadeChoice::kind));
}

void drawSync(Fields& fields) {
  const auto* const own = fields.shown(&FadeChoice::sync);
  const auto sync = own ? *own : fields.session().fadeSettings().sync;
  const int pressed = segments("transitions.sync", kCellSyncTexts, static_cast<int>(sync), fields.next(),
                               "Whether both clips keep in phase, or in step at their markers.");
  if (pressed >= 0) fields.set({.sync = static_cast<crossfade::Sync>(pressed)});
  fields.reset("transitions.sync.reset", bitOf(&FadeChoice::sync));
}

/// A phase, or "any" while none is set.
void drawPhase(Fields& fields, const char* id, const char* label, std::optional<double> FadeChoice::*member,
               const char* sentence) {
  const double* const own = fields.shown(member);
  double percent = own ? *own * 100 : 0;
  SliderLook look = lookOf(label, fields.isSetHere(bitOf(member)));
  look.max = 100;
  look.format = "%.0f %%";
  if (own == nullptr) look.unset = "any";
  look.step = 1;
  if (slider(id, percent, look, fields.next(), sentence)) {
    FadeChoice settings;
    settings.*member = percent / 100;
    fields.set(settings);
  }
  fields.reset(WidgetId("%s.reset", id), bitOf(member));
}

void drawMask(Fields& fields) {
  const FadeSettings& panel = fields.session().fadeSettings();
  const int* const joint = fields.shown(&FadeChoice::maskJoint);
  const int* const feather = fields.shown(&FadeChoice::maskFeather);
  FadeMask mask{joint ? *joint : panel.maskJoint, feather ? *feather : panel.maskFeather};
  if (chooseMask("transitions.mask", fields.session(), mask, fields.state().maskSearch, fields.next(),
                 "The body region that the fade affects."))
    fields.set({.maskJoint = mask.joint, .maskFeather = mask.feather});
  fields.reset("transitions.mask.reset", kMaskFields);
}

const crossfade::AnimationCurve& shownCurve(const Fields& fields) {
  const auto* const own = fields.shown(&FadeChoice::curve);
  return own ? *own : fields.session().fadeCurve();
}

void drawCurvePresets(Fields& fields) {
  const crossfade::AnimationCurve& curve = shownCurve(fields);
  const float width = fields.next(), gap = px(3);
  const auto count = static_cast<float>(fadeCurvePresets().size());
  const float each = std::floor((width - gap * (count - 1)) / count);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  for (std::size_t i = 0; i < fadeCurvePresets().size(); ++i) {
    ImGui::SetCursorScreenPos({at.x + static_cast<float>(i) * (each + gap), at.y});
    if (curveButton(WidgetId("transitions.curve.%d", static_cast<int>(i)), fadeCurvePresets()[i], {each, rowHeight()},
                    curve == fadeCurvePresets()[i], "The curve of Curve, Frozen and Dead fades."))
      fields.set({.curve = fadeCurvePresets()[i]});
  }
  fields.reset("transitions.curve.reset", bitOf(&FadeChoice::curve));
}

void drawCurveEditor(Fields& fields, const UiRect& area) {
  const float top = fields.bottom();
  const ImVec2 size{area.width, std::min(area.bottom() - top, area.width * 0.75f)};
  if (size.y < px(kRoomForCurve)) return;
  ImGui::SetCursorScreenPos({area.x, top});
  const CurveLook look{.plane = {.bounded = false},
                       .faint = !fields.isSetHere(bitOf(&FadeChoice::curve)),
                       .defaultCurve = fadeCurvePresets().data(),
                       .presets = fadeCurvePresets(),
                       .clamped = true};
  if (auto edited = curveEditor("transitions.plane", shownCurve(fields), fields.state().curve, size, look))
    fields.set({.curve = std::move(*edited)});
}

}  // namespace

float transitionEditorHeight(bool inTwoColumns) {
  return static_cast<float>(inTwoColumns ? 5 : 8) * (rowHeight() + px(kGap)) - px(kGap);
}

void drawTransitionEditor(const Session& session, TransitionPanelState& state, const UiRect& area, bool inTwoColumns,
                          Commands& out) {
  ImGui::SetCursorScreenPos({area.x, area.y});
  ImGui::BeginChild("editor", {area.width, area.height}, false, ImGuiWindowFlags_NoNav);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const UiRect all{origin.x, origin.y, fullWidth(), std::max(area.height, transitionEditorHeight(inTwoColumns))};
  Fields fields(session, state, all, inTwoColumns, out);
  drawTitle(fields);
  drawLength(fields);
  drawSync(fields);
  drawKind(fields);
  drawPhase(fields, "transitions.fromPhase", "leave at", &FadeChoice::fromPhase,
            "Where the first clip is when the fade begins, if that can be chosen: when you try the pair, and when its "
            "seam is measured.");
  drawPhase(fields, "transitions.toPhase", "enter at", &FadeChoice::toPhase,
            "Where the second clip comes in, unless it is visible already.");
  drawMask(fields);
  drawCurvePresets(fields);
  drawCurveEditor(fields, all);
  endScrollingPart();
}

// ---- The transition set: search, matrix and editor.

namespace {

constexpr float kBesideWidth = 312;  // of an editor beside the matrix
constexpr float kRoomBeside = 780;   // width of the panel
constexpr float kRoomForTwoColumns = 380;
constexpr float kRoomForZoom = 280;  // else only Ctrl+wheel zooms

/// The clips that match, the best first, and after them the blend spaces.
void findRows(const Session& session, SearchList& search, std::vector<int>& rows) {
  const ClipNames names(session.model());
  const auto& spaces = session.character().blendSpaces();
  const int clips = session.clipCount();
  std::array<char, 24> scratch;
  const auto nameOf = [&](int index) -> std::string_view {
    return index < clips ? names.shown(index, scratch) : nth(spaces, index - clips).name;
  };
  rows.clear();
  rankMatches(search, clips + static_cast<int>(spaces.size()), nameOf, rows);
  const auto isClip = [clips](int index) { return index < clips; };
  if (!std::is_partitioned(rows.begin(), rows.end(), isClip)) std::stable_partition(rows.begin(), rows.end(), isClip);
  for (int& index : rows)
    if (!isClip(index)) index = blendSpaceNumber(nth(spaces, index - clips).name);
  search.matches = static_cast<int>(rows.size());
}

void drawHead(const Session& session, TransitionPanelState& state, const UiRect& line, Commands& out) {
  const float gap = px(6), square = rowHeight();
  const bool zooms = line.width >= px(kRoomForZoom);
  const float buttons = square * (zooms ? 4 : 2) + gap * (zooms ? 2 : 1) + (zooms ? px(2) : 0);
  const float field = std::min(px(200), std::floor((line.width - buttons - 3 * gap) / 2));
  ImGui::SetCursorScreenPos({line.x, line.y});
  (void)searchField("transitions.from", "From", state.fromSearch, field);
  ImGui::SameLine(0, gap);
  (void)searchField("transitions.to", "To", state.toSearch, field);
  ImGui::SetCursorScreenPos({line.right() - buttons, line.y});
  if (zooms) {
    if (button("transitions.smaller", "-", {square, square}, "Smaller cells (Ctrl+wheel).",
               {.quiet = true, .enabled = state.zoom > 0}))
      --state.zoom;
    ImGui::SameLine(0, px(2));
    if (button("transitions.larger", "+", {square, square}, "Larger cells (Ctrl+wheel).",
               {.quiet = true, .enabled = state.zoom + 1 < kCellSizeCount}))
      ++state.zoom;
    ImGui::SameLine(0, gap);
  }
  if (iconButton("transitions.clear", Icon::Undo, "Clear the whole set.",
                 {.quiet = true, .enabled = !session.character().transitions().empty()}))
    out.push_back(ClearTransitions{});
  ImGui::SameLine(0, gap);
  state.asksForExport |= iconButton("transitions.export", Icon::Save,
                                    "Copy or save it as code for an engine, or as JSON: see Export.", {.quiet = true});
}

}  // namespace

void drawTransitionPanel(const Session& session, TransitionPanelState& state, const UiRect& area, Commands& out) {
  if (area.empty()) {
    if (session.character().seams().isOn()) out.push_back(MeasureTransitions{.on = false, .from = {}, .to = {}});
    return;
  }
  beginPanel("panel.transitions", area, colors().panel, {px(10), px(8)});
  findRows(session, state.fromSearch, state.rows);
  findRows(session, state.toSearch, state.columns);
  const auto isThere = [&](int source) {
    return isBlendSpace(source) ? findBlendSpace(session.character().blendSpaces(), source) != nullptr
                                : source < session.clipCount();
  };
  const auto exists = [&](CellIndex cell) { return isThere(cell.from) && isThere(cell.to); };
  if (!exists(state.selection.anchor) || !exists(state.selection.head)) state.selection = {};  // another model
  const UiRect inner{area.x + px(10), area.y + px(8), area.width - px(20), area.height - px(16)};
  const UiRect head{inner.x, inner.y, inner.width, rowHeight()};
  const float top = head.bottom() + px(6), height = inner.bottom() - top;
  const bool beside = inner.width >= px(kRoomBeside);
  const bool twoColumns = !beside && inner.width >= px(kRoomForTwoColumns);
  const float editorHeight = beside ? height : std::min(transitionEditorHeight(twoColumns), std::floor(height / 2));
  const float editorWidth = beside ? px(kBesideWidth) : inner.width;
  const UiRect matrix{inner.x, top, beside ? inner.width - editorWidth - px(12) : inner.width,
                      beside ? height : height - editorHeight - px(8)};
  const UiRect editor{inner.right() - editorWidth, beside ? top : inner.bottom() - editorHeight, editorWidth,
                      editorHeight};
  drawHead(session, state, head, out);
  drawTransitionMatrix(session, state, matrix, out);
  drawTransitionEditor(session, state, editor, twoColumns, out);
  endPanel();
}

}  // namespace app

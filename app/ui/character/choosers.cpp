#include "app/ui/character/choosers.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/character/character_text.h"
#include "app/ui/widgets/searched_menu.h"

namespace app {
namespace {

constexpr float kChoiceTag = 16;

/// One row of the list. True when clicked.
bool drawChoice(const char* id, int clip, std::string_view name, bool marked) {
  const bool pressed = menuRow(WidgetId("%s.%d", id, clip), marked);
  if (!ImGui::IsItemVisible()) return pressed;
  const UiRect row = itemRect();
  if (clip >= 0)
    clipTag(*ImGui::GetWindowDrawList(), {row.x + px(4), row.centerY() - px(kChoiceTag / 2)}, px(kChoiceTag), clip);
  const float left = row.x + px(clip >= 0 ? 28 : 4);
  nameIn({left, row.y, row.right() - left - px(4), row.height}, name, clip < 0 ? colors().textDim : colors().text);
  return pressed;
}

}  // namespace

bool chooseClip(const char* id, const Session& session, int& clip, const char* none, float width, const char* sentence,
                int meant) {
  const ClipNames names(session.model());
  std::array<char, 24> scratch;
  std::array<char, 200> text;
  const int named = clip < 0 ? meant : clip;
  const std::string_view name = named < 0 ? none : names.shown(named, scratch);
  if (!beginDropDown(id, shortened(name, text.size() - 1, text).data(), clip < 0 ? colors().textDim : colors().text,
                     width, sentence))
    return false;
  const auto nameOf = [&](int row) { return row == 0 ? std::string_view(none) : names.shown(row - 1, scratch); };
  const auto draw = [&](int row, bool marked) { return drawChoice(id, row - 1, nameOf(row), marked); };
  std::array<char, 24> other;
  const auto fullOf = [&](int row) { return row == 0 ? std::string_view() : names.full(row - 1, other); };
  const auto taken = searchedRows({id, "Search clips", "No clip matches."}, ui().menuSearch, session.clipCount() + 1,
                                  clip + 1, nameOf, draw, fullOf);
  endCombo();
  if (!taken || *taken - 1 == clip) return false;
  clip = *taken - 1;
  return true;
}

int takeClip(const char* id, const Session& session, const char* title, float width, const char* sentence) {
  if (!beginDropDown(id, title, colors().textDim, width, sentence)) return -1;
  const ClipNames names(session.model());
  std::array<char, 24> scratch;
  const auto nameOf = [&](int clip) { return names.shown(clip, scratch); };
  const auto draw = [&](int clip, bool marked) { return drawChoice(id, clip, nameOf(clip), marked); };
  std::array<char, 24> other;
  const auto fullOf = [&](int clip) { return std::string_view(names.full(clip, other)); };
  const auto taken = searchedRows({id, "Search clips", "No clip matches."}, ui().menuSearch, session.clipCount(), -1,
                                  nameOf, draw, fullOf);
  endCombo();
  return taken.value_or(-1);
}

namespace {

constexpr int kMaxIndentLevel = 8;  // deeper levels are not indented further

int depthOf(const Model& model, int joint) {
  int depth = 0;
  const auto parents = model.skeleton.parents();
  for (int at = nth(parents, joint); at >= 0 && depth < kMaxIndentLevel; at = nth(parents, at)) ++depth;
  return depth;
}

/// One row of the list. True when clicked.
bool drawChoice(const char* id, const Session& session, int mask, bool marked, int depth) {
  const NamedMask* const named = session.character().masks().find(mask);
  const bool pressed = menuRow(named ? Text("%s.named.%s", id, named->name.c_str()) : Text("%s.%d", id, mask), marked);
  if (!ImGui::IsItemVisible()) return pressed;
  const UiRect row = itemRect();
  float left = row.x + px(8) + static_cast<float>(depth) * px(9);
  if (isNamedMask(mask)) {
    textIn({left, row.y, px(16), row.height}, icon(Icon::Brush), colors().accent, 0.5f, ui().fonts.small);
    left += px(22);
  }
  std::array<char, 24> scratch;
  nameIn({left, row.y, row.right() - left, row.height}, maskLabel(session, mask, scratch),
         mask < 0 ? colors().textDim : colors().text);
  return pressed;
}

/// The mask in a row of the whole list: the whole body, masks with names, all joints.
int maskInRow(const Session& session, int row) {
  const auto& named = session.character().masks().all();
  if (row == 0) return -1;
  if (row <= static_cast<int>(named.size())) return namedMask(nth(named, row - 1).name);
  return row - 1 - static_cast<int>(named.size());
}

int rowOf(const Session& session, int mask) {
  const auto& named = session.character().masks().all();
  if (mask < 0) return 0;
  if (!isNamedMask(mask)) return mask + 1 + static_cast<int>(named.size());
  const auto found =
      std::find_if(named.begin(), named.end(), [&](const NamedMask& each) { return namedMask(each.name) == mask; });
  return found == named.end() ? -1 : static_cast<int>(found - named.begin()) + 1;
}

/// The mask that was clicked or entered, or nothing.
std::optional<int> drawList(const char* id, const Session& session, const FadeMask& chosen, SearchList& search) {
  const Model& model = session.model();
  std::array<char, 24> scratch;
  const int rows = model.skeleton.jointCount() + 1 + static_cast<int>(session.character().masks().all().size());
  const auto nameOf = [&](int row) { return maskLabel(session, maskInRow(session, row), scratch); };
  const auto draw = [&](int row, bool marked) {
    const int mask = maskInRow(session, row);
    const bool indented = mask >= 0 && !isNamedMask(mask) && search.isEmpty();
    return drawChoice(id, session, mask, marked, indented ? depthOf(model, mask) : 0);
  };
  const auto taken = searchedRows({id, "Search masks and joints", "No mask or joint matches."}, search, rows,
                                  rowOf(session, chosen.joint), nameOf, draw);
  return taken ? std::optional(maskInRow(session, *taken)) : std::nullopt;
}

}  // namespace

bool chooseMask(const char* id, const Session& session, FadeMask& mask, SearchList& search, float width,
                const char* sentence, MaskedLayers* layers, DropDown how) {
  std::array<char, 24> scratch;
  const char* const name = maskLabel(session, mask.joint, scratch);
  const ImU32 whole = how == DropDown::Words ? colors().text : colors().textDim;
  if (!beginDropDown(id, name, mask.joint < 0 ? whole : colors().accent, width, sentence, how)) return false;
  const auto taken = drawList(id, session, mask, search);
  bool changed = taken && *taken != mask.joint;
  mask.joint = taken.value_or(mask.joint);
  double feather = mask.feather;
  const SliderLook look{.label = "feather",
                        .max = 8,
                        .defaultValue = 2,
                        .format = "%.0f joints",
                        .fill = colors().accent,
                        .step = 1,
                        .typedMin = 0,
                        .typedMax = kMaxMaskFeather};
  const bool isJoint = mask.joint >= 0 && !isNamedMask(mask.joint);
  if (isJoint && slider(WidgetId("%s.feather", id), feather, look, px(kMenuWidth),
                        "Number of joints below this one over which the mask fades in.")) {
    mask.feather = static_cast<int>(std::lround(feather));
    changed = true;
  }
  bool ends = layers && *layers == MaskedLayers::End;
  if (layers && mask.joint == -1 &&
      checkbox(
          WidgetId("%s.layers", id), "Ends masked clips", ends,
          "When on, fading the whole body also fades out clips that play on a mask. When off, these keep playing on "
          "top of it.")) {
    *layers = ends ? MaskedLayers::End : MaskedLayers::Keep;
    changed = true;
  }
  endCombo();
  return changed;
}

}  // namespace app

#include "app/format/transition_json.h"

#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/format/field_json.h"
#include "app/format/json_text.h"
#include "app/format/model_references.h"
#include "app/format/project_json.h"
#include "app/format/script.h"

namespace app {
namespace {

using crossfade::Result;
using Section = ProjectSection;

/// Of a clip, or {"space": "Gaits"}.
OrderedJson sourceReference(const Session& session, int source) {
  if (!isBlendSpace(source)) return clipReference(session.model(), source);
  const BlendSpaceSettings* const space = findBlendSpace(session.character().blendSpaces(), source);
  return {{"space", space ? OrderedJson(space->name) : OrderedJson(nullptr)}};
}

/// The name in {"space": "Gaits"}; nullptr: it is no such reference.
const std::string* spaceNamed(const OrderedJson& reference) {
  if (!reference.is_object() || !reference.contains("space")) return nullptr;
  return reference["space"].get_ptr<const std::string*>();
}

Result<int> sourceOf(const OrderedJson& reference, const Session& session) {
  const std::string* const name = spaceNamed(reference);
  if (!name) return clipOf(reference, session.model());
  const int number = blendSpaceNumber(*name);
  if (!findBlendSpace(session.character().blendSpaces(), number))
    return crossfade::Error{"there is no blend space '" + *name + "'"};
  return number;
}

/// Reads one element of "transitions". Null and a missing end stand for every clip and space.
class CellReader {
 public:
  CellReader(const OrderedJson& json, const std::string& at, Session& session, std::vector<std::string>& problems)
      : section_(json, at, problems), session_(session) {}

  void read() {
    end("from", &CellIndex::from);
    end("to", &CellIndex::to);
    (void)readFields(section_, session_.model(), FadeChoice{},
                     [this](const FadeChoice& next, FieldSet) { return apply(next); });
  }

 private:
  void end(const char* name, int CellIndex::*member) {
    section_.value(name, [this, member](const OrderedJson& reference) -> Result<void> {
      const Result<int> index = sourceOf(reference, session_);
      known_ = known_ && index;
      if (!index) return index.error();
      return cell_.*member = *index, Result<void>();
    });
  }
  Result<void> apply(const FadeChoice& settings) {
    return known_ ? session_.apply(SetTransitionCell{.cells = {cell_}, .settings = settings}) : Result<void>();
  }
  Section section_;
  Session& session_;
  CellIndex cell_;
  bool known_ = true;  // both clips or spaces
};

void readMask(const OrderedJson& json, const std::string& at, Session& session, std::vector<std::string>& problems) {
  Section s(json, at, problems);
  SetMask mask{.name = {}, .weights = std::vector<float>(session.jointRows().size())};
  s.text("name", [&](const std::string& name) { return mask.name = name, Result<void>(); });
  s.list("joints", [&](const OrderedJson& entry, const std::string& where, int) {
    const auto joint = jointOf(entry, session.model());
    if (!joint || *joint < 0)
      return problems.push_back(where + ": " + (joint ? "names no joint" : joint.error().message));
    Section weight(entry, where, problems);
    for (const char* known : {"name", "index"}) weight.skip(known);
    weight.number("weight", [&](double v) {
      mask.weights[static_cast<std::size_t>(*joint)] = static_cast<float>(v);
      return Result<void>();
    });
  });
  if (auto done = session.apply(mask); !done) s.report("", done.error().message);
}

std::vector<NamedMask> masksOf(const TransitionCells& cells, const Session& session) {
  std::set<int> used;
  for (const auto& [pair, cell] : cells.cells())
    if (cell.maskJoint) used.insert(*cell.maskJoint);
  std::vector<NamedMask> masks = session.character().masks().all();
  std::erase_if(masks, [&](const NamedMask& mask) { return !used.contains(namedMask(mask.name)); });
  return masks;
}

std::vector<BlendSpaceSettings> spacesOf(const TransitionCells& cells, const Session& session) {
  std::set<int> used;
  for (const auto& [pair, cell] : cells.cells()) used.insert({indexOf(pair).from, indexOf(pair).to});
  std::vector<BlendSpaceSettings> spaces = session.character().blendSpaces();
  std::erase_if(spaces, [&](const BlendSpaceSettings& space) { return !used.contains(blendSpaceNumber(space.name)); });
  return spaces;
}

void readBlendSpace(const OrderedJson& json, const std::string& at, Session& session,
                    std::vector<std::string>& problems) {
  Section s(json, at, problems);
  std::string name;
  s.text("name", [&](const std::string& given) { return name = given, Result<void>(); });
  SetBlendSpace command{.space = readFields<BlendSpaceSettings>(s, session.model())};
  command.space.name = std::move(name);
  if (auto done = session.apply(std::move(command)); !done) s.report("", done.error().message);
}

/// Of a set file: those that its transitions use and the session lacks.
void readUsedSpaces(const OrderedJson& json, Section& file, Session& session, std::vector<std::string>& problems) {
  std::set<int> used;
  if (json["transitions"].is_array())
    for (const OrderedJson& cell : json["transitions"])
      for (const char* const end : {"from", "to"})
        if (cell.is_object() && cell.contains(end))
          if (const std::string* const name = spaceNamed(cell[end])) used.insert(blendSpaceNumber(*name));
  file.list("blendSpaces", [&](const OrderedJson& space, const std::string& at, int) {
    if (!space.is_object() || !space.contains("name") || !space["name"].is_string()) return;
    const int number = blendSpaceNumber(space["name"].get<std::string>());
    if (used.contains(number) && !findBlendSpace(session.character().blendSpaces(), number))
      readBlendSpace(space, at, session, problems);
  });
}

}  // namespace

OrderedJson transitionsJson(const TransitionCells& cells, const Session& session) {
  const FadeChoice nothing;
  OrderedJson transitions = OrderedJson::array();
  for (const auto& [pair, cell] : cells.cells()) {
    OrderedJson entry = {{"from", sourceReference(session, indexOf(pair).from)},
                         {"to", sourceReference(session, indexOf(pair).to)}};
    entry.update(fieldsJson(cell, session, FileStyle::InProject, &nothing));
    transitions.push_back(std::move(entry));
  }
  return transitions;
}

OrderedJson masksJson(const std::vector<NamedMask>& masks, const Model& model) {
  OrderedJson list = OrderedJson::array();
  for (const NamedMask& mask : masks) {
    OrderedJson joints = OrderedJson::array();
    for (std::size_t i = 0; i < mask.weights.size(); ++i) {
      if (mask.weights[i] == 0) continue;
      joints.push_back(jointReference(model, static_cast<int>(i)));
      joints.back()["weight"] = shortestNumber(mask.weights[i]);
    }
    list.push_back({{"name", mask.name}, {"joints", std::move(joints)}});
  }
  return list;
}

OrderedJson blendSpacesJson(const std::vector<BlendSpaceSettings>& spaces, const Session& session) {
  OrderedJson list = OrderedJson::array();
  for (const BlendSpaceSettings& space : spaces) {
    list.push_back({{"name", space.name}});
    list.back().update(fieldsJson(space, session));
  }
  return list;
}

void readTransitions(Section& file, Session& session, std::vector<std::string>& problems) {
  file.list("transitions", [&](const OrderedJson& json, const std::string& at, int) {
    CellReader(json, at, session, problems).read();
  });
}

void readMasks(Section& file, Session& session, std::vector<std::string>& problems) {
  file.list("masks",
            [&](const OrderedJson& json, const std::string& at, int) { readMask(json, at, session, problems); });
}

void readBlendSpaces(Section& file, Session& session, std::vector<std::string>& problems) {
  file.list("blendSpaces",
            [&](const OrderedJson& json, const std::string& at, int) { readBlendSpace(json, at, session, problems); });
}

std::string transitionSetText(const TransitionCells& cells, const Session& session) {
  OrderedJson json = {{"crossfade", kProjectVersion}};
  if (const auto masks = masksOf(cells, session); !masks.empty()) json["masks"] = masksJson(masks, session.model());
  if (const auto spaces = spacesOf(cells, session); !spaces.empty())
    json["blendSpaces"] = blendSpacesJson(spaces, session);
  json["transitions"] = transitionsJson(cells, session);
  return jsonText(json, 1) + "\n";
}

std::vector<std::string> readTransitionSet(std::string_view text, Session& session) {
  if (auto files = projectFilesOf(text); !files) return {files.error().message};
  const PartialJson json = readPartialJson(text);
  if (!json.damage.empty()) return {json.damage};
  if (!json.value.contains("transitions")) return {"/transitions: is missing"};
  const TransitionCells before = session.character().transitions();
  std::vector<std::string> problems;
  (void)session.apply(ClearTransitions{});
  {
    Section file(json.value, "", problems);
    for (auto member = json.value.begin(); member != json.value.end(); ++member) file.skip(member.key().c_str());
    readMasks(file, session, problems);
    readUsedSpaces(json.value, file, session, problems);
    readTransitions(file, session, problems);
  }
  if (problems.empty()) return {};
  (void)session.apply(ClearTransitions{});
  for (const auto& [pair, settings] : before.cells())
    (void)session.apply(SetTransitionCell{.cells = {indexOf(pair)}, .settings = settings, .replaces = true});
  (void)session.apply(DismissMessage{});  // what a refused command says is in the list
  return problems;
}

}  // namespace app

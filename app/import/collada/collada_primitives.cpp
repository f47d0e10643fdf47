#include "app/import/collada/collada_primitives.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/import/collada/collada_elements.h"
#include "app/import/collada/collada_holes.h"
#include "app/import/file/import_error.h"
#include "app/import/file/utf8_text.h"
#include "app/model/counted.h"

namespace app {
namespace {

constexpr std::string_view kSemantics[] = {"POSITION", "NORMAL",   "TEXCOORD",   "COLOR",
                                           "TANGENT",  "BINORMAL", "TEXTANGENT", "TEXBINORMAL"};
constexpr unsigned long long kMaxOffset = 255;

bool isKnownToAssimp(std::string_view semantic) {
  return std::find(std::begin(kSemantics), std::end(kSemantics), semantic) != std::end(kSemantics);
}

using Counts = std::map<std::string_view, unsigned long long>;  // of values, by the id of the source

Counts countsOf(const pugi::xml_node& root) {
  Counts counts;
  for (const pugi::xml_node& source : elementsNamed(root, "source"))
    if (const pugi::xml_node accessor = source.child("technique_common").child("accessor"))
      counts.try_emplace(source.attribute("id").value(), accessor.attribute("count").as_ullong());
  return counts;
}

/// The largest index at each offset, over all <p> of a group.
struct LargestIndices {
  std::vector<std::uint64_t> at;
  bool areNumbers = true, areWhole = true;  // whole: no corner lacks indices
  std::size_t corners = 0, lists = 0;       // of all <p>, and those
};

/// Reads the indices of a <p>, `largest.at.size()` per corner, and returns the number of corners. Negative indices
/// count as 0, as in assimp.
std::size_t addIndices(std::string_view text, LargestIndices& largest) {
  constexpr std::uint64_t kTooLarge = std::numeric_limits<std::uint32_t>::max();
  std::size_t offset = 0, corners = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (isBlank(text[i])) {
      ++i;
      continue;
    }
    const bool isNegative = text[i] == '-';
    i += isNegative ? 1 : 0;
    const std::size_t begin = i;
    std::uint64_t value = 0;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i)
      value = std::min(10 * value + static_cast<std::uint64_t>(text[i] - '0'), kTooLarge);
    if (i == begin) {  // assimp would read it again and again
      largest.areNumbers = false;
      break;
    }
    if (!isNegative) largest.at[offset] = std::max(largest.at[offset], value);
    if (++offset < largest.at.size()) continue;
    offset = 0;
    ++corners;
  }
  largest.corners += corners;
  largest.areWhole = largest.areWhole && offset == 0;
  ++largest.lists;
  return corners;
}

struct CornerCounts {
  std::uint64_t polygons = 0, corners = 0;
};

/// Counts the polygons in a <vcount>, and their corners.
CornerCounts cornerCountsOf(std::string_view text) {
  CornerCounts result;
  for (std::size_t at = text.find_first_of("0123456789"); at != text.npos;) {
    std::uint32_t corners = 0;
    const char* const end = std::from_chars(text.data() + at, text.data() + text.size(), corners).ptr;
    ++result.polygons;
    result.corners += corners;
    at = text.find_first_of("0123456789", static_cast<std::size_t>(end - text.data()));
  }
  return result;
}

/// If a group has a <vcount>, assimp expects a single <p>.
void joinLists(pugi::xml_node group) {
  std::string text;
  for (const pugi::xml_node& p : group.children("p")) text.append(p.child_value()).append(" ");
  removeChildren(group, "p");
  group.append_child("p").text().set(text.c_str());
}

/// The primitives of one <mesh>.
class MeshRepair {
 public:
  /// `holeSteps`: see cutHoles().
  MeshRepair(pugi::xml_node mesh, const Counts& counts, std::string name, std::size_t& holeSteps, ImportReport& report)
      : mesh_(mesh),
        vertices_(mesh.child("vertices")),
        counts_(counts),
        name_(std::move(name)),
        holeSteps_(holeSteps),
        report_(report) {}

  void run() {
    std::vector<pugi::xml_node> groups;
    for (const pugi::xml_node& each : mesh_.children())
      if (isPrimitives(each)) groups.push_back(each);
    if (groups.empty()) return;
    readVertices();
    for (pugi::xml_node group : groups) {
      bool isEmpty = false;
      const std::string fault = repair(group, isEmpty);
      if (!fault.empty()) say(concat("its <", group.name(), "> is left out: ", fault));
      if (!fault.empty() || isEmpty) mesh_.remove_child(group);
    }
    leaveOutShortVertexInputs();
  }

 private:
  void say(std::string what) {
    report_.lines.push_back({Finding::Lost, concat("mesh '", name_, "'"), std::move(what)});
  }
  unsigned long long countOf(const pugi::xml_node& input) const {
    const auto found = counts_.find(localId(input.attribute("source").value()));
    return found == counts_.end() ? 0 : found->second;
  }

  void readVertices() {
    if (vertices_.attribute("id").value()[0] == '\0') {
      vertices_.remove_attribute("id");
      vertices_.append_attribute("id").set_value(concat("crossfade-vertices-", name_).c_str());
    }
    std::vector<pugi::xml_node> others;
    for (const pugi::xml_node& child : vertices_.children())
      if (std::string_view(child.name()) != "input") others.push_back(child);
    for (const pugi::xml_node& other : others) vertices_.remove_child(other);
    positions_ = countOf(vertices_.find_child_by_attribute("input", "semantic", "POSITION"));
  }

  /// Why the group cannot be shown; empty if it can.
  std::string repair(pugi::xml_node group, bool& isEmpty) {
    removeChildren(group, "extra");  // assimp stumbles over what is in it
    std::vector<pugi::xml_node> inputs;
    for (const pugi::xml_node& input : group.children("input")) inputs.push_back(input);
    pugi::xml_node vertex;
    unsigned long long stride = 0;
    for (const pugi::xml_node& input : inputs) {
      if (std::string_view(input.attribute("semantic").value()) == "VERTEX") vertex = input;
      stride = std::max(stride, std::min(input.attribute("offset").as_ullong(), kMaxOffset + 1) + 1);
    }
    if (!vertex) return "it has no VERTEX input";
    if (stride == 0 || stride > kMaxOffset + 1) return "an input has an offset above 255";
    // Any other id is a mistake: a mesh has only one <vertices>.
    vertex.attribute("source").set_value(concat("#", vertices_.attribute("id").value()).c_str());
    if (std::string_view(group.name()) != "polygons") removeChildren(group, "ph");  // allowed in no other
    if (group.child("ph") && points_.empty()) points_ = colladaPositions(mesh_);
    const int skipped =
        cutHoles(group, points_, static_cast<std::size_t>(stride), vertex.attribute("offset").as_ullong(), holeSteps_);
    if (skipped > 0) say(app::countOf(skipped, "hole of its polygons is filled", "holes of its polygons are filled"));
    const LargestIndices largest = largestIndices(group, static_cast<std::size_t>(stride));
    if (!largest.areNumbers) return "an index is not a number";
    if (!largest.areWhole) return "its last corner lacks indices";
    isEmpty = largest.corners == 0;
    if (isEmpty) return {};
    if (positions_ == 0) return "its positions are not in the file";
    if (!repairCount(group, largest)) return "its indices do not add up to whole primitives";
    const std::uint64_t last = largest.at[vertex.attribute("offset").as_ullong()];
    if (last >= positions_) return concat("it uses position ", last, " of ", positions_);
    usedVertices_ = std::max(usedVertices_, last + 1);
    for (pugi::xml_node input : inputs)
      if (input != vertex) repairInput(input, largest.at[input.attribute("offset").as_ullong()], group);
    return {};
  }

  /// Returns false if corners cannot be matched to primitives.
  static bool repairCount(pugi::xml_node group, const LargestIndices& indices) {
    const std::string_view kind = group.name();
    std::uint64_t count = indices.lists;
    const bool isPolylist = kind == "polylist";
    if (const std::size_t corners = kind == "triangles" ? 3 : kind == "lines" ? 2 : 0; corners > 0 || isPolylist) {
      if (indices.lists > 1) joinLists(group);
      const CornerCounts given = cornerCountsOf(group.child("vcount").child_value());
      if (isPolylist ? given.corners != indices.corners : indices.corners % corners != 0) return false;
      count = isPolylist ? given.polygons : indices.corners / corners;
    }
    if (group.attribute("count").as_ullong() == count) return true;
    group.remove_attribute("count");
    group.append_attribute("count").set_value(static_cast<unsigned long long>(count));
    return true;
  }

  /// Removes empty lists, and strips too short to form a primitive, for which assimp would count -1 primitives.
  static LargestIndices largestIndices(pugi::xml_node group, std::size_t stride) {
    const std::string_view kind = group.name();
    const std::size_t least = kind == "tristrips" ? 3 : kind == "linestrips" ? 2 : 1;
    LargestIndices largest{.at = std::vector<std::uint64_t>(stride)};
    std::vector<pugi::xml_node> tooShort;
    for (const pugi::xml_node& p : group.children("p"))
      if (addIndices(p.child_value(), largest) < least) tooShort.push_back(p);
    for (const pugi::xml_node& p : tooShort) group.remove_child(p);
    largest.lists -= tooShort.size();
    return largest;
  }

  void repairInput(pugi::xml_node input, std::uint64_t largest, pugi::xml_node group) {
    const std::string semantic = input.attribute("semantic").value();
    const unsigned long long count = countOf(input);
    const bool isKnown = isKnownToAssimp(semantic);
    if (isKnown && largest < count) return;
    if (isKnown)
      say(concat("its ", semantic, " input is left out: ",
                 count == 0 ? "its values are not in the file" : concat("it uses value ", largest, " of ", count)));
    // Must stay, so that assimp counts its indices. Of several vertex inputs, assimp only uses the last.
    input.attribute("semantic").set_value("VERTEX");
    input.attribute("source").set_value(concat("#", vertices_.attribute("id").value()).c_str());
    group.prepend_move(input);
  }

  void leaveOutShortVertexInputs() {
    std::vector<pugi::xml_node> inputs;
    for (const pugi::xml_node& input : vertices_.children("input")) inputs.push_back(input);
    for (const pugi::xml_node& input : inputs) {
      if (usedVertices_ <= countOf(input)) continue;
      say(concat("the ", shortText(input.attribute("semantic").value()), " input of its vertices is left out: it has ",
                 countOf(input), " values for ", usedVertices_, " vertices"));
      vertices_.remove_child(input);
    }
  }

  pugi::xml_node mesh_, vertices_;
  const Counts& counts_;
  std::string name_;
  std::size_t& holeSteps_;
  ImportReport& report_;
  unsigned long long positions_ = 0;
  std::vector<glm::dvec3> points_;  // the positions, if there are holes to cut
  std::uint64_t usedVertices_ = 0;  // all up to the last
};

}  // namespace

void repairColladaPrimitives(pugi::xml_node root, ImportReport& report) {
  const Counts counts = countsOf(root);
  std::size_t holeSteps = kHoleSteps;
  for (const pugi::xml_node& library : root.children("library_geometries"))
    for (const pugi::xml_node& geometry : library.children("geometry"))
      for (const pugi::xml_node& shape : geometry.children()) {
        const std::string_view kind = shape.name();
        if (kind == "mesh")
          MeshRepair(shape, counts, shortText(shownNameOf(geometry)), holeSteps, report).run();
        else if (kind == "brep" || kind == "spline" || kind == "convex_mesh")
          report.lines.push_back({Finding::Lost, concat("geometry '", shortText(shownNameOf(geometry)), "'"),
                                  concat("it is a <", std::string(kind), ">, which is not shown")});
      }
}

}  // namespace app

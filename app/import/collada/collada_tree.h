// The nodes of a COLLADA document's scene, as joints.
#ifndef APP_IMPORT_COLLADA_COLLADA_TREE_H
#define APP_IMPORT_COLLADA_COLLADA_TREE_H

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <pugixml.hpp>

#include "app/import/collada/collada_document.h"
#include "app/model/import_report.h"
#include "crossfade/skeleton/skeleton.h"

namespace app {

/// The first joint is the scene: its rest pose turns +Y up and converts units to meters.
struct ColladaTree {
  std::vector<crossfade::Joint> joints;  // parents first; children before instances of nodes
  std::vector<pugi::xml_node> nodes;     // of each joint; a sheared node has two joints, of which the outer has none
  std::vector<int> ends;                 // of each joint: after the last one below it
  std::multimap<std::string, int> byId;  // an instanced node has several
  std::map<std::string, std::vector<int>, std::less<>> byName, bySid;  // byName: id or name
  std::vector<int> bones;                                              // ascending

  /// -1 if there is none, as below.
  int jointOfId(std::string_view id) const;
  /// The first with that id or name; otherwise with that sid.
  int jointNamed(std::string_view name) const;
  /// The first with that sid in the skeleton whose root has the id "#id" or "id".
  int jointBelow(std::string_view url, std::string_view sid) const;
};

/// Expands instances of nodes, but not within themselves, which is reported. Nodes with shear become two joints, so
/// that nothing is lost; bones and those that are animated (`isAnimated`) do lose it, which is reported, too. Throws
/// ImportError if there are too many nodes.
ColladaTree readColladaTree(const ColladaDocument& document, const pugi::xml_node& scene,
                            const std::function<bool(const pugi::xml_node&)>& isAnimated, ImportReport& report);

/// Gives every <node> without an id one of its own.
void nameColladaNodes(const pugi::xml_node& root);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_TREE_H

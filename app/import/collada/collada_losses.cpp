#include "app/import/collada/collada_losses.h"

#include <cmath>
#include <string_view>

#include "app/import/file/import_error.h"
#include "app/model/counted.h"

namespace app {
namespace {

double metersOf(const pugi::xml_node& asset, double otherwise) {
  const double meters = asset.child("unit").attribute("meter").as_double(otherwise);
  return meters > 0 ? meters : otherwise;
}

class LossCounter : public pugi::xml_tree_walker {
 public:
  explicit LossCounter(const pugi::xml_node& asset)
      : asset_(asset), meters_(metersOf(asset, 1)), up_(upOf(asset, "Y_UP")) {}

  bool for_each(pugi::xml_node& node) override {
    const std::string_view name = node.name();
    if (name == "asset" && node != asset_) {
      const bool isOther = std::abs(metersOf(node, meters_) - meters_) > 1e-6 * meters_ || upOf(node, up_) != up_;
      assets += isOther ? 1 : 0;
    }
    return true;
  }

  std::size_t assets = 0;

 private:
  static std::string_view upOf(const pugi::xml_node& asset, std::string_view otherwise) {
    const std::string_view up = asset.child("up_axis").child_value();
    return up.empty() ? otherwise : up;
  }

  pugi::xml_node asset_;
  double meters_;
  std::string_view up_;
};

}  // namespace

void reportColladaLosses(pugi::xml_node root, ImportReport& report) {
  LossCounter counter(root.child("asset"));
  root.traverse(counter);
  if (counter.assets > 0)
    report.lines.push_back({Finding::Ignored, "document",
                            concat("the unit or up axis of ", counted(counter.assets, "part"),
                                   " of it; those of the whole document are used")});
}

}  // namespace app

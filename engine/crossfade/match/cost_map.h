// What a transition costs for every pair of moments of two clips.
#ifndef CROSSFADE_MATCH_COST_MAP_H
#define CROSSFADE_MATCH_COST_MAP_H

#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/match/clip_points.h"

namespace crossfade {

/// A cell for every frame of the first clip (rows) and of the second (columns): the transition begins at the row's time
/// and enters the second clip at the column's.
struct CostMap {
  int rows = 0, columns = 0;
  double rowStep = 0, columnStep = 0;  // seconds
  bool rowsWrap = false, columnsWrap = false;
  std::vector<float> costs;  // by row, at least 0

  /// 0 for a cell that does not exist.
  float at(int row, int column) const {
    const bool exists = row >= 0 && row < rows && column >= 0 && column < columns;
    const std::size_t index =
        exists ? static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column)
               : costs.size();
    return index < costs.size() ? costs[index] : 0;
  }
};

/// Computes the rows of such maps, a few at a time: for a thread that stops in between, or several that share the work.
class CROSSFADE_API CostMapper {
 public:
  /// `window`: frames that a transition shows of both clips, at least 1 (less counts as 1). `weights`: one per point,
  /// at least 0, not all 0; if they are not, all points count alike. The clips have the same points and step, or the
  /// points that both have are compared; both must outlive the mapper.
  CostMapper(const ClipPoints& from, const ClipPoints& to, std::span<const double> weights, int window);

  /// A map of the right size, all costs 0.
  CostMap emptyMap() const;
  // Rows that do not exist are left out; a map of another size is left as it is.

  /// The distance of point_distance.h in the rows [begin, end): length units.
  void fillDistances(int begin, int end, CostMap& map) const;
  /// The mean cost of inertializing the points, after the best alignment of both moments (inertial_cost.h): length
  /// units times seconds. `halfLife`: seconds, above 0. Does not depend on the window.
  void fillInertialCosts(int begin, int end, double halfLife, CostMap& map) const;

 private:
  /// Sums of one frame of each clip, for all columns.
  struct RowSums;
  bool fits(const CostMap& map) const;
  void sumRow(int row, RowSums& sums) const;

  const ClipPoints* from_;
  const ClipPoints* to_;
  int points_ = 0;               // that both clips have
  std::vector<double> weights_;  // their sum is 1
  int window_ = 1;
  int columns_ = 0;  // of the second clip, with those that a window reaches beyond its end, padded
  std::vector<double> toBlocks_;
  std::vector<double> fromX_, fromZ_, fromSquares_;  // per frame: the sums of a clip alone
  std::vector<double> toX_, toZ_, toSquares_;
};

struct CostMapCell {
  int row = 0, column = 0;
  float cost = 0;
};

/// Cells that cost no more than any of their eight neighbors, cheapest first; at most `most`. Of equal neighbors, only
/// the first counts.
CROSSFADE_API std::vector<CostMapCell> localMinima(const CostMap& map, int most);

}  // namespace crossfade

#endif  // CROSSFADE_MATCH_COST_MAP_H

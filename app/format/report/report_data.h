// What a report shows of one model: plain values, measured by host/report.
#ifndef APP_FORMAT_REPORT_REPORT_DATA_H
#define APP_FORMAT_REPORT_REPORT_DATA_H

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/model/import_report.h"

namespace app {

struct ReportedFoot {
  std::string name;
  std::vector<std::pair<double, double>> contacts;  // phases of the clip, 0 to 1
};

struct ReportedClip {
  int index = -1;  // in the model; not in the list
  std::string name;
  std::string label = {};  // what pages call it; empty: its name
  double seconds = 0;
  double loopDegrees = 0, loopRatio = 0;  // between its last and its first pose; ratio: to its own largest step
  std::string travel;                     // "in place", "traveling"
  double speed = 0;                       // length units per second
  std::vector<ReportedFoot> feet;         // none: no human body
};

/// Curves have one value per sample, at even times from 0 to `length`.
struct ReportedCurves {
  double length = 0, begin = 0, end = 0;  // seconds; of the fade
  std::vector<float> from, to;            // weights
  std::vector<float> speed;               // of the worst joint: degrees, or length units, per second
  std::vector<float> slide;               // of feet in contact: length units per second; empty: not measured
  bool speedIsAngle = true;
};

struct ReportedPair {
  int from = 0, to = 0;  // in ReportedModel::clips
  std::string kind, sync;
  double seconds = 0;
  double straight = 0, interrupted = 0;          // change of velocity, relative to what the clips do by themselves
  double overshootDegrees = 0, tiltDegrees = 0;  // past both clips: of a joint, and of the trunk
  double sink = 0;                               // below both clips, as a fraction of the body's size
  std::optional<double> slide;                   // leg lengths per step
  std::string joint;                             // where the velocity changes most
  std::string fault;  // what the body does that neither clip does, a sentence; empty: nothing
  double start = 0;   // seconds in the first clip, where the velocity changes most
  ReportedCurves curves;
  std::string film;  // a data: URI; empty: none

  double ratio() const { return std::max(straight, interrupted); }
  bool passes(double maxRatio) const { return ratio() <= maxRatio && fault.empty(); }
};

struct ReportedModel {
  std::string name, path;
  std::string key;     // of the file's content and of what was asked for: equal keys, equal results
  std::string page;    // its page, relative to the list that names it; empty: none was written
  std::string error;   // why it could not be measured; then all below is empty
  std::string counts;  // "54 nodes, 6463 vertices"
  double maxRatio = 0;
  std::vector<ReportedClip> clips;
  std::vector<std::string> clipsLeftOut;  // names, of those that have a length
  std::vector<ReportedPair> pairs;
  std::vector<ReportLine> lines;
  std::string noFilms;  // why there are none
  double took = 0;      // seconds

  std::size_t pastLimits() const {
    return static_cast<std::size_t>(
        std::count_if(pairs.begin(), pairs.end(), [&](const ReportedPair& pair) { return !pair.passes(maxRatio); }));
  }
  double worst() const {
    double ratio = 0;
    for (const ReportedPair& pair : pairs) ratio = std::max(ratio, pair.ratio());
    return ratio;
  }
};

}  // namespace app

#endif  // APP_FORMAT_REPORT_REPORT_DATA_H

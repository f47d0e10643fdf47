#include "app/format/report/report_list.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/format/json_text.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;
using OrderedJson = nlohmann::ordered_json;

constexpr std::string_view kFormat = "crossfade-report-1";

OrderedJson jsonOf(const ReportedModel& model) {
  OrderedJson json = {{"format", kFormat}, {"name", model.name}, {"path", model.path}, {"key", model.key}};
  if (!model.page.empty()) json["page"] = model.page;
  if (!model.error.empty()) {
    json["error"] = model.error;
    return json;
  }
  json["counts"] = model.counts;
  json["maxRatio"] = model.maxRatio;
  json["took"] = model.took;
  json["clipsLeftOut"] = model.clipsLeftOut;
  json["lost"] = std::count_if(model.lines.begin(), model.lines.end(),
                               [](const ReportLine& line) { return line.kind == Finding::Lost; });
  json["clips"] = OrderedJson::array();
  for (const ReportedClip& clip : model.clips)
    json["clips"].push_back({{"name", clip.name},
                             {"seconds", clip.seconds},
                             {"loopDegrees", clip.loopDegrees},
                             {"loopRatio", clip.loopRatio},
                             {"travel", clip.travel},
                             {"speed", clip.speed}});
  json["pairs"] = OrderedJson::array();
  for (const ReportedPair& pair : model.pairs) {
    OrderedJson entry = {{"from", pair.from},
                         {"to", pair.to},
                         {"kind", pair.kind},
                         {"sync", pair.sync},
                         {"seconds", pair.seconds},
                         {"straight", pair.straight},
                         {"start", pair.start},
                         {"interrupted", pair.interrupted},
                         {"joint", pair.joint},
                         {"overshootDegrees", pair.overshootDegrees},
                         {"tiltDegrees", pair.tiltDegrees},
                         {"sink", pair.sink},
                         {"passed", pair.passes(model.maxRatio)}};
    if (!pair.fault.empty()) entry["fault"] = pair.fault;
    if (pair.slide) entry["slide"] = *pair.slide;
    json["pairs"].push_back(std::move(entry));
  }
  return json;
}

ReportedModel modelOf(const OrderedJson& json) {
  ReportedModel model{.name = json.at("name"), .path = json.at("path")};
  model.key = json.value("key", "");
  model.page = json.value("page", "");
  model.error = json.value("error", "");
  if (!model.error.empty()) return model;
  model.counts = json.at("counts");
  model.maxRatio = json.at("maxRatio");
  model.took = json.at("took");
  model.clipsLeftOut = json.value("clipsLeftOut", std::vector<std::string>());
  model.lines.resize(std::min<std::size_t>(json.at("lost").get<std::size_t>(), 1'000'000),
                     {.kind = Finding::Lost, .location = {}, .what = {}});
  for (const OrderedJson& clip : json.at("clips"))
    model.clips.push_back({.name = clip.at("name"),
                           .seconds = clip.at("seconds"),
                           .loopDegrees = clip.at("loopDegrees"),
                           .loopRatio = clip.at("loopRatio"),
                           .travel = clip.at("travel"),
                           .speed = clip.at("speed"),
                           .feet = {}});
  const int count = static_cast<int>(model.clips.size());
  for (const OrderedJson& entry : json.at("pairs")) {
    ReportedPair pair{
        .from = entry.at("from"), .to = entry.at("to"), .kind = entry.at("kind"), .sync = entry.at("sync")};
    pair.seconds = entry.at("seconds");
    pair.straight = entry.at("straight");
    pair.interrupted = entry.at("interrupted");
    pair.overshootDegrees = entry.at("overshootDegrees");
    pair.tiltDegrees = entry.value("tiltDegrees", 0.0);
    pair.sink = entry.value("sink", 0.0);
    pair.fault = entry.value("fault", "");
    pair.joint = entry.at("joint");
    pair.start = entry.at("start");
    if (entry.contains("slide")) pair.slide = entry.at("slide").get<double>();
    if (pair.from < 0 || pair.from >= count || pair.to < 0 || pair.to >= count)
      throw OrderedJson::out_of_range::create(401, "a pair names a clip that is not listed", &entry);
    model.pairs.push_back(std::move(pair));
  }
  return model;
}

std::string indexRow(const ReportedModel& model) {
  const std::string label = escaped(shortenedInMiddle(model.name));
  const std::string cell = "<tr><td title=\"" + escaped(model.name) + "\">" +
                           (model.page.empty() ? label : "<a href=\"" + escaped(model.page) + "\">" + label + "</a>") +
                           "</td>";
  if (!model.error.empty()) return cell + "<td class=\"warn\" colspan=\"5\">" + escaped(model.error) + "</td></tr>";
  const double worst = model.worst();
  std::string badge = "-";
  if (!model.pairs.empty())
    badge = "<span class=\"badge " + std::string(ratioClass(worst, model.maxRatio)) + "\">" + shortNumber(worst) +
            "</span>";
  return cell + "<td class=\"word\">" + badge + "</td><td class=\"num\">" + std::to_string(model.pastLimits()) +
         " of " + std::to_string(model.pairs.size()) + "</td><td class=\"num\">" + std::to_string(model.clips.size()) +
         "</td><td class=\"num" + (model.lines.empty() ? "" : " warn") + "\">" + std::to_string(model.lines.size()) +
         "</td><td class=\"num\">" + shortNumber(model.took, 1) + " s</td></tr>";
}

}  // namespace

std::string reportLine(const ReportedModel& model) { return jsonText(jsonOf(model)); }

Result<ReportedModel> readReportLine(std::string_view line) {
  const OrderedJson json = parsedJson<OrderedJson>(line);
  if (!json.is_object() || json.value("format", OrderedJson()) != kFormat) return Error{"is no line of a report"};
  try {
    return modelOf(json);
  } catch (const OrderedJson::exception& wrong) {
    return Error{std::string("is malformed: ") + wrong.what()};
  }
}

Result<ReportList> readReportList(std::string_view text) {
  ReportList list;
  for (std::size_t number = 1;; ++number) {
    const std::size_t end = text.find('\n', list.complete);
    if (end == std::string_view::npos) return list;
    const std::string_view line = text.substr(list.complete, end - list.complete);
    list.complete = end + 1;
    if (line.empty()) continue;
    auto model = readReportLine(line);
    if (!model) return Error{"line " + std::to_string(number) + " " + model.error().message};
    merge(list.models, {*std::move(model)});
  }
}

void merge(std::vector<ReportedModel>& models, std::vector<ReportedModel> more) {
  for (ReportedModel& model : more) {
    const auto before =
        std::lower_bound(models.begin(), models.end(), model.path,
                         [](const ReportedModel& each, const std::string& path) { return each.path < path; });
    if (before != models.end() && before->path == model.path)
      *before = std::move(model);
    else
      models.insert(before, std::move(model));
  }
}

std::string indexPage(std::span<const ReportedModel> models) {
  std::vector<const ReportedModel*> sorted;
  std::size_t transitions = 0, above = 0, failed = 0;
  for (const ReportedModel& model : models) {
    sorted.push_back(&model);
    transitions += model.pairs.size();
    above += model.pastLimits();
    failed += !model.error.empty();
  }
  std::stable_sort(sorted.begin(), sorted.end(), [](const ReportedModel* a, const ReportedModel* b) {
    return std::pair(a->error.empty(), -a->worst()) < std::pair(b->error.empty(), -b->worst());
  });
  const auto count = [](std::size_t value, const char* what) { return chip(std::to_string(value), what); };
  std::string html = pageHead("Transitions \xE2\x80\x93 Crossfade") + "<main><h1>Transitions</h1><ul class=\"chips\">" +
                     count(models.size(), models.size() == 1 ? "model" : "models") + count(transitions, "transitions") +
                     count(above, "past the limits");
  if (failed > 0) html += count(failed, failed == 1 ? "model that cannot be opened" : "models that cannot be opened");
  html +=
      "</ul><h2>Models</h2><p class=\"note\">Worst: the largest change of velocity of any transition, relative to what "
      "the "
      "clips do by themselves.</p><div class=\"card scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Models\"><table "
      "class=\"list\"><thead><tr><th>Model</th><th>Worst</th><th class=\"num\">Above the limit</th><th "
      "class=\"num\">Clips</th><th class=\"num\">Lost</th><th class=\"num\">Took</th></tr></thead><tbody>";
  for (const ReportedModel* model : sorted) html += indexRow(*model);
  return html + "</tbody></table></div></main></body></html>\n";
}

std::string junitText(std::span<const ReportedModel> models) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"crossfade report\">\n";
  for (const ReportedModel& model : models) {
    const std::string name = escaped(model.path.empty() ? model.name : model.path);
    text += "  <testsuite name=\"" + name + "\" tests=\"" + std::to_string(model.pairs.size() + 1) + "\" failures=\"" +
            std::to_string(model.pastLimits()) + "\" errors=\"" + (model.error.empty() ? "0" : "1") + "\" time=\"" +
            shortNumber(model.took, 3) + "\">\n    <testcase classname=\"" + name + "\" name=\"opens\"" +
            (model.error.empty() ? "/>\n" : "><error message=\"" + escaped(model.error) + "\"/></testcase>\n");
    for (const ReportedPair& pair : model.pairs) {
      text += "    <testcase classname=\"" + name + "\" name=\"" +
              escaped(model.clips[static_cast<std::size_t>(pair.from)].name + " to " +
                      model.clips[static_cast<std::size_t>(pair.to)].name) +
              "\"";
      if (pair.passes(model.maxRatio)) {
        text += "/>\n";
        continue;
      }
      text += "><failure message=\"" +
              escaped(pair.ratio() <= model.maxRatio ? pair.fault
                                                     : "the velocity changes " + shortNumber(pair.ratio()) +
                                                           " times as much as in the clips, at " + pair.joint +
                                                           "; the limit is " + shortNumber(model.maxRatio)) +
              "\"/></testcase>\n";
    }
    text += "  </testsuite>\n";
  }
  return text + "</testsuites>\n";
}

std::string reportJson(std::span<const ReportedModel> models) {
  OrderedJson list = OrderedJson::array();
  for (const ReportedModel& model : models) list.push_back(jsonOf(model));
  return jsonText(list, 1) + "\n";
}

}  // namespace app

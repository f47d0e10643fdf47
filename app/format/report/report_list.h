// The results of many models: one line of JSON each, and what is made of these lines.
#ifndef APP_FORMAT_REPORT_REPORT_LIST_H
#define APP_FORMAT_REPORT_REPORT_LIST_H

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/format/report/report_data.h"
#include "crossfade/base/result.h"

namespace app {

/// One line without its line break: everything but curves, films, feet and the load report. Lines of several machines
/// may be put behind each other in any order.
std::string reportLine(const ReportedModel& model);
/// What such a line says. The error says what is wrong.
crossfade::Result<ReportedModel> readReportLine(std::string_view line);

/// The lines of a file, of which the last one of each path counts, in the order of paths. A last line without its line
/// break, which a program that was killed has left, is dropped; `complete` is how many bytes come before it. The error
/// names the line.
struct ReportList {
  std::vector<ReportedModel> models;
  std::size_t complete = 0;
};
crossfade::Result<ReportList> readReportList(std::string_view text);
/// Adds the models of another list; of those with one path, the added one counts.
void merge(std::vector<ReportedModel>& models, std::vector<ReportedModel> more);

/// All models on one page, with links to theirs.
std::string indexPage(std::span<const ReportedModel> models);
/// For CI, in the form that JUnit made usual: a suite per model, a case per transition, which fails above the limit.
std::string junitText(std::span<const ReportedModel> models);
/// All lines as one JSON list.
std::string reportJson(std::span<const ReportedModel> models);

}  // namespace app

#endif  // APP_FORMAT_REPORT_REPORT_LIST_H

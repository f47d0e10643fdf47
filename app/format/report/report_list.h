// The results of many models: one line of JSON each, and what is made of these lines.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/format/report/report_page.h"
#include "crossfade/base/result.h"

namespace app {

/// One line without its line break: everything but curves, films, feet and the load report. Lines of several machines
/// may be joined in any order.
std::string reportLine(const ReportedModel& model);
/// What such a line says. The error says what is wrong.
crossfade::Result<ReportedModel> readReportLine(std::string_view line);

struct ReportList {
  std::vector<ReportedModel> models;  // sorted by path
  std::size_t complete = 0;           // bytes up to and including the last line break
};
/// Reads the lines of a file; for each path, the last one counts. An unfinished last line, left by a run that was
/// killed, is dropped. The error names the line.
crossfade::Result<ReportList> readReportList(std::string_view text);
/// Adds the models of another list; of those with one path, the added one counts.
void merge(std::vector<ReportedModel>& models, std::vector<ReportedModel> more);

/// All models on one page, with links to theirs.
std::string indexPage(std::span<const ReportedModel> models);
/// JUnit XML for CI: a test suite per model, a test case per transition, which fails above the limit.
std::string junitText(std::span<const ReportedModel> models);
/// All lines as one JSON list.
std::string reportJson(std::span<const ReportedModel> models);

}  // namespace app

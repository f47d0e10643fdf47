// The page of one model: a single HTML file that needs nothing else.
#ifndef APP_FORMAT_REPORT_REPORT_PAGE_H
#define APP_FORMAT_REPORT_REPORT_PAGE_H

#include <string>
#include <string_view>

#include "app/format/report/report_data.h"

namespace app {

/// Light or dark as the reader's system is. Without scripts everything is there; with them, a link to a pair opens it.
std::string reportPage(const ReportedModel& model);

/// What a ratio is called in class names: "r0" (cannot be seen) to "r4".
std::string_view ratioClass(double ratio, double maxRatio);
/// The beginning of any page of a report, up to <body> included.
std::string pageHead(const std::string& title);

}  // namespace app

#endif  // APP_FORMAT_REPORT_REPORT_PAGE_H

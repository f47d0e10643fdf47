// Text for pages: escaped, numbers as people read them, bytes as base64.
#ifndef APP_FORMAT_REPORT_HTML_TEXT_H
#define APP_FORMAT_REPORT_HTML_TEXT_H

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace app {

/// For the content and the quoted attributes of HTML and XML. Bytes that are not UTF-8, and controls, become U+FFFD.
std::string escaped(std::string_view text);
/// "3.25" with at most `digits` decimals; "–" if it is not finite.
std::string shortNumber(double value, int digits = 2);
/// A figure at the top of a page: a number and what it counts.
std::string chip(const std::string& value, const std::string& what);
/// RFC 4648, section 4.
std::string base64Of(std::span<const std::uint8_t> bytes);

}  // namespace app

#endif  // APP_FORMAT_REPORT_HTML_TEXT_H

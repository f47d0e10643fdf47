// Text for pages: escaped, numbers as people read them, bytes as base64.
#ifndef APP_FORMAT_REPORT_HTML_TEXT_H
#define APP_FORMAT_REPORT_HTML_TEXT_H

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// For the content and the quoted attributes of HTML and XML. Bytes that are not UTF-8, controls except
/// line breaks, and characters that turn the direction of text are written out (format/visible_text.h).
std::string escaped(std::string_view text);
/// "3.25" with at most `digits` decimals; "–" if it is not finite.
std::string shortNumber(double value, int digits = 2);
/// What labels of these names show: without the words that all of them begin with ("AnimalArmature|Walk", "Walk"), and
/// with at most `most` characters, left out in the middle. As many as there are names.
std::vector<std::string> labelsOf(const std::vector<std::string>& names, std::size_t most = 40);
/// At most `most` characters (code points) of UTF-8, the others left out in the middle: "AnimalArm…Walk".
std::string shortenedInMiddle(std::string_view text, std::size_t most = 40);
/// A figure at the top of a page: a number and what it counts.
std::string chip(const std::string& value, const std::string& what);
/// RFC 4648, section 4.
std::string base64Of(std::span<const std::uint8_t> bytes);

}  // namespace app

#endif  // APP_FORMAT_REPORT_HTML_TEXT_H

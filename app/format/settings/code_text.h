// Texts and numbers as literals of the languages that settings are exported to.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// "Walk \"slow\"", with quotes: a literal of JSON, JavaScript, C#, GDScript and Godot's resources alike. What is not
/// UTF-8 becomes U+FFFD. It has no line breaks, so it also fits into a comment of one line.
std::string quotedText(std::string_view text);
/// The first line of an export: of which model, and `what`, such as " for Unity".
std::string titleOf(std::string_view model, std::string_view what);
/// A literal of C++ with exactly these bytes.
std::string cppText(std::string_view text);
/// The shortest text that reads back as the same value, with a point: "2.0".
std::string realNumber(double value);
/// Appends "name: value" to the members of an object of JavaScript.
void addMember(std::string& members, std::string_view name, const std::string& value);
/// A word of files as a literal of JavaScript.
std::string codeWord(std::string_view word);
/// With a capital first letter.
std::string capitalized(std::string_view word);
/// All of `first`, then all of `then`.
std::vector<std::string> joined(std::vector<std::string> first, std::vector<std::string> then);
/// Each sentence as lines of at most 110 characters that begin with `mark`, such as "// ".
std::string commentLines(std::string_view mark, std::span<const std::string> sentences);

}  // namespace app

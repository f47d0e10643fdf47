#include "app/render/shader_program.h"

#include <glad/gl.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>

#include "embedded_shaders.h"

namespace app {
namespace {

std::string_view takeLine(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return line;
}

crossfade::Result<void> append(const ShaderFolder& folder, std::string_view name, ShaderText& out) {
  if (std::find(out.files.begin(), out.files.end(), name) != out.files.end()) return {};
  auto content = folder.read(name);
  if (!content) return content.error();
  const std::string file = std::to_string(out.files.size());
  out.files.emplace_back(name);
  out.contents.push_back(*content);
  out.text += "#line 1 " + file + "\n";

  constexpr std::string_view kInclude = "#include \"";
  std::string_view rest = *content;
  for (int lineNumber = 1; !rest.empty(); ++lineNumber) {
    const std::string_view line = takeLine(rest);
    if (!line.starts_with(kInclude)) {
      out.text.append(line) += '\n';
      continue;
    }
    const std::string_view included = line.substr(kInclude.size(), line.rfind('"') - kInclude.size());
    if (auto done = append(folder, included, out); !done) return done;
    out.text += "#line " + std::to_string(lineNumber + 1) + " " + file + "\n";
  }
  return {};
}

std::optional<std::size_t> takeNumber(std::string_view& text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

std::string_view lineOf(std::string_view text, std::size_t lineNumber) {
  std::string_view line;
  for (std::size_t i = 0; i < lineNumber; ++i) line = takeLine(text);
  return line;
}

crossfade::Result<GlShader> compile(const ShaderFolder& folder, unsigned int stage, std::string_view name,
                                    std::string_view defines) {
  auto shader = assembleShader(folder, name, defines);
  if (!shader) return shader.error();
  GlShader handle(glCreateShader(stage));
  const char* text = shader->text.c_str();
  glShaderSource(handle.id(), 1, &text, nullptr);
  glCompileShader(handle.id());
  GLint compiled = 0;
  glGetShaderiv(handle.id(), GL_COMPILE_STATUS, &compiled);
  if (compiled) return handle;
  std::string log(4096, '\0');
  GLsizei length = 0;
  glGetShaderInfoLog(handle.id(), static_cast<GLsizei>(log.size()), &length, log.data());
  log.resize(static_cast<std::size_t>(length));
  return crossfade::Error{"shader '" + std::string(name) + "' does not compile: " + explainShaderLog(*shader, log)};
}

}  // namespace

crossfade::Result<std::string> ShaderFolder::read(std::string_view name) const {
  if (path.empty()) {
    const std::string_view text = embeddedShader(name);
    if (text.empty()) return crossfade::Error{"no shader '" + std::string(name) + "' is built into this program"};
    return std::string(text);
  }
  constexpr std::uintmax_t kLargest = 1 << 20;  // bytes; opening a pipe would wait for a writer
  const std::filesystem::path file = path / name;
  std::error_code unknown;
  if (std::filesystem::exists(file, unknown) && !std::filesystem::is_regular_file(file, unknown))
    return crossfade::Error{"shader file '" + file.string() + "' is not a regular file"};
  if (const std::uintmax_t size = std::filesystem::file_size(file, unknown); !unknown && size > kLargest)
    return crossfade::Error{"shader file '" + file.string() + "' has " + std::to_string(size) +
                            " bytes; the limit is " + std::to_string(kLargest)};
  std::ifstream stream(file, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  if (!stream || text.empty())
    return crossfade::Error{"shader file '" + file.string() + "' cannot be read or is empty"};
  return text;
}

crossfade::Result<ShaderText> assembleShader(const ShaderFolder& folder, std::string_view name,
                                             std::string_view defines) {
  ShaderText shader;
  shader.text = "#version 410 core\n";
  while (!defines.empty()) shader.text.append("#define ").append(takeLine(defines)) += '\n';
  if (auto done = append(folder, name, shader); !done) return done.error();
  return shader;
}

// Mesa and Apple write "0:12(5): error", NVIDIA "0(12) : error", AMD "ERROR: 0:12:".
std::string explainShaderLog(const ShaderText& shader, std::string_view log) {
  std::string explained;
  std::string quote;
  std::string_view rest = log;
  while (!rest.empty()) {
    const std::string_view line = takeLine(rest);
    const std::size_t digit = line.find_first_of("0123456789");
    std::string_view tail = line.substr(std::min(digit, line.size()));
    const auto file = takeNumber(tail);
    const bool hasLocation =
        file && *file < shader.files.size() && !tail.empty() && (tail.front() == ':' || tail.front() == '(');
    explained += explained.empty() ? "" : "\n";
    if (!hasLocation) {
      explained += line;
      continue;
    }
    explained.append(line.substr(0, digit)).append(shader.files[*file]).append(tail);
    tail.remove_prefix(1);
    if (const auto lineNumber = takeNumber(tail); lineNumber && quote.empty())
      quote = lineOf(shader.contents[*file], *lineNumber);
  }
  return quote.empty() ? explained : explained + "\n  > " + quote;
}

crossfade::Result<GlProgram> buildProgram(const ShaderFolder& folder, const ProgramSource& source) {
  auto vertex = compile(folder, GL_VERTEX_SHADER, source.vertex, source.defines);
  if (!vertex) return vertex.error();
  auto fragment = compile(folder, GL_FRAGMENT_SHADER, source.fragment, source.defines);
  if (!fragment) return fragment.error();

  GlProgram program = GlProgram::make();
  glAttachShader(program.id(), vertex->id());
  glAttachShader(program.id(), fragment->id());
  if (source.feedback != nullptr)
    glTransformFeedbackVaryings(program.id(), 1, &source.feedback, GL_INTERLEAVED_ATTRIBS);
  glLinkProgram(program.id());
  GLint linked = 0;
  glGetProgramiv(program.id(), GL_LINK_STATUS, &linked);
  if (linked) return program;
  std::string log(4096, '\0');
  GLsizei length = 0;
  glGetProgramInfoLog(program.id(), static_cast<GLsizei>(log.size()), &length, log.data());
  log.resize(static_cast<std::size_t>(length));
  return crossfade::Error{"shaders '" + std::string(source.vertex) + "' and '" + std::string(source.fragment) +
                          "' do not link: " + log};
}

}  // namespace app

// Builds a program from GLSL files; errors name the file and quote the line.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/render/gl_handle.h"
#include "crossfade/base/result.h"

namespace app {

/// Where GLSL files come from: a folder or, if `path` is empty, the files embedded in the program.
struct ShaderFolder {
  std::filesystem::path path;
  crossfade::Result<std::string> read(std::string_view name) const;
};

/// One stage with its #includes resolved. `files[i]` is the file that compiler messages call source i.
struct ShaderText {
  std::string text;
  std::vector<std::string> files;
  std::vector<std::string> contents;  // of each file, to quote a line
};

/// `defines` are lines without "#define ". Each file is included once, from any other; names are relative to the
/// folder.
crossfade::Result<ShaderText> assembleShader(const ShaderFolder& folder, std::string_view name,
                                             std::string_view defines);

/// The compiler's log with file names instead of numbers, followed by the first line it complains about.
std::string explainShaderLog(const ShaderText& shader, std::string_view log);

struct ProgramSource {
  std::string_view vertex;  // file names
  std::string_view fragment;
  std::string defines;             // "SKIN_SETS 1\nMASKED 0\n"
  const char* feedback = nullptr;  // vertex output to capture
};

crossfade::Result<GlProgram> buildProgram(const ShaderFolder& folder, const ProgramSource& source);

}  // namespace app

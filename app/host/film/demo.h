// What the viewer renders without a display: a film of the model's clips cross-fading, and a picture.
#pragma once

#include <string>

#include "app/host/terminal/exit_code.h"

namespace app {

/// Writes out/demo.gif and out/demo.png and prints both paths and a frame-timing table.
ExitCode runDemo(const std::string& model, const std::string& shaderDir);

}  // namespace app

// What the viewer renders without a display: a film of the model's clips cross-fading, and a picture.
#ifndef APP_HOST_FILM_DEMO_H
#define APP_HOST_FILM_DEMO_H

#include <string>

#include "app/host/terminal/exit_code.h"

namespace app {

/// Writes out/demo.gif and out/demo.png and prints both paths and a frame-timing table.
ExitCode runDemo(const std::string& model, const std::string& shaderDir);

}  // namespace app

#endif  // APP_HOST_FILM_DEMO_H

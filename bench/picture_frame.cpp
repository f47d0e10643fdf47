// Measures what drawing one picture costs, without panels: one JSON line. See README.md.
#include <glad/gl.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "app/host/files/model_file.h"
#include "app/model/caster_spheres.h"
#include "app/platform/gl_context_headless.h"
#include "app/profile/frame_profiler.h"
#include "app/render/offscreen_target.h"
#include "app/render/renderer.h"
#include "app/session/session.h"

namespace {

using namespace app;

/// Seconds that all threads of this process have computed.
double processSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double option(int argc, char** argv, std::string_view name, double otherwise) {
  for (int i = 1; i + 1 < argc; ++i)
    if (name == argv[i]) return std::atof(argv[i + 1]);
  return otherwise;
}

std::string text(int argc, char** argv, std::string_view name) {
  for (int i = 1; i + 1 < argc; ++i)
    if (name == argv[i]) return argv[i + 1];
  return {};
}

double median(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  const PictureSize size{static_cast<int>(option(argc, argv, "--width", 1280)),
                         static_cast<int>(option(argc, argv, "--height", 720))};
  const int frames = static_cast<int>(option(argc, argv, "--frames", 60));
  const std::string path = argc > 1 && argv[1][0] != '-' ? argv[1] : "";
  auto model = loadModel(path);
  auto context = HeadlessContext::make();
  if (!model || !context) return std::fprintf(stderr, "no model or no OpenGL\n"), 1;
  auto renderer = Renderer::make(HeadlessContext::getProcAddress);
  auto target = OffscreenTarget::make(size);
  if (!renderer || !target)
    return std::fprintf(stderr, "%s\n", (renderer ? target.error() : renderer.error()).message.c_str()), 1;
  if (const std::string folder = text(argc, argv, "--shader-dir"); !folder.empty())
    if (auto reloaded = (*renderer)->reloadShaders(folder); !reloaded)
      return std::fprintf(stderr, "%s\n", reloaded.error().message.c_str()), 1;
  addDetailLevels(*model);  // as the window's loader does
  Session session(*std::move(model));
  (*renderer)->setModel(session.model());
  (*renderer)->setQuality({.scale = static_cast<float>(option(argc, argv, "--scale", 1)),
                           .samples = static_cast<int>(option(argc, argv, "--samples", 4)),
                           .shadowTexels = static_cast<int>(option(argc, argv, "--shadow", 1024)),
                           .lessDetail = option(argc, argv, "--less-detail", 0) != 0});
  FrameProfiler profiler;
  DrawList list;
  std::vector<double> wall, cpu;
  for (int frame = 0; frame < frames + 5; ++frame) {
    session.advance(1.0 / 60, profiler);
    const double begin = steadySeconds(), beginCpu = processSeconds();
    buildDrawList(session.model(), session.posed(), session.camera(),
                  static_cast<float>(size.width) / static_cast<float>(size.height), session.view(), list);
    (*renderer)->upload(list);
    (*renderer)->draw(list, size, target->framebuffer());
    glFinish();
    if (frame < 5) continue;  // compiles shaders
    wall.push_back(1e3 * (steadySeconds() - begin));
    cpu.push_back(1e3 * (processSeconds() - beginCpu));
  }
  std::printf("{\"width\":%d,\"height\":%d,\"frames\":%d,\"ms_p50\":%.2f,\"cpu_ms_p50\":%.2f,\"driver\":\"%s\"}\n",
              size.width, size.height, frames, median(wall), median(cpu), (*renderer)->driverName().c_str());
}

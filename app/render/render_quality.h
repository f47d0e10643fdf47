// How finely the scene is drawn. Less costs less; poses are the same.
#pragma once

namespace app {

struct RenderQuality {
  float scale = 1;          // of width and height, above 0 and at most 1; the picture is enlarged to its size
  int samples = 4;          // of multisampling; at most RendererLimits::samples
  int shadowTexels = 1024;  // per side of the shadow map
  bool lessDetail = false;  // fewer triangles (model/caster_spheres.h): far fewer in a crowd, and elsewhere as few as
                            // move a surface by less than Renderer::kSurfaceError
  friend bool operator==(const RenderQuality&, const RenderQuality&) = default;
};

}  // namespace app

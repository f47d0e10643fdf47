// What is drawn besides the model: lines, bones, wall and floor.
#pragma once

#include <span>

#include <glm/vec4.hpp>

#include "app/render/gl_handle.h"
#include "app/render/scene_draw.h"
#include "app/render/scene_program.h"
#include "app/render/scene_target.h"
#include "app/view/draw_list.h"
#include "crossfade/base/result.h"

namespace app {

// Draws translucent shapes so that only their nearest surface shows.

void beginNearestDepth();
void beginNearestColor();
void endNearest();

/// Calls `draw` twice: once for depth only, then to blend colors where the depth matches. Both calls must produce the
/// same depths. Leaves blending disabled.
template <class Draw>
void blendNearestSurface(const Draw& draw) {
  beginNearestDepth();
  draw();
  beginNearestColor();
  draw();
  endNearest();
}

// Draws ghosts: the model at other times, translucent, only the nearest surface of each layer.

/// Draws into `target` those layers that belong to `share`, at `cost` each, after the opaque scene and before blended
/// surfaces. Layers do not hide each other.
void drawGhosts(const SceneContent& content, const DrawList& list, SceneTarget& target, std::int64_t cost,
                DrawShare& share);

// ---- Draws thick antialiased lines on top of everything: bones as lines, axes and trails.

/// One instance per pair of points; the vertex shader makes it a strip. A dark rim below all lines keeps them legible
/// on any background.
class LineOverlay {
 public:
  static crossfade::Result<LineOverlay> make(const ShaderFolder& shaders);
  void upload(std::span<const LineVertex> points);
  /// `width` in pixels.
  void draw(float width) const;

 private:
  GlProgram program_;
  int halfWidth_ = -1;
  int rimAlpha_ = -1;
  GlVertexArray vertexArray_;
  StreamBuffer buffer_;
  int lineCount_ = 0;
};

// ---- Draws bones as solids on top of the scene, depth-tested against each other.

/// One instance per bone; the vertex shader makes it an octahedron with a dark rim.
class BoneOverlay {
 public:
  static crossfade::Result<BoneOverlay> make(const ShaderFolder& shaders);
  void upload(std::span<const BoneShape> bones);
  /// Clears the depth buffer if there are bones, so call it after everything that the scene hides.
  void draw() const;

 private:
  GlProgram program_;
  GlVertexArray vertexArray_;
  StreamBuffer buffer_;
  int boneCount_ = 0;
};

// ---- The surroundings of the model: wall and floor.

/// Both are drawn after the opaque meshes, depth-tested against them. They use the Frame block.
class Backdrop {
 public:
  static crossfade::Result<Backdrop> make(const ShaderFolder& shaders, unsigned int shadowUnit,
                                          unsigned int shadowDepthUnit);

  /// Spheres (w: radius) that darken the floor below them.
  /// `band`: a strip of triangles on the floor.
  void upload(std::span<const glm::vec4> occluders, std::span<const LineVertex> band);
  void drawWall() const;
  /// Rectangles on the floor as min x, min z, max x, max z in meters: the whole floor, and where the shadow can fall
  /// (all 0: nowhere).
  void drawFloor(const glm::vec4& all, const glm::vec4& shadow) const;

 private:
  struct Layer {
    GlProgram program;
    int rectangle = -1;
  };
  void drawLayer(const Layer& layer, const glm::vec4& rectangle) const;

  GlProgram wall_;
  Layer ground_;
  Layer shadow_;
  GlProgram contact_;
  GlVertexArray noVertices_;
  GlVertexArray occluderArray_;
  StreamBuffer occluders_;
  int occluderCount_ = 0;
  GlProgram band_;
  GlVertexArray bandArray_;
  StreamBuffer bandVertices_;
  int bandCount_ = 0;
};

}  // namespace app

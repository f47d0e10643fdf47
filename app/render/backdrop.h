// The surroundings of the model: wall and floor.
#pragma once

#include <span>

#include <glm/vec4.hpp>

#include "app/render/gl_handle.h"
#include "app/render/shader_program.h"
#include "app/view/draw_list.h"
#include "crossfade/base/result.h"

namespace app {

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

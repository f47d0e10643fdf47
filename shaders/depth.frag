// The shadow of a mesh: depth alone, with the holes of masked materials.
#include "base_color.glsl"

void main() {
#if MASKED
  if (baseColor().a < alphaCutoff) discard;
#endif
}

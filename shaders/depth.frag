// Depth only, for the shadow map; masked materials leave holes.
#include "base_color.glsl"

void main() {
#if MASKED
  if (baseColor().a < alphaCutoff) discard;
#endif
}

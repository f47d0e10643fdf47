// Base color and alpha, shared by the picture, the shadow map and ghosts.
in vec4 vertexColor;
in vec2 baseColorUv;

uniform vec4 baseColorFactor;
uniform float alphaCutoff;
#if BASE_COLOR_TEXTURE
uniform sampler2D baseColorTexture;
#endif

vec4 baseColor() {
  vec4 color = baseColorFactor * vertexColor;
#if BASE_COLOR_TEXTURE
  color *= texture(baseColorTexture, baseColorUv);
#endif
  return color;
}

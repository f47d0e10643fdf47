// One triangle that covers the whole picture, at the far plane.
out vec2 pictureUv;  // 0..1, origin at the lower left

void main() {
  vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  pictureUv = corner;
  gl_Position = vec4(corner * 2.0 - 1.0, 1.0, 1.0);
}

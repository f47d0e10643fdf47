// The build gives the engine to the bundle: compressed (zlib), as base64. `feet` is what is loaded where it is asked for, and `plain` the whole
// engine for browsers without SIMD; empty where there is none.
declare module 'crossfade.wasm' {
  const compressed: string
  export default compressed
}
declare module 'crossfade-feet.wasm' {
  const compressed: string
  export default compressed
}
declare module 'crossfade-plain.wasm' {
  const compressed: string
  export default compressed
}

// The build gives the engine to the bundle: compressed (raw deflate), as base64.
declare module 'crossfade.wasm' {
  const compressed: string
  export default compressed
}

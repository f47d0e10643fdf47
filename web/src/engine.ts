// The engine as WebAssembly: its functions, its memory, and text that goes in and out.
import withSimd from 'crossfade.wasm'

/** An address in the engine's memory. 0: none. */
export type Address = number

/** What web/engine exports; its sources say what each function takes. */
export interface EngineFunctions {
  memory: WebAssembly.Memory
  _initialize(): void
  crossfade_error(): Address
  crossfade_allocate(bytes: number): Address
  crossfade_free(memory: Address): void

  crossfade_rig_create(): Address
  crossfade_rig_destroy(rig: Address): void
  crossfade_rig_joint(rig: Address, name: Address, nameLength: number, parent: number, rest: Address): void
  crossfade_rig_morphs(rig: Address, joint: number, rest: Address, count: number): void
  crossfade_rig_value(rig: Address, joint: number, rest: Address, count: number): void
  crossfade_rig_finish(rig: Address): number
  crossfade_rig_track(
    rig: Address, node: number, channel: number, interpolation: number,
    times: Address, keyCount: number, values: Address, valueCount: number, tangentCount: number,
  ): number
  crossfade_rig_clip(rig: Address, name: Address, nameLength: number, duration: number, additive: number): number
  crossfade_rig_clip_duration(rig: Address, clip: number): number
  crossfade_rig_mask(rig: Address, weights: Address): number
  crossfade_rig_subtree_mask(rig: Address, joint: number, feather: number): number
  crossfade_rig_events(rig: Address, clip: number, names: Address, times: Address, count: number): number
  crossfade_rig_steps(rig: Address, clip: number): number
  crossfade_rig_event_name(rig: Address, clip: number, event: number): Address
  crossfade_rig_root_joint(rig: Address, clip: number): number
  crossfade_rig_extract_root(rig: Address, clip: number, joint: number, height: number, turn: number): void
  crossfade_rig_travel_by_feet(rig: Address, clip: number): number

  crossfade_character_create(rig: Address): Address
  crossfade_character_destroy(character: Address): void
  crossfade_character_locals(character: Address): Address
  crossfade_character_weights(character: Address): Address
  crossfade_character_update(character: Address, delta: number): number
  crossfade_character_report(character: Address): Address
  crossfade_character_time(character: Address): number
  crossfade_character_set_time_scale(character: Address, timeScale: number): void
  crossfade_character_stop_all(character: Address): void
  crossfade_character_carry_over(character: Address, seconds: number): void
  crossfade_character_cut(character: Address): void
  crossfade_character_travel(character: Address, on: number): void
  crossfade_character_step(character: Address): Address
  crossfade_character_weight_of(character: Address, clip: number): number
  crossfade_character_lock_feet(character: Address, on: number): number

  crossfade_moment_create(): Address
  crossfade_moment_destroy(moment: Address): void
  crossfade_moment_save(moment: Address, character: Address): void
  crossfade_moment_restore(moment: Address, character: Address): void

  crossfade_action(character: Address, clip: number, additive: number, extra: number): Address
  crossfade_action_get(action: Address, field: number): number
  crossfade_action_set(action: Address, field: number, value: number): void
  crossfade_action_mask(character: Address, action: Address, mask: number): void
  crossfade_action_fact(action: Address, fact: number): number
  crossfade_action_call(
    character: Address, action: Address, call: number, a: number, b: number, c: number, other: Address,
  ): void

  crossfade_to(
    character: Address, target: Address, seconds: number, kind: number, curve: number, sync: number, mask: number,
    endsMaskedLayers: number, toPhase: number,
  ): number
  crossfade_play(character: Address, target: Address): void
  crossfade_fade_target(character: Address): Address
  crossfade_fade_from(character: Address): Address
  crossfade_fade_progress(character: Address): number
  crossfade_fade_set_seconds(character: Address, seconds: number): void
  crossfade_fade_set_kind(character: Address, kind: number, curve: number): void
  crossfade_curve(character: Address, keys: Address, keyCount: number): number
  crossfade_markers(character: Address, clip: number, names: Address, times: Address, count: number): number
  crossfade_markers_of_feet(character: Address, clip: number): number
  crossfade_space(character: Address, samples: Address, count: number, sync: number): Address
  crossfade_space_lead(space: Address): Address
  crossfade_space_move_to(space: Address, x: number, y: number, seconds: number): void

  // Of src/tools.ts, which has an engine of its own:
  crossfade_retargeter(
    source: Address, target: Address, reach: number, mirrored: number, joints: Address, jointCount: number,
  ): Address
  crossfade_retargeter_destroy(retargeter: Address): void
  crossfade_retarget(retargeter: Address, source: Address, clip: number): Address
  crossfade_pack_open(block: Address, size: number): Address
  crossfade_pack_destroy(pack: Address): void
  crossfade_pack_facts(pack: Address): Address
  crossfade_pack_clip(pack: Address, index: number): Address
  crossfade_clip_name(clip: Address): Address
  crossfade_clip_duration(clip: Address): number
  crossfade_clip_is_additive(clip: Address): number
  crossfade_clip_track_count(clip: Address): number
  crossfade_clip_track(clip: Address, index: number): Address
  crossfade_clip_destroy(clip: Address): void
}

let loading: Promise<void> | undefined
let loadingFeet: Promise<void> | undefined
let loaded: EngineFunctions | undefined
let hasFeet = false

// Views of the memory as it is now; it moves when it grows.
let buffer: ArrayBufferLike = new ArrayBuffer(0)
let bytes = new Uint8Array(buffer)
let floats = new Float32Array(buffer)
let doubles = new Float64Array(buffer)

/** The engine, once it is loaded. Throws before that. */
export function engine(): EngineFunctions {
  if (!loaded) throw new Error('Crossfade is not loaded yet: await Crossfade.load() first, or use Crossfade.create().')
  return loaded
}

/** The same for functions of web/engine/feet.cpp. */
export function engineWithFeet(): EngineFunctions {
  const all = engine()
  if (!hasFeet) throw noFeet()
  return all
}

function noFeet(): Error {
  return new Error('Feet and root motion are not loaded: pass { feet: true } to Crossfade.create() or Crossfade.load().')
}

/**
 * Compiles the engine; the first call does the work. It is part of this file, so nothing is fetched; only `feet`, for feet and root motion, is
 * a file of its own, and without SIMD, plain.js is.
 */
export function load(feet = false): Promise<void> {
  loading ??= instantiate().catch((error) => {
    loading = undefined // so that the next call tries again
    throw error
  })
  const withFeet = () => (loadingFeet ??= addFeet().catch((error) => {
    loadingFeet = undefined
    throw error
  }))
  return feet ? loading.then(withFeet) : loading
}

// A module with one function that uses SIMD128.
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11])

async function instantiate(): Promise<void> {
  const compressed = WebAssembly.validate(SIMD) ? withSimd : (await import('crossfade-plain.wasm')).default
  if (!compressed) throw new Error('This browser is too old for this page: its WebAssembly has no SIMD.')
  const { instance, module } = await WebAssembly.instantiate(await unpacked(compressed), imports())
  loaded = instance.exports as unknown as EngineFunctions
  hasFeet = !WebAssembly.Module.imports(module).some((each) => each.module === 'feet')
  loaded._initialize()
}

/** Puts functions that are missing so far into the engine's table; they work in its memory. */
async function addFeet(): Promise<void> {
  if (hasFeet) return
  const { default: compressed } = await import('crossfade-feet.wasm')
  await WebAssembly.instantiate(await unpacked(compressed), { ...imports(), core: loaded as unknown as WebAssembly.ModuleImports })
  hasFeet = true
}

function unpacked(compressed: string): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(compressed), (character) => character.charCodeAt(0))
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'))).arrayBuffer()
}

/** What the engine asks of us: numbers as text, and an error where it cannot go on. `feet`: until addFeet. */
function imports(): WebAssembly.Imports {
  return {
    crossfade: {
      number: (value: number, decimals: number, address: Address, capacity: number): number => {
        refresh()
        return new TextEncoder().encodeInto(numberText(value, decimals), bytes.subarray(address, address + capacity)).written
      },
      stop: (address: Address, length: number): never => {
        refresh()
        throw new Error(`Crossfade: ${new TextDecoder().decode(bytes.slice(address, address + length))}`)
      },
    },
    env: { emscripten_notify_memory_growth: () => {} },
    wasi_snapshot_preview1: {
      proc_exit: (code: number): never => {
        throw new Error(`Crossfade's engine ended with ${code}.`)
      },
    },
    feet: new Proxy({}, { get: () => missing }),
  }
}

/** In the place of each function that is not loaded. */
function missing(): never {
  throw noFeet()
}

/** At most so many `decimals`; -1: the shortest text that reads back as this double, -2: as this float. */
function numberText(value: number, decimals: number): string {
  if (decimals >= 0) return String(Number(value.toFixed(Math.min(decimals, 100))))
  if (decimals === -1) return String(value)
  for (let digits = 1; digits < 9; ++digits) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return String(short)
  }
  return String(value)
}

function refresh(): void {
  if (buffer === loaded!.memory.buffer) return
  buffer = loaded!.memory.buffer
  bytes = new Uint8Array(buffer)
  floats = new Float32Array(buffer)
  doubles = new Float64Array(buffer)
}

/** The memory as floats: index an address by `address >> 2`. Valid until the engine allocates. */
export function floatMemory(): Float32Array {
  refresh()
  return floats
}

/** The memory as doubles: index an address by `address >> 3`. Valid until the engine allocates. */
export function doubleMemory(): Float64Array {
  refresh()
  return doubles
}

/** The bytes that the engine has from the browser. */
export function memoryBytes(): number {
  return loaded ? loaded.memory.buffer.byteLength : 0
}

/** Text that the engine ended by a zero. */
export function textAt(address: Address): string {
  refresh()
  const end = bytes.indexOf(0, address)
  return new TextDecoder().decode(bytes.subarray(address, end).slice())
}

/** The sentence of the last call that failed, as an Error. */
export function lastError(before = ''): Error {
  return new Error(before + textAt(engine().crossfade_error()))
}

/** Lends `values` to a call, in the engine's memory. */
export function withFloats<T>(values: ArrayLike<number>, call: (address: Address) => T): T {
  const address = allocate(4 * values.length)
  refresh()
  floats.set(values, address >> 2)
  try {
    return call(address)
  } finally {
    engine().crossfade_free(address)
  }
}

/** The same as doubles. */
export function withDoubles<T>(values: ArrayLike<number>, call: (address: Address) => T): T {
  const address = allocate(8 * values.length)
  refresh()
  doubles.set(values, address >> 3)
  try {
    return call(address)
  } finally {
    engine().crossfade_free(address)
  }
}

/** The same as integers. */
export function withInts<T>(values: ArrayLike<number>, call: (address: Address) => T): T {
  const address = allocate(4 * values.length)
  new Int32Array(loaded!.memory.buffer, address, values.length).set(values)
  try {
    return call(address)
  } finally {
    engine().crossfade_free(address)
  }
}

/** A copy of bytes in the engine's memory, for a call that takes it over. */
export function lent(block: Uint8Array): Address {
  const address = allocate(block.length)
  refresh()
  bytes.set(block, address)
  return address
}

/** Lends text as UTF-8, ended by a zero. */
export function withText<T>(text: string, call: (address: Address, length: number) => T): T {
  const encoded = new TextEncoder().encode(text)
  const address = allocate(encoded.length + 1)
  refresh()
  bytes.set(encoded, address)
  bytes[address + encoded.length] = 0
  try {
    return call(address, encoded.length)
  } finally {
    engine().crossfade_free(address)
  }
}

function allocate(size: number): Address {
  const address = engine().crossfade_allocate(Math.max(size, 8))
  if (address === 0) throw new Error(`Crossfade could not get ${size} bytes of memory.`)
  return address
}

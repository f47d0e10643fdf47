// What is done to clips before characters play them: import { openPack, retarget } from 'crossfade/tools'
import {
  AdditiveAnimationBlendMode, AnimationClip, Interpolant, InterpolateDiscrete, InterpolateLinear, InterpolateSmooth, NumberKeyframeTrack,
  PropertyBinding, Quaternion, QuaternionKeyframeTrack, VectorKeyframeTrack,
} from 'three'
import type { Bone, InterpolationModes, KeyframeTrack, Object3D } from 'three'
import { engine, lastError, lent, load, textAt, withInts } from './engine.js'
import type { Address } from './engine.js'
import type { BlendSample, ClipEvent, Pack } from './pack.js'
import { Rig } from './rig.js'
import { KINDS, SYNCS } from './transition_set.js'
import type { TransitionCell } from './transition_set.js'

export type { Pack } from './pack.js'

export interface RetargetOptions {
  /** Joints of the source by the names of the object's joints that they move, where the guess is wrong; `null`: nothing moves it. */
  joints?: Record<string, string | null>
  /** Clips of the object itself, if it does not stand upright in the pose that it was loaded in. */
  clips?: readonly AnimationClip[]
  /** Pulls hands to where the source's are, to the scale of the arms: 0 (not at all) to 1. */
  reach?: number
  /** Swaps left and right. */
  mirrored?: boolean
}

/**
 * Clips of another object for the joints of this one: `object` may have other proportions, joint axes and names. Human bodies are matched part
 * by part, everything else by names. Call it while both are in the poses in which they were loaded. Clips that move nothing are left out;
 * throws a sentence if none is left.
 */
export async function retarget(
  object: Object3D, source: Object3D, clips: readonly AnimationClip[],
  { joints = {}, clips: own = [], reach = 0, mirrored = false }: RetargetOptions = {},
): Promise<AnimationClip[]> {
  await load()
  const rigs: Rig[] = []
  let retargeter = 0
  try {
    const from = new Rig(source, clips, allNodesOf(source, clips)).use()
    rigs.push(from)
    const nodes = allNodesOf(object, own)
    const onto = new Rig(object, own, nodes).use()
    rigs.push(onto)
    const pairs = Object.entries(joints).flatMap(([target, moves]) => [jointOf(onto, target), moves === null ? -1 : jointOf(from, moves)])
    retargeter = withInts(pairs, (address) =>
      engine().crossfade_retargeter(from.address, onto.address, reach, Number(mirrored), address, pairs.length / 2))
    if (!retargeter) throw lastError('These clips do not fit this object: ')
    const names = nodes.map((node) => node.name || node.uuid)
    const made: AnimationClip[] = []
    let problem: Error | undefined
    clips.forEach((_, i) => {
      const clip = engine().crossfade_retarget(retargeter, from.address, i)
      if (clip) made.push(takeClip(clip, names))
      else problem ??= lastError(`The clip "${clips[i]!.name}" does not fit this object: `)
    })
    if (made.length === 0 && problem) throw problem
    return made
  } finally {
    if (retargeter) engine().crossfade_retargeter_destroy(retargeter)
    rigs.forEach((rig) => rig.release())
  }
}

/** All nodes of a file, as the desktop has them: the object itself only if something animates it. */
function allNodesOf(object: Object3D, clips: readonly AnimationClip[]): Object3D[] {
  const isMoved = clips.some((clip) => clip.tracks.some((track) => {
    const { nodeName } = PropertyBinding.parseTrackName(track.name)
    return PropertyBinding.findNode(object, nodeName) === object
  }))
  const nodes: Object3D[] = []
  object.traverse((node) => {
    if (node !== object || isMoved || (node as Bone).isBone) nodes.push(node)
  })
  return nodes
}

function jointOf(rig: Rig, name: string): number {
  const joint = rig.jointNamed(name)
  if (joint < 0) throw new Error(`There is no joint "${name}".`)
  return joint
}

/** What web/engine/packs.cpp writes. */
interface PackFacts {
  joints: string[]
  values: number
  clips: { events: ClipEvent[]; markers: { name: string; time: number }[] }[]
  masks: { name: string; weights: number[] }[]
  transitions: {
    from: number; to: number  // after the clips: blend spaces
    seconds?: number; kind?: number; shape?: number
    keys?: { time: number; value: number; in: number | string; out: number | string; inWeight?: number; outWeight?: number }[]
    sync?: number; mask?: number; endsMaskedLayers?: number; fromPhase?: number; toPhase?: number
  }[]
  blendSpaces: { name: string; sync: number; samples: (Omit<BlendSample, 'clip'> & { clip: number })[] }[]
}

/**
 * Reads a pack, as `crossfade pack` writes it (.xfade). Play its clips with an object that has joints of the same names, such as the model
 * it was made of, and then call `Crossfade.usePack`. Throws a sentence that says what is wrong with the bytes.
 */
export async function openPack(bytes: ArrayBuffer | Uint8Array): Promise<Pack> {
  await load()
  const block = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)
  const pack = engine().crossfade_pack_open(lent(block), block.length)
  if (!pack) throw lastError('This pack cannot be read: ')
  try {
    const facts = JSON.parse(textAt(engine().crossfade_pack_facts(pack))) as PackFacts
    const names = uniqueNames(facts.joints)
    const clips = facts.clips.map((_, i) => takeClip(engine().crossfade_pack_clip(pack, i), names))
    return {
      clips,
      events: facts.clips.map((clip) => clip.events),
      markers: facts.clips.map((clip) => clip.markers),
      set: {
        crossfade: 1,
        transitions: facts.transitions.map((cell) => cellOf(cell, facts, clips)),
        masks: facts.masks.map(({ name, weights }) => ({
          name, joints: Object.fromEntries(weights.flatMap((weight, i) => (weight > 0 ? [[names[i]!, weight] as const] : []))),
        })),
      },
      blendSpaces: facts.blendSpaces.map(({ name, sync, samples }) => ({
        name, sync: SYNCS[sync]!, samples: samples.map((sample) => ({ ...sample, clip: clips[sample.clip]! })),
      })),
    }
  } finally {
    engine().crossfade_pack_destroy(pack)
  }
}

/** As GLTFLoader names the nodes of a file. */
function uniqueNames(joints: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return joints.map((joint) => {
    const name = PropertyBinding.sanitizeNodeName(joint)
    const count = seen.get(name)
    seen.set(name, (count ?? 0) + 1)
    return count === undefined ? name : `${name}_${count}`
  })
}

function cellOf(cell: PackFacts['transitions'][number], { masks, blendSpaces }: PackFacts, clips: readonly AnimationClip[]): TransitionCell {
  const source = (index: number): TransitionCell['from'] => {
    if (index < 0) return null
    return index < clips.length ? { name: clips[index]!.name, index } : { space: blendSpaces[index - clips.length]!.name }
  }
  const slope = (value: number | string): number | 'step' => (typeof value === 'number' ? value : 'step')
  const made: TransitionCell = { from: source(cell.from), to: source(cell.to) }
  if (cell.seconds !== undefined) made.seconds = cell.seconds
  if (cell.kind !== undefined) made.kind = KINDS[cell.kind]!
  if (cell.sync !== undefined) made.sync = SYNCS[cell.sync]!
  if (cell.keys) made.curve = cell.keys.map((key) => ({ ...key, in: slope(key.in), out: slope(key.out) }))
  else if (cell.shape !== undefined) made.curve = cell.shape === 0 ? 'linear' : 'smooth'
  if (cell.mask !== undefined) made.mask = cell.mask < 0 ? null : { named: masks[cell.mask]!.name }
  if (cell.endsMaskedLayers !== undefined) made.layers = cell.endsMaskedLayers ? 'end' : 'keep'
  if (cell.fromPhase !== undefined) made.fromPhase = cell.fromPhase
  if (cell.toPhase !== undefined) made.toPhase = cell.toPhase
  return made
}

const CHANNELS = ['position', 'quaternion', 'scale', 'morphTargetInfluences']
const MODES: (InterpolationModes | undefined)[] = [InterpolateDiscrete, InterpolateLinear, InterpolateSmooth]
const HERMITE = 4

/** A clip of the engine as three.js has clips; frees it. Tracks of other values than those of nodes are left out. */
function takeClip(clip: Address, names: readonly string[]): AnimationClip {
  const tracks: KeyframeTrack[] = []
  const { crossfade_clip_track: track } = engine()
  for (let i = 0; i < engine().crossfade_clip_track_count(clip); ++i) {
    const [node, channel, interpolation, timeCount, timesAt, valueCount, valuesAt] = intsAt(track(clip, i), 7)
    if (channel! >= CHANNELS.length) continue
    const name = `${names[node!]!}.${CHANNELS[channel!]!}`
    tracks.push(trackOf(name, channel!, interpolation!, floatsAt(timesAt!, timeCount!), floatsAt(valuesAt!, valueCount!)))
  }
  const made = new AnimationClip(textAt(engine().crossfade_clip_name(clip)), engine().crossfade_clip_duration(clip), tracks)
  if (engine().crossfade_clip_is_additive(clip)) made.blendMode = AdditiveAnimationBlendMode
  engine().crossfade_clip_destroy(clip)
  return made
}

function trackOf(name: string, channel: number, interpolation: number, times: Float32Array, values: Float32Array): KeyframeTrack {
  const Kind = channel === 1 ? QuaternionKeyframeTrack : channel === 3 ? NumberKeyframeTrack : VectorKeyframeTrack
  const track = new Kind(name, times, values, MODES[interpolation] ?? InterpolateLinear)
  if (interpolation !== HERMITE) return track
  const create = Object.assign(
    function (this: KeyframeTrack, result?: Float32Array) {
      return new HermiteInterpolant(this.times, this.values, this.values.length / this.times.length / 3, result, channel === 1)
    },
    { isInterpolantFactoryMethodGLTFCubicSpline: true })  // so that its keys are read as GLTFLoader's are
  ;(track as unknown as { createInterpolant: typeof create }).createInterpolant = create
  return track
}

/** glTF's cubic splines: per key in-tangent, value, out-tangent (glTF 2.0, appendix C). For THREE.AnimationMixer. */
class HermiteInterpolant extends Interpolant {
  private readonly parts: { resultBuffer: Float32Array; sampleValues: Float32Array; valueSize: number }

  constructor(
    times: ArrayLike<number>, values: ArrayLike<number>, size: number, result: Float32Array | undefined, private readonly turns: boolean,
  ) {
    super(times as Float32Array, values as Float32Array, size, result ?? new Float32Array(size))
    this.parts = this as unknown as HermiteInterpolant['parts']
  }

  override copySampleValue_(index: number): Float32Array {
    const { resultBuffer, sampleValues, valueSize } = this.parts
    for (let i = 0; i < valueSize; ++i) resultBuffer[i] = sampleValues[(3 * index + 1) * valueSize + i]!
    return resultBuffer
  }

  interpolate_(right: number, begin: number, time: number, end: number): Float32Array {
    const { resultBuffer, sampleValues, valueSize } = this.parts
    const length = end - begin
    const u = (time - begin) / length
    const right1 = u * u * (3 - 2 * u)
    const slope0 = u * (u - 1) * (u - 1) * length
    const slope1 = u * u * (u - 1) * length
    for (let i = 0, at = 3 * (right - 1) * valueSize; i < valueSize; ++i, ++at)
      resultBuffer[i] = (1 - right1) * sampleValues[at + valueSize]! + slope0 * sampleValues[at + 2 * valueSize]! +
        right1 * sampleValues[at + 4 * valueSize]! + slope1 * sampleValues[at + 3 * valueSize]!
    if (this.turns) scratch.fromArray(resultBuffer).normalize().toArray(resultBuffer as unknown as number[])
    return resultBuffer
  }
}
const scratch = new Quaternion()

function intsAt(address: Address, count: number): number[] {
  return Array.from(new Int32Array(engine().memory.buffer, address, count))
}
function floatsAt(address: Address, count: number): Float32Array {
  return new Float32Array(engine().memory.buffer, address, count).slice()
}

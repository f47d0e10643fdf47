// From an object and its clips to the engine's joints, channels and tracks. Characters with equal bones and the same clips
// share one rig.
import { AdditiveAnimationBlendMode, PropertyBinding } from 'three'
import type { AnimationClip, Bone, KeyframeTrack, Object3D, SkinnedMesh } from 'three'
import { engine, lastError, withFloats, withText } from './engine.js'
import type { Address } from './engine.js'

const enum Channel { Translation, Rotation, Scale, Weights, Values }
const enum Interpolation { Discrete, Linear, Smooth, Bezier, Hermite }

const CHANNEL_OF: Record<string, Channel> = {
  position: Channel.Translation,
  quaternion: Channel.Rotation,
  scale: Channel.Scale,
}
const SIZES = [3, 4, 3]

/** The morph weights of one node's mesh, from `offset` on among the engine's weights. */
export interface MorphTarget {
  node: number
  offset: number
  count: number
}

/** The weights that three.js shows: those of the node, or of its parts, if GLTFLoader has made several of one mesh. */
export function influencesOf(node: Object3D): number[][] {
  const own = ({ morphTargetInfluences }: Object3D & { morphTargetInfluences?: number[] }): number[][] =>
    (morphTargetInfluences ? [morphTargetInfluences] : [])
  const found = own(node)
  return found.length > 0 ? found : node.children.flatMap(own)
}

/** A property that moves no bone, such as a color; its numbers are among the engine's weights, too. */
export interface ValueTarget {
  node: number
  path: string
  offset: number
  count: number
}

/** three.js's way to read and write such a property. */
export interface ValueBinding {
  getValue(numbers: number[], offset: number): void
  setValue(numbers: number[], offset: number): void
}

export function bindingTo(object: Object3D, path: string): ValueBinding {
  return new PropertyBinding(object, path) as unknown as ValueBinding
}

/** Where one track writes. */
interface Target {
  node: number
  channel: Channel
  count: number
}

/** What the frame writes of one character: the same in every object with this rig. */
export class Rig {
  readonly names: string[] = []
  readonly parents: number[] = []
  /** Node indices whose position, quaternion and scale some clip animates. */
  readonly animated: [number[], number[], number[]] = [[], [], []]
  readonly morphs: MorphTarget[] = []
  readonly values: ValueTarget[] = []
  /** What clips contain that is not played, one sentence each. */
  readonly ignored: string[] = []
  readonly address: Address
  readonly clips: AnimationClip[] = []
  /** Masks by what they were made of, and their indices in the engine. */
  readonly masks = new Map<string, number>()
  private readonly rest: Float32Array
  private users = 0

  /** `nodes`: parents before their children. */
  constructor(object: Object3D, clips: readonly AnimationClip[], nodes: readonly Object3D[] = nodesOf(object, clips)) {
    this.rest = restOf(nodes)
    for (const node of nodes) {
      this.names.push(node.name)
      this.parents.push(node.parent ? nodes.indexOf(node.parent) : -1)
    }
    const targets = new Targets(object, nodes, this)
    const tracks = clips.map((clip) => targets.of(clip))
    this.address = engine().crossfade_rig_create()
    try {
      this.build(nodes, object)
      clips.forEach((clip, i) => this.addClip(clip, tracks[i]!))
    } catch (error) {
      engine().crossfade_rig_destroy(this.address)
      throw error
    }
  }

  /** Whether another object has the same nodes in the same rest pose, so that it may share this rig. */
  fits(nodes: readonly Object3D[], clips: readonly AnimationClip[]): boolean {
    if (nodes.length !== this.names.length || clips.length !== this.clips.length) return false
    if (!clips.every((clip, i) => clip === this.clips[i])) return false
    if (!nodes.every((node, i) => node.name === this.names[i])) return false
    const rest = restOf(nodes)
    return rest.every((value, i) => value === this.rest[i])
  }

  use(): this {
    ++this.users
    return this
  }

  /** Frees it after its last user. */
  release(): void {
    if (--this.users > 0) return
    engine().crossfade_rig_destroy(this.address)
    RIGS.delete(this)
  }

  /** The node of a name, or -1. */
  jointNamed(name: string): number {
    const exact = this.names.indexOf(name)
    return exact >= 0 ? exact : this.names.indexOf(PropertyBinding.sanitizeNodeName(name))
  }

  private build(nodes: readonly Object3D[], root: Object3D): void {
    const { address } = this
    nodes.forEach((node, i) =>
      withFloats(this.rest.subarray(10 * i, 10 * i + 10), (rest) =>
        withText(nameInFileOf(node), (name, length) =>
          engine().crossfade_rig_joint(address, name, length, this.parents[i]!, rest))))
    let offset = 0
    for (const morph of this.morphs) {
      morph.offset = offset
      offset += morph.count
      withFloats(influencesOf(nodes[morph.node]!)[0]!, (rest) =>
        engine().crossfade_rig_morphs(address, morph.node, rest, morph.count))
    }
    for (const value of this.values) {
      value.offset = offset
      offset += value.count
      const now: number[] = []
      bindingTo(root, value.path).getValue(now, 0)
      withFloats(now, (rest) => engine().crossfade_rig_value(address, value.node, rest, value.count))
    }
    if (!engine().crossfade_rig_finish(address)) throw lastError('This object cannot be animated: ')
  }

  private addClip(clip: AnimationClip, tracks: [KeyframeTrack, Target][]): void {
    for (const [track, target] of tracks) {
      if (!addTrack(this.address, track, target)) this.ignored.push(lastError(`${clip.name}, ${track.name}: `).message)
    }
    const additive = clip.blendMode === AdditiveAnimationBlendMode ? 1 : 0
    const index = withText(clip.name, (name, length) =>
      engine().crossfade_rig_clip(this.address, name, length, clip.duration, additive))
    if (index < 0) throw lastError(`The clip "${clip.name}" cannot be played: `)
    this.clips.push(clip)
  }
}

const RIGS = new Set<Rig>()

/** A rig for an object: that of an earlier one if both have equal bones and clips. `own`: never share it. */
export function rigOf(object: Object3D, clips: readonly AnimationClip[], own: boolean): Rig {
  if (!own) {
    const nodes = nodesOf(object, clips)
    for (const rig of RIGS) if (rig.fits(nodes, clips)) return rig.use()
  }
  const rig = new Rig(object, clips)
  if (!own) RIGS.add(rig)
  return rig.use()
}

/**
 * What the engine needs of an object: bones, everything that clips animate, and what is above those. Parents come before
 * their children.
 */
export function nodesOf(object: Object3D, clips: readonly AnimationClip[]): Object3D[] {
  const wanted = new Set<Object3D>([object])
  const add = (node: Object3D | null): void => {
    for (let at = node; at && at !== object && !wanted.has(at); at = at.parent) wanted.add(at)
  }
  object.traverse((node) => {
    if ((node as Bone).isBone) add(node)
    for (const bone of (node as SkinnedMesh).skeleton?.bones ?? []) add(bone)
  })
  const seen = new Set<string>()
  for (const clip of clips) {
    for (const track of clip.tracks) {
      const { nodeName } = PropertyBinding.parseTrackName(track.name)
      if (seen.has(nodeName)) continue
      seen.add(nodeName)
      add((PropertyBinding.findNode(object, nodeName) as Object3D | undefined) ?? null)
    }
  }
  const ordered: Object3D[] = []
  object.traverse((node) => {
    if (wanted.delete(node)) ordered.push(node)
  })
  const depth = (node: Object3D): number => (node.parent ? depth(node.parent) + 1 : 0)
  return ordered.concat([...wanted].sort((a, b) => depth(a) - depth(b)))  // bones outside the object
}

/** GLTFLoader takes dots and slashes out of names, which say what is left and what is right. */
function nameInFileOf(node: Object3D): string {
  const { name } = node.userData
  return typeof name === 'string' ? name : node.name
}

function restOf(nodes: readonly Object3D[]): Float32Array {
  const rest = new Float32Array(10 * nodes.length)
  nodes.forEach((node, i) => {
    node.position.toArray(rest as unknown as number[], 10 * i)
    node.quaternion.toArray(rest as unknown as number[], 10 * i + 3)
    node.scale.toArray(rest as unknown as number[], 10 * i + 7)
  })
  return rest
}

/** Finds out what tracks animate, and notes it in the rig. */
class Targets {
  private readonly indices: Map<Object3D, number>

  constructor(private readonly object: Object3D, nodes: readonly Object3D[], private readonly rig: Rig) {
    this.indices = new Map(nodes.map((node, i) => [node, i]))
  }

  /** The tracks of a clip that can be played. Two for one target: the later one counts, as in three.js. */
  of(clip: AnimationClip): [KeyframeTrack, Target][] {
    const found = new Map<string, [KeyframeTrack, Target]>()
    for (const track of clip.tracks) {
      const target = this.find(track)
      if (typeof target === 'string') this.rig.ignored.push(`${clip.name}, ${track.name}: ${target}`)
      else found.set(`${target.channel} ${target.node}`, [track, target])
    }
    return [...found.values()]
  }

  private find(track: KeyframeTrack): Target | string {
    const { nodeName, objectName, propertyName, propertyIndex } = PropertyBinding.parseTrackName(track.name)
    const node = PropertyBinding.findNode(this.object, nodeName) as Object3D | null | undefined
    const index = node ? this.indices.get(node) : undefined
    if (!node || index === undefined) return `there is no node "${nodeName}"`
    if (track.ValueTypeName === 'bool' || track.ValueTypeName === 'string')
      return `values of type ${track.ValueTypeName} are not played`
    if (!objectName && !propertyIndex) {
      const channel = CHANNEL_OF[propertyName]
      if (channel !== undefined) return this.transform(index, channel)
      if (propertyName === 'morphTargetInfluences') return this.morphs(node, index, track)
    }
    return this.value(index, track)
  }

  private transform(node: number, channel: Channel): Target {
    const list = this.rig.animated[channel as number]!
    if (!list.includes(node)) list.push(node)
    return { node, channel, count: SIZES[channel]! }
  }

  private morphs(node: Object3D, index: number, track: KeyframeTrack): Target | string {
    const count = influencesOf(node)[0]?.length ?? 0
    if (count === 0 || influencesOf(node).some((part) => part.length !== count)) return 'the node has no morph targets'
    if (valueSizeOf(track) !== count) return `it has ${valueSizeOf(track)} morph weights where the mesh has ${count}`
    if (!this.rig.morphs.some((morph) => morph.node === index)) this.rig.morphs.push({ node: index, offset: 0, count })
    return { node: index, channel: Channel.Weights, count }
  }

  private value(node: number, track: KeyframeTrack): Target | string {
    const { values } = this.rig
    let at = values.findIndex((value) => value.path === track.name)
    if (at < 0) {
      const now: number[] = []
      bindingTo(this.object, track.name).getValue(now, 0)
      if (now.length !== valueSizeOf(track) || now.some((value) => typeof value !== 'number'))
        return 'the object has no such value'
      at = values.push({ node, path: track.name, offset: 0, count: now.length }) - 1
    }
    return { node: at, channel: Channel.Values, count: values[at]!.count }
  }
}

function isCubicSpline(track: KeyframeTrack): boolean {
  const factory = (track as unknown as { createInterpolant: { isInterpolantFactoryMethodGLTFCubicSpline?: boolean } })
  return factory.createInterpolant.isInterpolantFactoryMethodGLTFCubicSpline === true
}

function valueSizeOf(track: KeyframeTrack): number {
  return track.values.length / track.times.length / (isCubicSpline(track) ? 3 : 1)
}

function interpolationOf(track: KeyframeTrack): Interpolation {
  if (isCubicSpline(track)) return Interpolation.Hermite
  const mode = Number(track.getInterpolation()) - 2300
  return mode >= Interpolation.Discrete && mode <= Interpolation.Bezier ? mode : Interpolation.Linear
}

function addTrack(rig: Address, track: KeyframeTrack, target: Target): boolean {
  const interpolation = interpolationOf(track)
  const tangents = interpolation === Interpolation.Bezier ? tangentsOf(track, target.count) : []
  const values = tangents.length > 0 ? [...track.values, ...tangents] : track.values
  return withFloats(track.times, (times) =>
    withFloats(values, (address) =>
      engine().crossfade_rig_track(
        rig, target.node, target.channel, interpolation, times, track.times.length, address, track.values.length,
        tangents.length) === 1))
}

/** For each key the control points before it, then those after it. */
function tangentsOf(track: KeyframeTrack, size: number): number[] {
  const settings = (track as unknown as { settings?: { inTangents: ArrayLike<number>; outTangents: ArrayLike<number> } }).settings
  if (!settings?.inTangents || !settings.outTangents) return []
  const all: number[] = []
  for (let key = 0; key < track.times.length; ++key)
    for (const side of [settings.inTangents, settings.outTangents])
      for (let i = 0; i < 2 * size; ++i) all.push(side[2 * size * key + i]!)
  return all
}

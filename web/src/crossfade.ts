// A character of three.js whose clips fade into each other from whatever is on screen.
import { AdditiveAnimationBlendMode, EventDispatcher, NormalAnimationBlendMode } from 'three'
import type { AnimationBlendMode, AnimationClip, Object3D } from 'three'
import { Action, Fact } from './action.js'
import type { Mask } from './action.js'
import { keysOf, numbersOf } from './curve.js'
import type { Curve } from './curve.js'
import { doubleMemory, engine, engineWithFeet, lastError, load, textAt, withDoubles, withFloats, withText } from './engine.js'
import type { Address } from './engine.js'
import type { BlendSample, ClipEvent, Pack } from './pack.js'
import { nodesOf, rigOf } from './rig.js'
import type { Rig } from './rig.js'
import { checkFade, KINDS, masksOf, SYNCS, TransitionSet } from './transition_set.js'
import type { FadeSettings, Kind, Source, Sync, TransitionSetFile } from './transition_set.js'
import { Writer } from './writer.js'

/** A clip by its object, its name (of equal names the first) or its index. */
export type ClipName = AnimationClip | string | number

export type FadeOptions = FadeSettings

/** How clips move the whole character. */
export interface RootMotion {
  /** Takes the height out of the clips, too. */
  height?: boolean
  /** And turns about the vertical; on by default. */
  turn?: boolean
  /** Clips that walk in place travel as their feet imply; on by default. */
  feet?: boolean
  /** Only these clips; all that travel by default. */
  clips?: ClipName[]
  /** Leaves the object where it is: you read `rootStep` after each update. */
  byHand?: boolean
}

export interface CrossfadeOptions {
  /** Moves the object as its clips travel. */
  rootMotion?: boolean | RootMotion
  /** Loads what finds feet, 60 KB more, so that `lockFeet`, markers of feet and events of steps work. `rootMotion` loads it, too. */
  feet?: boolean
}

/** What `addEventListener` hears. */
export interface CrossfadeEvents {
  loop: { action: Action; loopDelta: number }
  finished: { action: Action; direction: number }
  /** A clip passed one of its events. `pass`: a moment, or the begin or the end of a span. */
  event: {
    name: string
    pass: 'moment' | 'begin' | 'end'
    clip: AnimationClip
    action: Action | null
    direction: number
    /** How much of the clip shows. */
    weight: number
    /** Mixer seconds. */
    time: number
    /** An end that the clip did not reach. */
    isCut: boolean
  }
}

/** Several clips that lie in a plane of parameters, such as speed and turn. Made by `Crossfade.addBlendSpace`. */
export class BlendSpace {
  /** Made by Crossfade alone. */
  constructor(private readonly fades: Crossfade, readonly address: Address, readonly lead: Address, readonly name: string) {}

  /** Moves to a point in so many seconds; call it each frame, with 0.1 s, say. */
  moveTo(x: number, y = 0, seconds = 0): this {
    this.fades.live()
    engine().crossfade_space_move_to(this.address, x, y, seconds)
    return this
  }
}

/** A saved moment: give it back to `Crossfade.restore`, and free it with `dispose`. */
export class Snapshot {
  constructor(readonly address: Address) {}
  dispose(): void {
    if (this.address) engine().crossfade_moment_destroy(this.address)
    ;(this as { address: Address }).address = 0
  }
}

const REPORT = 8 // numbers in a row of web/engine/character.h
const PASSES = ['moment', 'begin', 'end'] as const

/** Replaces a THREE.AnimationMixer. One per character; `update` writes bones, morph weights and other animated values. */
export class Crossfade extends EventDispatcher<CrossfadeEvents> {
  /** Resolves when the engine is compiled: then `new Crossfade` works, with these options. */
  static load({ feet = false, rootMotion = false }: CrossfadeOptions = {}): Promise<void> { return load(feet || Boolean(rootMotion)) }

  /** Loads the engine if needed, and makes a character of an object and its clips, such as a GLTF's. */
  static async create(
    object: Object3D, animations: readonly AnimationClip[], options: CrossfadeOptions = {},
  ): Promise<Crossfade> {
    await Crossfade.load(options)
    return new Crossfade(object, animations, options)
  }

  readonly clips: readonly AnimationClip[]
  /** What clips contain that is not played, one sentence each. */
  readonly ignored: readonly string[]
  /** In the engine; 0 after `dispose`. */
  readonly address: Address
  /** The step of the last update: x, y, z in the object's space, and radians about y. */
  readonly rootStep = new Float64Array(4)

  private readonly rig: Rig
  private readonly actions = new Map<string, Action>()
  private readonly actionsByAddress = new Map<Address, Action>()
  private readonly spaces = new Map<Address, BlendSpace>()
  private readonly curves = new Map<string, number>()
  private set: TransitionSet | null = null
  private setMasks = new Map<string, Record<string, number>>()
  private readonly movesObject: boolean
  private speed = 1

  private readonly writer: Writer

  /** Await `Crossfade.load()` first. Throws a sentence if the object or a clip cannot be played. */
  constructor(readonly object: Object3D, animations: readonly AnimationClip[], options: CrossfadeOptions = {}) {
    super()
    const root = options.rootMotion === true ? {} : options.rootMotion || null
    if (root) engineWithFeet()
    else engine()
    this.rig = rigOf(object, animations, root !== null)
    this.clips = this.rig.clips
    this.ignored = this.rig.ignored
    if (root) this.takeRootMotion(root)
    this.address = engine().crossfade_character_create(this.rig.address)
    this.movesObject = root !== null && !root.byHand
    if (root) engine().crossfade_character_travel(this.address, 1)

    this.writer = new Writer(object, nodesOf(object, animations), this.rig, this.address)
  }

  /** Shows a clip at once, alone: a cut. Usually the first call; then `to`. */
  play(clip: ClipName | BlendSpace): Action | BlendSpace {
    const target = this.targetOf(clip)
    engine().crossfade_play(this.address, target instanceof BlendSpace ? target.lead : target.address)
    return target
  }

  /**
   * Fades to a clip or a blend space from the pose on screen, in the middle of other fades, too. What `options` leave out
   * comes from the set in use, and then from the defaults: 0.3 s, curve, smooth, no sync, the whole body.
   */
  to(clip: ClipName | BlendSpace, options: FadeOptions = {}): Action | BlendSpace {
    const target = this.targetOf(clip)
    checkFade(options)
    const address = target instanceof BlendSpace ? target.lead : target.address
    const set = this.set?.resolve(this.sourceLeftFor(address), this.sourceAt(address))
    const seconds = options.seconds ?? set?.seconds ?? 0.3
    const kind = options.kind ?? set?.kind ?? 'curve'
    const curve = options.curve ?? set?.curve ?? 'smooth'
    const sync = options.sync ?? set?.sync ?? 'none'
    const mask = options.mask !== undefined ? options.mask : (set?.mask ?? null)
    const feather = options.feather ?? set?.feather ?? 2
    const started = engine().crossfade_to(
      this.address, address, seconds, KINDS.indexOf(kind), this.curveIndex(curve),
      SYNCS.indexOf(sync), mask === null ? -1 : this.maskIndex(mask, feather), Number(options.endsMaskedLayers ?? set?.endsMaskedLayers ?? false),
      options.toPhase ?? set?.toPhase ?? NaN)
    if (!started) throw new Error('The fade did not start: its mask does not fit this character.')
    return target
  }

  /** Advances by `delta` seconds and writes what is animated into the object. Makes no garbage. */
  update(delta: number): this {
    this.live()
    const rows = engine().crossfade_character_update(this.address, delta)
    this.writer.write()
    if (this.movesObject) this.moveObject()
    if (rows > 0) this.report(rows)
    return this
  }

  /** The action of a clip, with three.js's names; the first call makes it. */
  clipAction(clip: ClipName, blendMode?: AnimationBlendMode): Action {
    return this.makeAction(this.clipIndex(clip), blendMode, false)
  }

  /** One more action of a clip, with a time and a weight of its own. */
  addAction(clip: ClipName, blendMode?: AnimationBlendMode): Action {
    return this.makeAction(this.clipIndex(clip), blendMode, true)
  }

  /** Clips in a plane of parameters, to fade to and from; all stay at one phase. `name`: what a transition set calls it. */
  addBlendSpace(samples: readonly BlendSample<ClipName>[], sync: Sync = 'phase', name = ''): BlendSpace {
    this.live()
    const numbers = samples.flatMap(({ clip, x, y = 0, speed = 1 }) => [this.clipIndex(clip), x, y, speed])
    const space = withDoubles(numbers, (address) =>
      engine().crossfade_space(this.address, address, samples.length, SYNCS.indexOf(sync)))
    if (!space) throw lastError('The blend space is not possible: ')
    const made = new BlendSpace(this, space, engine().crossfade_space_lead(space), name)
    this.spaces.set(made.lead, made)
    return made
  }

  /**
   * Takes a transition set, as `crossfade tune` and the window write it; `null`: none. Returns what does not fit this
   * model and was left out. Throws a sentence, with the place in the file, if it is no set.
   */
  use(set: TransitionSetFile | string | null): string[] {
    this.live()
    this.set = set === null ? null : new TransitionSet(set, this.clips.map((clip) => clip.name))
    this.setMasks = set === null ? new Map() : masksOf(set)
    return this.set ? [...this.set.notes] : []
  }

  /**
   * Takes over what a pack says about those of its clips that this character has: events, markers and the transition set. Returns its blend
   * spaces, by name.
   */
  usePack(pack: Pack): Record<string, BlendSpace> {
    this.live()
    const has = (clip: AnimationClip): boolean => this.clips.includes(clip)
    pack.clips.forEach((clip, i) => {
      if (!has(clip)) return
      this.setEvents(clip, pack.events[i]!)
      if (pack.markers[i]!.length > 0) this.setMarkers(clip, pack.markers[i]!)
    })
    this.use(pack.set)
    return Object.fromEntries(pack.blendSpaces.filter(({ samples }) => samples.every(({ clip }) => has(clip)))
      .map(({ name, samples, sync }) => [name, this.addBlendSpace(samples, sync, name)]))
  }

  /**
   * Named points of a clip's cycle, for the sync `markers`: seconds by name, or a list; `'feet'`: where its feet come down,
   * with the option `feet`.
   */
  setMarkers(clip: ClipName, markers: Record<string, number> | { name: string; time: number }[] | 'feet' | null): this {
    this.live()
    const index = this.clipIndex(clip)
    if (markers === 'feet') {
      if (!engineWithFeet().crossfade_markers_of_feet(this.address, index))
        throw new Error(`The feet of this object were not found, or they do not come down in "${this.clips[index]!.name}".`)
      return this
    }
    const list = Array.isArray(markers) ? markers : Object.entries(markers ?? {}).map(([name, time]) => ({ name, time }))
    const done = withText(list.map(({ name }) => name + '\0').join(''), (text) =>
      withDoubles(list.map(({ time }) => time), (times) =>
        engine().crossfade_markers(this.address, index, text, times, list.length)))
    if (!done) throw lastError(`The markers of "${this.clips[index]!.name}" are not possible: `)
    return this
  }

  /**
   * Moments and spans that `addEventListener('event', ...)` reports, for every character of this rig; `'steps'`: where feet come down, with the
   * option `feet`.
   */
  setEvents(clip: ClipName, events: ClipEvent[] | 'steps'): this {
    this.live()
    const index = this.clipIndex(clip)
    if (events === 'steps') {
      engineWithFeet().crossfade_rig_steps(this.rig.address, index)
      return this
    }
    const names = events.map((event) => event.name + '\0').join('')
    const times = events.flatMap(({ time, end = NaN, value = NaN }) => [time, end, value])
    const done = withText(names, (text) => withDoubles(times, (address) =>
      engine().crossfade_rig_events(this.rig.address, index, text, address, events.length)))
    if (!done) throw lastError(`The events of "${this.clips[index]!.name}" are not possible: `)
    return this
  }

  /** Keeps feet where they touched the ground. false: this object has no feet that were found. Needs the option `feet`. */
  lockFeet(on = true): boolean {
    this.live()
    return engineWithFeet().crossfade_character_lock_feet(this.address, Number(on)) === 1
  }

  /** The pose on screen fades into what you set by hand in the same frame: times, weights, what plays. */
  carryOver(seconds: number): this {
    this.live()
    engine().crossfade_character_carry_over(this.address, seconds)
    return this
  }

  stopAllAction(): this {
    this.live()
    engine().crossfade_character_stop_all(this.address)
    return this
  }

  /** This moment, to come back to; `into`: one that is overwritten. */
  save(into?: Snapshot): Snapshot {
    this.live()
    const snapshot = into ?? new Snapshot(engine().crossfade_moment_create())
    engine().crossfade_moment_save(snapshot.address, this.address)
    return snapshot
  }

  /** Goes back to a saved moment and writes its pose. */
  restore(snapshot: Snapshot): this {
    this.live()
    if (!snapshot.address) throw new Error('This snapshot was disposed of.')
    engine().crossfade_moment_restore(snapshot.address, this.address)
    this.writer.write()
    return this
  }

  /** Seconds, with timeScale applied. */
  get time(): number {
    this.live()
    return engine().crossfade_character_time(this.address)
  }
  /** Of everything; 0 stands still, negative plays clips backward. */
  get timeScale(): number { return this.speed }
  set timeScale(value: number) {
    this.live()
    this.speed = value
    engine().crossfade_character_set_time_scale(this.address, value)
  }

  /** The fade that runs: what it goes to and how far it is, 0 to 1. */
  get fade(): { to: Action | BlendSpace | null; progress: number } | null {
    this.live()
    const target = engine().crossfade_fade_target(this.address)
    if (!target) return null
    return { to: this.actionsByAddress.get(target) ?? this.spaces.get(target) ?? null, progress: this.fadeProgress }
  }
  /** 1 without a fade. */
  get fadeProgress(): number {
    this.live()
    return engine().crossfade_fade_progress(this.address)
  }

  /** Changes the fade that runs; nothing jumps. */
  adjustFade(options: { seconds?: number; kind?: Kind; curve?: Curve }): this {
    this.live()
    checkFade(options)
    if (options.seconds !== undefined) engine().crossfade_fade_set_seconds(this.address, options.seconds)
    if (options.kind !== undefined)
      engine().crossfade_fade_set_kind(this.address, KINDS.indexOf(options.kind), this.curveIndex(options.curve ?? 'smooth'))
    return this
  }

  /** The clip with the largest weight; null: none, or a blend space has more. */
  get dominantClip(): AnimationClip | null {
    this.live()
    const source = this.dominantSource()
    return typeof source === 'string' || source < 0 ? null : this.clips[source]!
  }

  /** What shows of a clip as of the last update, in all its actions and blend spaces: 0 to 1 if weights are not above 1. */
  weightOf(clip: ClipName): number {
    this.live()
    return engine().crossfade_character_weight_of(this.address, this.clipIndex(clip))
  }

  /** Frees what the engine holds. The object keeps its pose; actions and snapshots cannot be used any more. */
  dispose(): void {
    if (!this.address) return
    this.writer.dispose()
    engine().crossfade_character_destroy(this.address)
    this.rig.release()
    ;(this as { address: Address }).address = 0
    this.actions.clear()
    this.actionsByAddress.clear()
    this.spaces.clear()
  }

  /** Throws if the character was disposed of. */
  live(): void {
    if (!this.address) throw new Error('This character was disposed of.')
  }

  /** The index of a mask in the engine. Throws a sentence that names a joint that does not exist. */
  maskIndex(mask: Mask, feather: number): number {
    this.live()
    if (typeof mask === 'object' && typeof mask['named'] === 'string') {
      const name = mask['named']
      const weights = this.setMasks.get(name)
      if (!weights) throw new Error(`The set in use has no mask "${name}".`)
      return this.knownMask([weights, 'set'], () => this.makeMask(weights, true))
    }
    if (typeof mask !== 'string') return this.knownMask([mask, 0], () => this.makeMask(mask as Record<string, number>, false))
    return this.knownMask([mask, feather], () => engine().crossfade_rig_subtree_mask(this.rig.address, this.jointNamed(mask), feather))
  }

  private knownMask(what: unknown, make: () => number): number {
    const key = JSON.stringify(what)
    const index = this.rig.masks.get(key) ?? make()
    this.rig.masks.set(key, index)
    return index
  }

  private makeMask(weightsByJoint: Record<string, number>, isOfSet: boolean): number {
    const weights = new Float32Array(this.rig.names.length)
    for (const [name, weight] of Object.entries(weightsByJoint)) {
      const joint = isOfSet ? this.rig.jointNamed(name) : this.jointNamed(name)
      if (joint >= 0) weights[joint] = weight  // a set may know nodes that move no bone
    }
    const index = withFloats(weights, (address) => engine().crossfade_rig_mask(this.rig.address, address))
    if (index < 0) throw lastError('The mask is not possible: ')
    return index
  }

  private jointNamed(name: string): number {
    const joint = this.rig.jointNamed(name)
    if (joint < 0) throw new Error(`There is no joint "${name}".`)
    return joint
  }

  private clipIndex(clip: ClipName): number {
    const index = typeof clip === 'number' ? clip
      : typeof clip === 'string' ? this.clips.findIndex((each) => each.name === clip) : this.clips.indexOf(clip)
    if (this.clips[index]) return index
    const name = typeof clip === 'object' ? clip.name : String(clip)
    const names = this.clips.map((each) => each.name).join(', ')
    throw new Error(`There is no clip "${name}". ${names ? `The clips are ${names}.` : 'This object has no clips.'}`)
  }

  private targetOf(clip: ClipName | BlendSpace): Action | BlendSpace {
    this.live()
    if (!(clip instanceof BlendSpace)) return this.clipAction(clip)
    if (this.spaces.get(clip.lead) !== clip) throw new Error('The blend space belongs to another character.')
    return clip
  }

  private makeAction(clip: number, blendMode: AnimationBlendMode | undefined, extra: boolean): Action {
    this.live()
    const mode = blendMode ?? this.clips[clip]!.blendMode ?? NormalAnimationBlendMode
    const key = `${clip} ${mode}`
    const known = extra ? undefined : this.actions.get(key)
    if (known) return known
    const additive = mode === AdditiveAnimationBlendMode ? 1 : 0
    const address = engine().crossfade_action(this.address, clip, additive, Number(extra))
    const action = new Action(this, this.clips[clip]!, clip, address, mode)
    if (!extra) this.actions.set(key, action)
    this.actionsByAddress.set(address, action)
    return action
  }

  private curveIndex(curve: Curve): number {
    if (curve === 'smooth') return -1
    const numbers = numbersOf(keysOf(curve))
    const key = numbers.join(' ')
    let index = this.curves.get(key)
    if (index !== undefined) return index
    index = withDoubles(numbers, (address) => engine().crossfade_curve(this.address, address, numbers.length / 7))
    if (index < 0) throw lastError('The curve is not possible: ')
    this.curves.set(key, index)
    return index
  }

  /** What a fade to an action leaves: what is on screen, or what a running fade goes to. */
  private sourceLeftFor(target: Address): Source {
    const running = engine().crossfade_fade_target(this.address)
    if (!running) return this.dominantSource()
    const source = this.sourceAt(running)
    return source !== this.sourceAt(target) ? source : this.sourceAt(engine().crossfade_fade_from(this.address))
  }

  /** To the transition set. An empty name is nobody's in a set. */
  private sourceAt(action: Address): Source {
    return this.spaces.get(action)?.name ?? this.actionsByAddress.get(action)?.clipIndex ?? -1
  }

  private dominantSource(): Source {
    let found: Source = -1
    let most = 0
    const weigh = (weight: number, source: Source): void => {
      if (weight <= most) return
      most = weight
      found = source
    }
    for (const space of this.spaces.values()) weigh(engine().crossfade_action_fact(space.lead, Fact.FadeValue), space.name)
    for (const action of this.actionsByAddress.values()) weigh(action.fadeValue * action.weight, action.clipIndex)
    return found
  }

  /** Of clips that travel or turn: their motion; of those that walk in place: what their feet imply. */
  private takeRootMotion({ height = false, turn = true, feet = true, clips }: RootMotion): void {
    const indices = clips ? clips.map((clip) => this.clipIndex(clip)) : this.clips.map((_, i) => i)
    for (const clip of indices) {
      const joint = engine().crossfade_rig_root_joint(this.rig.address, clip)
      if (joint >= 0) engine().crossfade_rig_extract_root(this.rig.address, clip, joint, Number(height), Number(turn))
      else if (feet) engine().crossfade_rig_travel_by_feet(this.rig.address, clip)
    }
  }

  /** The step is in the object's own space, turned by where it faces. */
  private moveObject(): void {
    const step = engine().crossfade_character_step(this.address) >> 3
    const memory = doubleMemory()
    for (let i = 0; i < 4; ++i) this.rootStep[i] = memory[step + i]!
    const [x, y, z, turn] = this.rootStep as unknown as [number, number, number, number]
    const { position, quaternion: q, scale } = this.object
    const sx = x * scale.x
    const sy = y * scale.y
    const sz = z * scale.z
    const tx = 2 * (q.y * sz - q.z * sy)
    const ty = 2 * (q.z * sx - q.x * sz)
    const tz = 2 * (q.x * sy - q.y * sx)
    position.x += sx + q.w * tx + q.y * tz - q.z * ty
    position.y += sy + q.w * ty + q.z * tx - q.x * tz
    position.z += sz + q.w * tz + q.x * ty - q.y * tx
    if (turn === 0) return
    const sin = Math.sin(turn / 2)
    const cos = Math.cos(turn / 2)
    q.set(q.x * cos - q.z * sin, q.y * cos + q.w * sin, q.z * cos + q.x * sin, q.w * cos - q.y * sin)
  }

  private report(rows: number): void {
    const loops = this.hasListeners('loop')
    const ends = this.hasListeners('finished')
    const events = this.hasListeners('event')
    if (!loops && !ends && !events) return
    const first = engine().crossfade_character_report(this.address) >> 3
    const numbers = doubleMemory().slice(first, first + rows * REPORT)  // a listener may call the engine
    for (let i = 0; i < numbers.length && this.address; i += REPORT) {
      const [kind, address, clip, number, direction, time, weight, isCut] =
        numbers.subarray(i, i + REPORT) as unknown as [number, number, number, number, number, number, number, number]
      const action = this.actionsByAddress.get(address) ?? null
      if (kind === 0 && loops && action) this.dispatchEvent({ type: 'loop', action, loopDelta: number })
      if (kind === 1 && ends && action) this.dispatchEvent({ type: 'finished', action, direction })
      if (kind < 2 || !events) continue
      const name = engine().crossfade_rig_event_name(this.rig.address, clip, number)
      if (!name) continue
      this.dispatchEvent({
        type: 'event', name: textAt(name), pass: PASSES[kind - 2]!, clip: this.clips[clip]!, action, direction, weight, time,
        isCut: isCut !== 0,
      })
    }
  }

  private hasListeners(type: keyof CrossfadeEvents): boolean {
    const { _listeners } = this as unknown as { _listeners?: Record<string, unknown[]> }
    return (_listeners?.[type]?.length ?? 0) > 0
  }
}

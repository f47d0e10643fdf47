// One playback of a clip, with three.js's names.
import { AdditiveAnimationBlendMode, LoopOnce, LoopPingPong, LoopRepeat } from 'three'
import type { AnimationActionLoopStyles, AnimationClip } from 'three'
import type { Crossfade } from './crossfade.js'
import { engine } from './engine.js'
import type { Address } from './engine.js'

// The numbers of web/engine/actions.cpp.
const enum Field { Time, TimeScale, Weight, Repetitions, Loop, Clamps, Paused, Enabled, SlopeAtStart, SlopeAtEnd }
export const enum Fact { EffectiveWeight, EffectiveTimeScale, IsRunning, IsScheduled, FadeValue, Phase }
const enum Call {
  Play, Stop, Reset, StartAt, SetEffectiveWeight, FadeIn, FadeOut, CrossFadeFrom, CrossFadeTo, StopFading,
  SetEffectiveTimeScale, SetDuration, SyncWith, Halt, Warp, StopWarping, FadeTo,
}

const LOOPS: AnimationActionLoopStyles[] = [LoopOnce, LoopRepeat, LoopPingPong]

/** Where an action shows: a joint and all below it, a mask by its name, or weights by the names of joints. */
export type Mask = string | { named: string } | Record<string, number>

/**
 * Made by `Crossfade.clipAction`. Members do what those of THREE.AnimationAction do; methods return the action, so calls
 * chain. To fade between clips use `Crossfade.to`: it starts from the pose on screen, these fades from their weights.
 */
export class Action {
  /** Made by Crossfade alone. */
  constructor(
    private readonly fades: Crossfade,
    private readonly clip: AnimationClip,
    /** The clip's index in `Crossfade.clips`. */
    readonly clipIndex: number,
    /** In the engine; 0 after `Crossfade.dispose`. */
    readonly address: Address,
    readonly blendMode: number,
  ) {}

  getClip(): AnimationClip { return this.clip }
  getMixer(): Crossfade { return this.fades }
  getRoot(): Crossfade['object'] { return this.fades.object }
  get isAdditive(): boolean { return this.blendMode === AdditiveAnimationBlendMode }

  /** Seconds in the clip. */
  get time(): number { return this.get(Field.Time) }
  set time(seconds: number) { this.set(Field.Time, seconds) }
  /** Negative plays backward, 0 stands still. */
  get timeScale(): number { return this.get(Field.TimeScale) }
  set timeScale(value: number) { this.set(Field.TimeScale, value) }
  /** Yours; a fade multiplies it. */
  get weight(): number { return this.get(Field.Weight) }
  set weight(value: number) { this.set(Field.Weight, value) }
  /** Loops of LoopRepeat and LoopPingPong. */
  get repetitions(): number { return this.get(Field.Repetitions) }
  set repetitions(value: number) { this.set(Field.Repetitions, value) }
  /** LoopOnce, LoopRepeat or LoopPingPong. */
  get loop(): AnimationActionLoopStyles { return LOOPS[this.get(Field.Loop)]! }
  set loop(mode: AnimationActionLoopStyles) { this.set(Field.Loop, Math.max(LOOPS.indexOf(mode), 0)) }
  /** Whether it holds its last pose when it has ended. */
  get clampWhenFinished(): boolean { return this.get(Field.Clamps) !== 0 }
  set clampWhenFinished(on: boolean) { this.set(Field.Clamps, Number(on)) }
  get paused(): boolean { return this.get(Field.Paused) !== 0 }
  set paused(on: boolean) { this.set(Field.Paused, Number(on)) }
  /** false: no influence, and its time stands still. */
  get enabled(): boolean { return this.get(Field.Enabled) !== 0 }
  set enabled(on: boolean) { this.set(Field.Enabled, Number(on)) }
  get zeroSlopeAtStart(): boolean { return this.get(Field.SlopeAtStart) !== 0 }
  set zeroSlopeAtStart(on: boolean) { this.set(Field.SlopeAtStart, Number(on)) }
  get zeroSlopeAtEnd(): boolean { return this.get(Field.SlopeAtEnd) !== 0 }
  set zeroSlopeAtEnd(on: boolean) { this.set(Field.SlopeAtEnd, Number(on)) }
  /** Where it shows; `null`: everywhere. */
  setMask(mask: Mask | null, feather = 0): this {
    const index = mask === null ? -1 : this.fades.maskIndex(mask, feather)
    engine().crossfade_action_mask(this.fades.address, this.address, index)
    return this
  }

  /** What shows of it, 0 to 1 if weights are not above 1, as of the last update. */
  getEffectiveWeight(): number { return this.fact(Fact.EffectiveWeight) }
  getEffectiveTimeScale(): number { return this.fact(Fact.EffectiveTimeScale) }
  isRunning(): boolean { return this.fact(Fact.IsRunning) !== 0 }
  isScheduled(): boolean { return this.fact(Fact.IsScheduled) !== 0 }
  /** Where its fade is, 0 to 1; 0 when it is stopped. */
  get fadeValue(): number { return this.fact(Fact.FadeValue) }
  /** Time as a fraction of the clip. */
  get phase(): number { return this.fact(Fact.Phase) }

  play(): this { return this.call(Call.Play) }
  stop(): this { return this.call(Call.Stop) }
  reset(): this { return this.call(Call.Reset) }
  /** Does not advance before this time of the mixer. */
  startAt(time: number): this { return this.call(Call.StartAt, time) }
  setLoop(mode: AnimationActionLoopStyles, repetitions = Infinity): this {
    this.loop = mode
    this.repetitions = repetitions
    return this
  }
  setEffectiveWeight(weight: number): this { return this.call(Call.SetEffectiveWeight, weight) }
  fadeIn(seconds: number): this { return this.call(Call.FadeIn, seconds) }
  fadeOut(seconds: number): this { return this.call(Call.FadeOut, seconds) }
  /** Beyond three.js: from the current weight to `weight`. */
  fadeTo(weight: number, seconds: number): this { return this.call(Call.FadeTo, weight, seconds) }
  /** three.js's own cross-fade, with its jumps. */
  crossFadeFrom(other: Action, seconds: number, warp = false): this {
    return this.call(Call.CrossFadeFrom, seconds, Number(warp), 0, other)
  }
  crossFadeTo(other: Action, seconds: number, warp = false): this {
    return this.call(Call.CrossFadeTo, seconds, Number(warp), 0, other)
  }
  stopFading(): this { return this.call(Call.StopFading) }
  setEffectiveTimeScale(value: number): this { return this.call(Call.SetEffectiveTimeScale, value) }
  setDuration(seconds: number): this { return this.call(Call.SetDuration, seconds) }
  syncWith(other: Action): this { return this.call(Call.SyncWith, 0, 0, 0, other) }
  halt(seconds: number): this { return this.call(Call.Halt, seconds) }
  warp(from: number, to: number, seconds: number): this { return this.call(Call.Warp, from, to, seconds) }
  stopWarping(): this { return this.call(Call.StopWarping) }

  private get(field: Field): number {
    this.fades.live()
    return engine().crossfade_action_get(this.address, field)
  }
  private set(field: Field, value: number): void {
    this.fades.live()
    engine().crossfade_action_set(this.address, field, value)
  }
  private fact(fact: Fact): number {
    this.fades.live()
    return engine().crossfade_action_fact(this.address, fact)
  }
  private call(call: Call, a = 0, b = 0, c = 0, other?: Action): this {
    this.fades.live()
    if (other && other.fades !== this.fades) throw new Error('The other action belongs to another character.')
    engine().crossfade_action_call(this.fades.address, this.address, call, a, b, c, other?.address ?? 0)
    return this
  }
}

// What was played: the last seconds of weights, moments to go back to, and commands for a link.
import type { Crossfade, Snapshot } from '../src/index.js'
import type { Command } from './script.js'

export const KEPT_SECONDS = 8
const BETWEEN_MOMENTS = 0.5

interface Moment {
  time: number
  snapshots: Snapshot[]
  timeScale: number
}

/** Records characters that play the same commands. Times are seconds since the first command. */
export class Recorder {
  readonly times: number[] = []
  readonly rows: Float32Array[] = []
  readonly fades: { begin: number; end: number; clip: number }[] = []
  readonly commands: Command[] = []
  time = 0
  private moments: Moment[] = []
  private free: Float32Array[] = []

  constructor(private readonly characters: Crossfade[], private readonly clipCount: number) {}

  get newest(): number { return this.times.length > 0 ? this.times[this.times.length - 1]! : 0 }
  get oldest(): number { return Math.max(this.newest - KEPT_SECONDS, this.moments[0]?.time ?? 0, 0) }
  get isLive(): boolean { return this.time >= this.newest }

  /** Advances; from the past, what came after is forgotten. */
  advance(delta: number): void {
    this.dropFuture()
    for (const character of this.characters) character.update(delta)
    this.time += delta
    this.remember()
    if (this.time - (this.moments.at(-1)?.time ?? -1) >= BETWEEN_MOMENTS) this.mark()
  }

  /**
   * Does something that takes no time, so that going back lands before or after it. `fade`: what the plot shows
   * of it.
   */
  change(command: Command, fade: { seconds: number; clip: number } | null, act: (character: Crossfade, index: number) => void): void {
    this.dropFuture()
    this.characters.forEach(act)
    for (const character of this.characters) character.update(0)
    this.commands.push({ ...command, at: Math.round(this.time * 1e4) / 1e4 })
    if (fade) this.fades.push({ begin: this.time, end: this.time + fade.seconds, clip: fade.clip })
    if (this.fades.length > 40) this.fades.shift()
    this.mark()
    this.remember()
  }

  /** Shows an earlier moment, computed from the last one saved before it. */
  goTo(time: number): void {
    const wanted = Math.min(Math.max(time, this.oldest), this.newest)
    let at = this.moments.length - 1
    while (at > 0 && this.moments[at]!.time > wanted + 1e-9) --at
    const moment = this.moments[at]
    if (!moment) return
    this.characters.forEach((character, i) => {
      character.timeScale = moment.timeScale
      character.restore(moment.snapshots[i]!).update(wanted - moment.time)
    })
    this.time = wanted
  }

  dispose(): void {
    for (const moment of this.moments) moment.snapshots.forEach((snapshot) => snapshot.dispose())
    this.moments = []
  }

  private dropFuture(): void {
    while (this.times.length > 0 && this.newest > this.time) {
      this.times.pop()
      this.free.push(this.rows.pop()!)
    }
    while (this.moments.length > 1 && this.moments.at(-1)!.time > this.time) this.forget(this.moments.pop()!)
    while (this.commands.length > 0 && this.commands.at(-1)!.at > this.time + 1e-4) this.commands.pop()
    while (this.fades.length > 0 && this.fades.at(-1)!.begin > this.time) this.fades.pop()
  }

  private remember(): void {
    const row = this.free.pop() ?? new Float32Array(this.clipCount)
    for (let i = 0; i < this.clipCount; ++i) row[i] = this.characters[0]!.weightOf(i)
    this.times.push(this.time)
    this.rows.push(row)
    while (this.times.length > 2 && this.times[1]! < this.time - KEPT_SECONDS) {
      this.times.shift()
      this.free.push(this.rows.shift()!)
    }
    while (this.moments.length > 1 && this.moments[1]!.time < this.time - KEPT_SECONDS) this.forget(this.moments.shift()!)
  }

  private mark(): void {
    const { timeScale } = this.characters[0]!
    this.moments.push({ time: this.time, timeScale, snapshots: this.characters.map((character) => character.save()) })
  }

  private forget(moment: Moment): void {
    moment.snapshots.forEach((snapshot) => snapshot.dispose())
  }
}

// How each clip takes over from each other clip: the JSON that `crossfade tune` and the window write (docs/project_file.md).
import { keysOf } from './curve.js'
import type { Curve } from './curve.js'
import type { Mask } from './action.js'

export const KINDS = ['classic', 'linear', 'curve', 'frozen', 'inertial', 'dead'] as const
export const SYNCS = ['none', 'phase', 'markers'] as const
/** How a fade works: docs/transitions.md compares them. */
export type Kind = (typeof KINDS)[number]
/** How clips that fade stay in step. */
export type Sync = (typeof SYNCS)[number]

/** What is left out comes from the set in use, and then from the defaults. */
export interface FadeSettings {
  /** 0 to 3600; 0 is a cut. 0.3 by default. */
  seconds?: number
  /** `curve` by default. */
  kind?: Kind
  /** `smooth` by default. For the kinds curve, frozen and dead. */
  curve?: Curve
  /** `none` by default. */
  sync?: Sync
  /** Where the clip takes over; the rest of the body keeps playing. */
  mask?: Mask | null
  /** Over how many joints the mask of a joint fades in, 2 by default. */
  feather?: number
  /** The phase at which a clip that is not visible comes in, 0 to 1. */
  toPhase?: number
  /** Without a mask: whether clips in masked layers end in the same fade. Otherwise they keep playing on top. */
  endsMaskedLayers?: boolean
}

/** A clip or a joint in a file. The name decides; the index chooses among equal names. */
interface NamedItem { name: string; index?: number }

/** A blend space in a file: the name that `Crossfade.addBlendSpace` was given. */
interface NamedSpace { space: string }

/** One cell of the file. Without `from` or `to`: every clip and blend space. */
export interface TransitionCell {
  from?: NamedItem | NamedSpace | string | null
  to?: NamedItem | NamedSpace | string | null
  seconds?: number
  kind?: Kind
  sync?: Sync
  curve?: Curve
  mask?: NamedItem | string | { named: string } | null
  feather?: number
  layers?: 'keep' | 'end'
  fromPhase?: number
  toPhase?: number
}

export interface TransitionSetFile {
  crossfade?: number
  transitions?: TransitionCell[]
  masks?: { name: string; joints: { name: string; index?: number; weight: number }[] | Record<string, number> }[]
}

/** What a fade comes from or goes to: the index of a clip, the name of a blend space, or -1 for every one of them. */
export type Source = number | string

const keyOf = (from: Source, to: Source): string => JSON.stringify([from, to])

/** A checked set for the clips of one model. */
export class TransitionSet {
  private readonly cells = new Map<string, FadeSettings>()
  /** What does not fit this model and was left out, one sentence each. */
  readonly notes: string[] = []

  /** Throws a sentence with a JSON pointer if the file is not a set. */
  constructor(file: TransitionSetFile | string, clipNames: readonly string[]) {
    const set = typeof file === 'string' ? parsed(file) : file
    if (typeof set !== 'object' || set === null) throw new Error('A transition set is an object with "transitions".')
    if (set.crossfade !== undefined && set.crossfade !== 1)
      throw new Error(`/crossfade: version ${String(set.crossfade)} is newer than 1, which this package reads.`)
    if (set.transitions !== undefined && !Array.isArray(set.transitions)) throw new Error('/transitions: is not a list.')
    for (const [i, cell] of (set.transitions ?? []).entries()) this.add(cell, `/transitions/${i}`, clipNames)
  }

  /** What is set for a fade: its cell, then the row, the column and the whole table. */
  resolve(from: Source, to: Source): FadeSettings {
    const found: FadeSettings = {}
    for (const key of [keyOf(from, to), keyOf(from, -1), keyOf(-1, to), keyOf(-1, -1)])
      Object.assign(found, { ...this.cells.get(key), ...found })
    return found
  }

  private add(cell: TransitionCell, at: string, clipNames: readonly string[]): void {
    if (typeof cell !== 'object' || cell === null) throw new Error(`${at}: is not an object.`)
    const settings = settingsOf(cell, at)
    const from = this.sourceOf(cell.from, `${at}/from`, clipNames)
    const to = this.sourceOf(cell.to, `${at}/to`, clipNames)
    if (from !== undefined && to !== undefined) this.cells.set(keyOf(from, to), settings)
  }

  private sourceOf(item: TransitionCell['from'], at: string, names: readonly string[]): Source | undefined {
    if (item === null || item === undefined) return -1
    if (typeof item === 'object' && 'space' in item) {
      if (typeof item.space !== 'string') throw new Error(`${at}/space: is not the name of a blend space.`)
      return item.space
    }
    const name = typeof item === 'string' ? item : item.name
    if (typeof name !== 'string') throw new Error(`${at}: is not a clip: {"name": "Walk"}.`)
    const index = typeof item === 'string' ? undefined : item.index
    if (index !== undefined && names[index] === name) return index
    const found = names.indexOf(name)
    if (found >= 0) return found
    this.notes.push(`${at}: this model has no clip "${name}".`)
    return undefined
  }
}

/** The weights of the named masks in a file, by joint. */
export function masksOf(file: TransitionSetFile | string): Map<string, Record<string, number>> {
  const set = typeof file === 'string' ? parsed(file) : file
  const masks = new Map<string, Record<string, number>>()
  for (const mask of set.masks ?? []) {
    const joints = Array.isArray(mask.joints)
      ? Object.fromEntries(mask.joints.map((joint) => [joint.name, joint.weight]))
      : mask.joints
    masks.set(mask.name, joints)
  }
  return masks
}

function parsed(text: string): TransitionSetFile {
  try {
    return JSON.parse(text) as TransitionSetFile
  } catch (error) {
    throw new Error(`A transition set is JSON: ${(error as Error).message}`)
  }
}

function settingsOf(cell: TransitionCell, at: string): FadeSettings {
  const settings: FadeSettings = {}
  if (cell.seconds !== undefined) settings.seconds = cell.seconds
  if (cell.kind !== undefined) settings.kind = cell.kind
  if (cell.sync !== undefined) settings.sync = cell.sync
  if (cell.curve !== undefined) settings.curve = cell.curve
  if (cell.toPhase !== undefined) settings.toPhase = cell.toPhase
  if (cell.feather !== undefined) settings.feather = cell.feather
  if (cell.layers !== undefined) {
    if (cell.layers !== 'keep' && cell.layers !== 'end') throw new Error(`${at}/layers: "${String(cell.layers)}" is neither keep nor end`)
    settings.endsMaskedLayers = cell.layers === 'end'
  }
  const { mask } = cell
  if (mask !== undefined) settings.mask = mask === null || typeof mask === 'string' ? mask : 'named' in mask ? mask : mask.name
  checkFade(settings, (field) => `${at}/${field}: `)
  return settings
}

/** Throws a sentence that names the field and its value. */
export function checkFade(fade: FadeSettings, before: (field: string) => string = () => ''): void {
  const number = (field: 'seconds' | 'toPhase' | 'feather', label: string, most: number): void => {
    const value = fade[field]
    if (value !== undefined && !(typeof value === 'number' && value >= 0 && value <= most))
      throw new Error(`${before(field)}${label} ${String(value)} is not between 0 and ${most}`)
  }
  number('seconds', 'fade length', 3600)
  number('toPhase', 'phase', 1)
  number('feather', 'mask feather', 64)
  if (fade.kind !== undefined && !KINDS.includes(fade.kind))
    throw new Error(`${before('kind')}"${String(fade.kind)}" is none of ${KINDS.join(', ')}`)
  if (fade.sync !== undefined && !SYNCS.includes(fade.sync))
    throw new Error(`${before('sync')}"${String(fade.sync)}" is none of ${SYNCS.join(', ')}`)
  if (fade.curve === undefined) return
  try {
    keysOf(fade.curve)
  } catch (error) {
    throw new Error(before('curve') + (error as Error).message)
  }
}

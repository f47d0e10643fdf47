// Plays the commands of a script (docs/scripts.md) as the desktop does, as far as a page knows them. Plain JavaScript, so that the tests
// compare it with the desktop's poses.
import { LoopOnce, LoopPingPong, LoopRepeat } from 'three'

/**
 * @typedef {import('../src/index.js').Crossfade} Crossfade
 * @typedef {import('../src/index.js').TransitionSetFile} TransitionSetFile
 * @typedef {object} Command One command of a script. Members as in docs/scripts.md; `clip` is a name or "#3".
 * @property {number} at
 * @property {string} do
 * @property {string} [clip]
 * @property {string} [with]
 * @property {string} [space] The name of a blend space, instead of a clip.
 * @property {string} [name]
 * @property {{ clip: string, x: number, y?: number, speed?: number }[]} [samples]
 * @property {number} [x]
 * @property {number} [y]
 * @property {import('../src/index.js').Kind} [kind]
 * @property {import('../src/index.js').Sync} [sync]
 * @property {import('../src/index.js').Curve} [curve]
 * @property {import('../src/index.js').Mask | null} [mask]
 * @property {number} [seconds]
 * @property {number} [feather]
 * @property {number} [toPhase]
 * @property {string} [layers]
 * @property {boolean} [set]
 * @property {any} [value]
 * @property {string} [mode]
 * @property {number} [from]
 * @property {number} [to]
 * @property {Record<string, number>} [points]
 */

const LOOPS = { once: LoopOnce, repeat: LoopRepeat, pingPong: LoopPingPong }
/** Where neither a command nor a set has a value. */
const USUAL = { seconds: 0.4, kind: 'curve', curve: 'smooth', sync: 'none', mask: null, feather: 2 }

/** The set, with the desktop's defaults for what it leaves open. @param {TransitionSetFile} set @returns {TransitionSetFile} */
export function completed(set) {
  const cells = set.transitions ?? []
  if (!Array.isArray(cells)) return set // the package says what is wrong
  const all = cells.filter((cell) => cell && (cell.from ?? null) === null && (cell.to ?? null) === null)
  return { ...set, transitions: [...cells.filter((cell) => !all.includes(cell)), Object.assign({ seconds: USUAL.seconds }, ...all)] }
}

/** The index of a clip. Throws a sentence. @param {Crossfade} fades @param {string | undefined} clip */
export function clipOf(fades, clip) {
  const text = String(clip)
  const index = /^#\d+$/.test(text) ? Number(text.slice(1)) : fades.clips.findIndex((each) => each.name === text)
  if (!fades.clips[index]) throw new Error(`There is no clip "${text}".`)
  return index
}

/** For the sync by footsteps; clips without feet stay in phase. @param {Crossfade} fades */
function useFeet(fades) {
  fades.clips.forEach((_, i) => {
    try {
      fades.setMarkers(i, 'feet')
    } catch {
      // This clip keeps its whole cycle as one interval.
    }
  })
}

/** @typedef {{ of: string, space: import('../src/index.js').BlendSpace }} Space */
/** The blend spaces of a character by their names. @type {WeakMap<Crossfade, Map<string, Space>>} */
const spaces = new WeakMap()

/** Made when a script is loaded, or else by the command. @param {Crossfade} fades @param {Command} command */
function makeSpace(fades, { name, samples, sync }) {
  if (!Array.isArray(samples)) throw new Error('A blend space has a list "samples".')
  const made = spaces.get(fades) ?? spaces.set(fades, new Map()).get(fades)
  const of = JSON.stringify([samples, sync])
  const known = made?.get(String(name))
  if (known?.of === of) return known.space
  const space = fades.addBlendSpace(samples.map((sample) => ({ ...sample, clip: clipOf(fades, sample.clip) })), sync, name)
  made?.set(String(name), { of, space })
  return space
}

/** @param {Crossfade} fades @param {string | undefined} name */
function spaceOf(fades, name) {
  const found = spaces.get(fades)?.get(String(name))
  if (!found) throw new Error(`There is no blend space "${name}".`)
  return found.space
}

/**
 * Before a script plays, so that every moment to go back to has all its blend spaces.
 * @param {Crossfade} fades @param {readonly Command[]} commands
 */
export function prepare(fades, commands) {
  for (const command of commands) if (command.do === 'blendSpace') makeSpace(fades, command)
}

/** @param {Crossfade} fades @param {Command} command @param {TransitionSetFile | null} set */
function fadeTo(fades, command, set) {
  const { seconds, kind, sync, curve, toPhase, mask, feather, layers } = command
  const said = Object.fromEntries(Object.entries({ seconds, kind, sync, curve, toPhase, mask, feather }).filter(([, value]) => value !== undefined))
  const usesSet = set !== null && command.set !== false
  if (sync === 'markers') useFeet(fades)
  if (set && !usesSet) fades.use(null)
  const ends = layers === undefined && usesSet ? {} : { endsMaskedLayers: layers === 'end' }
  const target = command.space === undefined ? clipOf(fades, command.clip) : spaceOf(fades, command.space)
  fades.to(target, { ...(usesSet ? {} : USUAL), ...said, ...ends })
  if (set && !usesSet) fades.use(set)
}

/** @typedef {(fades: Crossfade, command: Command, set: TransitionSetFile | null) => void} Player */
/** @param {(action: import('../src/index.js').Action, command: Command, fades: Crossfade) => void} act @returns {Player} */
const ofClip = (act) => (fades, command) => act(fades.clipAction(clipOf(fades, command.clip)), command, fades)

/** @type {Record<string, Player>} */
const PLAYERS = {
  play: ofClip((action) => {
    if (action.fadeValue === 0 || hasFinished(action)) action.stop()
    action.paused = false
    action.stopFading().stopWarping().play()
  }),
  stop: ofClip((action) => action.stop()),
  stopAll: (fades) => fades.stopAllAction(),
  fadeTo,
  adjustFade: (fades, { seconds, kind, curve }) => {
    if (fades.fade) fades.adjustFade({ seconds, kind, curve })
  },
  carryOver: (fades, { seconds = 0.2 }) => fades.carryOver(seconds),
  speed: (fades, { value }) => (fades.timeScale = value),
  enable: ofClip((action, { value = true }) => (action.enabled = value)),
  weight: ofClip((action, { value }) => (action.weight = value)),
  timeScale: ofClip((action, { value }) => (action.timeScale = value)),
  time: ofClip((action, { value }) => {
    const end = action.getClip().duration
    if (hasFinished(action) && value < end) action.paused = false
    action.time = Math.min(value, end)
  }),
  loop: ofClip((action, { mode }) => {
    const loop = LOOPS[/** @type {keyof typeof LOOPS} */ (mode)]
    if (action.loop === LoopOnce && loop !== LoopOnce) action.paused = false
    action.loop = loop
    action.clampWhenFinished = loop === LoopOnce
  }),
  repetitions: ofClip((action, { value = Infinity }) => {
    if (value > action.repetitions && hasFinished(action) && action.loop !== LoopOnce) action.paused = false
    action.repetitions = value
  }),
  clamp: ofClip((action, { value = true }) => (action.clampWhenFinished = value)),
  duration: ofClip((action, { value }) => action.setDuration(value)),
  syncWith: ofClip((action, command, fades) => action.syncWith(fades.clipAction(clipOf(fades, command.with)))),
  warp: ofClip((action, { from, to, seconds = 0.5 }) => action.warp(from ?? action.getEffectiveTimeScale(), to ?? 1, seconds)),
  stopWarping: ofClip((action) => action.stopWarping()),
  halt: ofClip((action, { seconds = 0.5 }) => action.halt(seconds)),
  fadeIn: ofClip((action, { seconds = 0.3 }) => {
    if (hasFinished(action)) action.reset()
    action.paused = false
    action.fadeTo(1, seconds)
  }),
  fadeOut: ofClip((action, { seconds = 0.3 }) => action.fadeTo(0, seconds)),
  blendSpace: (fades, command) => makeSpace(fades, command).moveTo(command.x ?? 0, command.y ?? 0),
  blendPoint: (fades, { space, x = 0, y = 0, seconds = 0 }) => spaceOf(fades, space).moveTo(x, y, seconds),
  markers: (fades, { clip, points }) => fades.setMarkers(clipOf(fades, clip), points ?? null),
  footLock: (fades, { value = true }) => fades.lockFeet(value),
}

/** @param {import('../src/index.js').Action} action */
function hasFinished(action) {
  const atAnEnd = action.time <= 0 || action.time >= action.getClip().duration
  return action.paused && (action.loop === LoopOnce || (Number.isFinite(action.repetitions) && atAnEnd))
}

/** Carries out one command. `set`: what the character uses. Throws a sentence. @type {Player} */
export function playCommand(fades, command, set) {
  if (!Object.hasOwn(PLAYERS, command.do)) throw new Error(`A page does not play the command "${command.do}". It plays ${Object.keys(PLAYERS).join(', ')}.`)
  PLAYERS[command.do](fades, command, set)
}

/** The commands of a script in the order of time. Throws a sentence. @param {unknown} script @returns {Command[]} */
export function commandsOf(script) {
  const list = /** @type {{ commands?: unknown }} */ (script ?? {}).commands
  if (!Array.isArray(list)) throw new Error('A script has a list "commands".')
  list.forEach((command, i) => {
    if (!(command?.at >= 0)) throw new Error(`Command ${i} has no time "at".`)
    if (!Object.hasOwn(PLAYERS, command.do)) throw new Error(`Command ${i} is "${command.do}", which a page does not play. It plays ${Object.keys(PLAYERS).join(', ')}.`)
  })
  return [...list].sort((a, b) => a.at - b.at)
}

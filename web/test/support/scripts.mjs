// The commands of scripts (docs/scripts.md) that both sides know: made at random, and played by the package.
import { LoopOnce, LoopPingPong, LoopRepeat } from 'three'
import { CURVE_NAMES, KINDS, SYNCS } from './package.mjs'

const LOOPS = { once: LoopOnce, repeat: LoopRepeat, pingPong: LoopPingPong }

/** Five seconds of play and fades at random, and the times to compare. `joints`: names for masks. */
export function randomScript(random, clipCount, joints) {
  const clip = () => `#${random.below(clipCount)}`
  const commands = [{ at: 0, do: 'play', clip: clip() }]
  let at = 0
  for (let i = 0; i < 12; ++i) {
    at = Math.round((at + random.between(0, 0.7)) * 1000) / 1000
    commands.push({ at, ...randomCommand(random, clip, joints) })
  }
  const times = Array.from({ length: 8 }, () => Math.round(random.between(0, at + 0.6) * 1000) / 1000)
  return { commands, times: times.sort((a, b) => a - b) }
}

function randomCommand(random, clip, joints) {
  const rare = random.next()
  if (rare < 0.06) return { do: 'timeScale', clip: clip(), value: random.of([0.5, 1, 2]) }
  if (rare < 0.1) return { do: 'loop', clip: clip(), mode: random.of(Object.keys(LOOPS)) }
  if (rare < 0.13) return { do: 'weight', clip: clip(), value: random.of([0.5, 1]) }
  const fade = { do: 'fadeTo', clip: clip(), seconds: random.of([0, 0.1, 0.25, 0.4, 0.8]), kind: random.of(KINDS) }
  if (random.next() < 0.3) fade.sync = random.of(SYNCS.slice(0, 2))
  if (random.next() < 0.3) fade.curve = random.of(CURVE_NAMES)
  if (random.next() < 0.15) fade.toPhase = Math.round(random.next() * 100) / 100
  if (joints.length > 0 && random.next() < 0.2) {
    fade.mask = random.of(joints)
    fade.feather = random.below(4)
  } else if (random.next() < 0.2) {
    fade.layers = 'end'
  }
  return fade
}

/** Does what the desktop does with a command. */
export function apply(fades, command) {
  const action = fades.clipAction(Number(command.clip.slice(1)))
  if (command.do === 'play') {
    if (action.fadeValue === 0) action.stop()
    action.paused = false
    action.stopFading().stopWarping().play()
  } else if (command.do === 'fadeTo') {
    const { seconds = 0.4, kind, sync, curve, toPhase, mask, feather, layers } = command
    fades.to(action.clipIndex, { seconds, kind, sync, curve, toPhase, mask, feather, endsMaskedLayers: layers === 'end' })
  } else if (command.do === 'timeScale') {
    action.timeScale = command.value
  } else if (command.do === 'weight') {
    action.weight = command.value
  } else if (command.do === 'loop') {
    action.loop = LOOPS[command.mode]
    action.clampWhenFinished = command.mode === 'once'
  }
}

/** Plays commands and calls `show(i)` at each of the ascending times. */
export function play(fades, commands, times, show) {
  let now = 0
  let next = 0
  const moveTo = (time) => {
    fades.update(time - now)
    now = time
  }
  times.forEach((time, i) => {
    for (; next < commands.length && commands[next].at <= time; ++next) {
      moveTo(commands[next].at)
      apply(fades, commands[next])
    }
    moveTo(time)
    show(i)
  })
}

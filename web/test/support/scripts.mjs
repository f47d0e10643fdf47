// The commands of scripts (docs/scripts.md) that both sides know: made at random, and played as the page plays them.
import { playCommand } from '../../page/script.js'
import { CURVE_NAMES, KINDS, SYNCS } from './package.mjs'

/** Five seconds of play and fades at random, and the times to compare. `joints`: names for masks. */
export function randomScript(random, clipCount, joints) {
  const clip = () => `#${random.below(clipCount)}`
  const commands = [{ at: 0, do: 'play', clip: clip() }]
  const space = clipCount > 2 && random.next() < 0.3 ? 'Gaits' : null
  if (space) {
    const first = random.below(clipCount - 1)
    const samples = [{ clip: `#${first}`, x: 1 }, { clip: `#${first + 1}`, x: 3, speed: random.of([1, 1.5]) }]
    commands.unshift({ at: 0, do: 'blendSpace', name: space, samples, x: 1.5, sync: random.of(['none', 'phase']) })
  }
  let at = 0
  for (let i = 0; i < 12; ++i) {
    at = Math.round((at + random.between(0, 0.7)) * 1000) / 1000
    commands.push({ at, ...randomCommand(random, clip, joints, space, commands.findLast((command) => command.clip).clip) })
  }
  const times = Array.from({ length: 8 }, () => Math.round(random.between(0, at + 0.6) * 1000) / 1000)
  return { commands, times: times.sort((a, b) => a - b) }
}

function randomCommand(random, clip, joints, space, last) {
  if (space && random.next() < 0.2) return { do: 'blendPoint', space, x: random.between(0.5, 3.5), seconds: random.of([0, 0.2]) }
  const rare = random.next()
  if (rare < 0.06) return { do: 'timeScale', clip: clip(), value: random.of([0.5, 1, 2]) }
  if (rare < 0.1) return { do: 'loop', clip: clip(), mode: random.of(['once', 'repeat', 'pingPong']) }
  if (rare < 0.13) return { do: 'weight', clip: clip(), value: random.of([0.5, 1]) }
  if (rare < 0.15) return { do: 'time', clip: clip(), value: random.of([0, 0.1, 0.2]) }
  if (rare < 0.17) return { do: 'enable', clip: clip(), value: random.next() < 0.5 }
  if (rare < 0.19) return { do: 'duration', clip: clip(), value: random.of([0.5, 1.5]) }
  if (rare < 0.21) return { do: 'speed', value: random.of([0.5, 1, 2]) }
  if (rare < 0.23) return { do: 'play', clip: clip() }
  if (rare < 0.25) return { do: 'warp', clip: clip(), to: random.of([0.5, 2]), seconds: 0.3 }
  if (rare < 0.27) return { do: 'halt', clip: clip(), seconds: 0.3 }
  if (rare < 0.28) return { do: 'stop', clip: clip() }
  if (rare < 0.29) return { do: 'carryOver', seconds: 0.3 }
  if (rare < 0.31) return { do: 'adjustFade', seconds: random.of([0.1, 0.6]), kind: random.of(KINDS) }
  if (rare < 0.32) return { do: 'stopAll' }
  if (rare < 0.35) return { do: 'fadeIn', clip: clip(), seconds: random.of([0, 0.2, 0.5]) }
  if (rare < 0.38) return { do: 'fadeOut', clip: last, seconds: random.of([0, 0.2, 0.5]) }
  const fade = { do: 'fadeTo', ...(space && random.next() < 0.3 ? { space } : { clip: clip() }), seconds: random.of([0, 0.1, 0.25, 0.4, 0.8]), kind: random.of(KINDS) }
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
      playCommand(fades, commands[next], null)
    }
    moveTo(time)
    show(i)
  })
}

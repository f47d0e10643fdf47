// How much interrupted fades pop: three.js's own cross-fade, and this package. As in three.js's example "skinning blending":
// Idle, Walk and Run; a fade is interrupted halfway by one back or to the third clip. Runs in Node and in a page.
import { AnimationMixer } from 'three'
import { measured, popOf, RATE } from './pops.js'

/** Seconds of the fades. */
export const SECONDS = [0.2, 0.3, 0.4, 0.6]

/** Idle, Walk and Run, or the first clips. */
export function threeClips(animations) {
  const wanted = [/^idle$/i, /^walk(ing)?$/i, /^run(ning)?$/i]
  return wanted.map((name, i) => animations.find((clip) => name.test(clip.name)) ?? animations[i])
}

/** What three.js's example does with a fade: both actions from their ends, whatever shows. */
function threeFades(scene, clips) {
  const mixer = new AnimationMixer(scene)
  const actions = clips.map((clip) => mixer.clipAction(clip))
  let current = 0
  const start = (action) => {
    action.enabled = true
    action.setEffectiveTimeScale(1).setEffectiveWeight(1)
  }
  return {
    play: (clip) => {
      mixer.stopAllAction()
      actions.forEach((action) => action.reset())
      start(actions[clip].play())
      current = clip
    },
    to: (clip, seconds) => {
      start(actions[clip])
      actions[clip].time = 0
      actions[clip].play()
      actions[current].crossFadeTo(actions[clip], seconds, false)
      current = clip
    },
    update: (delta) => mixer.update(delta),
  }
}

/** The same with this package. */
async function ourFades(Crossfade, scene, clips) {
  const fades = await Crossfade.create(scene, clips)
  return { play: (clip) => fades.play(clip), to: (clip, seconds) => fades.to(clip, { seconds }), update: (delta) => fades.update(delta) }
}

/** Every ordered pair, interrupted halfway by a fade back or to the third clip: ratios, ascending. */
function measure(objects, clips, fades) {
  const own = clips.map((clip, i) => measured(objects, fades, i, Math.max(Math.floor(clip.duration * RATE) - 1, 10)))
  const ratios = []
  for (const seconds of SECONDS)
    for (const from of [0, 1, 2])
      for (const to of [0, 1, 2].filter((clip) => clip !== from))
        for (const then of [from, 3 - from - to]) {
          const begin = Math.round(0.3 * RATE)
          const half = begin + Math.round((seconds / 2) * RATE)
          const meter = measured(objects, fades, from, half + Math.round((seconds + 0.1) * RATE), (frame) => {
            if (frame === begin) fades.to(to, seconds)
            if (frame === half) fades.to(then, seconds)
          })
          ratios.push(popOf(meter, [...new Set([from, to, then])].map((clip) => own[clip])).ratio)
        }
  return ratios.sort((a, b) => a - b)
}

/**
 * The worst bone's jump of velocity in each fade, against what the clips do on their own: { median, worst } of each.
 * @param {typeof import('crossfade').Crossfade} Crossfade
 * @param {import('three').Object3D} scene
 * @param {import('three').AnimationClip[]} clips three
 */
export async function comparePops(Crossfade, scene, clips) {
  const objects = []
  scene.traverse((each) => objects.push(each))
  const figures = {}
  for (const [name, fades] of [['three.js', threeFades(scene, clips)], ['crossfade', await ourFades(Crossfade, scene, clips)]]) {
    const ratios = measure(objects, clips, fades)
    const at = (part) => ratios[Math.round(part * (ratios.length - 1))]
    figures[name] = { median: at(0.5), worst: at(1) }
  }
  return figures
}

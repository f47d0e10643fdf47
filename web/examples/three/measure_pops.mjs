// How much interrupted fades pop: three.js's own cross-fade, and this package. node examples/three/measure_pops.mjs [MODEL]
// As in three.js's example "skinning blending": Idle, Walk and Run; a fade is interrupted halfway by one to the third clip.
import { AnimationMixer } from 'three'
import { measured, popOf, RATE } from '../pops.js'
import { Crossfade } from '../../test/support/package.mjs'
import { CHARACTER, loadModel } from '../../test/support/models.mjs'

const SECONDS = [0.2, 0.3, 0.4, 0.6]
const { scene, animations } = await loadModel(process.argv[2] ?? CHARACTER)
const wanted = [/^idle$/i, /^walk(ing)?$/i, /^run(ning)?$/i]
const clips = wanted.map((name, i) => animations.find((clip) => name.test(clip.name)) ?? animations[i])
const bones = []
scene.traverse((each) => bones.push(each))

/** What three.js's example does with a fade: both actions from their ends, whatever shows. */
function threeFades() {
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
async function ourFades() {
  const fades = await Crossfade.create(scene, clips)
  return { play: (clip) => fades.play(clip), to: (clip, seconds) => fades.to(clip, { seconds }), update: (delta) => fades.update(delta) }
}

/** Every ordered pair, straight and interrupted halfway by a fade back or to the third clip: ratios, ascending. */
function measure(fades) {
  const own = clips.map((clip, i) => measured(bones, fades, i, Math.max(Math.floor(clip.duration * RATE) - 1, 10)))
  const ratios = []
  for (const seconds of SECONDS)
    for (const from of [0, 1, 2])
      for (const to of [0, 1, 2].filter((clip) => clip !== from))
        for (const then of [from, 3 - from - to]) {
          const begin = Math.round(0.3 * RATE)
          const half = begin + Math.round((seconds / 2) * RATE)
          const meter = measured(bones, fades, from, half + Math.round((seconds + 0.1) * RATE), (frame) => {
            if (frame === begin) fades.to(to, seconds)
            if (frame === half) fades.to(then, seconds)
          })
          ratios.push(popOf(meter, [...new Set([from, to, then])].map((clip) => own[clip])).ratio)
        }
  return ratios.sort((a, b) => a - b)
}

console.log(`${clips.map((clip) => clip.name).join(', ')}; fades of ${SECONDS.join(', ')} s, interrupted halfway: the worst bone's jump of`)
console.log('velocity against what the clips do on their own')
for (const [name, fades] of [['three.js', threeFades()], ['crossfade', await ourFades()]]) {
  const ratios = measure(fades)
  const at = (part) => ratios[Math.round(part * (ratios.length - 1))].toFixed(1)
  console.log(`${name.padEnd(10)} median ${at(0.5).padStart(6)}   worst ${at(1).padStart(6)}`)
}

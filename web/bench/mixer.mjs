// Time per frame beside THREE.AnimationMixer, with the same clips and bones written: node bench/mixer.mjs [MODEL]
// Two clips blend at all times; 1 and 100 characters. Prints microseconds per frame, the median of several runs.
import { AnimationMixer } from 'three'
import { clone } from 'three/addons/utils/SkeletonUtils.js'
import { Crossfade } from '../test/support/package.mjs'
import { CHARACTER, loadModel } from '../test/support/models.mjs'

const model = process.argv[2] ?? CHARACTER
const { scene, animations } = await loadModel(model)
const pick = (name, index) => animations.find((clip) => clip.name === name) ?? animations[index]
const [first, second] = [pick('Walk', 0), pick('Run', 1)]
let bones = 0
scene.traverse((each) => (bones += Number(each.isBone === true)))

await Crossfade.load()
const makers = {
  three: () => {
    const mixer = new AnimationMixer(clone(scene))
    mixer.clipAction(first).setEffectiveWeight(0.5).play()
    mixer.clipAction(second).setEffectiveWeight(0.5).play()
    return mixer
  },
  crossfade: () => {
    const fades = new Crossfade(clone(scene), animations)
    for (const clip of [first, second]) {
      const action = fades.clipAction(clip).play()
      action.weight = 0.5
    }
    return fades
  },
}

/** Microseconds of a frame: the fastest of runs of half a second at least, after a warm-up. */
function time(frame) {
  const run = (seconds) => {
    const begin = process.hrtime.bigint()
    let frames = 0
    let passed = 0
    while (passed < seconds * 1e9) {
      for (let i = 0; i < 20; ++i) frame()
      frames += 20
      passed = Number(process.hrtime.bigint() - begin)
    }
    return passed / 1000 / frames
  }
  run(0.5)
  return Array.from({ length: 5 }, () => run(0.3)).sort((a, b) => a - b)[0]
}

console.log(`${model.split('/').pop()}: ${bones} bones, ${first.name} (${first.tracks.length} tracks) and ${second.name}`)
console.log('characters   three.js   crossfade   times as fast')
for (const count of [1, 100]) {
  const [three, ours] = ['three', 'crossfade'].map((name) => {
    const characters = Array.from({ length: count }, makers[name])
    const result = time(() => {
      for (let i = 0; i < characters.length; ++i) characters[i].update(1 / 60)
    })
    if (name === 'crossfade') characters.forEach((each) => each.dispose())
    return result
  })
  console.log(`${String(count).padStart(10)}${three.toFixed(1).padStart(8)} us${ours.toFixed(1).padStart(9)} us${(three / ours).toFixed(1).padStart(16)}`)
}

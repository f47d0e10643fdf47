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

const ROUNDS = Number(process.env.CROSSFADE_ROUNDS ?? 40)

/** Microseconds of one frame, over about 10 ms. */
function time(frame) {
  let frames = 0
  let passed = 0
  const begin = process.hrtime.bigint()
  do {
    for (let i = 0; i < 4; ++i) frame()
    frames += 4
    passed = Number(process.hrtime.bigint() - begin)
  } while (passed < 10e6)
  return passed / 1000 / frames
}

const middle = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1]
const least = (numbers) => Math.min(...numbers)

console.log(`${model.split('/').pop()}: ${bones} bones, ${first.name} (${first.tracks.length} tracks) and ${second.name}`)
console.log('us per character and frame: the median and the least of rounds in turn')
console.log('characters   three.js          crossfade         times as fast')
for (const count of [1, 100]) {
  const frames = {}
  const characters = {}
  for (const [name, make] of Object.entries(makers)) {
    const all = (characters[name] = Array.from({ length: count }, make))
    frames[name] = () => {
      for (let i = 0; i < all.length; ++i) all[i].update(1 / 60)
    }
  }
  const times = { three: [], crossfade: [] }
  for (let round = -20; round < ROUNDS; ++round)  // the first ones warm up
    for (const [name, frame] of Object.entries(frames)) {
      const each = time(frame) / count
      if (round >= 0) times[name].push(each)
    }
  characters.crossfade.forEach((each) => each.dispose())
  const figures = Object.values(times).map((list) => `${middle(list).toFixed(1)} (${least(list).toFixed(1)})`)
  const ratio = middle(times.three.map((each, i) => each / times.crossfade[i]))
  console.log(`${String(count).padStart(10)}   ${figures.map((text) => text.padEnd(18)).join('')}${ratio.toFixed(2)}`)
}

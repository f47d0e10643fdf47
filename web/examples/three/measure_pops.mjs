// How much interrupted fades pop in a model: node examples/three/measure_pops.mjs [MODEL]
import { comparePops, SECONDS, threeClips } from '../compare_pops.js'
import { Crossfade } from '../../test/support/package.mjs'
import { CHARACTER, loadModel } from '../../test/support/models.mjs'

const { scene, animations } = await loadModel(process.argv[2] ?? CHARACTER)
const clips = threeClips(animations)
console.log(`${clips.map((clip) => clip.name).join(', ')}; fades of ${SECONDS.join(', ')} s, interrupted halfway: the worst bone's jump of`)
console.log('velocity against what the clips do on their own')
for (const [name, { median, worst }] of Object.entries(await comparePops(Crossfade, scene, clips)))
  console.log(`${name.padEnd(10)} median ${median.toFixed(1).padStart(6)}   worst ${worst.toFixed(1).padStart(6)}`)

// Plays random scripts with a made-up body and returns every pose: the tests compare Node with Chromium.
import { AnimationClip, Bone, Object3D, Quaternion, QuaternionKeyframeTrack, Vector3, VectorKeyframeTrack } from 'three'
import { Random } from './random.mjs'
import { play, randomScript } from './scripts.mjs'

const BONES = 24
const CLIPS = 5

export async function poses(Crossfade, scripts) {
  const random = new Random(3)
  const root = new Object3D()
  const bones = []
  for (let i = 0; i < BONES; ++i) {
    const bone = new Bone()
    bone.name = `bone${i}`
    ;(i === 0 ? root : bones[random.below(i)]).add(bone)
    bones.push(bone)
  }
  const clips = Array.from({ length: CLIPS }, (_, k) => {
    const times = Array.from({ length: 9 }, (__, i) => i / 8)
    const tracks = bones.map((bone) => new QuaternionKeyframeTrack(`${bone.name}.quaternion`, times, times.flatMap(() => {
      const axis = new Vector3(random.between(-1, 1), random.between(-1, 1), random.between(0.1, 1)).normalize()
      return new Quaternion().setFromAxisAngle(axis, random.between(-1, 1)).toArray()
    })))
    tracks.push(new VectorKeyframeTrack('bone0.position', times, times.flatMap(() => [random.next(), random.next(), random.next()])))
    return new AnimationClip(`clip${k}`, -1, tracks)
  })
  const numbers = []
  for (let seed = 0; seed < scripts; ++seed) {
    const { commands, times } = randomScript(new Random(seed), CLIPS, ['bone3', 'bone7'])
    bones.forEach((bone) => bone.quaternion.identity())
    bones[0].position.set(0, 0, 0)
    const fades = await Crossfade.create(root, clips, { feet: true })
    play(fades, commands, times, () => bones.forEach((bone) => numbers.push(...bone.quaternion.toArray(), ...bone.position.toArray())))
    fades.dispose()
  }
  return numbers
}

// Plays a script through an exported set, and compares what the engine shows with a trace of Crossfade: README.md.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [, , engine, exported, scriptFile, traceFile] = process.argv
const TOLERANCE = 1e-6

/// A clip i moves a node from 0 to its length along x, so that the node's x is the weighted mean of the times.
async function threeStage({ CLIPS, Transitions }) {
  const three = await import('three')
  const root = new three.Object3D()
  const clips = CLIPS.map(({ name, source = name, seconds }) => {
    const track = new three.VectorKeyframeTrack('.position', [0, seconds], [0, 0, 0, seconds, 0, 0])
    return new three.AnimationClip(source, seconds, [track])
  })
  const fades = new Transitions(root, clips)
  const events = []
  for (const type of ['loop', 'finished']) fades.mixer.addEventListener(type, (event) => events.push(event))
  return {
    version: `three.js r${three.REVISION}`,
    fades,
    events,
    shown: (name) => {
      const action = fades.actions.get(name)
      return action.isScheduled() ? { time: action.time, weight: action.getEffectiveWeight() } : { time: 0, weight: 0 }
    },
    x: () => root.position.x,
  }
}

async function babylonStage({ CLIPS, Transitions }) {
  const { NullEngine, Scene, TransformNode, Animation, AnimationGroup, FreeCamera, Vector3, Engine } = await import('@babylonjs/core')
  const engine = new NullEngine()
  const scene = new Scene(engine)
  new FreeCamera('camera', Vector3.Zero(), scene)
  scene.useConstantAnimationDeltaTime = true
  const node = new TransformNode('node', scene)
  const groups = CLIPS.map(({ name, source = name, seconds }) => {
    const animation = new Animation('x', 'position.x', 60, Animation.ANIMATIONTYPE_FLOAT, Animation.ANIMATIONLOOPMODE_CYCLE)
    animation.setKeys([{ frame: 0, value: 0 }, { frame: seconds * 60, value: seconds }])
    const group = new AnimationGroup(source, scene)
    group.addTargetedAnimation(animation, node)
    return group
  })
  const fades = new Transitions(groups)
  const events = []
  for (const group of groups) group.onAnimationGroupLoopObservable.add(() => events.push(group))
  return {
    version: `Babylon.js ${Engine.Version}`,
    fades,
    events,
    shown: (name) => {
      const group = fades.groups.get(name)
      if (!group.isStarted) return { time: 0, weight: 0 }
      const [one] = group.animatables
      return { time: (one.masterFrame - group.from) / 60, weight: one.weight }
    },
    x: () => {
      scene.render()
      return node.position.x
    },
  }
}

const module = await import(pathToFileURL(exported))
const stage = await { three: threeStage, babylon: babylonStage }[engine](module)
const { commands } = JSON.parse(readFileSync(scriptFile))
const { entries } = JSON.parse(readFileSync(traceFile))
const frames = entries.find((entry) => entry.kind === 'script').poses
/// A clip plays by itself and in each blend space that it belongs to.
const namesOf = (clip) => [clip, ...module.SPACES.flatMap(({ samples }) => samples).filter((one) => one.clip === clip).map(({ name }) => name)]
let now = 0
const worst = { time: 0, weight: 0, x: 0 }
const advanceTo = (time) => {
  stage.fades.update(time - now)
  now = time
  return stage.x()
}
const note = (what, ours, theirs, where) => {
  const difference = Math.abs(ours - theirs)
  if (!(difference <= TOLERANCE)) console.error(`${where}: ${what} ${theirs}, not ${ours}`)
  worst[what] = Math.max(worst[what], Number.isNaN(difference) ? Infinity : difference)
}
for (const frame of frames) {
  while (commands.length && commands[0].at <= frame.time) {
    const { at, do: action, clip, space, ...rest } = commands.shift()
    advanceTo(at)
    if (action === 'play') stage.fades.play(clip)
    if (action === 'fadeTo') stage.fades.fadeTo(clip ?? space, rest)
    if (action === 'blendPoint') stage.fades.movePoint(space, rest.x, rest.y, rest.seconds)
  }
  const x = advanceTo(frame.time)
  let sum = 0
  let mean = 0
  module.CLIPS.forEach(({ name }, index) => {
    const ours = frame.clips.filter(({ clip, weight }) => clip === index && weight > 0)
    const playing = namesOf(name).map(stage.shown)
    for (const { time, weight } of ours) {
      const apart = (one) => Math.abs(one.time - time) + Math.abs(one.weight - weight)
      const theirs = playing.splice(playing.indexOf([...playing].sort((a, b) => apart(a) - apart(b))[0]), 1)[0]
      note('weight', weight, theirs.weight, `${frame.time} s, ${name}`)
      note('time', time, theirs.time, `${frame.time} s, ${name}`)
      sum += weight
      mean += weight * time
    }
    for (const { weight } of playing) note('weight', 0, weight, `${frame.time} s, ${name}`)
  })
  if (Math.abs(sum - 1) < 1e-9) note('x', mean, x, `${frame.time} s`)
}
console.log(`${stage.version}: ${frames.length} frames, ${stage.events.length} events; largest differences: ` +
  Object.entries(worst).map(([what, value]) => `${what} ${value.toExponential(1)}`).join(', '))
const wasPlayed = frames.length > 0 && stage.events.length > 0
process.exit(wasPlayed && Object.values(worst).every((value) => value <= TOLERANCE) ? 0 : 1)

// The package in Node: what it plays and refuses, what it reports, and that it leaks and litters nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AdditiveAnimationBlendMode, AnimationClip, Bone, Euler, LoopOnce, NumberKeyframeTrack, Object3D, Quaternion, QuaternionKeyframeTrack, StringKeyframeTrack,
  VectorKeyframeTrack,
} from 'three'
import { clone } from 'three/addons/utils/SkeletonUtils.js'
import { measured, popOf } from '../examples/pops.js'
import { Crossfade, KINDS, memoryBytes } from './support/package.mjs'
import { CHARACTER, loadModel } from './support/models.mjs'
import { Random } from './support/random.mjs'

/** A bone that slides along x, from 0 to `far` in a second. */
function slide(name, far, node = 'hips') {
  return new AnimationClip(name, -1, [new VectorKeyframeTrack(`${node}.position`, [0, 1], [0, 0, 0, far, 0, 0])])
}

/** hips, spine and hand in a row. */
function body() {
  const root = new Object3D()
  let parent = root
  for (const name of ['hips', 'spine', 'hand']) {
    const bone = new Bone()
    bone.name = name
    parent.add(bone)
    parent = bone
  }
  return root
}
const bone = (root, name) => root.getObjectByName(name)

test('A fade goes from what is on screen to its target', async () => {
  const root = body()
  const fades = await Crossfade.create(root, [slide('walk', 1), slide('run', 9)])
  fades.play('walk')
  fades.update(0.5)
  assert.equal(bone(root, 'hips').position.x, 0.5)
  fades.to('run', { seconds: 0.2, kind: 'linear' })
  fades.update(0.1)
  assert.ok(Math.abs(bone(root, 'hips').position.x - (0.5 * 0.6 + 0.5 * 0.9)) < 1e-6)
  assert.equal(fades.fade.to.getClip().name, 'run')
  assert.ok(Math.abs(fades.fadeProgress - 0.5) < 1e-9)
  fades.update(0.2)
  assert.ok(Math.abs(bone(root, 'hips').position.x - 9 * 0.3) < 1e-5)
  assert.equal(fades.fade, null)
  assert.equal(fades.dominantClip.name, 'run')
  fades.dispose()
})

test('A fade that is interrupted ten times never jumps, except with the classic kind', async () => {
  for (const kind of KINDS) {
    const root = body()
    const fades = await Crossfade.create(root, [slide('stay', 0), slide('far', 0)])
    fades.dispose()
    const still = (name, x) => new AnimationClip(name, 1, [new VectorKeyframeTrack('hips.position', [0], [x, 0, 0])])
    const between = await Crossfade.create(body(), [still('left', 0), still('right', 1)])
    between.play('left')
    between.update(0.1)
    let largest = 0
    const hips = bone(between.object, 'hips')
    for (let frame = 0, last = hips.position.x; frame < 600; ++frame, last = hips.position.x) {
      if (frame % 60 === 0) between.to(frame % 120 === 0 ? 'right' : 'left', { seconds: 0.5, kind })
      between.update(1 / 240)
      largest = Math.max(largest, Math.abs(hips.position.x - last))
    }
    if (kind === 'classic') assert.ok(largest > 0.1, `classic: ${largest}`)
    else assert.ok(largest < 0.03, `${kind}: ${largest}`)
    between.dispose()
  }
})

test('A mask leaves the rest of the body to what plays below', async () => {
  const root = body()
  const all = (name, far) => new AnimationClip(name, -1, ['hips', 'spine', 'hand'].map((node) => slide('', far, node).tracks[0]))
  const fades = await Crossfade.create(root, [all('walk', 1), all('wave', 9)])
  fades.play('walk')
  fades.to('wave', { seconds: 0, mask: 'spine', feather: 1 })
  fades.update(0.5)
  assert.ok(Math.abs(bone(root, 'hips').position.x - 0.5) < 1e-6)
  assert.ok(Math.abs(bone(root, 'spine').position.x - 2.5) < 1e-6)
  assert.ok(Math.abs(bone(root, 'hand').position.x - 4.5) < 1e-6)
  assert.throws(() => fades.to('wave', { mask: 'tail' }), /There is no joint "tail"/)
  fades.dispose()
})

test('Errors are sentences', async () => {
  const fades = await Crossfade.create(body(), [slide('walk', 1), slide('run', 9)])
  assert.throws(() => fades.to('rum'), /There is no clip "rum"\. The clips are walk, run\./)
  assert.throws(() => fades.to('run', { seconds: -1 }), /fade length -1 is not between 0 and 3600/)
  assert.throws(() => fades.to('run', { kind: 'spring' }), /"spring" is none of classic, linear/)
  assert.throws(() => fades.to('run', { curve: [{ time: 0, value: 0 }] }), /A curve needs two keys/)
  assert.throws(() => fades.to('run', { curve: 'constructor' }), /"constructor" is no curve/)
  assert.throws(() => fades.use('{'), /A transition set is JSON/)
  assert.throws(() => fades.use({ transitions: [{ seconds: 5000 }] }), /\/transitions\/0\/seconds: fade length 5000 is not between 0 and 3600/)
  fades.dispose()
  assert.throws(() => fades.update(0.1), /was disposed of/)
  assert.throws(() => fades.to('run'), /was disposed of/)
})

test('What is not played is said', async () => {
  const clips = [new AnimationClip('odd', 1, [
    ...slide('', 1).tracks,
    new StringKeyframeTrack('hips.name', [0, 1], ['a', 'b']),
    new NumberKeyframeTrack('nobody.visible', [0, 1], [0, 1]),
    new VectorKeyframeTrack('spine.position', [1, 0], [0, 0, 0, 1, 1, 1]),
  ])]
  const fades = await Crossfade.create(body(), clips)
  assert.equal(fades.ignored.length, 3)
  assert.match(fades.ignored.join('\n'), /values of type string are not played/)
  assert.match(fades.ignored.join('\n'), /there is no node "nobody"/)
  assert.match(fades.ignored.join('\n'), /key 1 is out of order/)
  fades.dispose()
})

test('A transition set decides what a fade leaves open', async () => {
  const root = body()
  const fades = await Crossfade.create(root, [slide('walk', 1), slide('run', 9), slide('hit', 3)])
  const notes = fades.use({
    crossfade: 1,
    transitions: [
      { seconds: 1, kind: 'linear' },
      { to: { name: 'hit', index: 2 }, seconds: 0.05 },
      { from: { name: 'walk', index: 0 }, to: { name: 'run', index: 1 }, seconds: 0.2 },
      { from: { name: 'gone' }, seconds: 9 },
    ],
  })
  assert.deepEqual(notes, ['/transitions/3/from: this model has no clip "gone".'])
  const secondsOf = (from, to) => {
    fades.play(from)
    fades.update(0.01)
    fades.to(to)
    fades.update(0.02)
    return 0.02 / fades.fadeProgress
  }
  assert.ok(Math.abs(secondsOf('walk', 'run') - 0.2) < 1e-9)
  assert.ok(Math.abs(secondsOf('run', 'hit') - 0.05) < 1e-9)
  assert.ok(Math.abs(secondsOf('run', 'walk') - 1) < 1e-9)
  fades.use(null)
  assert.ok(Math.abs(secondsOf('run', 'walk') - 0.3) < 1e-9)
  fades.dispose()
})

test('A transition set ends masked layers where it says so', async () => {
  const all = (name, far) => new AnimationClip(name, -1, ['hips', 'spine', 'hand'].map((node) => slide('', far, node).tracks[0]))
  const fades = await Crossfade.create(body(), [all('walk', 1), all('wave', 9), all('run', 3)])
  for (const layers of ['keep', 'end']) {
    fades.use({ transitions: [{ to: 'run', layers, seconds: 0.1 }] })
    fades.play('walk')
    fades.to('wave', { seconds: 0, mask: 'hand', feather: 0 })
    fades.update(0.1)
    fades.to('run')
    for (let i = 0; i < 12; ++i) fades.update(1 / 60)
    assert.equal(fades.weightOf('wave'), layers === 'keep' ? 1 : 0)
    fades.stopAllAction().update(0)
  }
  assert.throws(() => fades.use({ transitions: [{ layers: 'stop' }] }), /\/transitions\/0\/layers: "stop" is neither keep nor end/)
  fades.dispose()
})

test('Loops, ends and events of clips are heard', async () => {
  const fades = await Crossfade.create(body(), [slide('walk', 1), slide('hit', 9)])
  fades.setEvents('walk', [{ name: 'step', time: 0.25 }, { name: 'swing', time: 0.5, end: 0.75 }])
  const heard = []
  fades.addEventListener('loop', ({ action, loopDelta }) => heard.push(`${action.getClip().name} loop ${loopDelta}`))
  fades.addEventListener('finished', ({ action }) => heard.push(`${action.getClip().name} finished`))
  fades.addEventListener('event', ({ name, pass, weight }) => heard.push(`${name} ${pass} ${weight}`))
  fades.play('walk')
  for (let i = 0; i < 11; ++i) fades.update(0.1)
  assert.deepEqual(heard, ['step moment 1', 'swing begin 1', 'swing end 1', 'walk loop 1'])
  fades.clipAction('hit').setLoop(LoopOnce).clampWhenFinished = true
  fades.to('hit', { seconds: 0 })
  for (let i = 0; i < 12; ++i) fades.update(0.1)
  assert.equal(heard.at(-1), 'hit finished')
  assert.throws(() => fades.setEvents('walk', [{ name: 'late', time: 5 }]), /The events of "walk" are not possible: .*late/)
  fades.dispose()
})

test('A moment comes back', async () => {
  const { scene, animations } = await loadModel(CHARACTER)
  const fades = await Crossfade.create(scene, animations)
  const hand = scene.getObjectByName('LeftHand') ?? scene.children[0]
  fades.play('Walk').time = 0.2
  fades.update(0.1)
  fades.to('Run', { seconds: 0.5, kind: 'inertial' })
  fades.update(0.1)
  const moment = fades.save()
  const play = () => {
    for (let i = 0; i < 20; ++i) fades.update(1 / 60)
    return scene.toJSON().object.children.length && hand.quaternion.toArray().join(' ')
  }
  const first = play()
  fades.to('Idle')
  fades.update(0.3)
  fades.restore(moment)
  assert.equal(play(), first)
  moment.dispose()
  assert.throws(() => fades.restore(moment), /was disposed of/)
  fades.dispose()
})

test('A blend space goes from clip to clip', async () => {
  const root = body()
  const fades = await Crossfade.create(root, [slide('walk', 1), slide('run', 9)])
  const gaits = fades.addBlendSpace([{ clip: 'walk', x: 1 }, { clip: 'run', x: 3 }])
  fades.to(gaits, { seconds: 0 })
  gaits.moveTo(2)
  fades.update(0.5)
  assert.ok(Math.abs(bone(root, 'hips').position.x - 2.5) < 1e-6)
  assert.throws(() => fades.addBlendSpace([{ clip: 'walk', x: 1 }, { clip: 'run', x: 1 }]), /The blend space is not possible/)
  fades.dispose()
})

test('A set knows blend spaces by their names', async () => {
  const fades = await Crossfade.create(body(), [slide('walk', 1), slide('run', 9), slide('idle', 0)])
  const gaits = fades.addBlendSpace([{ clip: 'walk', x: 1 }, { clip: 'run', x: 3 }], 'phase', 'Gaits')
  const other = fades.addBlendSpace([{ clip: 'walk', x: 1 }, { clip: 'idle', x: 0 }])
  assert.deepEqual(fades.use({ transitions: [
    { seconds: 1 }, { to: { space: 'Gaits' }, seconds: 2 }, { from: { space: 'Gaits' }, to: { name: 'idle' }, seconds: 4 },
  ] }), [])
  const secondsOf = (target) => {
    fades.to(target)
    fades.update(0.5)
    const seconds = 0.5 / fades.fadeProgress
    fades.update(seconds)
    return Math.round(seconds * 1000) / 1000
  }
  fades.play('walk')
  assert.equal(secondsOf(gaits), 2)
  assert.equal(secondsOf('idle'), 4)
  assert.equal(secondsOf(other), 1)
  assert.equal(secondsOf(gaits), 2)
  fades.to('run')
  fades.update(0.1)
  assert.equal(secondsOf('idle'), 1, 'from the run that the fade goes to')
  assert.throws(() => fades.use({ transitions: [{ to: { space: 3 } }] }), /transitions.0.to.space: /)
  fades.dispose()
})

test('The angles of a bone follow its quaternion when they are read', async () => {
  const root = body()
  const spine = bone(root, 'spine')
  const turn = new QuaternionKeyframeTrack('spine.quaternion', [0, 1], [0, 0, 0, 1, Math.SQRT1_2, 0, 0, Math.SQRT1_2])
  const fades = await Crossfade.create(root, [new AnimationClip('turn', -1, [turn])])
  const { rotation } = spine
  assert.deepEqual(rotation.toArray(), [0, 0, 0, 'XYZ'])
  fades.play('turn')
  fades.update(0.5)
  assert.ok(Math.abs(rotation.x - Math.PI / 4) < 1e-6, `${rotation.x}`)
  assert.ok(Math.abs(spine.clone().rotation.x - Math.PI / 4) < 1e-6)
  fades.update(0.25)
  rotation.y = 4  // what is set stays, and the quaternion follows
  assert.equal(rotation.y, 4)
  assert.ok(Math.abs(rotation.x - 3 * Math.PI / 8) < 1e-6)
  assert.ok(spine.quaternion.angleTo(new Quaternion().setFromEuler(new Euler(3 * Math.PI / 8, 4, 0))) < 1e-6)
  spine.quaternion.identity()
  assert.ok(Math.abs(rotation.x) + Math.abs(rotation.y) < 1e-12)

  let heard = 0
  spine.quaternion._onChange(() => ++heard)  // somebody who wants to know
  fades.update(0)
  assert.equal(heard, 1)
  const shown = rotation.x
  const second = await Crossfade.create(root, fades.clips)
  fades.dispose()
  second.dispose()
  assert.equal(rotation.x, shown)
  assert.ok('value' in Object.getOwnPropertyDescriptor(rotation, '_x'))  // as three.js made it
})

test('Root motion moves the object', async () => {
  const root = body()
  const walk = new AnimationClip('walk', 1, [
    new VectorKeyframeTrack('hips.position', [0, 1], [0, 1, 0, 0, 1, 2]),
    new QuaternionKeyframeTrack('spine.quaternion', [0, 1], [0, 0, 0, 1, 0, 0, 0, 1]),
  ])
  const fades = await Crossfade.create(root, [walk], { rootMotion: true })
  fades.play('walk')
  for (let i = 0; i < 150; ++i) fades.update(1 / 60)
  assert.ok(Math.abs(root.position.z - 5) < 1e-4, `z is ${root.position.z}`)
  assert.ok(Math.abs(bone(root, 'hips').position.z) < 1e-6)
  root.rotation.y = Math.PI / 2
  for (let i = 0; i < 60; ++i) fades.update(1 / 60)
  assert.ok(Math.abs(root.position.x - 2) < 1e-4, `x is ${root.position.x}`)
  fades.dispose()
})

test('Feet of the bundled character are found: steps, markers and the lock', async () => {
  const { scene, animations } = await loadModel(CHARACTER)
  const fades = await Crossfade.create(scene, animations, { feet: true })
  let steps = 0
  fades.setEvents('Walk', 'steps')
  fades.addEventListener('event', () => ++steps)
  fades.play('Walk')
  for (let i = 0; i < 128; ++i) fades.update(1 / 60)
  assert.equal(steps, 4) // two cycles
  fades.setMarkers('Walk', 'feet').setMarkers('Run', 'feet')
  fades.to('Run', { sync: 'markers' })
  for (let i = 0; i < 30; ++i) fades.update(1 / 60)
  assert.equal(fades.lockFeet(), true)
  for (let i = 0; i < 30; ++i) fades.update(1 / 60)
  assert.throws(() => fades.setMarkers('Nod', { a: 99 }), /The markers of "Nod" are not possible/)
  fades.dispose()
  const thing = await Crossfade.create(body(), [slide('walk', 1)])
  assert.equal(thing.lockFeet(), false)
  thing.dispose()
})

test('An additive action adds to what plays', async () => {
  const root = body()
  const fades = await Crossfade.create(root, [slide('walk', 1), slide('lean', 4)])
  fades.play('walk')
  fades.clipAction('lean', AdditiveAnimationBlendMode).play().weight = 0.5
  fades.update(0.5)
  assert.ok(Math.abs(bone(root, 'hips').position.x - (0.5 + 0.5 * 2)) < 1e-6)
  fades.dispose()
})

test('Characters of one kind share their clips', async () => {
  const { scene, animations } = await loadModel(CHARACTER)
  const first = new Crossfade(clone(scene), animations)
  const second = new Crossfade(clone(scene), animations)
  assert.equal(second.clips, first.clips)
  first.dispose()
  second.play('Run')
  second.update(0.1)
  second.dispose()
})

test('Morph weights and values that move no bone are written', async () => {
  const root = body()
  const mesh = new Object3D()
  mesh.name = 'face'
  mesh.morphTargetInfluences = [0, 0]
  mesh.morphTargetDictionary = { smile: 0, frown: 1 }
  mesh.material = { opacity: 1 }
  root.add(mesh)
  const fades = await Crossfade.create(root, [
    new AnimationClip('smile', 1, [
      new NumberKeyframeTrack('face.morphTargetInfluences', [0, 1], [0, 0, 1, 0.5]),
      new NumberKeyframeTrack('face.material.opacity', [0, 1], [1, 0]),
    ]),
    slide('walk', 1),
  ])
  fades.play('smile')
  fades.update(0.5)
  assert.deepEqual(mesh.morphTargetInfluences, [0.5, 0.25])
  assert.equal(mesh.material.opacity, 0.5)
  fades.dispose()
})

test('Interrupted fades of the bundled character do not pop', async () => {
  const { scene, animations } = await loadModel(CHARACTER)
  const fades = await Crossfade.create(scene, animations)
  const bones = []
  scene.traverse((each) => each.isBone && bones.push(each))
  const own = ['Walk', 'Run'].map((clip) => measured(bones, fades, clip, 160))
  const meter = measured(bones, fades, 'Walk', 400, (frame) => {
    if (frame === 100) fades.to('Run', { seconds: 0.4 })
    if (frame === 150) fades.to('Walk', { seconds: 0.4 })
  })
  assert.ok(popOf(meter, own).ratio < 2, `${popOf(meter, own).ratio}`)
  fades.dispose()
})

test('A thousand fades and a hundred characters leave the memory as it was', async () => {
  const { scene, animations } = await loadModel(CHARACTER)
  const random = new Random(5)
  const fades = await Crossfade.create(scene, animations)
  fades.play(0)
  const fade = () => {
    fades.to(random.below(animations.length), { seconds: random.between(0.05, 0.5), kind: random.of(KINDS) })
    for (let i = 0; i < 6; ++i) fades.update(1 / 60)
  }
  for (let i = 0; i < 100; ++i) fade()
  const before = memoryBytes()
  for (let i = 0; i < 1000; ++i) fade()
  assert.equal(memoryBytes(), before)
  fades.dispose()

  const cycle = () => {
    const made = Array.from({ length: 10 }, () => new Crossfade(clone(scene), animations))
    for (const each of made) each.play(0)
    for (const each of made) each.update(0.1)
    for (const each of made) each.dispose()
  }
  for (let i = 0; i < 3; ++i) cycle()
  const rested = memoryBytes()
  for (let i = 0; i < 20; ++i) cycle()
  assert.equal(memoryBytes(), rested)
})

test('A frame makes no garbage', { skip: globalThis.gc ? false : 'run node with --expose-gc' }, async () => {
  const { scene, animations } = await loadModel(CHARACTER)
  const fades = await Crossfade.create(scene, animations)
  fades.play('Walk')
  fades.to('Run', { seconds: 1e3 })
  const frames = () => {
    for (let i = 0; i < 20000; ++i) fades.update(1 / 60)
  }
  let least = Infinity  // of some tries: until the JIT compiler is done, it allocates
  for (let i = 0; i < 30 && !(least < 1); ++i) {
    globalThis.gc()
    const before = process.memoryUsage().heapUsed
    frames()
    least = Math.min(least, (process.memoryUsage().heapUsed - before) / 20000)
  }
  assert.ok(least < 1, `${least} bytes per frame`)
  fades.dispose()
})

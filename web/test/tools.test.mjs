// Packs and retargeting, in Node and in headless Chromium. CROSSFADE_PROGRAM writes packs and retargets for comparison; without it, those tests
// are skipped.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { AnimationMixer, Bone, Object3D } from 'three'
import { clone } from 'three/addons/utils/SkeletonUtils.js'
import { Browser } from './support/browser.mjs'
import { CHARACTER, loadModel, moreModels } from './support/models.mjs'
import { Crossfade } from './support/package.mjs'
import { Random } from './support/random.mjs'
import { play, randomScript } from './support/scripts.mjs'

const TOOLS = fileURLToPath(new URL('../../build/web/package/dist/tools.js', import.meta.url))
const { openPack, retarget } = await import(TOOLS)
await Crossfade.load()
const program = process.env.CROSSFADE_PROGRAM
const skip = program ? false : 'CROSSFADE_PROGRAM is not set'
const folder = mkdtempSync(join(tmpdir(), 'crossfade-tools-'))
after(() => rmSync(folder, { recursive: true }))

function crossfade(...words) {
  execFileSync(program, words, { stdio: 'ignore', cwd: folder })
  return readFileSync(join(folder, words.at(-1)))
}

const bonesOf = (object) => {
  const bones = []
  object.traverse((each) => each.isBone && bones.push(each))
  return bones
}
const numbersOf = (bones) => bones.flatMap((bone) => [...bone.position.toArray(), ...bone.quaternion.toArray(), ...bone.scale.toArray()])
const apart = (some, others) => some.reduce((most, value, i) => Math.max(most, Math.abs(value - others[i])), some.length === others.length ? 0 : Infinity)

test("A pack's clips play as those of the model that it was made of", { skip }, async () => {
  const pack = await openPack(crossfade('pack', CHARACTER, '--out', 'plain.xfade'))
  const { scene, animations } = await loadModel(CHARACTER)
  assert.deepEqual(pack.clips.map((clip) => [clip.name, clip.duration]), animations.map((clip) => [clip.name, clip.duration]))
  const playedWith = (clips) => {
    const object = clone(scene)
    const fades = new Crossfade(object, clips)
    assert.deepEqual(fades.ignored, [])
    const shown = []
    const { commands, times } = randomScript(new Random(3), animations.length, ['Spine'])
    play(fades, commands, times, () => {
      shown.push(...numbersOf(bonesOf(object)))
      object.traverse((each) => shown.push(...(each.morphTargetInfluences ?? [])))
    })
    fades.dispose()
    return shown
  }
  const wanted = playedWith(animations)
  assert.ok(apart(wanted, playedWith(pack.clips)) < 1e-6, `${apart(wanted, playedWith(pack.clips))}`)
})

/** A bone that swings, in 400 keys. */
function swing() {
  const times = Float32Array.from({ length: 400 }, (_, i) => i / 200)
  const turns = Float32Array.from({ length: 1600 }, (_, i) => [0, 0, Math.sin(Math.sin((i >> 2) / 20) / 2), Math.cos(Math.sin((i >> 2) / 20) / 2)][i % 4])
  const uri = `data:application/octet-stream;base64,${Buffer.concat([Buffer.from(times.buffer), Buffer.from(turns.buffer)]).toString('base64')}`
  const path = join(folder, 'swing.gltf')
  writeFileSync(path, JSON.stringify({
    asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ name: 'Hips', children: [1] }, { name: 'Arm', translation: [0, 1, 0] }],
    buffers: [{ byteLength: 8000, uri }], bufferViews: [{ buffer: 0, byteLength: 1600 }, { buffer: 0, byteOffset: 1600, byteLength: 6400 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 400, type: 'SCALAR', min: [0], max: [1.995] }, { bufferView: 1, componentType: 5126, count: 400, type: 'VEC4' }],
    animations: [{ name: 'swing', samplers: [{ input: 0, output: 1 }], channels: [{ sampler: 0, target: { node: 0, path: 'rotation' } }] }],
  }))
  return path
}

test('A compressed pack plays within its tolerance', { skip }, async () => {
  const model = swing()
  const plain = crossfade('pack', model, '--out', 'plain.xfade')
  const bytes = crossfade('pack', model, '--tolerance', '0.1', '--out', 'small.xfade')
  assert.ok(bytes.length < plain.length / 2, `${bytes.length} of ${plain.length} bytes`)
  const shown = await Promise.all([plain, bytes].map(async (each) => {
    const { scene } = await loadModel(model)
    const { clips } = await openPack(each)
    const fades = await Crossfade.create(scene, clips)
    fades.play('swing')
    return Array.from({ length: 20 }, () => fades.update(0.09).object.getObjectByName('Hips').quaternion.toArray()).flat()
  }))
  assert.ok(apart(...shown) > 0 && apart(...shown) < 1e-3, `${apart(...shown)}`)
})

test('A pack brings its transition set, masks, events and blend spaces', { skip }, async () => {
  writeFileSync(join(folder, 'set.json'), JSON.stringify({ crossfade: 1, transitions: [
    { seconds: 0.5, kind: 'linear' },
    { from: { name: 'Walk' }, to: { name: 'Run' }, seconds: 0.25, kind: 'frozen', sync: 'phase', curve: { keys: [{ time: 0, value: 0, out: 2 }, { time: 1, value: 1 }] } },
    { to: { name: 'Nod' }, mask: { name: 'Spine' }, feather: 1, layers: 'end', toPhase: 0.5 },
  ] }))
  const pack = await openPack(crossfade('pack', CHARACTER, '--set', 'set.json', '--steps', '--space', 'Gaits', '--out', 'full.xfade'))
  const { scene } = await loadModel(CHARACTER)
  const fades = await Crossfade.create(scene, pack.clips)
  const { Gaits } = fades.usePack(pack)
  let steps = 0
  fades.addEventListener('event', () => ++steps)
  fades.play('Walk')
  for (let i = 0; i < 120; ++i) fades.update(1 / 60)
  assert.ok(steps >= 3, `${steps} steps`)
  fades.to('Run')
  fades.update(0.1)
  assert.ok(Math.abs(fades.fadeProgress - 0.4) < 1e-6, `${fades.fadeProgress}`)
  const cell = pack.set.transitions.find(({ from, to }) => from?.name === 'Walk' && to?.name === 'Run')
  assert.equal(cell.kind, 'frozen')
  assert.equal(cell.curve[0].out, 2)
  fades.update(1)
  fades.to('Nod')  // its mask leaves the legs to the run
  for (let i = 0; i < 60; ++i) fades.update(1 / 60)
  assert.ok(fades.weightOf('Run') > 0.99 && fades.weightOf('Nod') > 0.99)
  fades.to(Gaits, { seconds: 0.1, endsMaskedLayers: true })
  for (let i = 0; i < 30; ++i) fades.update(1 / 60)
  assert.equal(fades.weightOf('Nod'), 0)
  fades.dispose()
})

test('What is no pack says so', async () => {
  await assert.rejects(openPack(new Uint8Array(64)), /^Error: This pack cannot be read: /)
  await assert.rejects(openPack(new ArrayBuffer(0)), /^Error: This pack cannot be read: /)
})

/** The same character under other names, with clips for it. */
async function otherCharacter() {
  const { scene, animations } = await loadModel(CHARACTER)
  bonesOf(scene).forEach((bone) => (bone.name = `Other|${bone.name}`))
  for (const clip of animations) for (const track of clip.tracks) track.name = `Other|${track.name}`
  return { scene, animations }
}

test('Clips of another object move this one as they move theirs', async () => {
  const other = await otherCharacter()
  const { scene } = await loadModel(CHARACTER)
  const clips = await retarget(scene, other.scene, other.animations)
  const moved = other.animations.filter((clip) => clip.name !== 'Blink')  // which moves no joint
  assert.deepEqual(clips.map((clip) => clip.name), moved.map((clip) => clip.name))
  for (const Player of [Crossfade, AnimationMixer]) {
    const [here, there] = [[scene, clips], [other.scene, moved]].map(([object, list]) => {
      const player = new Player(object, list)
      player.clipAction(list[2]).play()
      player.update(0.37)
      return numbersOf(bonesOf(object))
    })
    assert.ok(apart(here, there) < 1e-5, `${Player.name}: ${apart(here, there)} apart`)
  }
})

test('Joints may be matched by hand, and errors of retargeting are sentences', async () => {
  const other = await otherCharacter()
  const { scene } = await loadModel(CHARACTER)
  const bones = bonesOf(scene).map((bone) => bone.name)
  const hips = bones[0]
  const without = await retarget(scene, other.scene, other.animations.slice(0, 1), { joints: { [hips]: null } })
  assert.ok(without[0].tracks.every((track) => !track.name.startsWith(`${hips}.`)))
  await assert.rejects(retarget(scene, other.scene, other.animations, { joints: { tail: null } }), /There is no joint "tail"\./)
  const pole = new Object3D()
  pole.add(Object.assign(new Bone(), { name: 'pole' }))
  await assert.rejects(retarget(pole, other.scene, other.animations), /These clips do not fit this object: they share no parts of a human body/)
})

for (const model of moreModels('RobotExpressive/RobotExpressive.glb', 'KayKit_Knight/Knight.glb', 'Mannequiny/mannequiny.glb'))
  test(`Clips of ${basename(model)} are retargeted as the desktop does it`, { skip }, async (t) => {
    writeFileSync(join(folder, 'onto.glb'), crossfade('retarget', model, '--onto', CHARACTER, '--out', 'onto.glb'))
    const desktop = await loadModel(join(folder, 'onto.glb'))
    const source = await loadModel(model)
    const { scene, animations } = await loadModel(CHARACTER)
    const clips = await retarget(scene, source.scene, source.animations, { clips: animations })
    const wanted = desktop.animations.slice(-clips.length)
    assert.equal(clips.length, source.animations.length)
    let worst = 0
    let moves = 0
    for (const [i, clip] of clips.entries()) {
      const [here, there] = [[scene, clip], [desktop.scene, wanted[i]]].map(([object, list]) => {
        const fades = new Crossfade(clone(object), [list])
        fades.play(0)
        const shown = []
        for (let k = 0; k < 5; ++k) shown.push(...bonesOf(fades.update(list.duration / 7).object).map((bone) => bone.clone(false)))
        fades.dispose()
        return shown
      })
      here.forEach((bone, k) => {
        const turned = bone.quaternion.dot(there[k].quaternion) < 0 ? bone.quaternion.clone().set(...bone.quaternion.toArray().map((part) => -part)) : bone.quaternion
        worst = Math.max(worst, apart(turned.toArray(), there[k].quaternion.toArray()), apart(bone.position.toArray(), there[k].position.toArray()))
      })
      moves = Math.max(moves, ...here.map((bone) => bone.quaternion.angleTo(scene.getObjectByName(bone.name).quaternion)))
    }
    t.diagnostic(`${clips.length} clips, at most ${worst} apart`)
    assert.ok(worst < 1e-4 && moves > 0.01, `${worst} apart, ${moves}`)
  })

const noChromium = spawnSync(process.env.CROSSFADE_BROWSER ?? 'chromium', ['--version']).status === 0 ? false : 'there is no chromium'

test('Chromium reads the same pack and retargets the same keys', { skip: skip || noChromium }, async () => {
  const bytes = crossfade('pack', CHARACTER, '--out', 'browser.xfade')
  const bundle = await build({
    stdin: {
      contents: `import { Bone, Object3D } from 'three'
        import { openPack, retarget } from ${JSON.stringify(TOOLS)}
        globalThis.openPack = openPack
        globalThis.retarget = retarget
        globalThis.chain = ${chain}
        globalThis.three = { Bone, Object3D }`,
      resolveDir: fileURLToPath(new URL('..', import.meta.url)),
    },
    bundle: true, format: 'iife', write: false, nodePaths: [fileURLToPath(new URL('../node_modules', import.meta.url))],
  })
  const browser = await Browser.open()
  try {
    const page = await browser.page('about:blank', { width: 640, height: 480 })
    await page.evaluate(bundle.outputFiles[0].text)
    const look = `(async () => {
      const pack = await openPack(bytes)
      const names = pack.clips[0].tracks.map((track) => track.name.split('.')[0])
      const clips = await retarget(chain(three, [...new Set(names)], ''), chain(three, [...new Set(names)], 'Other|'), [renamed(pack.clips[0])])
      return { clips: pack.clips.map((clip) => clip.toJSON ? [clip.name, clip.duration, clip.tracks.length] : 0), set: pack.set,
        keys: clips[0].tracks.slice(0, 4).map((track) => [track.name, ...track.values.slice(0, 40)]) }
    })()`
    const setup = `globalThis.renamed = (clip) => { for (const track of clip.tracks) track.name = 'Other|' + track.name; return clip }`
    await page.evaluate(`${setup}; globalThis.bytes = Uint8Array.from(atob(${JSON.stringify(bytes.toString('base64'))}), (c) => c.charCodeAt(0)); 0`)
    const shown = await page.evaluate(look)
    Object.assign(globalThis, { bytes, openPack, retarget, chain, three: { Bone, Object3D } })
    globalThis.eval(setup)
    assert.deepEqual(shown, JSON.parse(JSON.stringify(await globalThis.eval(look))))
    assert.deepEqual(page.said, [])
  } finally {
    await browser.close()
  }
})

/** Bones in a row under these names. */
function chain({ Bone, Object3D }, names, before) {
  const root = new Object3D()
  let parent = root
  for (const name of names) {
    const bone = Object.assign(new Bone(), { name: before + name })
    bone.position.y = 0.1
    parent.add(bone)
    parent = bone
  }
  return root
}

// The module that `crossfade export --as three-crossfade` writes (tests/golden/settings) fades as the set that it was written from.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { CHARACTER, loadModel } from './support/models.mjs'
import { Crossfade } from './support/package.mjs'

const golden = new URL('../../tests/golden/settings/', import.meta.url)
const built = process.env.CROSSFADE_PACKAGE ?? new URL('../../build/web/package/dist/index.js', import.meta.url).href

/** An exported module, which finds `name` at `address`. */
async function exported(module, name, address) {
  const folder = mkdtempSync(join(tmpdir(), 'crossfade-exported-'))
  try {
    const file = join(folder, 'transitions.mjs')
    writeFileSync(file, readFileSync(new URL(module, golden), 'utf8').replace(`from '${name}'`, `from ${JSON.stringify(address)}`))
    return await import(pathToFileURL(file).href)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
const forPackage = () => exported('three_crossfade.mjs', 'crossfade', built)
const forThree = () => exported('three.mjs', 'three', import.meta.resolve('three'))

/** Every fade of the set, interrupted, as numbers. */
function played(fades, nodes) {
  const numbers = []
  const clips = ['Idle', 'Walk', 'Run', 'Idle', 'Boxing', 'Idle', 'Nod', 'Sneak', 'Wave', 'Walk']
  fades.play('Idle')
  for (const clip of clips) {
    fades.to(clip)
    for (let frame = 0; frame < 12; ++frame) {
      fades.update(1 / 60)
      for (const node of nodes) numbers.push(...node.quaternion.toArray(), ...node.position.toArray())
    }
  }
  fades.dispose()
  return numbers
}

test('An exported module fades as its set says', async () => {
  const { makeTransitions } = await forPackage()
  const first = await loadModel(CHARACTER)
  const second = await loadModel(CHARACTER)
  const fades = await Crossfade.create(second.scene, second.animations)
  assert.deepEqual(fades.use(readFileSync(new URL('set.json', golden), 'utf8')), [])
  const wanted = played(fades, second.nodes)
  assert.deepEqual(played(await makeTransitions(first.scene, first.animations), first.nodes), wanted)
})

/** Fades to, from and between blend spaces while their points move. */
function playSpaces(begin, fadeTo, movePoint, update) {
  begin()
  for (let frame = 0; frame < 400; ++frame) {
    if (frame === 20) fadeTo('Gaits')
    if (frame === 40) movePoint('Gaits', 2.6, 0, 0.5)
    if (frame === 120) fadeTo('Turns')
    if (frame === 130) movePoint('Turns', 1.2, 40, 0.4)
    if (frame === 200) fadeTo('Gaits')
    if (frame === 210) movePoint('Gaits', 0.2, 0)
    if (frame === 300) fadeTo('Walk')
    update(1 / 60)
  }
}

test('An exported module makes the blend spaces of its set', async () => {
  const { makeTransitions, addSpaces } = await forPackage()
  const { scene, animations, nodes } = await loadModel(CHARACTER)
  const fades = await makeTransitions(scene, animations)
  const spaces = addSpaces(fades)
  assert.deepEqual(Object.keys(spaces), ['Gaits', 'Turns'])
  fades.play(spaces.Gaits)
  fades.update(0.1)
  const before = nodes.map((node) => node.quaternion.toArray())
  spaces.Gaits.moveTo(3.5)
  fades.update(1 / 60)
  assert.notDeepEqual(nodes.map((node) => node.quaternion.toArray()), before)
  fades.dispose()
})

// Positions are blended by weights alone, so they are equal if weights and times are.
test('Blend spaces of the module for three.js move as those of the package', async () => {
  const { Transitions } = await forThree()
  const { makeTransitions, addSpaces } = await forPackage()
  const [one, other] = [await loadModel(CHARACTER), await loadModel(CHARACTER)]
  const theirs = new Transitions(one.scene, one.animations)
  const ours = await makeTransitions(other.scene, other.animations)
  const spaces = addSpaces(ours)
  const how = { seconds: 0.4, kind: 'curve', sync: 'none' }
  let worst = 0
  let moved = 0
  playSpaces(
    () => [theirs, ours].forEach((fades) => fades.play('Idle')),
    (name) => {
      theirs.fadeTo(name, how)
      ours.to(spaces[name] ?? name, how)
    },
    (name, ...point) => {
      theirs.movePoint(name, ...point)
      spaces[name].moveTo(...point)
    },
    (seconds) => {
      const start = one.nodes.map((node) => node.position.clone())
      theirs.update(seconds)
      ours.update(seconds)
      one.nodes.forEach((node, i) => {
        worst = Math.max(worst, node.position.distanceTo(other.nodes[i].position))
        moved = Math.max(moved, node.position.distanceTo(start[i]))
      })
    },
  )
  assert.ok(moved > 1e-3, `something moves: ${moved}`)
  assert.ok(worst < 1e-5, `by ${worst}`)
  ours.dispose()
})

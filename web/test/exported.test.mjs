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

/** The exported module, which finds the package where it was built. */
async function exported() {
  const folder = mkdtempSync(join(tmpdir(), 'crossfade-exported-'))
  try {
    const file = join(folder, 'transitions.mjs')
    writeFileSync(file, readFileSync(new URL('three_crossfade.mjs', golden), 'utf8').replace(`from 'crossfade'`, `from ${JSON.stringify(built)}`))
    return await import(pathToFileURL(file).href)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

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
  const { makeTransitions } = await exported()
  const first = await loadModel(CHARACTER)
  const second = await loadModel(CHARACTER)
  const fades = await Crossfade.create(second.scene, second.animations)
  assert.deepEqual(fades.use(readFileSync(new URL('set.json', golden), 'utf8')), [])
  const wanted = played(fades, second.nodes)
  assert.deepEqual(played(await makeTransitions(first.scene, first.animations), first.nodes), wanted)
})

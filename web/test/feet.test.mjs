// Feet and root motion are a part of the engine that is loaded where it is asked for.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { CHARACTER, loadModel } from './support/models.mjs'
import { Crossfade } from './support/package.mjs'

test('Without feet the package says which option loads them, and plays on', async () => {
  const { scene, animations, nodes } = await loadModel(CHARACTER)
  const fades = await Crossfade.create(scene, animations)
  fades.play('Walk')
  for (const call of [
    () => fades.lockFeet(),
    () => fades.setMarkers('Walk', 'feet'),
    () => fades.setEvents('Walk', 'steps'),
    () => new Crossfade(scene, animations, { rootMotion: true }),
  ])
    assert.throws(call, /not loaded: pass \{ feet: true \}/)
  fades.to('Run')
  for (let i = 0; i < 30; ++i) fades.update(1 / 60)
  const moment = fades.save()
  const shown = nodes.map((node) => node.quaternion.toArray())

  await Crossfade.load({ feet: true })  // for characters that are there already, too
  fades.restore(moment)
  assert.deepEqual(nodes.map((node) => node.quaternion.toArray()), shown)
  assert.equal(fades.lockFeet(), true)
  const held = fades.save()
  const walk = () => {
    for (let i = 0; i < 30; ++i) fades.update(1 / 50)
    return nodes.map((node) => node.quaternion.toArray())
  }
  const first = walk()
  fades.restore(held)
  assert.deepEqual(walk(), first)
  fades.restore(moment)
  moment.dispose()
  held.dispose()
  fades.dispose()

  const walker = await Crossfade.create(scene, animations, { rootMotion: true })
  walker.play('Walk')
  walker.update(0.5)
  assert.ok(walker.rootStep[2] > 0.1, `it moved ${walker.rootStep}`)
  walker.dispose()
})

test('The package is at most 120 KB gzipped', { skip: process.env.CROSSFADE_PACKAGE ? 'another package' : false }, (t) => {
  const size = gzipSync(readFileSync(new URL('../../build/web/package/dist/index.js', import.meta.url)), { level: 9 }).length
  t.diagnostic(`${size} bytes`)
  assert.ok(size <= 120_000, `${size} bytes`)
})

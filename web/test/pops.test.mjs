// Interrupted fades in headless Chromium, with three.js's mixer and with this package in its place: how much they pop.
// CROSSFADE_POPS_MODEL: a .glb file with Idle, Walk and Run other than the bundled one. Skipped without Chromium.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { Browser } from './support/browser.mjs'
import { CHARACTER } from './support/models.mjs'

const skip = spawnSync(process.env.CROSSFADE_BROWSER ?? 'chromium', ['--version']).status === 0 ? false : 'there is no chromium'

test('Interrupted fades stop popping where the package replaces the mixer', { skip }, async (t) => {
  const bundle = await build({
    stdin: {
      contents: `import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
        import { comparePops, threeClips } from '../examples/compare_pops.js'
        import { Crossfade } from ${JSON.stringify(fileURLToPath(new URL('../../build/web/package/dist/index.js', import.meta.url)))}
        globalThis.popsOf = async (model) => {
          const bytes = Uint8Array.from(atob(model), (character) => character.charCodeAt(0))
          const { scene, animations } = await new GLTFLoader().parseAsync(bytes.buffer, '')
          return comparePops(Crossfade, scene, threeClips(animations))
        }`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true, format: 'iife', write: false, logLevel: 'error',
  })
  const browser = await Browser.open()
  try {
    const page = await browser.page('about:blank', { width: 640, height: 480 })
    await page.evaluate(bundle.outputFiles[0].text)
    const model = readFileSync(process.env.CROSSFADE_POPS_MODEL ?? CHARACTER).toString('base64')
    const figures = await page.evaluate(`popsOf('${model}')`)
    for (const [name, { median, worst }] of Object.entries(figures)) t.diagnostic(`${name}: median ${median.toFixed(1)}, worst ${worst.toFixed(1)}`)
    assert.ok(figures['three.js'].worst > 100, 'the measure sees the pops of three.js')
    assert.ok(figures.crossfade.worst < 8 && figures.crossfade.median < 2, `${JSON.stringify(figures)}`)
  } finally {
    await browser.close()
  }
})

// The engine for browsers without SIMD: in a Node that has none, and by its poses.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { poses } from './support/browser_poses.mjs'
import { Crossfade } from './support/package.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
/** V8 compiles no SIMD for such a processor. */
const WITHOUT_SIMD = ['--no-enable-ssse3', '--no-enable-sse4-1', '--no-enable-sse4-2', '--no-enable-avx']
const run = (script) => spawnSync(process.execPath, [...WITHOUT_SIMD, '--input-type=module', '-e', script], { cwd: here, encoding: 'utf8', maxBuffer: 1 << 28 })
const SIMD = 'new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11])'
const hasNone = run(`console.log(WebAssembly.validate(${SIMD}))`).stdout.trim() === 'false'
const SCRIPTS = 20

test('Without SIMD the package plays the same poses', { skip: hasNone ? false : 'this Node cannot do without SIMD' }, async (t) => {
  const { stdout, stderr, status } = run(`
    import { poses } from './support/browser_poses.mjs'
    import { Crossfade } from './support/package.mjs'
    console.log(JSON.stringify(await poses(Crossfade, ${SCRIPTS})))`)
  assert.equal(status, 0, stderr)
  const plain = JSON.parse(stdout)
  const withSimd = await poses(Crossfade, SCRIPTS)
  assert.equal(plain.length, withSimd.length)
  const apart = withSimd.reduce((most, value, i) => Math.max(most, Math.abs(value - plain[i])), 0)
  t.diagnostic(`at most ${apart} apart`)
  assert.ok(apart <= 1e-6, `${apart}`)
})

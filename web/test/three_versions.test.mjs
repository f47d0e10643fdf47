// The tests of the package with older versions of three.js, from the first that it supports.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))

for (const version of ['three-160', 'three-170', 'three-180'])
  test(`The package plays with ${version}`, (t) => {
    const run = (...words) => spawnSync(process.execPath, ['--expose-gc', '--import', './support/three_version.mjs', ...words], {
      cwd: here, encoding: 'utf8', env: { ...process.env, CROSSFADE_THREE: version, NODE_TEST_CONTEXT: undefined },
    })
    const { stdout: revision } = run('--input-type=module', '-e', `import { REVISION } from 'three'; console.log(REVISION)`)
    assert.equal(`three-${revision.trim()}`, version)
    const { status, stdout } = run('--test', 'crossfade.test.mjs')
    assert.equal(status, 0, stdout)
    t.diagnostic(/^# pass \d+$/m.exec(stdout)?.[0])
  })

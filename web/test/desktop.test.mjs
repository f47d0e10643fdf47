// Poses equal those of `crossfade pose --script`. CROSSFADE_PROGRAM is the program to compare with; without it, skipped.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { Crossfade } from './support/package.mjs'
import { CHARACTER, loadModel, moreModels } from './support/models.mjs'
import { Random } from './support/random.mjs'
import { play, randomScript } from './support/scripts.mjs'

const program = process.env.CROSSFADE_PROGRAM
const SCRIPTS = Number(process.env.CROSSFADE_SCRIPTS ?? 17)  // of each model
const TOLERANCE = 1e-6

const models = [CHARACTER, ...moreModels(
  'RobotExpressive/RobotExpressive.glb', 'Fox/Fox.glb', 'CesiumMan/CesiumMan.glb', 'KayKit_Knight/Knight.glb',
  'Mannequiny/mannequiny.glb', 'Quaternius_Trex/Trex.glb',
  'MorphStressTest/MorphStressTest.gltf', 'InterpolationTest/interpolation_test.gltf', 'Quaternius_Spider/Spider.glb',
  'Kenney_Character/character.glb', 'Quaternius_Koi/Koi.glb')]

/** What the desktop shows: by time, ten numbers for each node of the file. */
function desktopPoses(model, commands, times) {
  const folder = mkdtempSync(join(tmpdir(), 'crossfade-'))
  try {
    writeFileSync(join(folder, 'script.json'), JSON.stringify({ commands }))
    const text = execFileSync(program, ['pose', model, '--script', join(folder, 'script.json'), '--times', times.join(',')],
      { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] })
    return JSON.parse(text).entries.find((entry) => entry.kind === 'script').poses
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function difference(node, wanted) {
  const { position: p, quaternion: q, scale: s } = node
  const rotation = wanted.slice(3, 7)
  const sign = q.x * rotation[0] + q.y * rotation[1] + q.z * rotation[2] + q.w * rotation[3] < 0 ? -1 : 1
  const shown = [p.x, p.y, p.z, sign * q.x, sign * q.y, sign * q.z, sign * q.w, s.x, s.y, s.z]
  return Math.max(...shown.map((value, i) => Math.abs(value - wanted[i]) / Math.max(1, Math.abs(wanted[i]))))
}

for (const model of models) {
  test(`Poses of ${basename(model)} equal the desktop's`, { skip: program ? false : 'CROSSFADE_PROGRAM is not set' }, async (t) => {
    const { scene, animations, nodes, json } = await loadModel(model)
    const inScene = nodes.map((node) => { for (let at = node; at; at = at.parent) if (at === scene) return true; return false })
    const names = json.nodes.map((node) => node.name)
    const joints = names.filter((name, i) => name && nodes[i].isBone && names.indexOf(name) === names.lastIndexOf(name))
    let worst = 0
    for (let seed = 0; seed < SCRIPTS; ++seed) {
      const { commands, times } = randomScript(new Random(seed), animations.length, joints)
      const poses = desktopPoses(model, commands, times)
      const fades = await Crossfade.create(scene, animations, { feet: true })
      play(fades, commands, times, (i) => {
        nodes.forEach((node, k) => {
          if (!inScene[k]) return
          const apart = difference(node, poses[i].local[k])
          worst = Math.max(worst, apart)
          assert.ok(apart <= TOLERANCE, `script ${seed}, ${times[i]} s, ${names[k]}: ${apart} apart\n${JSON.stringify(commands)}`)
        })
      })
      fades.dispose()
      // The next character starts from the rest pose.
      nodes.forEach((node, k) => {
        const rest = json.nodes[k]
        if (!inScene[k] || rest.matrix) return
        node.position.fromArray(rest.translation ?? [0, 0, 0])
        node.quaternion.fromArray(rest.rotation ?? [0, 0, 0, 1])
        node.scale.fromArray(rest.scale ?? [1, 1, 1])
      })
    }
    t.diagnostic(`${SCRIPTS} scripts, at most ${worst} apart`)
  })
}

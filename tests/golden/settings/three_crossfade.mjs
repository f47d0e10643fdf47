// Transitions of "character.glb" for three.js, written by `crossfade export`.
//
//   const fades = await makeTransitions(gltf.scene, gltf.animations)
//   fades.play("Idle"); fades.to("Walk")
//   each frame: fades.update(clock.getDelta())
//   const spaces = addSpaces(fades); fades.to(spaces["Gaits"])
//
// Needs the npm package crossfade, which scripts/web builds. Poses are those of Crossfade, with all kinds of
//   fades, curves, syncs and masks.
// LOST: fromPhase; a fade begins when you call it.

import { Crossfade } from 'crossfade'

/** How each clip takes over from each other one: for fades.use(). */
export const SET = {
  crossfade: 1,
  masks: [
    { name: "Arms \"both\"", joints: { "LeftUpperArm": 1, "RightUpperArm": 0.5 } },
  ],
  transitions: [
    { seconds: 0.4, kind: 'linear', sync: 'none', curve: 'smooth', mask: null },
    { to: { name: "Wave", index: 9 }, seconds: 0.25, kind: 'curve', curve: [{"in":0.0,"out":2.0,"time":0.0,"value":0.0},{"in":1.0,"out":"step","time":0.5,"value":0.7},{"in":0.0,"out":0.5,"outWeight":0.6,"time":0.75,"value":0.7},{"in":0.0,"out":0.0,"time":1.0,"value":1.0}] },
    { from: { name: "Idle", index: 0 }, to: { name: "Walk", index: 1 }, toPhase: 0.75 },
    { from: { name: "Idle", index: 0 }, to: { name: "Boxing", index: 8 }, kind: 'inertial', mask: { named: "Arms \"both\"" } },
    { from: { name: "Idle", index: 0 }, to: { name: "Nod", index: 10 }, mask: "Spine", feather: 1 },
    { from: { name: "Walk", index: 1 }, to: { name: "Run", index: 2 }, seconds: 0.5, kind: 'curve', sync: 'phase' },
    { from: { name: "Run", index: 2 }, to: { name: "Idle", index: 0 }, kind: 'classic', toPhase: 0.25 },
    { from: { name: "Run", index: 2 }, to: { name: "Walk", index: 1 }, seconds: 0.35, sync: 'phase' },
    { from: { name: "Sneak", index: 3 }, seconds: 0.6, kind: 'curve' },
  ],
}

/** Adds the blend spaces; each has moveTo(speed, turn, seconds). */
export function addSpaces(fades) {
  const spaces = {
    "Gaits": fades.addBlendSpace([
      { clip: 3, x: 0.7 },
      { clip: 1, x: 1.4, speed: 1.1 },
      { clip: 2, x: 3.5 },
    ], 'phase', "Gaits"),
    "Turns": fades.addBlendSpace([
      { clip: 1, x: 1.4 },
      { clip: 6, x: 0.2, y: 70 },
      { clip: 2, x: 3.5 },
    ], 'phase', "Turns"),
  }
  spaces["Gaits"].moveTo(0.9, 0)
  spaces["Turns"].moveTo(1, 10)
  return spaces
}

/** A character of an object and its clips with these settings; the options are those of Crossfade.create. */
export async function makeTransitions(object, clips, options) {
  const fades = await Crossfade.create(object, clips, options)
  fades.use(SET)
  return fades
}

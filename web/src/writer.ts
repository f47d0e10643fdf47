// Writes what the engine has computed into three.js's objects, once per frame.
import type { Object3D, Vector3 } from 'three'
import { engine, floatMemory } from './engine.js'
import type { Address } from './engine.js'
import { deferRotation, restoreRotation } from './lazy_rotation.js'
import type { QuaternionParts } from './lazy_rotation.js'
import { bindingTo, influencesOf } from './rig.js'
import type { Rig, ValueBinding } from './rig.js'

/** The targets of one character, and where their numbers are among the engine's floats. */
export class Writer {
  private readonly positions: Vector3[]
  private readonly positionsAt: Int32Array
  private readonly quaternions: QuaternionParts[]
  private readonly quaternionsAt: Int32Array
  private readonly callbacks: ((() => void) | null)[]  // that need not be called
  private readonly scales: Vector3[]
  private readonly scalesAt: Int32Array
  private readonly morphs: { weights: number[]; at: number; count: number }[]
  private readonly values: { binding: ValueBinding; numbers: number[]; at: number }[]
  private readonly deferred: Object3D[]

  constructor(object: Object3D, nodes: readonly Object3D[], rig: Rig, character: Address) {
    const locals = engine().crossfade_character_locals(character) >> 2
    const weights = engine().crossfade_character_weights(character) >> 2
    const [moved, turned, scaled] = rig.animated
    const offsetsOf = (list: number[], first: number): Int32Array => Int32Array.from(list, (node) => locals + 10 * node + first)
    this.positions = moved.map((node) => nodes[node]!.position)
    this.positionsAt = offsetsOf(moved, 0)
    this.quaternions = turned.map((node) => nodes[node]!.quaternion as unknown as QuaternionParts)
    this.quaternionsAt = offsetsOf(turned, 3)
    this.callbacks = turned.map((node) => deferRotation(nodes[node]!))
    this.deferred = turned.filter((_, i) => this.callbacks[i]).map((node) => nodes[node]!)
    this.scales = scaled.map((node) => nodes[node]!.scale)
    this.scalesAt = offsetsOf(scaled, 7)
    this.morphs = rig.morphs.flatMap(({ node, offset, count }) =>
      influencesOf(nodes[node]!).map((part) => ({ weights: part, at: weights + offset, count })))
    this.values = rig.values.map(({ path, offset, count }) =>
      ({ binding: bindingTo(object, path), numbers: new Array<number>(count).fill(0), at: weights + offset }))
  }

  /** Makes no garbage. */
  write(): void {
    const memory = floatMemory()
    const { quaternions, quaternionsAt, callbacks } = this
    for (let i = 0; i < quaternions.length; ++i) {
      const at = quaternionsAt[i]!
      const q = quaternions[i]!
      q._x = memory[at]!
      q._y = memory[at + 1]!
      q._z = memory[at + 2]!
      q._w = memory[at + 3]!
      if (q._onChangeCallback !== callbacks[i]) q._onChangeCallback()
    }
    writeVectors(this.positions, this.positionsAt, memory)
    writeVectors(this.scales, this.scalesAt, memory)
    for (let i = 0; i < this.morphs.length; ++i) {
      const { weights, at, count } = this.morphs[i]!
      for (let k = 0; k < count; ++k) weights[k] = memory[at + k]!
    }
    for (let i = 0; i < this.values.length; ++i) {
      const { binding, numbers, at } = this.values[i]!
      for (let k = 0; k < numbers.length; ++k) numbers[k] = memory[at + k]!
      binding.setValue(numbers, 0)
    }
  }

  dispose(): void {
    this.deferred.forEach(restoreRotation)
    this.deferred.length = 0
  }
}

function writeVectors(vectors: readonly Vector3[], places: Int32Array, memory: Float32Array): void {
  for (let i = 0; i < vectors.length; ++i) {
    const at = places[i]!
    const vector = vectors[i]!
    vector.x = memory[at]!
    vector.y = memory[at + 1]!
    vector.z = memory[at + 2]!
  }
}

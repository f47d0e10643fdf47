// three.js computes the three angles of `rotation` whenever a quaternion is set, which takes longer than to sample and blend
// that quaternion. Almost nobody reads the angles of bones, so here they are computed when somebody does.
import { Euler, Object3D } from 'three'
import type { EulerOrder, Quaternion } from 'three'

/** What three.js keeps of a quaternion: written here without its setters. */
export interface QuaternionParts {
  _x: number
  _y: number
  _z: number
  _w: number
  _onChangeCallback: () => void
}

interface EulerParts {
  _x: number
  _y: number
  _z: number
  _order: EulerOrder
  _onChangeCallback: () => void
  [LAZY]?: Lazy
}

/** The angles as they were last computed or set, and of which quaternion. */
interface Lazy {
  quaternion: QuaternionParts
  of: [number, number, number, number]
  angles: [number, number, number]
  order: EulerOrder
  notify: () => void
  users: number
}

const LAZY = Symbol('crossfade')
const computed = new Euler()
const accessors: PropertyDescriptorMap & ThisType<EulerParts> = {
  _x: angle(0),
  _y: angle(1),
  _z: angle(2),
  _order: {
    get() { return this[LAZY]!.order },
    set(order: EulerOrder) { current(this).order = order },
    enumerable: true,
    configurable: true,
  },
}

function angle(index: 0 | 1 | 2): PropertyDescriptor & ThisType<EulerParts> {
  return {
    get() { return current(this).angles[index] },
    set(value: number) { current(this).angles[index] = value },
    enumerable: true,
    configurable: true,
  }
}

function note(lazy: Lazy): void {
  const { quaternion: q, of } = lazy
  of[0] = q._x
  of[1] = q._y
  of[2] = q._z
  of[3] = q._w
}

/** With angles that are those of the quaternion now. */
function current(euler: EulerParts): Lazy {
  const lazy = euler[LAZY]!
  const { quaternion: q, of } = lazy
  if (q._x === of[0] && q._y === of[1] && q._z === of[2] && q._w === of[3]) return lazy
  note(lazy)
  computed.setFromQuaternion(q as unknown as Quaternion, lazy.order)
  lazy.angles[0] = computed.x
  lazy.angles[1] = computed.y
  lazy.angles[2] = computed.z
  return lazy
}

let usual: string | undefined

/** Whether setting the quaternion does nothing but update `rotation`, as three.js made it. */
function onlyUpdatesRotation(node: Object3D): boolean {
  const text = (object: Object3D): string => String((object.quaternion as unknown as QuaternionParts)._onChangeCallback)
  usual ??= text(new Object3D())
  return text(node) === usual
}

/**
 * From now on `node.rotation` computes its angles when they are read, and the parts of its quaternion may be written
 * directly. Returns the callback that the quaternion has meanwhile: while it has another one, or if this is null, call that
 * after writing.
 */
export function deferRotation(node: Object3D): (() => void) | null {
  const euler = node.rotation as unknown as EulerParts
  const quaternion = node.quaternion as unknown as QuaternionParts
  if (euler[LAZY]) {
    ++euler[LAZY].users
    return quaternion._onChangeCallback
  }
  if (!onlyUpdatesRotation(node)) return null
  const notify = euler._onChangeCallback
  const lazy: Lazy = {
    quaternion, of: [0, 0, 0, 0], angles: [euler._x, euler._y, euler._z], order: euler._order, notify, users: 1,
  }
  note(lazy)
  Object.defineProperty(euler, LAZY, { value: lazy, configurable: true })  // not enumerable
  Object.defineProperties(euler, accessors)
  euler._onChangeCallback = function () {
    notify.call(this)
    note(lazy)  // the angles that were set stay, as in three.js, even beyond half a turn
  }
  return quaternion._onChangeCallback
}

/** Makes `node.rotation` what it was, after as many calls as there were of deferRotation that did not return null. */
export function restoreRotation(node: Object3D): void {
  const euler = node.rotation as unknown as EulerParts
  if (!euler[LAZY] || --euler[LAZY].users > 0) return
  const { angles: [x, y, z], order, notify } = current(euler)
  delete euler[LAZY]
  for (const [name, value] of Object.entries({ _x: x, _y: y, _z: z, _order: order }))
    Object.defineProperty(euler, name, { value, writable: true, enumerable: true, configurable: true })
  euler._onChangeCallback = notify
}

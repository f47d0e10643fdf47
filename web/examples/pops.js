// How much a fade pops: the largest change of a bone's angular velocity within a frame, against what its clips do on
// their own. At 1 the fade cannot be told from the animation.

/** Frames per second. */
export const RATE = 240
/** Changes below 15 degrees per second do not count as large, as in the desktop's measure. */
const USUAL = (15 * Math.PI) / 180

/** Follows the rotations of some objects from frame to frame. */
export class PopMeter {
  /** @param {import('three').Object3D[]} objects */
  constructor(objects) {
    this.objects = objects
    this.last = new Float64Array(4 * objects.length)
    this.velocities = new Float64Array(3 * objects.length)
    /** By object: the largest change of velocity within a frame, radians per second. */
    this.largest = new Float64Array(objects.length)
    this.frames = 0
  }

  /** After each frame of 1 / RATE seconds. `counts`: whether its change of velocity does. */
  add(counts = true) {
    const { last, velocities, largest } = this
    this.objects.forEach(({ quaternion: q }, i) => {
      const [x, y, z, w] = [last[4 * i], last[4 * i + 1], last[4 * i + 2], last[4 * i + 3]]
      // The rotation from the last frame to this one, as a vector.
      let s = q.w * w + q.x * x + q.y * y + q.z * z
      const sign = s < 0 ? -1 : 1
      s = Math.min(Math.abs(s), 1)
      const dx = sign * (q.x * w - q.w * x - q.y * z + q.z * y)
      const dy = sign * (q.y * w - q.w * y - q.z * x + q.x * z)
      const dz = sign * (q.z * w - q.w * z - q.x * y + q.y * x)
      const length = Math.hypot(dx, dy, dz)
      const speed = length > 0 ? (2 * Math.atan2(length, s) * RATE) / length : 0
      const v = [dx * speed, dy * speed, dz * speed]
      if (counts && this.frames > 1)
        largest[i] = Math.max(
          largest[i],
          Math.hypot(v[0] - velocities[3 * i], v[1] - velocities[3 * i + 1], v[2] - velocities[3 * i + 2]))
      velocities.set(v, 3 * i)
      last.set([q.x, q.y, q.z, q.w], 4 * i)
    })
    ++this.frames
  }
}

/**
 * Plays a clip alone from its start and measures `frames` frames, except the first few. Calls `act(frame)` before each.
 * @param {import('three').Object3D[]} objects
 * @param {{ play(clip: number): unknown, update(delta: number): unknown }} fades
 * @param {number} clip
 * @param {number} frames
 * @param {(frame: number) => void} act
 */
export function measured(objects, fades, clip, frames, act = () => {}) {
  const meter = new PopMeter(objects)
  fades.play(clip)
  for (let frame = 0; frame < frames; ++frame) {
    act(frame)
    fades.update(1 / RATE)
    meter.add(frame > 8)
  }
  return meter
}

/** The worst object's change of velocity as a multiple of its own in the clips: { ratio, object }. */
export function popOf(fade, clips) {
  let worst = { ratio: 0, object: null }
  fade.largest.forEach((change, i) => {
    const ratio = change / Math.max(USUAL, ...clips.map((clip) => clip.largest[i]))
    if (ratio > worst.ratio) worst = { ratio, object: fade.objects[i] }
  })
  return worst
}

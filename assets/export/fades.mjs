const CELL = 1 / 240 // seconds: so long synced clips keep their speeds
const PHASE = 0.2 // seconds in which clips of a space come back to their common phase
const SAME = 1e-9 // moments (seconds) and weights this close are one: sums round
const MOST_COAST = 0.5 / (1 + Math.SQRT2) // the largest value of coastAt
const smooth = (u) => u * u * (3 - 2 * u)
const straight = (u) => u

function bezier(s, a, b, c, d) {
  const k = 1 - s
  return k * k * k * a + 3 * k * k * s * b + 3 * k * s * s * c + s * s * s * d
}

/** A cubic between keys; "step" holds the left value; weights are lengths of tangents, as in Unity. */
function curveAt(keys, u) {
  const right = keys.findIndex((key) => key.time > u)
  if (right <= 0) return right === 0 ? keys[0].value : keys[keys.length - 1].value
  const a = keys[right - 1]
  const b = keys[right]
  const out = a.out ?? 0
  const into = b.in ?? 0
  if (out === 'step' || into === 'step') return a.value
  const length = b.time - a.time
  const x = (u - a.time) / length
  const wa = a.outWeight ?? 1 / 3
  const wb = b.inWeight ?? 1 / 3
  let s = x
  for (let low = 0, high = 1, i = 0; i < 80 && low < high; ++i) {
    const error = bezier(s, 0, wa, 1 - wb, 1) - x
    if (Math.abs(error) <= 1e-15) break
    if (error > 0) high = s
    else low = s
    s = (low + high) / 2
  }
  return bezier(s, a.value, a.value + out * wa * length, b.value - into * wb * length, b.value)
}

function shapeOf({ kind, curve }) {
  if (kind === 'classic' || kind === 'linear') return straight
  if (kind !== 'curve' || !curve) return smooth
  return (u) => Math.min(Math.max(curveAt(curve, u), 0), 1)
}

function rampAt(ramp, time) {
  if (time >= ramp.end) return ramp.to
  if (time <= ramp.begin) return ramp.from
  const u = ramp.shape((time - ramp.begin) / (ramp.end - ramp.begin))
  return comingFrom(ramp, time).value * (1 - u) + ramp.to * u
}

/** Where a ramp comes from: `from`, or where its velocity carries that. */
function comingFrom({ begin, from, velocity, coast }, time) {
  if (!(coast > 0)) return { value: from, slope: 0 }
  const { value, slope } = coastAt((time - begin) / coast)
  return { value: from + velocity * coast * value, slope: velocity * slope }
}

/** From 0, with slope 1, back to 0 and to rest at u = 1, with the least acceleration. */
function coastAt(u) {
  const acceleration = 1 + Math.SQRT2
  if (u <= 0) return { value: 0, slope: 1 }
  if (u >= 1) return { value: 0, slope: 0 }
  if (u < Math.SQRT1_2) return { value: u - (acceleration / 2) * u * u, slope: 1 - acceleration * u }
  return { value: (acceleration / 2) * (1 - u) * (1 - u), slope: -acceleration * (1 - u) }
}

/** How fast a ramp changes just before a time, per second. */
function velocityOf(ramp, time) {
  const seconds = ramp.end - ramp.begin
  if (!(seconds > 0) || time <= ramp.begin || time >= ramp.end) return 0
  const at = (time - ramp.begin) / seconds
  const before = Math.max(at - 1e-4, 0)
  const u = ramp.shape(at)
  const slope = (u - ramp.shape(before)) / ((at - before) * seconds)
  const source = comingFrom(ramp, time)
  return source.slope * (1 - u) + (ramp.to - source.value) * slope
}

/** How weights go on when a fade is interrupted: as fast as they were, and slower while it lasts, so that they stay
 *  between 0 and 1 and their sum stays. The slow ones are cut, the fast ones stop sooner. */
function coasting(fades, seconds) {
  const roomOf = ({ velocity, value }) => Math.max(velocity > 0 ? 1 - value : value, 0)
  const fastest = Math.max(...fades.map(({ velocity }) => Math.abs(velocity)))
  if (!(fastest > 0)) return { coast: 0, velocities: fades.map(() => 0) }
  let coast = seconds
  for (const fade of fades) {
    const speed = Math.abs(fade.velocity)
    if (speed > fastest / 2) coast = Math.min(coast, roomOf(fade) / (MOST_COAST * speed))
  }
  const cut = fades.map((fade) => {
    const most = coast > 0 ? roomOf(fade) / (MOST_COAST * coast) : 0
    return Math.min(Math.max(fade.velocity, -most), most)
  })
  const rising = cut.reduce((sum, velocity) => sum + Math.max(velocity, 0), 0)
  const falling = cut.reduce((sum, velocity) => sum + Math.max(-velocity, 0), 0)
  const both = Math.min(rising, falling)
  return { coast, velocities: cut.map((velocity) => (both > 0 ? (velocity * both) / (velocity > 0 ? rising : falling) : 0)) }
}

/** Clips in a plane, such as of speed and turn: in step, each with the share that it has at a point. */
class Space {
  constructor({ name: space, sync, at, samples, triangles, edges }) {
    this.name = space
    const ends = (pick) => [0, 1].map((axis) => pick(...samples.map((sample) => sample.at[axis])))
    const low = ends(Math.min)
    const high = ends(Math.max)
    const extent = [0, 1].map((axis) => (high[axis] > low[axis] ? high[axis] - low[axis] : 1))
    this.scale = (point) => [0, 1].map((axis) => (point[axis] - low[axis]) / extent[axis])
    this.corners = samples.map((sample) => this.scale(sample.at))
    this.triangles = triangles
    this.edges = edges
    this.syncs = sync !== 'none'
    this.members = samples.map(({ name, clip, seconds, timeScale = 1 }, i) => new Playing({ name, clip, seconds, timeScale }, this, i))
    this.movePoint(at, 0, 0)
    this.cell = 0 // when shares and speeds must be set again
    this.phaseEnd = 0 // until when clips come back to the common phase
  }
  get lead() {
    return this.members[0]
  }
  movePoint(to, seconds, time) {
    this.from = seconds > 0 && isFinite(seconds) ? this.pointAt(time) : to
    this.to = to
    this.begin = this.cell = time
    this.end = time + (seconds > 0 && isFinite(seconds) ? seconds : 0)
    this.setShares(time, time)
  }
  pointAt(time) {
    if (time >= this.end) return this.to
    const u = Math.max(time - this.begin, 0) / (this.end - this.begin)
    return this.from.map((from, axis) => from * (1 - u) + this.to[axis] * u)
  }
  setShares(begin, end) {
    const first = this.sharesAt(this.pointAt(begin))
    const last = this.sharesAt(this.pointAt(end))
    this.members.forEach((one, i) => (one.share = { begin, end, from: first[i], to: last[i], shape: straight }))
  }
  /** One share for each clip: barycentric in a triangle; outside, those of the nearest point on an edge. */
  sharesAt(point) {
    const shares = this.members.map(() => 0)
    const at = this.scale(point)
    const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    for (const triangle of this.triangles) {
      const [a, b, c] = triangle.map((i) => this.corners[i])
      const area = turn(a, b, c)
      const first = turn(b, c, at) / area
      const second = turn(c, a, at) / area
      const weights = [first, second, 1 - first - second]
      if (weights.every((weight) => weight >= 0)) {
        triangle.forEach((sample, i) => (shares[sample] = weights[i]))
        return shares
      }
    }
    let least = Infinity
    let nearest = [0, 0, 0]
    for (const [a, b] of this.edges) {
      const [from, to] = [this.corners[a], this.corners[b]]
      const [x, y] = [to[0] - from[0], to[1] - from[1]]
      const along = ((at[0] - from[0]) * x + (at[1] - from[1]) * y) / (x * x + y * y)
      const u = Math.min(Math.max(along, 0), 1)
      const distance = Math.hypot(at[0] - from[0] - u * x, at[1] - from[1] - u * y)
      if (distance < least) [least, nearest] = [distance, [a, b, u]]
    }
    const [a, b, u] = nearest
    shares[b] = u
    shares[a] = 1 - u
    return shares
  }
}

/** One clip that plays, or may play. */
class Playing {
  constructor(clip, space = null, sample = 0) {
    this.space = space
    this.sample = sample
    this.share = null // of a clip of a space
    this.clip = { loop: 'repeat', repetitions: Infinity, timeScale: 1, weight: 1, clamp: false, ...clip }
    this.active = false
    this.reset()
  }
  reset() {
    this.enabled = true
    this.paused = false
    this.holdsEnd = false
    this.time = 0
    this.loopCount = -1
    this.fade = null
    this.warp = null // back to its own speed, after a sync
    this.ratio = null // of its own speed, while it is synced
  }
  valueAt(time) {
    if (!this.active || !this.enabled) return 0
    return this.fade ? rampAt(this.fade, time) : 1
  }
  /** How much of it shows: what you set, its share, and its fade. */
  weightAt(time) {
    return this.clip.weight * this.valueAt(time) * (this.share ? rampAt(this.share, time) : 1)
  }
  velocityAt(time) {
    return this.active && this.enabled && this.fade ? velocityOf(this.fade, time) : 0
  }
  speedAt(time) {
    return this.ratio ?? (this.warp ? rampAt(this.warp, time) : 1)
  }
  /** How far it plays from one moment to another, in seconds at its own speed. */
  played(begin, end) {
    if (this.ratio !== null) return this.ratio * (end - begin)
    if (!this.warp) return end - begin
    const until = Math.max(Math.min(end, this.warp.end), begin)
    return ((this.speedAt(begin) + this.speedAt(until)) / 2) * (until - begin) + (end - until)
  }
  /** The time to show: a ping-pong runs back in every other loop. */
  get shownTime() {
    const mirrored = this.clip.loop === 'pingPong' && this.loopCount >= 0 && this.loopCount % 2 === 1
    return mirrored ? this.clip.seconds - this.time : this.time
  }
  /** Returns 'finished', or how many loops have passed. */
  advance(delta) {
    const { seconds, loop, repetitions } = this.clip
    if (!(Math.abs(delta) > 0)) return 0
    const before = this.loopCount
    let time = this.time + delta
    if (loop === 'once') {
      this.loopCount = Math.max(before, 0)
      this.time = Math.min(Math.max(time, 0), seconds)
      return time >= seconds || time < 0 ? this.finish() : 0
    }
    if (!(seconds > 0)) return (this.time = 0)
    if (before === -1 && delta > 0) this.loopCount = 0
    let loops = 0
    if (time >= seconds || time < 0) {
      loops = Math.floor(time / seconds)
      time -= seconds * loops
      if (!(time >= 0 && time < seconds)) time = 0
      this.loopCount += Math.abs(loops)
      if (repetitions - this.loopCount <= 0) {
        this.loopCount = before
        this.time = delta > 0 ? seconds : 0
        return this.finish()
      }
    }
    this.time = time
    return loops
  }
  finish() {
    if (this.clip.clamp || this.holdsEnd) this.paused = true
    else this.enabled = false
    return 'finished'
  }
}

/** Sets the speeds of clips for `delta` seconds: a cycle is the weighted average of the clips' own, and phases converge
 *  on the leader's within `remaining`. */
function syncCycles(group, delta, remaining) {
  let weights = 0
  let cycle = 0
  let leader = group[0]
  for (const member of group) {
    weights += member.weight
    cycle += (member.weight * member.one.clip.seconds) / Math.abs(member.one.clip.timeScale)
    if (member.weight > leader.weight + SAME) leader = member
    member.one.ratio = 1
    member.one.warp = null
  }
  if (!(weights > 0)) return
  const passed = delta / (cycle / weights)
  const closing = remaining > delta ? delta / remaining : 1
  for (const { one, phase } of group) {
    let behind = leader.phase - phase
    if (Math.abs(behind) > 0.5) behind -= Math.sign(behind)
    if (one.clip.timeScale < 0) behind = -behind
    const advance = Math.min(Math.max(passed + behind * closing, passed / 4), passed * 4)
    one.ratio = (advance * one.clip.seconds) / (delta * Math.abs(one.clip.timeScale))
  }
}

/** All clips that are faded together: one, or those of its space. */
const partsOf = (one) => one.space?.members ?? [one]
const isPartOf = (one, target) => one === target || (one.space !== null && one.space === target.space)
/** Whether it repeats a cycle, forward or backward. */
const repeats = ({ clip, paused, enabled }) => clip.loop === 'repeat' && clip.seconds > 0 && !paused && enabled
const member = (one, weight) => ({ one, phase: (one.time / one.clip.seconds) % 1, weight })

/** Times and weights of clips while one takes over from another. Knows no engine. */
export class Fades {
  constructor(clips = CLIPS, defaults = DEFAULTS, cells = CELLS, spaces = SPACES) {
    this.time = 0
    this.defaults = defaults
    this.cells = new Map(cells.map((cell) => [JSON.stringify([cell.from ?? null, cell.to ?? null]), cell]))
    this.playing = new Map(clips.map((clip) => [clip.name, new Playing(clip)]))
    this.spaces = new Map()
    for (const space of spaces) {
      const samples = space.samples.map((sample) => ({ ...sample, seconds: this.find(sample.clip).clip.seconds }))
      const made = new Space({ ...space, samples })
      this.spaces.set(space.name, made)
      for (const one of made.members) this.playing.set(one.clip.name, one)
    }
    this.order = [] // of those that are active, as they were started; a last one takes the index of one that stops
    this.running = null
    this.waiting = null
    this.syncing = false
  }

  /** What applies to a fade: its cell, then the row, the column and the defaults. */
  settingsOf(from, to) {
    const at = (a, b) => this.cells.get(JSON.stringify([a, b]))
    return { ...this.defaults, ...at(null, to), ...at(from ?? null, null), ...at(from ?? null, to) }
  }
  stateOf(name) {
    const one = this.find(name)
    return { time: one.shownTime, weight: one.weightAt(this.time) }
  }

  /** Plays this clip or blend space alone, at once. */
  play(name) {
    for (const one of this.playing.values()) this.stop(one)
    this.running = this.waiting = null
    this.syncing = false
    const { space } = this.startParts(this.find(name))
    if (space) this.startSpace(space)
  }

  /** Sets the parameters of a blend space, such as its speed and turn: in `seconds`, in a straight line. */
  movePoint(name, x, y = 0, seconds = 0) {
    const space = this.spaces.get(name)
    if (!space) throw new Error(`there is no blend space ${JSON.stringify(name)}`)
    if (isFinite(x) && isFinite(y)) space.movePoint([x, y], seconds, this.time)
  }

  /** Starts the fade now or, with `wait`, as soon as the clip that plays gets to its fromPhase. */
  fadeTo(name, { wait = false, ...changes } = {}) {
    const to = this.find(name)
    const fade = this.running
    const from = fade ? (fade.target !== to ? fade.target : fade.from) : this.largest(null)
    const settings = { ...this.settingsOf(from?.space?.name ?? from?.clip.name, name), ...changes }
    this.waiting = null
    if (wait && from && settings.fromPhase !== undefined) this.waiting = { from, name, settings }
    else this.start(name, settings)
  }

  update(delta) {
    if (!(delta > 0)) return
    const due = this.secondsToWait()
    if (due > delta) return this.advance(delta)
    const { name, settings } = this.waiting
    this.waiting = null
    this.advance(due)
    this.start(name, settings)
    this.advance(delta - due)
  }

  // Called for each event; override them.
  looped(name, loops) {}
  finished(name) {}

  find(name) {
    const found = this.spaces.get(name)?.lead ?? this.playing.get(name)
    if (!found) throw new Error(`there is no clip ${JSON.stringify(name)}`)
    return found
  }
  get remaining() {
    return this.running ? Math.max(this.running.end - this.time, 0) : 0
  }
  startParts(target) {
    for (const one of partsOf(target)) {
      if (!one.active) this.order.push(one)
      one.active = true
    }
    return target
  }
  stop(one) {
    if (one.active) {
      const last = this.order.pop()
      if (last !== one) this.order[this.order.indexOf(one)] = last
    }
    one.reset()
    one.active = false
  }
  /** The clip with the largest weight; none: `target` itself has it. */
  largest(target) {
    let found = null
    let most = 0
    for (const one of this.order) {
      const weight = one.weightAt(this.time)
      if (weight > most + SAME) [found, most] = [one, weight]
    }
    return found && target && isPartOf(found, target) ? null : found
  }
  secondsToWait() {
    if (!this.waiting) return Infinity
    const { from, settings } = this.waiting
    const speed = from.clip.timeScale * from.speedAt(this.time)
    if (!(speed > 0) || from.paused || from.valueAt(this.time) === 0) return 0
    const ahead = settings.fromPhase * from.clip.seconds - from.time
    if (ahead < 0 && from.clip.loop === 'once') return 0
    return (ahead < -1e-9 ? ahead + from.clip.seconds : Math.max(ahead, 0)) / speed
  }

  start(name, settings) {
    const target = this.find(name)
    const seconds = settings.seconds > 0 && isFinite(settings.seconds) ? settings.seconds : 0
    if (target.paused) Object.assign(target, { paused: false, time: 0, loopCount: -1 })
    this.dropFadedOut()
    const from = this.largest(target)
    this.endSync(seconds)
    const fresh = target.valueAt(this.time) === 0
    const now = fresh ? 0 : target.valueAt(this.time)
    if (fresh) for (const one of partsOf(target)) one.reset()
    this.startParts(target)
    const outgoing = []
    for (const one of [...this.order].reverse()) {
      if (isPartOf(one, target) || !one.enabled) continue
      if (one.valueAt(this.time) > 0) outgoing.push(one)
      else this.stop(one)
    }
    const heads = [...outgoing, target].filter((one) => partsOf(one)[0] === one) // all of a space fade alike
    const values = heads.map((one) => (one === target ? now : one.valueAt(this.time)))
    const velocities = heads.map((one) => (one === target && fresh ? 0 : one.velocityAt(this.time)))
    const goesOn = settings.kind === 'curve'
    const coasts = coasting(heads.map((one, i) => ({ value: values[i], velocity: goesOn ? velocities[i] : 0 })), seconds)
    heads.forEach((head, i) => {
      const to = head === target ? 1 : 0
      for (const one of partsOf(head)) {
        if (to === 1) one.enabled = true
        one.holdsEnd = true
        one.fade = {
          begin: this.time,
          end: this.time + seconds,
          from: settings.kind === 'classic' ? 1 - to : values[i],
          to,
          shape: shapeOf(settings),
          velocity: coasts.velocities[i],
          coast: coasts.coast,
        }
      }
    })
    const sync = settings.sync !== 'none'
    this.running = { target, from, outgoing, end: this.time + seconds, sync, cell: this.time }
    if (fresh && target.space) this.startSpace(target.space)
    if (fresh) this.enter(target, settings.toPhase)
    if (!sync && target.warp && !from?.space) target.warp = this.warpBack(target, seconds) // left over from an earlier fade
  }
  /** From its speed now to its own. */
  warpBack(one, seconds) {
    return { begin: this.time, end: this.time + seconds, from: one.speedAt(this.time), to: 1, shape: straight }
  }
  /** At a phase, or where the sync puts it. */
  enter(target, phase) {
    const { from, sync } = this.running
    const group = this.synced(this.time)
    if (sync && from && group.some((member) => member.one === from)) {
      for (const one of partsOf(target)) one.time = ((from.time / from.clip.seconds) % 1) * one.clip.seconds
      this.syncing = true
    }
    if (phase === undefined) return
    const at = target.space ? phase - Math.floor(phase) : Math.min(Math.max(phase, 0), 1)
    for (const one of partsOf(target)) one.time = at * one.clip.seconds
  }

  /** Cuts the time where the fade ends, and where synced clips change their speeds, so that nothing depends on it. */
  advance(delta) {
    const end = this.time + delta
    for (let next = this.nextEvent(); end - next > SAME; next = this.nextEvent()) {
      this.moveTo(next)
      if (this.running && this.remaining <= SAME) this.end()
      else if (this.running?.sync && next >= this.running.cell) {
        this.sync(Math.min(CELL, this.remaining))
        this.running.cell = Math.max(this.running.cell, this.time - SAME) + CELL
      }
      for (const space of this.spaces.values()) if (space.lead.active && next >= space.cell) this.updateSpace(space)
    }
    this.moveTo(end)
  }
  nextEvent() {
    let next = Infinity
    if (this.running) next = Math.min(this.running.end, this.running.sync ? this.running.cell : Infinity)
    for (const { lead, cell } of this.spaces.values()) if (lead.active) next = Math.min(next, cell)
    return Math.max(next, this.time)
  }
  moveTo(end) {
    const begin = this.time
    this.time = end
    for (const [name, one] of this.playing) {
      if (!one.active || !one.enabled) continue
      const loops = one.paused ? 0 : one.advance(one.clip.timeScale * one.played(begin, end))
      if (one.warp && end - one.warp.end > SAME) one.warp = null
      if (one.fade && end - one.fade.end > SAME) {
        one.enabled &&= one.fade.to > 0
        one.fade = null
      }
      if (loops === 'finished') this.finished(name)
      else if (loops !== 0) this.looped(name, loops)
    }
  }
  end() {
    this.dropFadedOut()
    this.endSync(0)
    for (const one of partsOf(this.running.target)) one.holdsEnd = false
    this.running = null
  }
  dropFadedOut() {
    for (const one of this.running?.outgoing ?? []) if (!(one.valueAt(this.time + SAME) > 0)) this.stop(one)
  }

  /** The clips that repeat a cycle in the target's direction, the target's first, with their weights at `time`. */
  synced(time) {
    const { target, outgoing } = this.running
    const cycles = (one) => repeats(one) && one.clip.timeScale * target.clip.timeScale > 0
    const targets = partsOf(target).filter(cycles)
    if (targets.length === 0) return []
    const leaving = outgoing.filter((one) => one.valueAt(this.time) > 0 && cycles(one))
    return [...targets, ...leaving].map((one) => {
      const value = one.valueAt(this.time + SAME) > 0 ? one.valueAt(time) : 0
      const share = one.space ? one.space.sharesAt(one.space.pointAt(time))[one.sample] : 1
      return member(one, value * one.clip.weight * share)
    })
  }
  sync(delta) {
    const group = this.synced(this.time + delta / 2)
    this.syncing ||= group.length > 0
    syncCycles(group, delta, this.remaining)
  }
  endSync(seconds) {
    if (!this.syncing) return
    this.syncing = false
    if (!this.running) return
    for (const one of [...partsOf(this.running.target), ...this.running.outgoing]) {
      if (one.space) {
        one.space.cell = this.time
        one.space.phaseEnd = this.time + PHASE
        continue
      }
      const warps = seconds > 0 && (one.ratio !== null || one.warp)
      one.warp = warps ? this.warpBack(one, seconds) : null
      one.ratio = null
    }
  }

  startSpace(space) {
    space.phaseEnd = this.time
    this.updateSpace(space)
  }
  /** Sets shares and speeds for one cell, in which shares change evenly. Once nothing changes any more, they hold. */
  updateSpace(space) {
    const begin = this.time
    const moves = space.end - begin > SAME
    const changes = moves || space.phaseEnd - begin > SAME
    const end = moves ? Math.min(begin + CELL, space.end) : begin + CELL
    space.setShares(begin, end)
    if (space.syncs && !this.isSynced(space)) {
      const shares = space.sharesAt(space.pointAt((begin + end) / 2))
      const group = space.members.filter(repeats).map((one) => member(one, shares[one.sample]))
      syncCycles(group, end - begin, changes ? space.phaseEnd - begin : Infinity)
    }
    space.cell = changes ? end : Infinity
  }
  /** Whether a fade sets the speeds of its clips. */
  isSynced({ lead }) {
    return this.syncing && this.running !== null && (isPartOf(lead, this.running.target) || this.running.outgoing.includes(lead))
  }
}

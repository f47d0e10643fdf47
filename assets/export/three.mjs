/** Fades on the actions of an AnimationMixer, which dispatches 'loop' and 'finished' as usual. */
export class Transitions extends Fades {
  constructor(root, clips) {
    super()
    this.mixer = new AnimationMixer(root)
    this.actions = new Map()
    for (const { name, source = name, nth = 0, index } of CLIPS) {
      const clip = clips.filter((one) => one.name === source)[nth] ?? clips[index]
      if (!clip) throw new Error(`there is no clip ${JSON.stringify(source)}`)
      this.actions.set(name, this.mixer.clipAction(clip))
    }
    for (const { name, clip } of SPACES.flatMap((space) => space.samples)) {
      const { duration, tracks, blendMode } = this.actions.get(clip).getClip() // in a clip of its own: it plays twice
      this.actions.set(name, this.mixer.clipAction(new AnimationClip(name, duration, tracks, blendMode)))
    }
  }
  play(name) {
    super.play(name)
    this.show()
  }
  update(delta) {
    super.update(delta)
    this.show()
  }
  show() {
    for (const [name, action] of this.actions) {
      const { time, weight } = this.stateOf(name)
      if (weight > 0) {
        action.play().setEffectiveWeight(weight)
        action.enabled = true
        action.paused = false
        action.time = time
      } else if (action.isScheduled()) {
        action.stop()
      }
    }
    this.mixer.update(0)
  }
  looped(name, loops) {
    this.mixer.dispatchEvent({ type: 'loop', action: this.actions.get(name), loopDelta: loops })
  }
  finished(name) {
    this.mixer.dispatchEvent({ type: 'finished', action: this.actions.get(name), direction: 1 })
  }
}

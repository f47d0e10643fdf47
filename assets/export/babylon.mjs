/** Fades on AnimationGroups: the weight of each, and the frame that it shows. */
export class Transitions extends Fades {
  constructor(groups) {
    super()
    this.groups = new Map()
    for (const { name, source = name, nth = 0, index } of CLIPS) {
      const group = groups.filter((one) => one.name === source)[nth] ?? groups[index]
      if (!group) throw new Error(`there is no animation group ${JSON.stringify(source)}`)
      group.stop()
      this.groups.set(name, group)
    }
    for (const { name, clip } of SPACES.flatMap((space) => space.samples))
      this.groups.set(name, this.groups.get(clip).clone(name)) // it plays twice
  }
  /** Call it once per frame: Babylon.js sums up all weighted values that are set within one. */
  update(delta) {
    super.update(delta)
    for (const [name, group] of this.groups) {
      const { time, weight } = this.stateOf(name)
      if (weight > 0) {
        if (!group.isStarted) group.start(true).pause() // the frames come from here
        group.setWeightForAllAnimatables(weight)
        const rate = group.targetedAnimations[0]?.animation.framePerSecond ?? 60
        group.goToFrame(Math.min(group.from + time * rate, group.to), true)
      } else if (group.isStarted) {
        group.stop()
      }
    }
  }
  looped(name) {
    const group = this.groups.get(name)
    group.onAnimationGroupLoopObservable.notifyObservers(group)
  }
  finished(name) {
    const group = this.groups.get(name)
    group.onAnimationGroupEndObservable.notifyObservers(group)
  }
}

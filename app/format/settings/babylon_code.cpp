#include "app/format/settings/javascript.h"
#include "app/format/settings/settings_code.h"

namespace app {
namespace {

constexpr std::string_view kBabylonUsage = R"js(const fades = new Transitions(result.animationGroups)
fades.play('Idle'); fades.fadeTo('Walk')
scene.onBeforeAnimationsObservable.add(() => fades.update(engine.getDeltaTime() / 1000)))js";

constexpr std::string_view kBabylonClass = R"js(
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
)js";

}  // namespace

std::string babylonCode(const SettingsExport& settings) {
  return javaScriptHead(settings, "Babylon.js", kBabylonUsage) + javaScriptData(settings) +
         std::string(kJavaScriptFades) + std::string(kBabylonClass);
}

}  // namespace app

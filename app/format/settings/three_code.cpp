#include "app/format/settings/javascript.h"
#include "app/format/settings/settings_code.h"

namespace app {
namespace {

constexpr std::string_view kThreeUsage = R"js(const fades = new Transitions(gltf.scene, gltf.animations)
fades.play('Idle'); fades.fadeTo('Walk')
each frame: fades.update(clock.getDelta()))js";

constexpr std::string_view kReactUsage = R"js(const { scene, animations } = useGLTF('character.glb')
const fades = useTransitions(scene, animations, 'Idle')
<primitive object={scene} onClick={() => fades.fadeTo('Walk')} />)js";

constexpr std::string_view kThreeClass = R"js(
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
)js";

constexpr std::string_view kReactHook = R"js(
/** Plays `first`, and updates before each frame. */
export function useTransitions(root, clips, first) {
  const fades = useMemo(() => new Transitions(root, clips), [root, clips])
  useEffect(() => {
    if (first) fades.play(first)
    return () => void fades.mixer.stopAllAction()
  }, [fades, first])
  useFrame((state, delta) => fades.update(delta))
  return fades
}
)js";

std::string moduleOf(const SettingsExport& settings) {
  return "import { AnimationMixer } from 'three'\n\n" + javaScriptData(settings) + std::string(kJavaScriptFades) +
         std::string(kThreeClass);
}

}  // namespace

std::string threeCode(const SettingsExport& settings) {
  return javaScriptHead(settings, "three.js", kThreeUsage) + moduleOf(settings);
}

std::string reactThreeFiberCode(const SettingsExport& settings) {
  return javaScriptHead(settings, "react-three-fiber", kReactUsage) +
         "import { useEffect, useMemo } from 'react'\nimport { useFrame } from '@react-three/fiber'\n" +
         moduleOf(settings) + std::string(kReactHook);
}

}  // namespace app

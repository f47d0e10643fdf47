#include <cmath>
#include <vector>

#include "app/format/settings/code_text.h"
#include "app/format/settings/settings_code.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

constexpr std::string_view kUnityCode = R"cs(    struct Fade
    {
        public int from, to;
        public float seconds, exitTime, offset; // exitTime below 0: at once
    }

    [MenuItem("Assets/Create/Crossfade/Animator Controller of the selected model")]
    static void Build()
    {
        string model = AssetDatabase.GetAssetPath(Selection.activeObject);
        var clips = AssetDatabase.LoadAllAssetsAtPath(model).OfType<AnimationClip>()
            .Where(clip => !clip.name.StartsWith("__preview__")).ToArray();
        if (clips.Length == 0)
        {
            Debug.LogError("Select the model that has the clips first.");
            return;
        }
        string path = AssetDatabase.GenerateUniqueAssetPath(System.IO.Path.ChangeExtension(model, ".controller"));
        var controller = AnimatorController.CreateAnimatorControllerAtPath(path);
        var machine = controller.layers[0].stateMachine;
        var states = new AnimatorState[Clips.Length];
        for (int i = 0; i < Clips.Length; ++i)
        {
            states[i] = machine.AddState(Clips[i].state);
            states[i].motion = clips.Where(clip => clip.name == Clips[i].clip).ElementAtOrDefault(Clips[i].nth);
            states[i].speed = Clips[i].speed;
            if (states[i].motion == null) Debug.LogWarning($"{model} has no clip '{Clips[i].clip}'");
            controller.AddParameter(Clips[i].state, AnimatorControllerParameterType.Trigger);
        }
        var all = Fades.ToList();
        for (int from = 0; from < states.Length; ++from)
            for (int to = 0; to < states.Length; ++to)
                if (from != to && !Fades.Any(fade => fade.from == from && fade.to == to))
                    all.Add(new Fade { from = from, to = to, seconds = Default.seconds, exitTime = Default.exitTime, offset = Default.offset });
        foreach (var fade in all)
        {
            var transition = states[fade.from].AddTransition(states[fade.to]);
            transition.AddCondition(AnimatorConditionMode.If, 0, Clips[fade.to].state);
            transition.hasFixedDuration = true;
            transition.duration = fade.seconds;
            transition.offset = fade.offset;
            transition.hasExitTime = fade.exitTime >= 0;
            transition.exitTime = Mathf.Max(fade.exitTime, 0);
            transition.interruptionSource = TransitionInterruptionSource.DestinationThenSource;
            transition.orderedInterruption = false;
        }
        AssetDatabase.SaveAssets();
        EditorGUIUtility.PingObject(controller);
    }
}
)cs";

std::string single(double value) {
  const auto number = static_cast<float>(value);
  return crossfade::formatNumber(number) + "f";
}

std::vector<std::string> unityHead(const SettingsExport& settings) {
  const UsedFeatures used = featuresOf(settings);
  std::vector<std::string> said{
      titleOf(settings.model, " for Unity"),
      "Put this file into a folder named Editor, select the model and choose Assets > Create > Crossfade. A trigger "
      "with "
      "the name of a state fades to it: animator.SetTrigger(\"Walk\").",
      "Not run: written from the Unity 2022 LTS documentation.",
      "Looping: imported clips do not loop by themselves; turn on Loop Time in the Animation tab of the model's import "
      "settings.",
      "Fades are linear in Unity; duration in seconds, offset and exit time as phases."};
  if (used.poseKinds || used.curves)
    said.emplace_back("LOST: kinds and curves of fades; Unity has its own blend of the two clips.");
  if (used.phaseSync || used.markerSync)
    said.emplace_back("LOST: sync; put such clips into one blend tree, which syncs them by phase.");
  if (used.masks) said.emplace_back("LOST: masks; make a layer with an AvatarMask.");
  if (used.fromPhase) said.emplace_back("A fade with an exit time waits for it, as in replay.");
  if (used.clipSettings) said.emplace_back("LOST: weights and repetitions of clips; speed is kept.");
  return said;
}

}  // namespace

std::string unityCode(const SettingsExport& settings) {
  std::string text = commentLines("// ", unityHead(settings)) +
                     "using System.Linq;\nusing UnityEditor;\nusing UnityEditor.Animations;\nusing UnityEngine;\n\n"
                     "public static class CrossfadeController\n{\n"
                     "    static readonly (string state, string clip, int nth, float speed)[] Clips =\n    {\n";
  const std::vector<std::string> states = uniqueNames(settings, ".");  // which separates layers from states in paths
  for (std::size_t i = 0; i < states.size(); ++i) {
    const ExportedClip& clip = settings.clips[i];
    text += "        (" + quotedText(states[i]) + ", " + quotedText(clip.name) + ", " + std::to_string(clip.nth) +
            ", " + single(clip.settings.timeScale) + "),\n";
  }
  const auto fadeCode = [](const std::string& pair, const CellSettings& fade) {
    return "new Fade { " + pair + "seconds = " + single(*fade.seconds) +
           ", exitTime = " + single(fade.fromPhase.value_or(-1)) + ", offset = " + single(fade.toPhase.value_or(0)) +
           " }";
  };
  text += "    };\n\n    static readonly Fade Default = " + fadeCode("", settings.defaults) +
          ";\n\n    static readonly Fade[] Fades =\n    {\n";
  for (const CellIndex pair : settings.cells.empty() ? std::vector<CellIndex>{} : affectedPairs(settings))
    text += "        " +
            fadeCode("from = " + std::to_string(pair.from) + ", to = " + std::to_string(pair.to) + ", ",
                     resolved(settings, pair)) +
            ",\n";
  return text + "    };\n\n" + std::string(kUnityCode);
}

}  // namespace app

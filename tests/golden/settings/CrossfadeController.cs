// Transitions of "character.glb" for Unity, written by `crossfade export`.
// Put this file into a folder named Editor, select the model and choose Assets > Create > Crossfade. A
//   trigger with the name of a state fades to it: animator.SetTrigger("Walk").
// Not run: written from the Unity 2022 LTS documentation.
// Looping: imported clips do not loop by themselves; turn on Loop Time in the Animation tab of the model's
//   import settings.
// Fades are linear in Unity; duration in seconds, offset and exit time as phases.
// LOST: kinds and curves of fades; Unity has its own blend of the two clips.
// LOST: sync; put such clips into one blend tree, which syncs them by phase.
// LOST: masks; make a layer with an AvatarMask.
// A fade with an exit time waits for it, as in replay.
using System.Linq;
using UnityEditor;
using UnityEditor.Animations;
using UnityEngine;

public static class CrossfadeController
{
    static readonly (string state, string clip, int nth, float speed)[] Clips =
    {
        ("Idle", "Idle", 0, 1f),
        ("Walk", "Walk", 0, 1f),
        ("Run", "Run", 0, 1f),
        ("Sneak", "Sneak", 0, 1f),
        ("Jump", "Jump", 0, 1f),
        ("Crouch", "Crouch", 0, 1f),
        ("TurnLeft", "TurnLeft", 0, 1f),
        ("Dance", "Dance", 0, 1f),
        ("Boxing", "Boxing", 0, 1f),
        ("Wave", "Wave", 0, 1f),
        ("Nod", "Nod", 0, 1f),
        ("Blink", "Blink", 0, 1f),
    };

    static readonly Fade Default = new Fade { seconds = 0.4f, exitTime = -1f, offset = 0f };

    static readonly Fade[] Fades =
    {
        new Fade { from = 0, to = 1, seconds = 0.4f, exitTime = 0.5f, offset = 0.75f },
        new Fade { from = 0, to = 8, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 0, to = 9, seconds = 0.25f, exitTime = -1f, offset = 0f },
        new Fade { from = 0, to = 10, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 1, to = 2, seconds = 0.5f, exitTime = -1f, offset = 0f },
        new Fade { from = 1, to = 9, seconds = 0.25f, exitTime = -1f, offset = 0f },
        new Fade { from = 2, to = 0, seconds = 0.4f, exitTime = -1f, offset = 0.25f },
        new Fade { from = 2, to = 1, seconds = 0.35f, exitTime = -1f, offset = 0f },
        new Fade { from = 2, to = 9, seconds = 0.25f, exitTime = -1f, offset = 0f },
        new Fade { from = 3, to = 0, seconds = 0.6f, exitTime = -1f, offset = 0f },
        new Fade { from = 3, to = 1, seconds = 0.6f, exitTime = -1f, offset = 0f },
        new Fade { from = 3, to = 2, seconds = 0.6f, exitTime = -1f, offset = 0f },
        new Fade { from = 3, to = 4, seconds = 0.6f, exitTime = -1f, offset = 0f },
        new Fade { from = 3, to = 5, seconds = 0.6f, exitTime = -1f, offset = 0f },
        new Fade { from = 3, to = 6, seconds = 0.6f, exitTime = -1f, offset = 0f },
        new Fade { from = 3, to = 7, seconds = 0.6f, exitTime = -1f, offset = 0f },
        new Fade { from = 3, to = 8, seconds = 0.6f, exitTime = -1f, offset = 0f },
        new Fade { from = 3, to = 9, seconds = 0.6f, exitTime = -1f, offset = 0f },
        new Fade { from = 3, to = 10, seconds = 0.6f, exitTime = -1f, offset = 0f },
        new Fade { from = 3, to = 11, seconds = 0.6f, exitTime = -1f, offset = 0f },
        new Fade { from = 4, to = 9, seconds = 0.25f, exitTime = -1f, offset = 0f },
        new Fade { from = 5, to = 9, seconds = 0.25f, exitTime = -1f, offset = 0f },
        new Fade { from = 6, to = 9, seconds = 0.25f, exitTime = -1f, offset = 0f },
        new Fade { from = 7, to = 9, seconds = 0.25f, exitTime = -1f, offset = 0f },
        new Fade { from = 8, to = 9, seconds = 0.25f, exitTime = -1f, offset = 0f },
        new Fade { from = 10, to = 9, seconds = 0.25f, exitTime = -1f, offset = 0f },
        new Fade { from = 11, to = 9, seconds = 0.25f, exitTime = -1f, offset = 0f },
    };

    struct Fade
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

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
// A blend space is a state with a blend tree: animator.SetFloat("Gaits speed", 1.4f) moves its point.
// LOST: the exact weights of blend spaces with speed and turn; Freeform Cartesian gives clips far from the
//   point a share, too.
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

    // Blend trees; without a second parameter in one dimension.
    static readonly (string state, string x, string y, Sample[] samples)[] Spaces =
    {
        ("Gaits", "Gaits speed", null, new[]
        {
            new Sample { clip = 3, x = 0.7f, y = 0f, speed = 1f },
            new Sample { clip = 1, x = 1.4f, y = 0f, speed = 1.1f },
            new Sample { clip = 2, x = 3.5f, y = 0f, speed = 1f },
        }),
        ("Turns", "Turns speed", "Turns turn", new[]
        {
            new Sample { clip = 1, x = 1.4f, y = 0f, speed = 1f },
            new Sample { clip = 6, x = 0.2f, y = 70f, speed = 1f },
            new Sample { clip = 2, x = 3.5f, y = 0f, speed = 1f },
        }),
    };

    static readonly Fade Default = new Fade { seconds = 0.4f, exitTime = -1f, offset = 0f };

    // Between clips, then blend trees, by index.
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
        new Fade { from = 0, to = 12, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 0, to = 13, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 1, to = 12, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 1, to = 13, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 2, to = 12, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 2, to = 13, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 3, to = 12, seconds = 0.6f, exitTime = -1f, offset = 0f },
        new Fade { from = 3, to = 13, seconds = 0.6f, exitTime = -1f, offset = 0f },
        new Fade { from = 4, to = 12, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 4, to = 13, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 5, to = 12, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 5, to = 13, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 6, to = 12, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 6, to = 13, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 7, to = 12, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 7, to = 13, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 8, to = 12, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 8, to = 13, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 9, to = 12, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 9, to = 13, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 10, to = 12, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 10, to = 13, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 11, to = 12, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 11, to = 13, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 12, to = 0, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 12, to = 1, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 12, to = 2, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 12, to = 3, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 12, to = 4, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 12, to = 5, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 12, to = 6, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 12, to = 7, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 12, to = 8, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 12, to = 9, seconds = 0.25f, exitTime = -1f, offset = 0f },
        new Fade { from = 12, to = 10, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 12, to = 11, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 12, to = 13, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 13, to = 0, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 13, to = 1, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 13, to = 2, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 13, to = 3, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 13, to = 4, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 13, to = 5, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 13, to = 6, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 13, to = 7, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 13, to = 8, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 13, to = 9, seconds = 0.25f, exitTime = -1f, offset = 0f },
        new Fade { from = 13, to = 10, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 13, to = 11, seconds = 0.4f, exitTime = -1f, offset = 0f },
        new Fade { from = 13, to = 12, seconds = 0.4f, exitTime = -1f, offset = 0f },
    };

    struct Fade
    {
        public int from, to;
        public float seconds, exitTime, offset; // exitTime below 0: at once
    }

    struct Sample
    {
        public int clip;
        public float x, y, speed;
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
        var states = new AnimatorState[Clips.Length + Spaces.Length];
        for (int i = 0; i < Clips.Length; ++i)
        {
            states[i] = machine.AddState(Clips[i].state);
            states[i].motion = clips.Where(clip => clip.name == Clips[i].clip).ElementAtOrDefault(Clips[i].nth);
            states[i].speed = Clips[i].speed;
            if (states[i].motion == null) Debug.LogWarning($"{model} has no clip '{Clips[i].clip}'");
            controller.AddParameter(Clips[i].state, AnimatorControllerParameterType.Trigger);
        }
        for (int i = 0; i < Spaces.Length; ++i) states[Clips.Length + i] = AddSpace(controller, Spaces[i], states);
        var all = Fades.ToList();
        for (int from = 0; from < states.Length; ++from)
            for (int to = 0; to < states.Length; ++to)
                if (from != to && !Fades.Any(fade => fade.from == from && fade.to == to))
                    all.Add(new Fade { from = from, to = to, seconds = Default.seconds, exitTime = Default.exitTime, offset = Default.offset });
        foreach (var fade in all)
        {
            var transition = states[fade.from].AddTransition(states[fade.to]);
            transition.AddCondition(AnimatorConditionMode.If, 0, states[fade.to].name);
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

    // A state with a blend tree, set by float parameters.
    static AnimatorState AddSpace(AnimatorController controller, (string state, string x, string y, Sample[] samples) space, AnimatorState[] clips)
    {
        controller.AddParameter(space.x, AnimatorControllerParameterType.Float);
        if (space.y != null) controller.AddParameter(space.y, AnimatorControllerParameterType.Float);
        controller.AddParameter(space.state, AnimatorControllerParameterType.Trigger);
        AnimatorState state = controller.CreateBlendTreeInController(space.state, out BlendTree tree);
        tree.blendType = space.y == null ? BlendTreeType.Simple1D : BlendTreeType.FreeformCartesian2D;
        tree.blendParameter = space.x;
        tree.blendParameterY = space.y ?? space.x;
        tree.useAutomaticThresholds = false;
        tree.children = space.samples.Select(sample => new ChildMotion
        {
            motion = clips[sample.clip].motion,
            threshold = sample.x,
            position = new Vector2(sample.x, sample.y),
            timeScale = sample.speed,
        }).ToArray();
        return state;
    }
}

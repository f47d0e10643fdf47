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

// The real viewer in a real window, driven with real mouse and keyboard events.
#include "tests/app/host/window/viewer_window.h"

#include "tests/app/import/slow_model.h"

namespace test {
namespace {

class LoadingWindow : public ViewerWindow {
 protected:
  fs::path modelFile() override {
    const fs::path file = folder_ / "slow.glb";
    std::ofstream(file, std::ios::binary) << app::test::slowGlb(250, 768);
    return file;
  }
};

TEST_F(LoadingWindow, ShowsProgressAndStopsOnEscape) {
  ASSERT_TRUE(waitUntil([](const Json& s) {
    return s["widgets"].contains("loading.bar") && s["loading"]["stage"] == "pictures";
  })) << "no progress is shown";
  EXPECT_EQ(now_["loading"]["file"], "slow.glb");
  const double fraction = now_["loading"]["share"];
  const int serial = now_["serial"];
  EXPECT_TRUE(waitUntil([=](const Json& s) {
    return s["serial"] > serial && s["loading"].is_object() && s["loading"]["share"] > fraction;
  })) << "the progress does not advance";
  xdotool("key Escape");
  EXPECT_TRUE(waitUntil(isIdle)) << "the bundled character does not load instead";
  EXPECT_EQ(now_["message"], "");
  EXPECT_EQ(now_["model"], "character.glb");
}

TEST_F(ViewerWindow, FadesOnAClickOrAKeyAndOrbitsWithTheMouse) {
  EXPECT_GT(colorsOnScreen(), 2000);

  pause();
  click("chip.1");
  stepOneFrame();
  EXPECT_TRUE(waitUntil([](const Json& s) {
    return s["fading"].get<bool>() && weightOf(s, "Idle") > 0 && weightOf(s, "Walk") > 0;
  })) << "the click starts no fade";
  EXPECT_NEAR(weightOf(now_, "Idle") + weightOf(now_, "Walk"), 1, 1e-6);
  resume();
  EXPECT_TRUE(waitUntil([](const Json& s) { return weightOf(s, "Walk") == 1.0 && weightOf(s, "Idle") == 0.0; }));

  xdotool("key 3");
  EXPECT_TRUE(waitUntil([](const Json& s) { return weightOf(s, "Run") == 1.0; }))
      << "key 3 does not fade to the third clip";

  const double yaw = now_["camera"]["yaw"];
  drag("250 250", "330 250");
  EXPECT_TRUE(waitUntil([yaw](const Json& s) { return std::abs(s["camera"]["yaw"].get<double>() - yaw) > 0.1; }))
      << "a drag does not orbit the camera";

  xdotool("key space");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["paused"].get<bool>(); }));
  click("transport.pause");
  EXPECT_TRUE(waitUntil([](const Json& s) { return !s["paused"].get<bool>(); }));
}

TEST_F(ViewerWindow, DrawsNothingWhileNothingMoves) {
  pause();
  // While it draws, there is at most one state for each frame: many states without a frame are a window at rest.
  std::int64_t frame = -1, since = 0;
  const auto rests = [&](const Json& s) {
    if (s["frame"] != frame) frame = s["frame"], since = s["serial"];
    return s["serial"].get<std::int64_t>() - since >= 60;
  };
  ASSERT_TRUE(waitUntil(rests)) << "it draws although nothing moves";
  xdotool("key h");
  EXPECT_TRUE(waitUntil([&](const Json& s) { return s["frame"] > frame; })) << "a key does not wake it";
  EXPECT_TRUE(waitUntil(rests)) << "help that is shown does not move";
  xdotool("key h");
  resume();
  const std::int64_t atRest = frame;
  EXPECT_TRUE(waitUntil([&](const Json& s) { return s["frame"] > atRest + 100; })) << "what plays is not drawn";
  click("transport.stop");
  EXPECT_TRUE(waitUntil(rests)) << "it draws although no clip plays";
  click("chip.1");
  EXPECT_TRUE(waitUntil([](const Json& s) { return weightOf(s, "Walk") == 1.0; })) << "it does not play again";
}

TEST_F(ViewerWindow, DrawsNothingWhileItIsNotOnTheScreenThoughItPlays) {
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["frame"] > 20 && !s["paused"].get<bool>(); }));
  xdotool("search --name Crossfade windowunmap");
  std::int64_t frame = -1, since = 0;
  const auto rests = [&](const Json& s) {
    if (s["frame"] != frame) frame = s["frame"], since = s["serial"];
    return s["serial"].get<std::int64_t>() - since >= 60;
  };
  ASSERT_TRUE(waitUntil(rests)) << "it draws although nobody sees it";
  xdotool("search --name Crossfade windowmap");
  const std::int64_t hidden = frame;
  EXPECT_TRUE(waitUntil([&](const Json& s) { return s["frame"] > hidden + 10; })) << "shown again, it does not play on";
}

TEST_F(ViewerWindow, IsUsedByTheKeyboardAlone) {
  const auto focusIs = [this](const std::string& name) {
    return waitUntil([&](const Json& s) { return s["focus"] == name; });
  };
  xdotool("key Tab");
  ASSERT_TRUE(focusIs("file.menu")) << now_["focus"];
  xdotool("key F6");
  ASSERT_TRUE(focusIs("chip.0")) << now_["focus"];
  xdotool("key Right");
  ASSERT_TRUE(focusIs("chip.1")) << now_["focus"];
  xdotool("key Return");
  EXPECT_TRUE(waitUntil([](const Json& s) { return weightOf(s, "Walk") == 1.0; })) << "Enter does not press the chip";
  xdotool("key F6 Tab");
  ASSERT_TRUE(focusIs("transport.pause")) << now_["focus"];
  xdotool("key space");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["paused"].get<bool>(); })) << "Space presses the button once";
  xdotool("key Escape");
  ASSERT_TRUE(focusIs(""));
  xdotool("key space");
  EXPECT_TRUE(waitUntil([](const Json& s) { return !s["paused"].get<bool>(); })) << "without a ring Space plays";
  xdotool("key shift+Tab");
  ASSERT_TRUE(focusIs("transport.back")) << now_["focus"];
  xdotool("mousemove 300 300 click 1");
  ASSERT_TRUE(focusIs("")) << "a click hides the ring";
}

TEST_F(ViewerWindow, TypesANumberByTheKeyboardAlone) {
  for (int i = 0; i < 60 && now_["focus"] != "fade.seconds"; ++i) xdotool("key Tab");
  ASSERT_EQ(now_["focus"], "fade.seconds");
  xdotool("key Right Right");
  EXPECT_TRUE(waitUntil([](const Json& s) { return std::abs(s["fadeSeconds"].get<double>() - 0.42) < 1e-9; }));
  xdotool("key 1 period 5 Return");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["fadeSeconds"] == 1.5; })) << now_["fadeSeconds"];
  EXPECT_EQ(now_["focus"], "fade.seconds");
}

TEST_F(ViewerWindow, FollowsASliderInMidFade) {
  drag(pointOf("fade.seconds", 0.4), pointOf("fade.seconds", 0.5));
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["fadeSeconds"].get<double>() != 0.4; }))
      << "a drag does not move the slider";
  const double before = now_["fadeSeconds"];
  pause();
  click("chip.2");
  stepOneFrame();
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["fading"].get<bool>(); }));
  drag(pointOf("fade.seconds", 0.8), pointOf("fade.seconds", 0.9));
  EXPECT_TRUE(waitUntil([before](const Json& s) { return s["fadeSeconds"].get<double>() > before; }));
  EXPECT_TRUE(now_["fading"].get<bool>());
  resume();
  EXPECT_TRUE(waitUntil([](const Json& s) { return weightOf(s, "Run") == 1.0 && !s["fading"].get<bool>(); }));
}

TEST_F(ViewerWindow, DrawsAFadesCurveByHand) {
  click("fade.view.2");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("fade.curve.plane"); }));
  click("fade.kinds.0");
  ASSERT_TRUE(
      waitUntil([](const Json& s) { return s["fadeKind"] == "curve" && !s["widgets"].contains("fade.curve.use"); }));
  xdotool("mousemove " + pointOf("fade.curve.plane", 0.5, 0.5));
  xdotool("click --repeat 2 --delay 120 1");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["fadeCurve"]["keys"].size() == 3; }))
      << "a double click adds no key";
  drag(pointOf("fade.curve.plane", 0.5, 0.5), pointOf("fade.curve.plane", 0.3, 0.1));
  ASSERT_TRUE(waitUntil([](const Json& s) {
    return std::abs(s["fadeCurve"]["keys"][1]["value"].get<double>() - 0.9) < 0.05;
  })) << "a key does not follow the mouse";
  EXPECT_NEAR(now_["fadeCurve"]["keys"][1]["time"].get<double>(), 0.3, 0.05);
  click("fade.sync");
  click("fade.pace.2");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["fadeSync"] == "phase"; }));
  click("fade.preset.1");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["fadeCurve"]["keys"].size() == 2; }));
}

TEST_F(ViewerWindow, HoldsAFrameOfTheProfiler) {
  click("view.profiler");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("profiler.plot"); }));
  EXPECT_EQ(now_["heldFrame"], -1);
  xdotool("mousemove " + pointOf("profiler.plot", 0.95));
  xdotool("click 1");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["heldFrame"] >= 0 && s["widgets"].contains("profiler.release"); }))
      << "a click does not hold a frame";
  const int held = now_["heldFrame"];
  xdotool("key Left");
  EXPECT_TRUE(waitUntil([=](const Json& s) { return s["heldFrame"] == held - 1; })) << now_["heldFrame"];
  EXPECT_FALSE(now_["paused"].get<bool>()) << "the character was not stepped";
  xdotool("mousemove 300 300");
  EXPECT_EQ(now_["heldFrame"], held - 1) << "while frames go on";
  xdotool("key Escape");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["heldFrame"] == -1; }));
}

TEST_F(ViewerWindow, ReplaysLoopsAndComparesAFade) {
  xdotool("key 2");
  ASSERT_TRUE(waitUntil([](const Json& s) { return weightOf(s, "Walk") == 1.0; }));
  xdotool("key l");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("timeline.area"); }));
  const auto clipsInTheFade = [this] {  // 0.9 s after the beginning of a replay
    xdotool("key r");
    EXPECT_TRUE(waitUntil([](const Json& s) { return s["pair"]["plays"].get<bool>() && s["mixerTime"] > 1.0; }));
    pause();
    drag(pointOf("timeline.area", 0.9, 0.8), pointOf("timeline.area", 0.001, 0.8));
    EXPECT_TRUE(waitUntil([](const Json& s) { return s["mixerTime"] == 0.0; })) << now_["mixerTime"];
    xdotool("key --repeat 54 Right");
    EXPECT_TRUE(waitUntil([](const Json& s) { return s["mixerTime"] > 0.899; })) << now_["mixerTime"];
    return now_["clips"];
  };
  const Json first = clipsInTheFade(), second = clipsInTheFade();
  EXPECT_GT(weightOf(now_, "Idle"), 0);
  EXPECT_GT(weightOf(now_, "Walk"), 0);
  for (std::size_t i = 0; i < first.size(); ++i)
    for (const char* what : {"time", "effectiveWeight"})
      EXPECT_NEAR(second[i][what].get<double>(), first[i][what].get<double>(), 1e-9) << first[i]["name"] << ' ' << what;

  click("fade.loop");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["pair"]["loops"].get<bool>() && s["pair"]["passes"] >= 3; }))
      << "the fade is not repeated";
  const double alone = now_["camera"]["distance"];
  click("fade.view.3");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("fade.compare.4"); }));
  click("fade.compare.1");
  click("fade.compare.4");
  EXPECT_TRUE(waitUntil([](const Json& s) {
    return s["compared"] == Json({"linear", "inertial"}) && s["widgets"].contains("compare.label.1");
  })) << now_["compared"];
  EXPECT_NE(now_["camera"]["distance"].get<double>(), alone) << "both figures are framed";
  click("fade.compare.off");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["compared"].empty(); }));
}

TEST_F(ViewerWindow, UndoesAWholeDragAndSavesAProjectThatOpensAgain) {
  const double before = now_["fadeSeconds"];
  xdotool("mousemove " + pointOf("fade.seconds", 0.4));
  xdotool("mousedown 1");
  for (const double at : {0.5, 0.6, 0.7, 0.8}) xdotool("mousemove " + pointOf("fade.seconds", at));
  xdotool("mouseup 1");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["history"]["steps"] == 1 && s["unsaved"].get<bool>(); }))
      << "a drag is not one step";
  const double after = now_["fadeSeconds"];
  EXPECT_NE(after, before);
  xdotool("key ctrl+z");
  EXPECT_TRUE(waitUntil([=](const Json& s) { return s["fadeSeconds"] == before && !s["unsaved"].get<bool>(); }));
  xdotool("key ctrl+shift+z");
  EXPECT_TRUE(waitUntil([=](const Json& s) { return s["fadeSeconds"] == after; }));

  xdotool("key ctrl+s");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("save.path"); })) << "no dialog";
  xdotool("key ctrl+a");
  const fs::path project = folder_ / "walk.crossfade";
  xdotool("type --delay 1 " + project.string());
  xdotool("key Return");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["project"] != ""; })) << "the project is not saved";
  EXPECT_EQ(now_["project"], project.string());
  EXPECT_FALSE(now_["unsaved"].get<bool>());

  end(SIGKILL);
  start(project.string());
  ASSERT_TRUE(waitUntil([=](const Json& s) { return s["project"] == project.string(); })) << "it does not open";
  EXPECT_EQ(now_["fadeSeconds"], after);
  EXPECT_EQ(now_["history"]["steps"], 0);
}

TEST_F(ViewerWindow, OffersUnsavedChangesAfterItWasKilled) {
  end(SIGTERM);
  start("", Settings::Kept);
  const double length = leaveUnsavedFade();
  const auto isKept = [this] {
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder_ / "state/crossfade", none))
      if (entry.path().extension() == ".crossfade") return true;
    return false;
  };
  ASSERT_TRUE(waitUntil([&](const Json&) { return isKept(); })) << "the changes are not kept";
  end(SIGKILL);
  start("", Settings::Kept);
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("restore.restore") && isIdle(s); }))
      << "nothing is offered";
  EXPECT_NE(now_["fadeSeconds"], length);
  EXPECT_FALSE(now_["widgets"].contains("start.open")) << "the start page is in its way";
  click("restore.restore");
  EXPECT_TRUE(waitUntil([=](const Json& s) { return s["fadeSeconds"] == length && s["unsaved"].get<bool>(); }));
}

TEST_F(ViewerWindow, LeavesUnsavedChangesBehindWhenItIsToldToEnd) {
  end(SIGTERM);
  start("", Settings::Kept);
  const double length = leaveUnsavedFade();
  kill(process_, SIGTERM);
  EXPECT_EQ(waitForEnd(), 0) << "it ends as planned";
  expectRestored(length);
}

TEST_F(ViewerWindow, EndsWithoutACrashWhenItsDisplayDoes) {
  display_.kill();
  const int status = waitForEnd();
  EXPECT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 1);
}

TEST_F(ViewerWindow, SearchesForWhatIsTypedRightAfterCtrlF) {
  xdotool("key ctrl+f type --delay 0 run");
  EXPECT_TRUE(waitUntil([](const Json& s) {
    return s["widgets"].contains("clip.2.row") && !s["widgets"].contains("clip.0.row");
  })) << "letters are lost";
  xdotool("key Return");
  EXPECT_TRUE(waitUntil([](const Json& s) { return weightOf(s, "Run") == 1.0; }));
}

class FilesWindow : public ViewerWindow {
 protected:
  /// A model with so many pictures that it differs from others.
  void write(const std::string& name, int pictures) const {
    fs::create_directories(models_);
    const fs::path draft = models_ / (name + ".part");
    std::ofstream(draft, std::ios::binary) << app::test::slowGlb(pictures, 8);
    fs::rename(draft, models_ / name);
  }
  bool shows(const std::string& model) {
    return waitUntil([&](const Json& s) { return s["model"] == model && s["loading"].is_null(); });
  }
  bool showsWidget(const std::string& widget) {
    return waitUntil([&](const Json& s) { return s["widgets"].contains(widget); });
  }
  fs::path models_ = folder_ / "models";
};

TEST_F(FilesWindow, OpensByKeyboardAloneAndGoesThroughTheFolder) {
  write("a.glb", 1);
  write("b.glb", 1);
  xdotool("key ctrl+o");
  ASSERT_TRUE(showsWidget("files.field"));
  xdotool("type --delay 0 " + models_.string() + "/");
  xdotool("key Return");
  ASSERT_TRUE(showsWidget("files.entry.1")) << "the folder is not listed";
  xdotool("key Down Return");
  ASSERT_TRUE(shows("b.glb"));
  xdotool("key Next");
  EXPECT_TRUE(shows("a.glb")) << "from the last to the first";
  xdotool("key Prior");
  EXPECT_TRUE(shows("b.glb"));
  EXPECT_FALSE(fs::exists(folder_ / "config")) << "--no-config keeps settings";
}

TEST_F(ViewerWindow, RunsAScriptThatIsOpenedUntilEscape) {
  std::ofstream(folder_ / "walk.json") << R"({"commands": [{"at": 0, "do": "play", "clip": "Walk"},
                                                           {"at": 3000, "do": "pause"}]})";
  xdotool("key ctrl+o");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("files.field"); }));
  xdotool("type --delay 0 " + (folder_ / "walk.json").string());
  xdotool("key Return");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["widgets"].contains("script"); })) << "no script runs";
  EXPECT_TRUE(waitUntil([](const Json& s) { return weightOf(s, "Walk") == 1.0 && weightOf(s, "Idle") == 0.0; }));
  xdotool("key Escape");
  EXPECT_TRUE(waitUntil([](const Json& s) { return !s["widgets"].contains("script"); })) << "Escape does not stop it";
  EXPECT_EQ(weightOf(now_, "Walk"), 1.0) << "clips keep playing";
}

TEST_F(FilesWindow, ReadsTheModelAgainWhenItsFileChangesOrOnF5) {
  write("a.glb", 1);
  end(SIGTERM);
  start((models_ / "a.glb").string());
  ASSERT_TRUE(shows("a.glb"));
  drag("250 250", "330 250");
  xdotool("mousemove 500 20");
  const double yaw = now_["camera"]["yaw"];
  write("a.glb", 3);
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["message"] == "a.glb was read again"; })) << "it is not noticed";
  EXPECT_EQ(now_["camera"]["yaw"], yaw);
  xdotool("key Escape");
  ASSERT_TRUE(waitUntil([](const Json& s) { return s["message"] == ""; }));
  xdotool("key F5");
  EXPECT_TRUE(waitUntil([](const Json& s) { return s["message"] == "a.glb was read again"; }));
  EXPECT_EQ(now_["camera"]["yaw"], yaw);
}

TEST_F(FilesWindow, RemembersRecentFilesAfterARestart) {
  write("a.glb", 1);
  end(SIGTERM);
  start((models_ / "a.glb").string(), Settings::Kept);
  ASSERT_TRUE(shows("a.glb"));
  const fs::path settings = folder_ / "config/crossfade/settings.json";
  ASSERT_TRUE(waitUntil([&](const Json&) {
    std::ifstream stream(settings);
    const Json kept = Json::parse(stream, nullptr, false);
    return kept.is_object() && !kept["recents"].empty();
  })) << "no settings are kept";
  end(SIGKILL);
  start("", Settings::Kept);
  xdotool("key ctrl+o");
  ASSERT_TRUE(showsWidget("files.recent.0"));
  ASSERT_TRUE(showsWidget("files.entry.0")) << "the folder used last is listed";
  click("files.recent.0");
  EXPECT_TRUE(shows("a.glb"));
}

}  // namespace
}  // namespace test

#include "app/host/files/session_files.h"
#include "app/model/fnv1a.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "app/host/files/model_file.h"
#include "app/host/files/task_queue.h"
#include "app/host/files/text_file.h"
#include "app/session/undo_history.h"
#include "embedded_character.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

namespace fs = std::filesystem;

struct ProjectFileTest : testing::Test {
  std::string save(const fs::path& path, const Session& session) {
    return folder.write(path, projectTextAt((folder.path() / path).string(), session)).string();
  }
  static std::string characterBytes() {
    const auto bytes = embeddedCharacter();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  const ::test::TemporaryFolder folder;
};

TEST(FileHash, IsFnv1a) {
  EXPECT_EQ(fnv1a(""), 0xcbf29ce484222325u);
  EXPECT_EQ(fnv1a("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(fnv1a("foobar"), 0x85944171f73967e8u) << "the values of the FNV page";
  const ::test::TemporaryFolder folder;
  EXPECT_EQ(fileHash(folder.write("a.txt", "foobar")), fnv1a("foobar"));
  EXPECT_EQ(fileHash(folder.path() / "none"), 0u);
  EXPECT_EQ(fileHash(folder.path()), 0u);
  const auto large = [&](const char* name, const char* begin) {
    const auto file = folder.write(name, begin);
    std::filesystem::resize_file(file, kHashedBytes + 1);
    return fileHash(file);
  };
  EXPECT_EQ(large("large", "a"), large("other", "b")) << "a file of 30 GB is not read to the end";
}

TEST_F(ProjectFileTest, OpensLikeAModel) {
  const std::string file = folder.write("model.glb", characterBytes()).string();
  auto model = loadModel(file);
  ASSERT_TRUE(model) << model.error().message;
  Session session(*std::move(model));
  ASSERT_TRUE(session.apply(SetClip{1, &ClipSettings::weight, 0.25}));
  const std::string project = save("walk.crossfade", session);
  EXPECT_EQ(projectFilesOf(*readTextFile(project))->model, "model.glb") << "relative: it lies beside";

  auto opened = loadModel(project);
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_EQ(opened->name, "model.glb");
  Session again(*std::move(opened));
  EXPECT_EQ(openProject(*again.model().project, again), std::vector<std::string>{});
  EXPECT_EQ(again.action(1).weight, 0.25);
  EXPECT_FALSE(again.history().canUndo()) << "it is as it was opened";
  EXPECT_EQ(projectTextAt(project, again), *readTextFile(project));
}

TEST_F(ProjectFileTest, WarnsWhenTheModelHasChangedAndFindsOneThatMovedBesideIt) {
  const std::string file = folder.write("a/model.glb", characterBytes()).string();
  Session session(*loadModel(file));
  const std::string project = save("b/walk.crossfade", session);
  EXPECT_EQ(projectFilesOf(*readTextFile(project))->model, file) << "absolute: it is not below";
  fs::rename(file, folder.path() / "b/model.glb");
  auto moved = loadModel(project);
  ASSERT_TRUE(moved) << moved.error().message;
  EXPECT_TRUE(moved->project->warnings.empty());
  folder.write("b/model.glb", characterBytes() + '\0');
  auto changed = loadModel(project);
  ASSERT_TRUE(changed) << changed.error().message;
  EXPECT_EQ(changed->project->warnings, std::vector<std::string>{"model.glb has changed since the project was saved"});
}

TEST_F(ProjectFileTest, SaysWhichFileIsMissing) {
  const auto gone = loadModel((folder.path() / "gone.crossfade").string());
  EXPECT_NE(gone.error().message.find("gone.crossfade: cannot be opened"), std::string::npos) << gone.error().message;
  const auto file = folder.write("p.crossfade", R"({"crossfade":1,"model":{"path":"gone.glb"}})");
  const auto noModel = loadModel(file.string());
  EXPECT_NE(noModel.error().message.find("p.crossfade: "), std::string::npos) << noModel.error().message;
  EXPECT_NE(noModel.error().message.find("gone.glb"), std::string::npos) << noModel.error().message;
  const auto loop = folder.write("q.crossfade", R"({"crossfade":1,"model":{"path":"q.crossfade"}})");
  EXPECT_NE(loadModel(loop.string()).error().message.find("its model is a project"), std::string::npos);
}

TEST_F(ProjectFileTest, ABundledCharacterNeedsNoFile) {
  Session session(*loadModel(""));
  const std::string project = save("p.crossfade", session);
  auto opened = loadModel(project);
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_EQ(opened->name, "character.glb");
}

TEST_F(ProjectFileTest, BackgroundWritesEndInTheirOrderAndReportErrors) {
  BackgroundWriter writer;
  const std::string good = (folder.path() / "x/a.txt").string(), bad = (folder.path()).string();
  writer.write(good, "one");
  writer.write(bad, "two");
  writer.finish();
  EXPECT_TRUE(writer.isIdle());
  auto first = writer.poll(), second = writer.poll();
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->path, good);
  EXPECT_TRUE(first->result);
  EXPECT_EQ(*readTextFile(good), "one");
  EXPECT_FALSE(second->result);
  EXPECT_FALSE(writer.poll());
}

}  // namespace
}  // namespace app

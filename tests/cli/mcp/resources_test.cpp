// Resources by their addresses; the official client reads those of real runs.
#include "cli/mcp/resources.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "cli/mcp/project_search.h"
#include "support/support.h"

namespace whet {
namespace resources_test {

class ResourcesTest : public testing::Test {
 protected:
  Result<std::optional<serve::ResourceText>> read(const std::string& uri) const { return resources_.read(uri); }

  test::TemporaryDirectory directory_;
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  const SystemClock clock_;
  const Knowledge knowledge_;
  mutable Context context_{files_, processes_, clock_, knowledge_, {}, {}, [](std::string_view) {}};
  const serve::Roots roots_ = serve::Roots::open({directory_.path()}).value();
  const PathGuard guard_{roots_, files_};
  const WhetResources resources_{context_, roots_, guard_};
};

TEST_F(ResourcesTest, EverySkillIsListedAndRead) {
  const auto all = resources_.list();
  EXPECT_GT(all.size(), 20u);
  for (const serve::Resource& resource : all) {
    const auto text = read(resource.uri).value();
    ASSERT_TRUE(text) << resource.uri;
    EXPECT_EQ(text->type, resource.type);
    EXPECT_FALSE(text->text.empty());
  }
}

TEST_F(ResourcesTest, WhatIsNotThereIsNothing) {
  for (const char* uri : {"whet://skill/none", "whet://skill/../methods/x", "whet://other", "file:///etc/passwd", ""})
    EXPECT_FALSE(read(uri).value()) << uri;
}

TEST_F(ResourcesTest, RunsOutsideTheFoldersAreRefused) {
  for (const char* uri : {"whet://run/1/summary.md?project=/etc", "whet://run/1/summary.md?project=..",
                          "whet://run/1/summary.md?project=%2e%2e"})
    EXPECT_NE(read(uri).error().what.find("outside"), std::string::npos) << uri;
}

TEST_F(ResourcesTest, AFolderWithoutRunsSaysSo) {
  EXPECT_NE(read("whet://run/1/summary.md").error().what.find("no run was ever begun"), std::string::npos);
}

TEST(ProjectSearch, FindsProjectsAFewLevelsDeep) {
  const test::TemporaryDirectory directory;
  for (const char* path :
       {".whet", "a/.whet", "a/b/c/.whet", ".hidden/p/.whet", "node_modules/p/.whet", "1/2/3/4/5/.whet"})
    std::filesystem::create_directories(directory.path(path));
  std::filesystem::create_directory_symlink(directory.path("a"), directory.path("link"));
  EXPECT_EQ(projects_below(directory.path()), (std::vector<std::string>{".", "a", "a/b/c"}));
}

}  // namespace resources_test
}  // namespace whet

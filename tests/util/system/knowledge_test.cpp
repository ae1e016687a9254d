#include "util/system/knowledge.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/source_folder.h"
#include "support/support.h"

namespace whet {
namespace knowledge_test {

TEST(Knowledge, IsBuiltIntoTheBinary) {
  const Knowledge knowledge;
  const std::vector<std::string> paths = knowledge.list("");
  ASSERT_FALSE(paths.empty());
  EXPECT_TRUE(std::is_sorted(paths.begin(), paths.end()));
  for (const std::string& path : paths) EXPECT_TRUE(knowledge.read(path).ok()) << path;
}

TEST(Knowledge, BuiltInFilesAreTheFilesOfTheRepository) {
  const Knowledge built_in, on_disk(test::source_folder() + "/knowledge");
  for (const std::string& path : built_in.list("hardware/"))
    EXPECT_EQ(*built_in.read(path), *on_disk.read(path)) << path;
}

TEST(Knowledge, ADirectoryStandsInForTheBuiltInFiles) {
  const test::TemporaryDirectory directory;
  DiskFileSystem files;
  ASSERT_TRUE(files.make_directories(directory.path("rules")).ok());
  ASSERT_TRUE(files.write(directory.path("rules/b.toml"), "b").ok());
  ASSERT_TRUE(files.write(directory.path("rules/a.toml"), "a").ok());
  ASSERT_TRUE(files.write(directory.path("other.toml"), "c").ok());
  const Knowledge knowledge(directory.path());
  EXPECT_EQ(knowledge.list("rules/"), (std::vector<std::string>{"rules/a.toml", "rules/b.toml"}));
  EXPECT_EQ(knowledge.list("").size(), 3u);
  EXPECT_EQ(*knowledge.read("rules/b.toml"), "b");
}

TEST(Knowledge, AFileThatIsNotThereIsNamed) {
  const auto content = Knowledge().read("rules/no_such_rule.toml");
  ASSERT_FALSE(content.ok());
  EXPECT_NE(content.error().what.find("rules/no_such_rule.toml"), std::string::npos);
  EXPECT_TRUE(Knowledge("/nowhere").list("").empty());
}

}  // namespace knowledge_test
}  // namespace whet

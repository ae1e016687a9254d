// Where the store is found.
#include "store/project.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/support.h"

namespace whet::store {

struct Projects : ::testing::Test {
  std::string make(const std::string& name) {
    const std::string path = directory.path(name);
    std::filesystem::create_directories(path);
    return std::filesystem::canonical(path).string();
  }
  whet::test::TemporaryDirectory directory;
  DiskFileSystem files;
};

TEST_F(Projects, TheNearestFolderAboveIsTheProject) {
  const std::string root = make("p"), problem = make("p/kernels/softmax");
  make("p/.whet");
  const auto found = find_project(problem, files);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->root, root);
  EXPECT_EQ(project_of(problem + "/", files).database(), root + "/.whet/whet.db");
}

TEST_F(Projects, ANearerOneWins) {
  const std::string problem = make("p/kernels/softmax");
  make("p/.whet");
  make("p/kernels/softmax/.whet");
  EXPECT_EQ(project_of(problem, files).root, problem);
}

TEST_F(Projects, WithoutOneItIsBesideTheProblem) {
  const std::string problem = make("p/softmax");
  EXPECT_FALSE(find_project(problem, files));
  const Project project = project_of(problem, files);
  EXPECT_EQ(project.root, problem);
  EXPECT_FALSE(files.info(project.folder())) << "asking makes nothing";
  ASSERT_TRUE(prepare(project, files));
  EXPECT_EQ(*files.read(project.folder() + "/.gitignore"), "*\n");
}

TEST_F(Projects, PathsAreToldFromTheRoot) {
  const Project project{make("p")};
  EXPECT_EQ(path_in(project, make("p/kernels/softmax")), "kernels/softmax");
  EXPECT_EQ(path_in(project, project.root), ".");
  EXPECT_EQ(path_in(project, make("q")), make("q"));
  EXPECT_EQ(path_in(project, make("p..x")), make("p..x"));
}

TEST_F(Projects, AFileCalledWhetIsNoProject) {
  const std::string problem = make("p");
  ASSERT_TRUE(files.write(problem + "/.whet", "x"));
  EXPECT_FALSE(find_project(problem, files));
}

}  // namespace whet::store

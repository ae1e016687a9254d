// What bench/tuner says of the recorded spaces shipped there, with few repeats.
#include <gtest/gtest.h>

#include "search/recorded/replay.h"
#include "search/recorded/results_t4.h"
#include "support/source_folder.h"
#include "util/system/files.h"

namespace whet::search {
namespace shipped_spaces_test {

std::vector<RecordedSpace> shipped_spaces() {
  const DiskFileSystem files;
  const std::string directory = test::source_folder() + "/bench/tuner/spaces";
  std::vector<RecordedSpace> spaces;
  for (const std::string& name : files.list(directory)) {
    if (extension_of(name) != ".json") continue;
    auto space = read_recorded(*files.read(join_path(directory, name)));
    EXPECT_TRUE(space.ok()) << name << ": " << space.error().what;
    if (space) spaces.push_back(std::move(*space));
  }
  return spaces;
}

// The means over the spaces of what is reached, as a share of the optimum.
struct Reached {
  double portfolio = 0, random = 0, random_twice = 0;
};

Reached replay_portfolio(const std::vector<RecordedSpace>& spaces) {
  const auto replayed =
      replay(spaces, {.strategies = {"portfolio"}, .budget = 100, .repeats = 12, .batch = 4, .threads = 2});
  Reached reached;
  const auto count = static_cast<double>(spaces.size());
  for (const ReplayedSpace& space : *replayed) {
    reached.portfolio += space.curves[0].share_after(100) / count;
    reached.random += space.random.share_after(100) / count;
    reached.random_twice += space.random.share_after(200) / count;
  }
  return reached;
}

TEST(ShippedSpaces, ThePortfolioComesWithinFivePercentOfTheOptimumAndBeatsRandomSearch) {
  const std::vector<RecordedSpace> spaces = shipped_spaces();
  ASSERT_FALSE(spaces.empty());
  const Reached reached = replay_portfolio(spaces);
  EXPECT_GE(reached.portfolio, 0.95);
  EXPECT_GT(reached.portfolio, reached.random);
}

// Modelled times are too smooth to tell: random search comes within 0.2 % on some of them.
TEST(ShippedSpaces, OnMeasuredOnesThePortfolioBeatsRandomSearchAtTwiceTheBudget) {
  std::vector<RecordedSpace> spaces = shipped_spaces();
  std::erase_if(spaces, [](const RecordedSpace& space) { return space.origin != "measured"; });
  if (spaces.empty()) GTEST_SKIP() << "no measured space is in bench/tuner/spaces";
  const Reached reached = replay_portfolio(spaces);
  EXPECT_GE(reached.portfolio, 0.95);
  EXPECT_GT(reached.portfolio, reached.random_twice);
}

TEST(ShippedSpaces, SayHowTheirTimesWereObtained) {
  for (const RecordedSpace& space : shipped_spaces()) {
    EXPECT_TRUE(space.origin == "measured" || space.origin == "modelled") << space.kernel;
    EXPECT_FALSE(space.kernel.empty());
    EXPECT_FALSE(space.device.empty());
    EXPECT_GT(space.space.size(), 500u) << space.kernel;
  }
}

}  // namespace shipped_spaces_test
}  // namespace whet::search

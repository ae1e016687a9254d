// A kernel that was optimized before: the next run begins where the last one ended.
#include <algorithm>

#include "optimize/score/settings.h"
#include "whole_run.h"

namespace whet {
namespace second_run_test {

class SecondRun : public test::WholeRunTest {
 protected:
  // Two runs of a copy of an example, the second with another seed, which searches elsewhere.
  void run_twice(const std::string& example, const std::vector<std::string>& flags) {
    problem_ = copy_of(example, "problem");
    std::vector<std::string> argv = optimize(problem_, flags);
    const Finished first = run(argv);
    ASSERT_EQ(first.exit_code, 0) << first.out << first.err;
    *std::find(argv.begin(), argv.end(), "7") = "8";
    const Finished second = run(argv);
    ASSERT_EQ(second.exit_code, 0) << second.out << second.err;
  }

  store::RunRecord record_of(store::RunId id) {
    auto store = store::Store::open({problem_}, files_);
    EXPECT_TRUE(store) << describe(store.error());
    const auto record = store->record_of(id);
    EXPECT_TRUE(record) << describe(record.error());
    return *record;
  }

  std::string problem_;
};

TEST_F(SecondRun, BeginsWithTheNumbersThatWereBestInTheFirst) {
  ASSERT_NO_FATAL_FAILURE(run_twice("../tests/cli/fixtures/optimize", {"--declared", "--batch", "3"}));
  const auto before = record_of(1), record = record_of(2);
  const auto settings = settings_from(record.run.settings);
  ASSERT_TRUE(settings);
  ASSERT_FALSE(settings->starts.empty());
  Json best = Json::object();
  for (const auto& [name, value] : settings->starts.front()) best[name] = value;
  ASSERT_GE(record.candidates.size(), 3u);
  EXPECT_EQ(record.candidates[2].tunables.dump(-1), best.dump(-1)) << "right after the original's own numbers";

  double fastest = 0;
  for (const store::Candidate& candidate : before.candidates) {
    if (candidate.tunables.dump(-1) == best.dump(-1)) fastest = candidate.speedup ? candidate.speedup->value : -1;
  }
  EXPECT_GT(fastest, 1) << "it is the confirmed champion of the first run: " << best.dump(-1);
}

TEST_F(SecondRun, BeginsWithTheWrittenKernelThatWasBestInTheFirst) {
  ASSERT_NO_FATAL_FAILURE(run_twice("layernorm", {"--dims", "rows=40,cols=700", "--candidates", "6", "--batch", "3"}));
  const auto before = record_of(1), record = record_of(2);
  const auto champion = std::find_if(before.candidates.begin(), before.candidates.end(),
                                     [&](const store::Candidate& each) { return each.id == before.run.champion; });
  ASSERT_NE(champion, before.candidates.end());
  ASSERT_TRUE(champion->memo.starts_with("written: ")) << champion->memo;
  EXPECT_NE(champion->memo, before.candidates[1].memo) << "the first would be tried first in any run";
  ASSERT_GE(record.candidates.size(), 2u);
  EXPECT_EQ(record.candidates[1].memo, champion->memo) << "right after the original";
}

}  // namespace second_run_test
}  // namespace whet

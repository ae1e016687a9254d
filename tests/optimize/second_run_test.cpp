// A kernel that was optimized before: the next run begins where the last one ended.
#include <algorithm>

#include "optimize/score/settings.h"
#include "whole_run.h"

namespace whet {
namespace second_run_test {

class SecondRun : public test::WholeRunTest {};

TEST_F(SecondRun, BeginsWithWhatWasBestInTheFirst) {
  const std::string problem = copy_of("nbody", "problem");
  std::vector<std::string> flags = {"--dims", "n=64", "--candidates", "6", "--batch", "3"};
  const Finished first = run(optimize(problem, flags));
  ASSERT_EQ(first.exit_code, 0) << first.out << first.err;
  std::vector<std::string> again = optimize(problem, flags);
  *std::find(again.begin(), again.end(), "7") = "8";  // another seed searches elsewhere
  const Finished second = run(again);
  ASSERT_EQ(second.exit_code, 0) << second.out << second.err;

  auto store = store::Store::open({problem}, files_);
  ASSERT_TRUE(store) << describe(store.error());
  const auto record = store->record_of(2);
  ASSERT_TRUE(record) << describe(record.error());
  const auto settings = settings_from(record->run.settings);
  ASSERT_TRUE(settings);
  ASSERT_FALSE(settings->starts.empty());
  Json best = Json::object();
  for (const auto& [name, value] : settings->starts.front()) best[name] = value;
  ASSERT_GE(record->candidates.size(), 3u);
  EXPECT_EQ(record->candidates[2].tunables.dump(-1), best.dump(-1)) << "right after the original's own numbers";

  const auto before = store->record_of(1);
  double fastest = 0;
  for (const store::Candidate& candidate : before->candidates) {
    if (candidate.tunables.dump(-1) == best.dump(-1)) fastest = candidate.speedup ? candidate.speedup->value : -1;
  }
  EXPECT_GT(fastest, 1) << "it is the confirmed champion of the first run: " << best.dump(-1);
}

}  // namespace second_run_test
}  // namespace whet

// A worker among candidates of which one in ten misbehaves; bench/judge/endurance.cpp sends it thousands.
#include <filesystem>

#include "contestants.h"
#include "judge/worker_client.h"
#include "judge_fixture.h"

namespace whet {
namespace {

class EnduranceTest : public test::JudgeTest {
 protected:
  void SetUp() override {
    JudgeTest::SetUp();
    if (IsSkipped()) return;
    auto started = WorkerClient::start(WHET_PROGRAM);
    ASSERT_TRUE(started) << describe(started.error());
    worker_ = std::move(*started);
    const auto opened = worker_->open(test::contest(test::k_adversarial + "scale_add", 1), knowledge_);
    if (!opened && opened.error().kind == ErrorKind::missing) GTEST_SKIP() << "no CUDA runtime for host code";
    ASSERT_TRUE(opened) << describe(opened.error());
  }

  size_t open_files() const {
    const std::filesystem::directory_iterator all("/proc/" + std::to_string(worker_->pid()) + "/fd");
    return static_cast<size_t>(std::distance(begin(all), end(all)));
  }

  // Ten in one request, as they come; what was said of them that should not have been.
  std::string complaints(size_t first) {
    std::vector<WorkerCandidate> candidates;
    for (size_t i = first; i < first + 10; ++i) candidates.push_back(test::candidate_of(test::contestant(i)));
    const auto verdicts = worker_->judge(candidates);
    if (!verdicts) return describe(verdicts.error());
    std::string all;
    for (size_t i = 0; i < verdicts->size(); ++i) {
      all += test::complaint(test::contestant(first + i), (*verdicts)[i]);
      EXPECT_TRUE(worker_->forget((*verdicts)[i].id));
    }
    return all;
  }

  std::unique_ptr<WorkerClient> worker_;
};

TEST_F(EnduranceTest, AHundredCandidatesAreAnsweredAndNothingStaysOpen) {
  EXPECT_EQ(complaints(0), "");
  const size_t before = open_files();
  for (size_t first = 10; first < 90; first += 10) EXPECT_EQ(complaints(first), "");
  EXPECT_LE(open_files(), before + 2) << "after the same kind as before; a compiler may have been started since";
  EXPECT_EQ(complaints(90), "");
}

TEST_F(EnduranceTest, HostCodeThatIsRightIsCorrectAndCanBeCompared) {
  WorkerCandidate candidate;
  candidate.source = R"(
__global__ void one(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  one<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
})";
  const auto verdicts = worker_->judge({candidate});
  ASSERT_TRUE(verdicts) << describe(verdicts.error());
  EXPECT_EQ(verdicts->front().outcome, Outcome::correct) << verdicts->front().reason;
  const auto compared = worker_->compare(0, verdicts->front().id);
  ASSERT_TRUE(compared) << describe(compared.error());
  EXPECT_EQ(compared->outcome, Outcome::correct) << compared->reason;
  EXPECT_EQ(compared->cases.size(), 1u);
}

}  // namespace
}  // namespace whet

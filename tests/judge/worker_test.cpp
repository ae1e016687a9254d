// A worker in its own process: what it says of candidates, and that none of them costs more than itself.
#include "judge/worker_client.h"

#include <gtest/gtest.h>

#include <csignal>

#include "judge_fixture.h"
#include "support/problem_text.h"
#include "support/support.h"

namespace whet {
namespace worker_test {

constexpr const char* k_good = R"(
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = factor * a[i] + b[i];
})";
constexpr const char* k_wrong = R"(
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] - b[i];
})";
constexpr const char* k_faults = R"(
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  out[1ull << 40] = a[0];
})";
constexpr const char* k_slow = R"(
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < 3000; ++k) sum += __sinf(a[i] + k);
  out[i] = sum > 1e9f ? sum : factor * a[i] + b[i];
})";

class WorkerTest : public test::JudgeTest {
 protected:
  void SetUp() override {
    JudgeTest::SetUp();
    if (IsSkipped()) return;
    auto started = WorkerClient::start(WHET_PROGRAM);
    ASSERT_TRUE(started) << describe(started.error());
    worker_ = std::move(*started);
  }

  WorkerClient::Opened open(uint64_t secret = 11, bool host_code = false) {
    SessionOrder order;
    order.host_code = host_code;
    order.problem = test::k_adversarial + "scale_add";
    order.secret = secret;
    auto opened = worker_->open(order, knowledge_);
    EXPECT_TRUE(opened) << (opened ? "" : describe(opened.error()));
    return opened ? std::move(*opened) : WorkerClient::Opened{};
  }

  std::vector<CandidateVerdict> judge(const std::vector<const char*>& sources, std::vector<Incumbent> incumbents = {}) {
    std::vector<SentCandidate> candidates;
    for (const char* source : sources) candidates.push_back({"c.cu", source, {}, {}, incumbents});
    auto verdicts = worker_->judge(candidates);
    EXPECT_TRUE(verdicts) << (verdicts ? "" : describe(verdicts.error()));
    return verdicts ? std::move(*verdicts) : std::vector<CandidateVerdict>{};
  }

  std::unique_ptr<WorkerClient> worker_;
};

TEST_F(WorkerTest, TheOriginalIsJudgedWhenASessionOpens) {
  const auto opened = open();
  EXPECT_EQ(opened.facts.name, "virtual:h200");
  EXPECT_EQ(opened.original.outcome, Outcome::correct);
  EXPECT_EQ(opened.original.timings.size(), 2u);
  EXPECT_GT(opened.original.timings.front().seconds, 0);
  EXPECT_EQ(opened.original.timings.front().sampling.origin, Origin::modelled);
}

// What a candidate does to a variable of the problem is its own failure, and the next one is judged.
TEST_F(WorkerTest, AVariableOfAnotherSizeCostsItsCandidateAlone) {
  const std::string folder = testing::TempDir() + "whet_worker_variable";
  ASSERT_TRUE(files_.make_directories(folder));
  const std::string source =
      "#define R 2\n__constant__ float w[R * 2 + 1];\n"
      "__global__ void f(const float* in, float* out, int n) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) out[i] = in[i] * w[i % 5];\n}\n";
  ASSERT_TRUE(files_.write(folder + "/k.cu", source));
  ASSERT_TRUE(files_.write(
      folder + "/problem.toml",
      "kernel = \"k.cu\"\n[dims]\nn = 100\n[[args]]\nname = \"in\"\ntype = \"f32\"\nshape = [\"n\"]\n[[args]]\n"
      "name = \"out\"\ntype = \"f32\"\nshape = [\"n\"]\nrole = \"out\"\n[[args]]\nname = \"n\"\ntype = \"i32\"\n"
      "[[variable]]\nname = \"w\"\ntype = \"f32\"\nshape = [5]\n"));
  SessionOrder order;
  order.problem = folder;
  const auto opened = worker_->open(order, knowledge_);
  ASSERT_TRUE(opened) << describe(opened.error());
  std::string larger = source;
  larger.replace(larger.find("R 2"), 3, "R 4");
  const std::string without = "__global__ void f(const float* in, float* out, int n) { out[0] = in[0]; }\n";
  const auto verdicts = judge({larger.c_str(), without.c_str(), source.c_str()});
  ASSERT_EQ(verdicts.size(), 3u);
  EXPECT_EQ(verdicts[0].outcome, Outcome::failed);
  EXPECT_NE(verdicts[0].reason.find("the variable `w` has 36 bytes"), std::string::npos) << verdicts[0].reason;
  EXPECT_EQ(verdicts[1].outcome, Outcome::failed);
  EXPECT_EQ(verdicts[2].outcome, Outcome::correct) << verdicts[2].reason;
}

TEST_F(WorkerTest, WhoTakesTheWorkerWithItFailsAndTheOthersAreJudged) {
  open();
  const std::vector<SentCandidate> candidates(3, SentCandidate{"c.cu", k_good, {}, {}, {}});
  std::vector<CandidateVerdict> verdicts;
  ASSERT_TRUE(worker_->renew(12, Effort::quick));
  const auto judged = worker_->judge(candidates, [&](size_t, const CandidateVerdict& verdict) -> Result<bool> {
    verdicts.push_back(verdict);
    if (verdicts.size() == 1) ::kill(worker_->pid(), SIGKILL);
    return true;
  });
  ASSERT_TRUE(judged) << describe(judged.error());
  ASSERT_EQ(verdicts.size(), 3u);
  EXPECT_EQ(verdicts[0].outcome, Outcome::correct) << verdicts[0].reason;
  EXPECT_EQ(verdicts[1].outcome, Outcome::failed);
  EXPECT_EQ(verdicts[2].outcome, Outcome::correct) << verdicts[2].reason;
  EXPECT_FALSE(worker_->has(verdicts[0].id));
  EXPECT_TRUE(worker_->has(verdicts[2].id));
  EXPECT_TRUE(worker_->compare(0, verdicts[2].id));
}

TEST_F(WorkerTest, WhatIsUnderWayAtTheDeadlineIsCut) {
  open();
  worker_->end_at(std::chrono::steady_clock::now() + std::chrono::milliseconds(50));
  const auto begin = std::chrono::steady_clock::now();
  std::vector<SentCandidate> candidates(4, SentCandidate{"c.cu", k_slow, {}, {}, {}});
  EXPECT_FALSE(worker_->judge(candidates));
  EXPECT_TRUE(worker_->was_cut());
  EXPECT_FALSE(worker_->judge(candidates)) << "it stays gone";
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST_F(WorkerTest, EachCandidateGetsItsOwnVerdict) {
  open();
  const auto verdicts = judge({k_good, k_wrong, "__global__ void scale_add(", k_faults, k_good});
  ASSERT_EQ(verdicts.size(), 5u);
  EXPECT_EQ(verdicts[0].outcome, Outcome::correct) << verdicts[0].reason;
  EXPECT_EQ(verdicts[1].outcome, Outcome::wrong);
  EXPECT_NE(verdicts[1].reason.find("differs"), std::string::npos);
  EXPECT_EQ(verdicts[2].outcome, Outcome::failed);
  EXPECT_EQ(verdicts[2].id, 0u);
  EXPECT_EQ(verdicts[3].outcome, Outcome::failed) << verdicts[3].reason;
  EXPECT_EQ(verdicts[4].outcome, Outcome::correct) << "what came before is no business of the next";
}

TEST_F(WorkerTest, AClearlySlowerCandidateIsNotPromisingButTimedAtEveryCase) {
  const auto opened = open();
  std::vector<Incumbent> incumbents;
  for (const CaseTiming& timing : opened.original.timings) incumbents.push_back({timing.seconds, timing.seconds});
  const auto verdicts = judge({k_slow, k_good}, incumbents);
  EXPECT_EQ(verdicts[0].outcome, Outcome::correct) << verdicts[0].reason;
  EXPECT_FALSE(verdicts[0].promising);
  EXPECT_EQ(verdicts[0].timings.size(), 2u);
  EXPECT_EQ(verdicts[0].timings.front().screening, Screening::slower);
  EXPECT_TRUE(verdicts[1].promising);
}

TEST_F(WorkerTest, TwoAreComparedByTheirIds) {
  open();
  const auto verdicts = judge({k_slow});
  const auto slower = worker_->compare(0, verdicts[0].id);
  ASSERT_TRUE(slower) << describe(slower.error());
  EXPECT_EQ(slower->cases.front().comparison.outcome, Outcome::slower);
  const auto faster = worker_->compare(verdicts[0].id, 0);
  EXPECT_EQ(faster->cases.front().comparison.outcome, Outcome::faster);
  EXPECT_NEAR(faster->cases.front().comparison.time.median * slower->cases.front().comparison.time.median, 1, 1e-9);
  const auto unknown = worker_->compare(0, 999);
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().what.find("no candidate 999"), std::string::npos);
}

TEST_F(WorkerTest, TunablesOfTheOriginalNeedNoSource) {
  open();
  SentCandidate odd;
  odd.tunables = {{"NOT_THERE", 3}};
  const auto verdicts = worker_->judge({odd});
  ASSERT_TRUE(verdicts) << describe(verdicts.error());
  EXPECT_EQ(verdicts->front().outcome, Outcome::failed);
}

// A sum of exponentials that overflows for larger data: the original's own weakness, not that of its numbers.
TEST_F(WorkerTest, HarderDataThatTheOriginalCannotTakeIsHeldAgainstNoTunableEither) {
  const test::TemporaryDirectory directory;
  const auto write = [&](const std::string& name, const std::string& text) {
    ASSERT_TRUE(files_.write(directory.path() + "/" + name, text).ok());
  };
  write("grow.cu", R"(
__global__ void grow(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = logf(expf(8.0f * in[i])) * 0.125f;
})");
  write("problem.toml", test::ProblemText("grow.cu")
                            .dim("n", 1000)
                            .array("in")
                            .array("out")
                            .scalar("n")
                            .launch("ceil_div(n, BLOCK)", "BLOCK")
                            .add("[tune]\nBLOCK = [128, 64]\n")
                            .reference("reference.cpp")
                            .text());
  write("reference.cpp", R"(extern "C" void reference(const double* in, double* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = in[i];
})");
  SessionOrder order;
  order.problem = directory.path();
  const auto opened = worker_->open(order, knowledge_);
  ASSERT_TRUE(opened) << describe(opened.error());
  ASSERT_TRUE(worker_->renew(99, Effort::full));
  SentCandidate smaller;
  smaller.tunables = {{"BLOCK", 64}};
  const auto verdicts = worker_->judge({smaller});
  ASSERT_TRUE(verdicts) << describe(verdicts.error());
  EXPECT_EQ(verdicts->front().outcome, Outcome::correct) << verdicts->front().reason;
}

TEST_F(WorkerTest, HostCodeNeedsASessionThatTakesIt) {
  open();
  const auto verdicts = judge({R"(extern "C" void solve(const float*, const float*, float*, int, float) {})"});
  ASSERT_EQ(verdicts.size(), 1u);
  EXPECT_EQ(verdicts[0].outcome, Outcome::failed);
  EXPECT_NE(verdicts[0].reason.find("host code is not judged"), std::string::npos) << verdicts[0].reason;
}

// The first leaves a mark in its process; the second does nothing where it finds one.
TEST_F(WorkerTest, HostCodeThatIsComparedHasARunnerOfItsOwn) {
  constexpr const char* k_kernel = R"(
#include <cstdlib>
__global__ void work(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
)";
  const std::string call = "work<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);\n}\n";
  const std::string marks = k_kernel + ("setenv(\"MARK\", \"1\", 1);\n" + call);
  const std::string looks = k_kernel + ("if (getenv(\"MARK\")) return;\n" + call);
  open(11, true);
  const auto verdicts = judge({marks.c_str(), looks.c_str()});
  if (verdicts[0].reason.find("nvcc") != std::string::npos) GTEST_SKIP() << verdicts[0].reason;
  ASSERT_EQ(verdicts[0].outcome, Outcome::correct) << verdicts[0].reason;
  ASSERT_EQ(verdicts[1].outcome, Outcome::correct) << verdicts[1].reason;
  const auto compared = worker_->compare(verdicts[0].id, verdicts[1].id);
  ASSERT_TRUE(compared) << describe(compared.error());
  EXPECT_EQ(compared->outcome, Outcome::correct) << compared->reason;
}

TEST_F(WorkerTest, NewDataAsksTheSameQuestionsAnew) {
  open();
  ASSERT_TRUE(worker_->renew(99, Effort::full));
  const auto verdicts = judge({k_good, k_wrong});
  EXPECT_EQ(verdicts[0].outcome, Outcome::correct) << verdicts[0].reason;
  EXPECT_GT(verdicts[0].trials, 10u);
  EXPECT_EQ(verdicts[1].outcome, Outcome::wrong);
}

TEST_F(WorkerTest, WhatItIsAskedWrongItSays) {
  const auto early = worker_->judge({});
  ASSERT_FALSE(early);
  EXPECT_NE(early.error().what.find("no session"), std::string::npos);
  SessionOrder order;
  order.problem = "/nowhere";
  const auto opened = worker_->open(order, knowledge_);
  ASSERT_FALSE(opened);
  order.problem = test::k_adversarial + "scale_add";
  EXPECT_TRUE(worker_->open(order, knowledge_)) << "and goes on";
}

}  // namespace worker_test
}  // namespace whet

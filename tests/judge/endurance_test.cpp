// A worker among candidates of which one in five misbehaves; bench/judge/endurance.cpp sends it thousands.
#include <filesystem>

#include "contestants.h"
#include "judge/worker_client.h"
#include "judge_fixture.h"

namespace whet {
namespace endurance_test {

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
    std::vector<SentCandidate> candidates;
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

// Runners come and go with the kind of candidate, so the most of one half is compared with that of the other.
TEST_F(EnduranceTest, ManyCandidatesAreAnsweredAndNothingStaysOpen) {
  const auto most_open = [this](size_t from, size_t to) {
    size_t most = 0;
    for (size_t first = from; first < to; first += 10) {
      EXPECT_EQ(complaints(first), "");
      most = std::max(most, open_files());
    }
    return most;
  };
  const size_t before = most_open(0, 70);
  EXPECT_LE(most_open(70, 140), before + 2) << "a compiler may have been started since";
}

TEST_F(EnduranceTest, HostCodeThatIsRightIsCorrectAndCanBeCompared) {
  SentCandidate candidate;
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

// R11: what is computed on the CPU beside an empty kernel takes the time it takes, and so do the copies.
TEST_F(EnduranceTest, R11WorkOnTheHostCounts) {
  SentCandidate candidate;
  candidate.source = R"(
#include <cuda_runtime.h>
#include <vector>
__global__ void nothing() {}
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  std::vector<float> x(n), y(n);
  cudaMemcpy(x.data(), a, 4 * n, cudaMemcpyDeviceToHost);
  cudaMemcpy(y.data(), b, 4 * n, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) y[i] += factor * x[i];
  for (volatile int i = 0; i < 2000000; i = i + 1) {}
  cudaMemcpy(out, y.data(), 4 * n, cudaMemcpyHostToDevice);
  nothing<<<1, 1>>>();
})";
  const auto verdicts = worker_->judge({candidate});
  ASSERT_TRUE(verdicts) << describe(verdicts.error());
  ASSERT_EQ(verdicts->front().outcome, Outcome::correct) << verdicts->front().reason;
  EXPECT_GT(verdicts->front().timings.front().seconds, 500e-6) << "milliseconds of work on the CPU";
  const auto compared = worker_->compare(0, verdicts->front().id);
  if (!compared) return;  // those that are far slower are not kept
  EXPECT_NE(compared->cases.front().comparison.outcome, Outcome::faster);
}

// S34: work on the CPU counts from its first moment, also where it is short.
// Each step waits for the one before: how long a counter in memory takes differs more between CPUs.
TEST_F(EnduranceTest, ShortWorkOnTheHostCountsWhole) {
  SentCandidate candidate;
  candidate.source = R"(
#include <cuda_runtime.h>
#include <vector>
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  std::vector<float> x(n), y(n);
  cudaMemcpy(x.data(), a, 4 * n, cudaMemcpyDeviceToHost);
  cudaMemcpy(y.data(), b, 4 * n, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) y[i] += factor * x[i];
  float z = factor;
  for (int i = 0; i < 100000; ++i) z = z * 0.999f + 0.5f;
  if (z > 1e9f) y[0] = z;
  cudaMemcpy(out, y.data(), 4 * n, cudaMemcpyHostToDevice);
})";
  const auto verdicts = worker_->judge({candidate});
  ASSERT_TRUE(verdicts) << describe(verdicts.error());
  ASSERT_EQ(verdicts->front().outcome, Outcome::correct) << verdicts->front().reason;
  EXPECT_GT(verdicts->front().timings.front().seconds, 55e-6)
      << "three copies, and 100,000 steps of four cycles and more";
}

// Who sleeps keeps its caller waiting: it uses no CPU, and is slow all the same.
TEST_F(EnduranceTest, SleepOfTheHostCounts) {
  const std::string kernel = R"(
#include <cuda_runtime.h>
#include <unistd.h>
__global__ void one(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  PAUSE
  one<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
})";
  const auto seconds_with = [&](const std::string& pause) {
    SentCandidate candidate;
    candidate.source = "#define PAUSE " + pause + "\n" + kernel;
    const auto verdicts = worker_->judge({candidate});
    EXPECT_TRUE(verdicts) << describe(verdicts.error());
    EXPECT_EQ(verdicts->front().outcome, Outcome::correct) << verdicts->front().reason;
    return verdicts->front().timings.front().seconds;
  };
  // What asking another process may take is subtracted, which is milliseconds on a busy machine.
  EXPECT_GT(seconds_with("usleep(60000);"), 30e-3);
  EXPECT_LT(seconds_with(""), 20e-3) << "asking a GPU in another process is no sleep";
}

// S10: who remembers every answer by all of its data is right, and gains nothing: it is timed with data it never saw.
TEST_F(EnduranceTest, AnswersThatAreRememberedGainNothing) {
  const std::string heavy = R"(
#include <cuda_runtime.h>
#include <map>
#include <vector>
__global__ void work(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < 20000; ++j) sum += __sinf(factor + j);
  if (i < n) out[i] = factor * a[i] + b[i] + (sum == 12345.678f ? 1 : 0);
}
)";
  const std::string plain = R"(
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  work<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
})";
  const std::string remembering = R"(
std::map<std::vector<float>, std::vector<float>> known;
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  std::vector<float> key(2 * n + 1, factor);
  cudaMemcpy(key.data(), a, 4 * n, cudaMemcpyDeviceToHost);
  cudaMemcpy(key.data() + n, b, 4 * n, cudaMemcpyDeviceToHost);
  std::vector<float>& answer = known[key];
  if (answer.empty()) {
    work<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
    answer.resize(n);
    cudaMemcpy(answer.data(), out, 4 * n, cudaMemcpyDeviceToHost);
  } else {
    cudaMemcpy(out, answer.data(), 4 * n, cudaMemcpyHostToDevice);
  }
})";
  double seconds[2] = {};
  for (const bool remembers : {false, true}) {
    SentCandidate candidate;
    candidate.source = heavy + (remembers ? remembering : plain);
    const auto verdicts = worker_->judge({candidate});
    ASSERT_TRUE(verdicts) << describe(verdicts.error());
    ASSERT_EQ(verdicts->front().outcome, Outcome::correct) << verdicts->front().reason;
    seconds[remembers] = verdicts->front().timings.front().seconds;
  }
  EXPECT_GT(seconds[1], seconds[0]);
}

// R10: what its process says of itself is of no matter: the GPU's process is another.
TEST_F(EnduranceTest, R10HostCodeIsTimedInAnotherProcess) {
  SentCandidate candidate;
  candidate.source = R"(
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
__global__ void slow(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < 2000; ++j) sum += __sinf(factor + j);
  if (i < n) out[i] = factor * a[i] + b[i] + (sum == 12345.678f ? 1 : 0);
}
// Every double that may be a time becomes a small one.
void forge() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long from = 0, to = 0;
    if (line.find(" rw-p ") == std::string::npos || line.find("[stack]") != std::string::npos) continue;
    if (std::sscanf(line.c_str(), "%lx-%lx", &from, &to) != 2 || to - from > (8ul << 20)) continue;
    for (unsigned long at = from; at + 8 <= to; at += 8) {
      double value;
      std::memcpy(&value, reinterpret_cast<const void*>(at), 8);
      if (value > 1e-6 && value < 1e-1) {
        value = 1e-9;
        std::memcpy(reinterpret_cast<void*>(at), &value, 8);
      }
    }
  }
}
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  slow<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
  forge();
})";
  const auto verdicts = worker_->judge({candidate});
  ASSERT_TRUE(verdicts) << describe(verdicts.error());
  if (verdicts->front().outcome != Outcome::correct) return;  // it destroyed its own process: that is its affair
  EXPECT_GT(verdicts->front().timings.front().seconds, 10e-6);
}

}  // namespace endurance_test
}  // namespace whet

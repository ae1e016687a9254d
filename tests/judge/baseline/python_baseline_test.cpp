#include "judge/baseline/python_baseline.h"

#include <cstdlib>
#include <map>

#include "judge_fixture.h"
#include "support/problem_text.h"
#include "support/source_folder.h"
#include "util/text.h"

namespace whet {
namespace python_baseline_test {

const std::string k_fake_torch = test::source_folder() + "/tests/judge/fake_torch";

// A variable of the environment, for one test.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    const char* before = std::getenv(name);
    if (before) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable() {
    if (before_)
      ::setenv(name_, before_->c_str(), 1);
    else
      ::unsetenv(name_);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

const std::string k_problem = test::ProblemText("axpy.cu")
                                  .dim("n", 1000)
                                  .array("x", "in")
                                  .array("y", "inout")
                                  .scalar("n")
                                  .scalar("factor", "f32", "2.5")
                                  .reference("ref.py")
                                  .text();
constexpr const char* k_kernel =
    "__global__ void axpy(const float* x, float* y, int n, float factor) {\n"
    "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) y[i] += factor * x[i];\n}\n";
constexpr const char* k_reference = "def reference(x, y, factor):\n    y[:] = y + factor * x\n";

// y += factor * x, with baselines written by the test. Where torch is not installed a stand-in takes its place.
class PythonBaselineTest : public test::JudgeTest {
 protected:
  void SetUp() override {
    JudgeTest::SetUp();
    if (IsSkipped()) return;
    if (!imports("torch")) use_fake_torch();
    if (!imports("torch")) GTEST_SKIP() << "python3 has neither torch nor numpy";
  }

  void use_fake_torch() {
    const char* before = std::getenv("PYTHONPATH");
    path_.emplace("PYTHONPATH", k_fake_torch + (before ? ":" + std::string(before) : std::string()));
  }

  // Asked once: starting Python takes its time.
  bool imports(const std::string& module) {
    static std::map<std::string, bool> known;
    const std::string key = module + (path_ ? " beside the fake torch" : "");
    const auto [found, is_new] = known.try_emplace(key, false);
    for (const char* python : {"python3", "/usr/bin/python3"}) {
      if (!is_new || found->second) break;
      const auto finished = processes_.run({{python, "-c", "import " + module}});
      found->second = finished && finished->exit_code == 0;
    }
    return found->second;
  }

  Problem make_problem(const std::string& baselines) {
    const std::string directory =
        testing::TempDir() + "whet_" + testing::UnitTest::GetInstance()->current_test_info()->name() + "/";
    (void)files_.remove(directory);
    EXPECT_TRUE(files_.make_directories(directory));
    EXPECT_TRUE(files_.write(directory + "problem.toml", k_problem));
    EXPECT_TRUE(files_.write(directory + "axpy.cu", k_kernel));
    EXPECT_TRUE(files_.write(directory + "ref.py", k_reference));
    EXPECT_TRUE(baselines.empty() || files_.write(directory + "baselines.py", baselines));
    auto problem = load_problem(directory, files_);
    EXPECT_TRUE(problem) << describe(problem.error());
    return *problem;
  }

  BaselineResult time(const std::string& name, const std::string& baselines, bool on_gpu = false) {
    const Problem problem = make_problem(baselines);
    DeviceFacts facts = device_->facts();
    facts.is_virtual = !on_gpu;
    facts.name = "cuda:0";
    const auto asked = oracle(problem);
    TimingRule rule;
    rule.stopping = {.fewest_samples = 10, .most_samples = 20, .gpu_seconds = 0};
    auto results = time_baselines(problem, resolve(problem), {name}, *asked, {files_, processes_, clock_, facts}, rule);
    EXPECT_TRUE(results) << describe(results.error());
    return results ? results->front() : BaselineResult{};
  }

  std::optional<Variable> path_;
};

const std::string k_right = "def torch(x, y, factor):\n    y[:] = y + factor * x\n";

TEST_F(PythonBaselineTest, TheReferenceItselfIsTheTorchBaseline) {
  const BaselineResult found = time("torch", "");
  EXPECT_EQ(found.outcome, BaselineOutcome::timed) << found.reason << found.details;
  EXPECT_GE(found.timing.seconds.count, 10u);
  EXPECT_LE(found.timing.seconds.count, 20u);
  EXPECT_GT(found.timing.seconds.median, 0);
  EXPECT_EQ(found.timing.sampling.origin, Origin::measured);
  EXPECT_NE(found.timing.stopped, StopReason::not_yet);
  EXPECT_FALSE(found.on_gpu);
  EXPECT_TRUE(found.place.starts_with("the CPU, torch ")) << found.place;
  ASSERT_EQ(found.timing.sampling.notes.size(), 1u);
  EXPECT_TRUE(found.timing.sampling.notes[0].starts_with("timed on the CPU by the host's clock"));
}

TEST_F(PythonBaselineTest, OutputsMayBeReturned) {
  for (const char* answer : {"y + factor * x", "[y + factor * x]", "{'y': y + factor * x}"}) {
    const BaselineResult found =
        time("cublas", "def cublas(x, y, factor, **rest):\n    return " + std::string(answer) + "\n");
    EXPECT_EQ(found.outcome, BaselineOutcome::timed) << answer << ": " << found.reason;
  }
}

TEST_F(PythonBaselineTest, AWrongBaselineIsNotTimed) {
  const BaselineResult found = time("torch", "def torch(x, y, factor):\n    y[:] = y + 2 * x\n");
  EXPECT_EQ(found.outcome, BaselineOutcome::wrong);
  EXPECT_TRUE(found.reason.starts_with("`y` differs in 1,000 of 1,000 elements with the problem's data"))
      << found.reason;
  EXPECT_TRUE(found.timing.sampling.samples.empty());
}

TEST_F(PythonBaselineTest, OneThatGoesWrongWhileTimedIsWrong) {
  const BaselineResult found = time("torch",
                                    "calls = 0\ndef torch(x, y, factor):\n    global calls\n    calls += 1\n"
                                    "    y[:] = y + (factor if calls < 9 else 0) * x\n");
  EXPECT_EQ(found.outcome, BaselineOutcome::wrong);
  EXPECT_TRUE(found.timing.sampling.samples.empty());
}

TEST_F(PythonBaselineTest, WhatIsNotThereIsSkipped) {
  const auto why = [&](const char* name, const std::string& baselines) {
    const BaselineResult found = time(name, baselines);
    EXPECT_EQ(found.outcome, BaselineOutcome::skipped) << found.reason;
    return found.reason;
  };
  EXPECT_EQ(why("cublas", ""), "there is no baselines.py beside the problem");
  EXPECT_EQ(why("cublas", k_right), "baselines.py defines no `cublas`");
  EXPECT_EQ(why("cublas", "def cublas(x):\n    import not_installed\n"), "No module named 'not_installed'");
  if (imports("flashinfer")) return;
  EXPECT_EQ(why("flashinfer", k_right), "python3 has no flashinfer");
}

TEST_F(PythonBaselineTest, AGpuThatTorchDoesNotSeeIsSkipped) {
  if (imports("torch.cuda")) GTEST_SKIP() << "a real torch may see a GPU";
  const BaselineResult found = time("torch", "", true);
  EXPECT_EQ(found.outcome, BaselineOutcome::skipped);
  EXPECT_EQ(found.reason, "torch 0.0 (fake) has no CUDA here");
}

TEST_F(PythonBaselineTest, WhatABaselineDoesWrongIsTold) {
  const auto why = [&](const std::string& body) {
    const BaselineResult found = time("torch", "import torch as pt\ndef torch(x, y, factor, n):\n    " + body + "\n");
    EXPECT_EQ(found.outcome, BaselineOutcome::failed) << body;
    return found.reason;
  };
  EXPECT_EQ(why("raise ValueError('no such size')"), "ValueError: no such size");
  EXPECT_EQ(why("return x, y"), "it returns 2 tensors, the problem has 1 outputs");
  EXPECT_EQ(why("return 3"), "`y` comes back as int, not as a tensor");
  EXPECT_EQ(why("return y[:5]"), "`y` has the shape [5], the problem says [1000]");
  EXPECT_TRUE(why("return y.to(pt.float64)").starts_with("`y` comes back as "));
  EXPECT_EQ(why("x[:] = 0"), "it changes its input `x`");
  EXPECT_EQ(why("return x"), "`y` comes back as the input `x` itself: nothing was written");
  EXPECT_EQ(why("z = (x + 0).reshape([1000, 1]) * y.reshape([1, 1000]); return z[:, 0]"),
            "`y` comes back as a view: nothing was written; add .contiguous()");
  EXPECT_EQ(why("pt.backends.cuda.matmul.allow_tf32 = True"),
            "it turns TF32 on, which the problem's precision does not allow");
  EXPECT_EQ(why("import os; os._exit(3)"), "its process ended by itself with exit code 3");
  EXPECT_EQ(why("import os; os.abort()"), "its process crashed (SIGABRT)");
}

TEST_F(PythonBaselineTest, AFunctionThatHidesTheModuleIsTold) {
  const BaselineResult found = time("torch", "import torch\ndef torch(x, y):\n    return torch.relu(x)\n");
  EXPECT_EQ(found.outcome, BaselineOutcome::failed);
  EXPECT_EQ(found.reason,
            "AttributeError: 'function' object has no attribute 'relu' (a function called `torch` hides the module: "
            "import torch as pt)");
}

// A plan for each set of buffers, three trials and the one set more; no call makes one.
TEST_F(PythonBaselineTest, PlanningIsOutsideTheTiming) {
  const BaselineResult found = time("cublas",
                                    "plans = []\n"
                                    "def plan_cublas(factor, **rest):\n    plans.append(factor)\n    return plans\n"
                                    "def cublas(x, y, plan):\n    assert len(plan) <= 5\n    y[:] = y + plan[0] * x\n");
  EXPECT_EQ(found.outcome, BaselineOutcome::timed) << found.reason << found.details;
}

TEST_F(PythonBaselineTest, CompilingIsOfTheTorchFunction) {
  const BaselineResult found =
      time("torch.compile", "import torch as pt\npt.compile = lambda f: (lambda **k: f(**k))\n" + k_right);
  EXPECT_EQ(found.outcome, BaselineOutcome::timed) << found.reason << found.details;
  const BaselineResult absent =
      time("torch.compile", "import torch as pt\nif hasattr(pt, 'compile'): del pt.compile\n" + k_right);
  EXPECT_EQ(absent.outcome, BaselineOutcome::skipped);
  EXPECT_TRUE(absent.reason.ends_with("has no torch.compile")) << absent.reason;
}

// Restored, L2 written and read, the stream kept busy, and then nothing but the call between the events.
TEST_F(PythonBaselineTest, ASampleOnAGpuIsColdAndLeavesTheHostOut) {
  use_fake_torch();
  if (!imports("torch")) GTEST_SKIP() << "python3 has no numpy";
  const std::string log = testing::TempDir() + "whet_fake_cuda.log";
  (void)files_.remove(log);
  const Variable cuda("WHET_FAKE_CUDA", log);
  const BaselineResult found = time("torch",
                                    "import torch as pt\ndef torch(x, y, factor):\n    pt.log('call')\n"
                                    "    y[:] = y + factor * x\n",
                                    true);
  ASSERT_EQ(found.outcome, BaselineOutcome::timed) << found.reason << found.details;
  EXPECT_TRUE(found.on_gpu);
  EXPECT_EQ(found.place, "fake GPU, torch 0.0 (fake)");
  EXPECT_NEAR(found.timing.seconds.median, 31e-6, 1e-9);
  EXPECT_NEAR(found.timing.sampling.empty_seconds, 31e-6, 1e-9);
  EXPECT_TRUE(found.timing.sampling.notes.empty());
  const std::string l2 = std::to_string(static_cast<uint64_t>(*device_->facts().gpu.product.number("l2")) << 20);
  const std::string sample = "wait\nrestore\nwrite " + l2 + "\nread " + l2 + "\nbusy\nrecord\ncall\nrecord\nwait\n";
  const std::string all = *files_.read(log);
  size_t samples = 0;
  for (size_t at = all.find(sample); at != std::string::npos; at = all.find(sample, at + 1)) ++samples;
  EXPECT_GE(samples, found.timing.seconds.count + 3);  // and warm-ups
}

TEST_F(PythonBaselineTest, AStreamThatRunsDryIsKeptBusyLonger) {
  use_fake_torch();
  if (!imports("torch")) GTEST_SKIP() << "python3 has no numpy";
  const Variable cuda("WHET_FAKE_CUDA", "/dev/null");
  {
    const Variable dry("WHET_FAKE_DRY", "3000000");
    EXPECT_TRUE(time("torch", "", true).timing.sampling.notes.empty());
  }
  const Variable dry("WHET_FAKE_DRY", "3000000000000");
  const BaselineResult found = time("torch", "", true);
  ASSERT_EQ(found.timing.sampling.notes.size(), 1u);
  EXPECT_EQ(found.timing.sampling.notes[0], "the call waits for the GPU: part of its time is the host's");
}

// With a real torch alone: the examples ask for more than its stand-in has. On the CPU it lacks some half types.
TEST_F(PythonBaselineTest, TheBaselinesOfTheExamplesAreRight) {
  if (path_) GTEST_SKIP() << "python3 has no torch";
  const std::string examples = test::source_folder() + "/examples/";
  TimingRule rule;
  rule.stopping = {.fewest_samples = 1, .most_samples = 1, .gpu_seconds = 0};
  size_t timed = 0;
  for (const std::string& name : files_.list(examples)) {
    const auto text = files_.read(examples + name + "/baselines.py");
    if (!text) continue;
    std::vector<std::string> names = {"torch"};
    if (text->find("def cublas") != std::string::npos) names.emplace_back("cublas");
    const auto problem = load_problem(examples + name, files_);
    ASSERT_TRUE(problem) << describe(problem.error());
    const auto asked = oracle(*problem);
    const auto results = time_baselines(*problem, resolve(*problem, 1), names, *asked,
                                        {files_, processes_, clock_, device_->facts()}, rule);
    ASSERT_TRUE(results) << describe(results.error());
    for (const BaselineResult& found : *results) {
      const bool no_half = found.reason.find("not implemented for 'Half'") != std::string::npos;
      EXPECT_TRUE(found.outcome <= BaselineOutcome::skipped || no_half)
          << name << ": " << found.reason << found.details;
      timed += found.outcome == BaselineOutcome::timed;
    }
  }
  EXPECT_GE(timed, 15u);
}

TEST(ParseBaselines, NamesAreKnownAndOnce) {
  EXPECT_EQ(*parse_baselines("torch, cublas,torch"), (std::vector<std::string>{"torch", "cublas"}));
  EXPECT_EQ(parse_baselines("all")->size(), 4u);
  const auto wrong = parse_baselines("torch,numpy");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().what, "there is no baseline `numpy`");
  EXPECT_EQ(wrong.error().mend, "choose from torch, torch.compile, flashinfer, cublas, or all");
  EXPECT_FALSE(parse_baselines(""));
}

}  // namespace python_baseline_test
}  // namespace whet

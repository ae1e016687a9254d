// The loop in this process, with a real worker and store, on a small problem of the test's own.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <filesystem>

#include "compile/toolkit/toolkit.h"
#include "optimize/run/search_loop.h"
#include "support/problem_text.h"
#include "support/support.h"

namespace whet::test {

// Proposes what it is given, in that order; `standard` is what the original is.
class ScriptedProposer : public Proposer {
 public:
  using Values = std::map<std::string, int64_t>;
  ScriptedProposer(Values standard, std::deque<Values> script)
      : standard_(std::move(standard)), script_(std::move(script)) {}

  std::string name() const override { return "script"; }
  bool wants_orders() const override { return wants_plan; }
  void take(const Orders& orders) override { taken.push_back(orders); }
  std::vector<Proposal> propose(size_t count) override {
    ++asked;
    std::vector<Proposal> proposals;
    while (proposals.size() < count && !script_.empty()) {
      proposals.push_back({{}, {}, script_.front(), {}, {}});
      script_.pop_front();
    }
    return proposals;
  }
  Proposal standard() const override { return {{}, {}, standard_, {}, {}}; }
  bool admits(const Proposal& proposal) const override { return !refuses || !refuses(proposal.tunables); }
  void learn(const Proposal&, const search::Outcome&) override {}
  void hear(const Proposal&, const ProposalVerdict& verdict) override { heard.push_back(verdict); }
  void led_by(const Proposal& proposal, double gain) override { leaders.emplace_back(proposal.tunables, gain); }
  void restart(uint64_t, const Proposal&, const std::vector<Proposal>&) override {}

  size_t asked = 0;
  bool wants_plan = false;
  std::vector<Orders> taken;
  std::vector<ProposalVerdict> heard;
  std::vector<std::pair<Values, double>> leaders;
  std::function<bool(const Values&)> refuses;

 private:
  Values standard_;
  std::deque<Values> script_;
};

// A clock that can be put forward.
class LoopClock : public Clock {
 public:
  int64_t monotonic_ns() const override { return clock_.monotonic_ns() + forward_ns; }
  int64_t forward_ns = 0;

 private:
  SystemClock clock_;
};

// out = 2 in, with as much needless work as STEPS says; an expression of A, B and n.
class LoopTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto toolkit = find_toolkit("", files_, processes_);
    if (!toolkit || toolkit->nvcc.empty()) GTEST_SKIP() << "there is no CUDA compiler here";
  }

  void write_problem(const std::string& steps, const std::string& more_cases = {}, int n = 256) {
    write("twice.cu", R"(#ifndef A
#define A 1
#endif
#ifndef B
#define B 1
#endif
__global__ void twice(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int steps = )" + steps +
                          R"(;
  float sum = 0;
  for (int k = 0; k < steps; ++k) sum += in[(i + k * 7) % n];
  out[i] = sum == 1e30f ? sum : 2 * in[i];
}
)");
    write("reference.cpp",
          "#include <cstdint>\nextern \"C\" void reference(const double* in, double* out, int64_t n) {\n"
          "  for (int64_t i = 0; i < n; ++i) out[i] = 2 * in[i];\n}\n");
    write("problem.toml", ProblemText("twice.cu")
                              .dim("n", n)
                              .array("in")
                              .array("out")
                              .scalar("n")
                              .launch("ceil_div(n, 128)", "128")
                              .reference("reference.cpp")
                              .add("[work]\nflops = \"n\"\nbytes = \"8 * n\"\n[tune]\nA = [1, 2]\nB = [1, 2]\n")
                              .add(more_cases)
                              .text());
    auto loaded = load_problem(directory_.path(), files_);
    ASSERT_TRUE(loaded) << describe(loaded.error());
    problem_ = std::move(*loaded);
    settings_.device = "virtual:h200";
    settings_.batch = 2;
    settings_.most_seconds = 1e6;
  }

  void write(const std::string& name, const std::string& text) {
    ASSERT_TRUE(files_.write(directory_.path(name), text));
  }

  // Another process of the same project: a run is begun, or the one that was begun goes on.
  void open_run() {
    auto store = store::Store::open({directory_.path()}, files_);
    ASSERT_TRUE(store) << describe(store.error());
    store_ = std::make_unique<store::Store>(std::move(*store));
    lock_.reset();
    lock_ = std::make_unique<store::RunLock>(store_->lock({".", "twice"}).value());
    if (run_.id == 0) {
      store::Run description;
      description.kernel = run_.kernel = {".", "twice"};
      description.origin = run_.conditions.origin = store::TimeOrigin::modelled;
      run_.id = store_->begin_run(description, *lock_).value();
    } else {
      ASSERT_TRUE(store_->resume(run_.id, *lock_));
    }
    auto ledger = RunLedger::open(*store_, run_.id, problem_.source);
    ASSERT_TRUE(ledger) << describe(ledger.error());
    ledger_ = std::make_unique<RunLedger>(std::move(*ledger));
    auto worker = WorkerClient::start(WHET_PROGRAM);
    ASSERT_TRUE(worker) << describe(worker.error());
    worker_ = std::move(*worker);
  }

  RunServices run_services() { return {*store_, *ledger_, *worker_, clock_, knowledge_}; }

  SearchServices services(Proposer& proposer) {
    SearchServices services{*store_, *ledger_, *worker_, proposer, clock_, knowledge_};
    services.progress = [this](const SearchProgress& now) {
      if (!late_when_.empty() && now.now.starts_with(late_when_)) clock_.forward_ns = 1'000'000'000'000'000;
    };
    return services;
  }

  OptimizeResult optimize(ScriptedProposer& proposer) {
    if (!worker_) open_run();
    SearchLoop optimizer(settings_, problem_, run_, services(proposer));
    auto result = optimizer.run(problem_.file);
    EXPECT_TRUE(result) << describe(result.error());
    return result ? std::move(*result) : OptimizeResult{};
  }

  // Of the run's champion, by name.
  std::map<std::string, store::PartVerdict> verdicts() {
    std::map<std::string, store::PartVerdict> verdicts;
    const auto run = store_->run(run_.id);
    const store::CandidateRecord record = store_->candidate_record(*run->champion).value();
    for (const store::Attribution& each : record.attributions) verdicts[each.name] = each.verdict;
    return verdicts;
  }

  test::TemporaryDirectory directory_;
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  LoopClock clock_;
  std::string late_when_;  // the time is up as soon as this is told
  Knowledge knowledge_;
  Problem problem_;
  OptimizeSettings settings_;
  OptimizedRun run_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<store::RunLock> lock_;
  std::unique_ptr<RunLedger> ledger_;
  std::unique_ptr<WorkerClient> worker_;
};

}  // namespace whet::test

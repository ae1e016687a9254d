// A store with one run, for the tests of reports.
#pragma once

#include <gtest/gtest.h>

#include "store/store.h"
#include "support/support.h"

namespace whet::test {

class RunFixture {
 public:
  RunFixture() {
    auto opened =
        store::Store::open(store::Project{directory_.path()}, disk_, {.now_ms = [this] { return now_ms_ += 500; }});
    EXPECT_TRUE(opened) << describe(opened.error());
    store_.emplace(std::move(*opened));
    auto lock = store_->lock(description().kernel);
    EXPECT_TRUE(lock);
    lock_.emplace(std::move(*lock));
    run_ = store_->begin_run(description(), *lock_).value();
  }

  static store::Run description() {
    store::Run run;
    run.kernel = {".", "reduce<256>"};
    run.entry = "reduce<256>";
    run.device = "virtual:h200";
    run.gpu = "H200 SXM 141GB";
    run.toolkit = "CUDA 13.0";
    run.origin = store::TimeOrigin::modelled;
    run.seed = 18446744073709551615ULL;
    return run;
  }

  store::CandidateId add(int round, const std::string& source, const std::string& outcome,
                         std::optional<double> speedup, Json tunables = Json::object(),
                         const std::string& launch = {}) {
    store::Candidate candidate{.run = run_, .round = round, .tunables = std::move(tunables), .launch = launch};
    const store::CandidateId id = store_->add_candidate(candidate, source).value();
    store::StageResult result{.state = store::CandidateState::compared, .outcome = outcome};
    if (speedup) {
      result.seconds = 1e-3 / *speedup;
      result.speedup = store::Speedup{*speedup, 0.98 * *speedup, 1.02 * *speedup};
      store::Measurement time;
      time.case_name = "default";
      time.kind = store::MeasurementKind::confirmation;
      time.median = time.low = time.high = *result.seconds;
      time.speedup = result.speedup;
      time.origin = store::TimeOrigin::modelled;
      result.measurements = {time};
    }
    EXPECT_TRUE(store_->record(id, result));
    return id;
  }

  void lead(store::CandidateId id, double speedup) {
    EXPECT_TRUE(store_->set_champion(run_, id));
    EXPECT_TRUE(store_->add_event(run_, "champion",
                                  Json::Object{{"candidate", id},
                                               {"speedup", speedup},
                                               {"low", 0.98 * speedup},
                                               {"high", 1.02 * speedup},
                                               {"seconds", 1e-3 / speedup}}));
  }

  void baseline(const std::string& source) {
    const store::CandidateId id = add(0, source, "correct", 1);
    EXPECT_TRUE(store_->set_baseline(run_, id));
    lead(id, 1);
  }

  void finish(Json result) {
    EXPECT_TRUE(store_->add_event(run_, "result", result));
    EXPECT_TRUE(store_->finish_run(run_, store::RunState::finished, "no progress for 6 rounds"));
  }

  int round() { return store_->begin_round({.run = run_, .proposer = "tuner"}).value(); }
  store::Store& store() { return *store_; }
  store::RunId run() const { return run_; }

 private:
  TemporaryDirectory directory_;
  DiskFileSystem disk_;
  int64_t now_ms_ = 1'763'200'000'000;
  std::optional<store::Store> store_;
  std::optional<store::RunLock> lock_;
  store::RunId run_ = 0;
};

}  // namespace whet::test

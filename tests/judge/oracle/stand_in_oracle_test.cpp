// The original in place of a reference that is slow: every answer counts as slow here.
#include "judge/oracle/stand_in_oracle.h"

#include <chrono>
#include <thread>

#include "device/device_arrays.h"
#include "judge/check/original_trials.h"
#include "judge/oracle/rounding_slack.h"
#include "judge_fixture.h"
#include "problem/data/data.h"

namespace whet {
namespace stand_in_oracle_test {

// Counts the questions, and takes at least so long for each.
class Counted : public Oracle {
 public:
  Counted(std::unique_ptr<Oracle> asked, int& count, const std::chrono::milliseconds& pause)
      : asked_(std::move(asked)), count_(count), pause_(pause) {}
  Result<NumberArrays> expected(const ResolvedCase& resolved, const ArrayContents& inputs) override {
    ++count_;
    std::this_thread::sleep_for(pause_);
    return asked_->expected(resolved, inputs);
  }

 private:
  std::unique_ptr<Oracle> asked_;
  int& count_;
  const std::chrono::milliseconds& pause_;
};

class StandInOracleTest : public test::JudgeTest {
 protected:
  // `kernel` stands in for the reference of the problem.
  std::unique_ptr<StandInOracle> standing_in(const Problem& problem, const std::string& source, double slow = 0) {
    Problem kernel = problem;
    kernel.source = source;
    kernel.reference = {};
    return std::make_unique<StandInOracle>(std::make_unique<Counted>(oracle(problem), asked_, pause_), oracle(kernel),
                                           problem, files_, slow);
  }
  static ArrayContents outputs(const Trial& trial, const NumberArrays& answer, double change) {
    ArrayContents contents(trial.resolved->own_arguments);
    for (size_t i = 0; i < contents.size(); ++i) {
      if (!trial.resolved->arguments[i].is_written()) continue;
      std::vector<double> values = answer[i].values();
      values[3] += change;
      contents[i] = encode_elements(trial.resolved->arguments[i].type, values);
    }
    return contents;
  }

  int asked_ = 0;
  std::chrono::milliseconds pause_{0};
};

TEST_F(StandInOracleTest, AnOriginalThatAgreesAnswersFromThenOn) {
  const Problem problem = load("row_softmax");
  const auto asked = standing_in(problem, problem.source);
  const std::vector<Trial> made = trials(problem);
  const Trial &plain = made[0], &other = made[2];
  EXPECT_EQ(asked->authority(*plain.resolved), nullptr) << "nothing is known yet";
  ASSERT_TRUE(asked->expected(*plain.resolved, plain.inputs).ok());
  const int first = asked_;
  EXPECT_GE(first, 2) << "and at smaller sizes";
  const auto answer = asked->expected(*other.resolved, other.inputs);
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(asked_, first);
  ASSERT_EQ(asked->notes().size(), 1u);
  EXPECT_NE(asked->notes()[0].find("it answered 1 times, and the original"), std::string::npos) << asked->notes()[0];
  // Right by the original: nobody else is asked. Wrong: the reference has the last word.
  EXPECT_TRUE(judge_outputs(problem, other, outputs(other, *answer, 0), *asked)->correct());
  EXPECT_EQ(asked_, first);
  EXPECT_FALSE(judge_outputs(problem, other, outputs(other, *answer, 0.5), *asked)->correct());
  EXPECT_EQ(asked_, first + 1);
}

// A reference that takes minutes at a case would use up the time of a whole search.
class GivesUp : public Oracle {
 public:
  Result<NumberArrays> expected(const ResolvedCase&, const ArrayContents&) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return failed("it took longer than 0 s");
  }
};

TEST_F(StandInOracleTest, AReferenceThatTakesTooLongAtACaseIsNotWaitedFor) {
  const Problem problem = load("row_softmax");
  const std::vector<Trial> made = trials(problem);
  const Trial& plain = made[0];
  const auto asked = standing_in(problem, problem.source);
  asked->hurry(std::make_unique<GivesUp>(), 0.01);
  const auto answer = asked->expected(*plain.resolved, plain.inputs);
  ASSERT_TRUE(answer.ok());
  EXPECT_GE(asked_, 1) << "at smaller sizes";
  EXPECT_EQ(asked->authority(*plain.resolved), nullptr);
  ASSERT_EQ(asked->notes().size(), 1u);
  EXPECT_NE(asked->notes()[0].find("the reference did not answer within 0 s"), std::string::npos) << asked->notes()[0];
  const int first = asked_;
  EXPECT_FALSE(judge_outputs(problem, plain, outputs(plain, *answer, 0.5), *asked)->correct());
  EXPECT_EQ(asked_, first) << "nobody waits for it later either";
  const auto quick = standing_in(problem, problem.source);
  quick->hurry(std::make_unique<GivesUp>(), 10);
  asked_ = 0;
  ASSERT_TRUE(quick->expected(*plain.resolved, plain.inputs).ok());
  EXPECT_GE(asked_, 1) << "it did not take long: the reference itself says what is wrong";
}

// The same sums in double, on the device: what loses digits in the original does not there, and nobody waits for the
// CPU.
TEST_F(StandInOracleTest, AFormForAGpuAnswersWhereSizesAreNotSmall) {
  const Problem problem = load("row_softmax");
  Problem rough = problem, on_gpu = problem;
  const std::string from = "expf(row[i] - most) / sum";
  rough.source.replace(rough.source.find(from), from.size(), "1.00002f * expf(row[i] - most) / sum");
  on_gpu.reference = {};
  const Trial large = trials(problem)[0];
  ASSERT_GT(large.resolved->total_bytes, 1u << 16);
  const auto asked = standing_in(problem, rough.source);
  asked->prefer(oracle(on_gpu));
  asked->hurry(std::make_unique<GivesUp>(), 0.01);
  const auto answer = asked->expected(*large.resolved, large.inputs);
  ASSERT_TRUE(answer.ok()) << describe(answer.error());
  const int at_smaller = asked_;
  EXPECT_GE(at_smaller, 1);
  EXPECT_FALSE(asked->is_original_alone(*large.resolved));
  EXPECT_EQ(asked->authority(*large.resolved), nullptr);
  const auto truth = oracle(problem)->expected(*large.resolved, large.inputs);
  EXPECT_NEAR(answer->at(1).values()[3], truth->at(1).values()[3], 1e-6 * truth->at(1).values()[3]);
  ASSERT_TRUE(asked->expected(*large.resolved, large.inputs).ok());
  EXPECT_EQ(asked_, at_smaller) << "it is tried once";
  ASSERT_EQ(asked->notes().size(), 1u);
  EXPECT_NE(asked->notes()[0].find("answered 2 times"), std::string::npos) << asked->notes()[0];
}

TEST_F(StandInOracleTest, AFormForAGpuThatSaysSomethingElseIsNotUsed) {
  const Problem problem = load("row_softmax");
  Problem on_gpu = problem;
  on_gpu.reference = {};
  on_gpu.source.replace(on_gpu.source.find("/ sum"), 5, "/ (sum + 1)");
  const Trial large = trials(problem)[0];
  const auto asked = standing_in(problem, problem.source);
  asked->prefer(oracle(on_gpu));
  const auto answer = asked->expected(*large.resolved, large.inputs);
  ASSERT_TRUE(answer.ok());
  const auto truth = oracle(problem)->expected(*large.resolved, large.inputs);
  EXPECT_EQ(answer->at(1).values(), truth->at(1).values());
  ASSERT_FALSE(asked->notes().empty());
  EXPECT_NE(asked->notes()[0].find("does not agree with the reference"), std::string::npos) << asked->notes()[0];
}

// It may run out of memory or time where the sizes are large.
class AnswersSomeTimes : public Oracle {
 public:
  explicit AnswersSomeTimes(std::unique_ptr<Oracle> asked, int times) : asked_(std::move(asked)), left_(times) {}
  Result<NumberArrays> expected(const ResolvedCase& resolved, const ArrayContents& inputs) override {
    if (left_-- > 0) return asked_->expected(resolved, inputs);
    return failed("the device has no memory left");
  }

 private:
  std::unique_ptr<Oracle> asked_;
  int left_;
};

TEST_F(StandInOracleTest, WhereTheFormForAGpuFailsLaterTheOthersAnswer) {
  const Problem problem = load("row_softmax");
  Problem on_gpu = problem;
  on_gpu.reference = {};
  const Trial large = trials(problem)[0], other = trials(problem)[2];
  for (const int times : {100, 4, 3, 0}) {
    const auto asked = standing_in(problem, problem.source);
    asked->prefer(std::make_unique<AnswersSomeTimes>(oracle(on_gpu), times));
    for (const Trial& trial : {large, other, large}) {
      const auto answer = asked->expected(*trial.resolved, trial.inputs);
      ASSERT_TRUE(answer.ok()) << times << ": " << describe(answer.error());
      const auto truth = oracle(problem)->expected(*trial.resolved, trial.inputs);
      EXPECT_NEAR(answer->at(1).values()[3], truth->at(1).values()[3], 1e-6) << times;
    }
    ASSERT_FALSE(asked->notes().empty());
    EXPECT_EQ(asked->notes()[0].find("is not used") != std::string::npos, times < 100) << asked->notes()[0];
  }
}

// Many answers that are each quick cost as much as a slow one.
TEST_F(StandInOracleTest, TheTimeOfAllAnswersAtACaseCounts) {
  const Problem problem = load("row_softmax");
  pause_ = std::chrono::milliseconds(110);
  const auto asked = standing_in(problem, problem.source, 0.3);
  const std::vector<Trial> made = trials(problem);
  for (size_t i = 0; i < 3; ++i) ASSERT_TRUE(asked->expected(*made[i].resolved, made[i].inputs).ok());
  EXPECT_NE(asked->authority(*made[0].resolved), nullptr);
  const int before = asked_;
  ASSERT_TRUE(asked->expected(*made[3].resolved, made[3].inputs).ok());
  EXPECT_EQ(asked_, before);
}

// It is right on the data that it was tried with, and wrong where values are large: a kernel that is right there must
// not be refused.
TEST_F(StandInOracleTest, WhatIsRightByTheReferenceIsNotRefused) {
  const Problem problem = load("row_softmax");
  std::string source = problem.source;
  const std::string from = "expf(row[i] - most) / sum";
  source.replace(source.find(from), from.size(), "most > 60 ? 0 : expf(row[i] - most) / sum");
  const auto asked = standing_in(problem, source);
  const std::vector<Trial> made = trials(problem);
  ASSERT_TRUE(asked->expected(*made[0].resolved, made[0].inputs).ok());
  ASSERT_NE(asked->authority(*made[0].resolved), nullptr);
  const auto high = std::find_if(made.begin(), made.end(), [](const Trial& trial) {
    return trial.resolved->name == "default" && range_of(trial).high > 100 && !range_of(trial).has_special;
  });
  ASSERT_NE(high, made.end());
  const auto truth = oracle(problem)->expected(*high->resolved, high->inputs);
  const int before = asked_;
  EXPECT_TRUE(judge_outputs(problem, *high, outputs(*high, *truth, 0), *asked)->correct()) << high->name;
  EXPECT_EQ(asked_, before + 1);
}

// The original sums in an order that loses digits. A candidate that has them is closer to the reference, and must not
// be measured by the original's own answer.
TEST_F(StandInOracleTest, AnAnswerOfTheOriginalIsNoStrictMeasure) {
  const Problem problem = load("row_softmax");
  Problem rough = problem;
  const std::string from = "expf(row[i] - most) / sum";
  rough.source.replace(rough.source.find(from), from.size(), "1.00002f * expf(row[i] - most) / sum");
  const auto asked = standing_in(problem, rough.source);
  Trial trial = trials(problem)[2];
  ASSERT_TRUE(asked->expected(*trial.resolved, trial.inputs).ok());
  ASSERT_NE(asked->authority(*trial.resolved), nullptr);
  const auto own = answer_of(trial, *asked);
  ASSERT_TRUE(own.ok());
  trial.answer = *own;
  trial.strict_share = 1e-6;
  const auto truth = oracle(problem)->expected(*trial.resolved, trial.inputs);
  OriginalTrials originals(&rough, {}, *asked, *device_, compiler_);
  EXPECT_EQ(originals.missed_strictly(problem, trial, outputs(trial, *truth, 0)).value(), "");
}

// The same where the reference takes longer than a search can wait; where it answers, digits that are lost are missed.
TEST_F(StandInOracleTest, AnOriginalThatAnswersAloneIsNoStrictMeasureEither) {
  const Problem problem = load("row_softmax");
  Problem rough = problem;
  const std::string from = "expf(row[i] - most) / sum";
  rough.source.replace(rough.source.find(from), from.size(), "1.00002f * expf(row[i] - most) / sum");
  Trial trial = trials(problem)[2];
  trial.strict_share = 1e-6;
  const auto truth = oracle(problem)->expected(*trial.resolved, trial.inputs);
  const auto asked = standing_in(problem, rough.source);
  asked->hurry(std::make_unique<GivesUp>(), 0.01);
  ASSERT_TRUE(asked->expected(*trial.resolved, trial.inputs).ok());
  ASSERT_TRUE(asked->is_original_alone(*trial.resolved));
  OriginalTrials originals(&rough, {}, *asked, *device_, compiler_);
  EXPECT_EQ(originals.missed_strictly(problem, trial, outputs(trial, *truth, 0)).value(), "");
  const auto quick = standing_in(problem, problem.source, 1e9);
  OriginalTrials exact(&problem, {}, *quick, *device_, compiler_);
  EXPECT_FALSE(quick->is_original_alone(*trial.resolved));
  EXPECT_NE(exact.missed_strictly(problem, trial, outputs(trial, *truth, 2e-5)).value(), "");
}

TEST_F(StandInOracleTest, AnOriginalThatDiffersNeverAnswers) {
  const Problem problem = load("row_softmax");
  std::string source = problem.source;
  source.replace(source.find("/ sum"), 5, "/ (sum + 1)");
  const auto asked = standing_in(problem, source);
  const std::vector<Trial> made = trials(problem);
  for (const size_t i : {0, 2, 0}) ASSERT_TRUE(asked->expected(*made[i].resolved, made[i].inputs).ok());
  EXPECT_EQ(asked_, 3);
  EXPECT_EQ(asked->authority(*made[0].resolved), nullptr);
  EXPECT_NE(asked->notes().at(0).find("does not agree"), std::string::npos);
}

// The reference answers in doubles on the host, the original in floats on the device: what one of them said first may
// be compared with what the other says of nudged data.
TEST_F(StandInOracleTest, AnswersOnTheDeviceAndOnTheHostMeet) {
  const Problem problem = load("row_softmax");
  DeviceArrays arrays(*device_, compiler_, 1);
  device_->use_maker(&arrays);
  {
    const auto asked = standing_in(problem, problem.source);
    asked->set_arrays(arrays);
    const std::vector<Trial> made = trials(problem);
    Trial first = made[0];
    const auto truth = asked->expected(*first.resolved, first.inputs);
    ASSERT_TRUE(truth.ok());
    ASSERT_NE(asked->authority(*first.resolved), nullptr);
    first.answer = std::make_shared<NumberArrays>(*truth);
    EXPECT_TRUE(judge_outputs(problem, first, outputs(first, *truth, 0), *asked)->correct());
    EXPECT_FALSE(judge_outputs(problem, first, outputs(first, *truth, 0.5), *asked)->correct());
    const auto own = asked->expected(*made[2].resolved, made[2].inputs);
    ASSERT_TRUE(own.ok());
    EXPECT_TRUE(own->at(1).is_held());
    EXPECT_TRUE(judge_outputs(problem, made[2], outputs(made[2], *own, 0), *asked)->correct());
  }
  device_->use_maker(nullptr);
}

TEST_F(StandInOracleTest, AQuickReferenceIsAlwaysAsked) {
  const Problem problem = load("scale_add");
  const auto asked = standing_in(problem, problem.source, 1000);
  const std::vector<Trial> made = trials(problem);
  for (const size_t i : {0, 2}) ASSERT_TRUE(asked->expected(*made[i].resolved, made[i].inputs).ok());
  EXPECT_EQ(asked_, 2);
  EXPECT_TRUE(asked->notes().empty());
}

}  // namespace stand_in_oracle_test
}  // namespace whet

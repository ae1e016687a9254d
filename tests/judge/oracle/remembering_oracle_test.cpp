// Answers are kept by what was asked, and a damaged one is asked again.
#include "judge/oracle/remembering_oracle.h"

#include <gtest/gtest.h>

#include "support/support.h"

namespace whet {
namespace remembering_oracle_test {

std::vector<double> doubled(ElementType type, const std::string& bytes) {
  std::vector<double> values = decode_elements(type, bytes);
  for (double& value : values) value *= 2;
  return values;
}

// Doubles its input, and counts how often it is asked.
class DoublingOracle : public Oracle {
 public:
  explicit DoublingOracle(int& asked) : asked_(asked) {}
  Result<NumberArrays> expected(const ResolvedCase& resolved, const ArrayContents& inputs) override {
    ++asked_;
    NumberArrays answer(2);
    answer[1] = doubled(resolved.arguments[0].type, inputs[0]);
    return answer;
  }
  std::unique_ptr<AnswerStream> answers(const std::vector<Question>& questions) override;
  int* ahead = nullptr;       // counts what was asked ahead
  size_t most_ahead = ~0ull;  // after so many the stream ends

 private:
  int& asked_;
};

class DoublingStream : public AnswerStream {
 public:
  DoublingStream(std::vector<NumberArrays> answers, size_t most) : answers_(std::move(answers)), most_(most) {}
  Result<NumberArrays> next() override {
    if (at_ >= most_) return failed("it ended");
    return answers_[at_++];
  }

 private:
  std::vector<NumberArrays> answers_;
  size_t most_, at_ = 0;
};

std::unique_ptr<AnswerStream> DoublingOracle::answers(const std::vector<Question>& questions) {
  std::vector<NumberArrays> all;
  for (const Question& question : questions) {
    all.emplace_back(2);
    all.back()[1] = doubled(ElementType::f32, question.inputs[0]);
  }
  if (ahead) *ahead += static_cast<int>(questions.size());
  return std::make_unique<DoublingStream>(std::move(all), most_ahead);
}

class RememberingOracleTest : public testing::Test {
 protected:
  RememberingOracleTest() {
    resolved_.own_arguments = 2;
    resolved_.dims = {{"n", 3}};
    resolved_.arguments.resize(2);
    for (ResolvedArgument& argument : resolved_.arguments) argument.shape = {3}, argument.count = 3;
    resolved_.arguments[0].name = "in";
    resolved_.arguments[1].name = "out";
    resolved_.arguments[1].role = ArgumentRole::out;
  }

  // Of a session of its own.
  std::vector<double> ask(const std::vector<double>& values, const std::string& reference = "r",
                          std::chrono::milliseconds worth = {}, uint64_t limit = 1 << 20) {
    RememberingOracle oracle(std::make_unique<DoublingOracle>(asked_),
                             AnswerStore{ContentStore("/c", ".answer", limit, files_), reference, worth});
    const auto answer = oracle.expected(resolved_, {encode_elements(ElementType::f32, values), ""});
    EXPECT_TRUE(answer);
    return answer->at(1).values();
  }

  std::string only_entry() const {
    for (const std::string& name : files_.list("/c")) {
      if (name.ends_with(".answer")) return "/c/" + name;
    }
    return {};
  }

  ResolvedCase resolved_;
  test::FakeFileSystem files_;
  int asked_ = 0;
};

const std::vector<double> k_values = {1, 2, 3}, k_doubled = {2, 4, 6};

TEST_F(RememberingOracleTest, AnotherSessionIsAnsweredFromDisk) {
  EXPECT_EQ(ask(k_values), k_doubled);
  EXPECT_EQ(ask(k_values), k_doubled);
  EXPECT_EQ(asked_, 1);
}

TEST_F(RememberingOracleTest, OtherDataReferenceSizesAndTypesAreOtherQuestions) {
  ask(k_values);
  ask({1, 2, 4});
  EXPECT_EQ(asked_, 2);
  ask(k_values, "another reference");
  EXPECT_EQ(asked_, 3);
  resolved_.dims[0].value = 4;
  ask(k_values);
  EXPECT_EQ(asked_, 4);
  resolved_.arguments[1].type = ElementType::f64;
  ask(k_values);
  EXPECT_EQ(asked_, 5);
  resolved_.arguments[0].encoded = "7";
  ask(k_values);
  EXPECT_EQ(asked_, 6);
}

TEST_F(RememberingOracleTest, DamagedAndCutEntriesAreAskedAgainAndWrittenAnew) {
  ask(k_values);
  const std::string path = only_entry(), whole = files_.read(path).value();
  std::string flipped = whole;
  flipped.back() ^= 1;
  for (const std::string& content :
       {flipped, whole.substr(0, whole.size() - 1), whole.substr(0, 10), std::string(), whole + "x"}) {
    ASSERT_TRUE(files_.write(path, content));
    asked_ = 0;
    EXPECT_EQ(ask(k_values), k_doubled);
    EXPECT_EQ(asked_, 1);
    EXPECT_EQ(files_.read(path).value(), whole);
  }
}

TEST_F(RememberingOracleTest, AnAnswerOfAnotherShapeIsNotTaken) {
  const std::string content = write_answer(resolved_, {{}, k_doubled});
  EXPECT_TRUE(read_answer(resolved_, content));
  resolved_.arguments[1].count = 2;
  EXPECT_FALSE(read_answer(resolved_, content));
  resolved_.arguments[1].count = 4;
  EXPECT_FALSE(read_answer(resolved_, content));
}

TEST_F(RememberingOracleTest, QuickAnswersAreNotWorthADisk) {
  ask(k_values, "r", std::chrono::hours(1));
  EXPECT_EQ(only_entry(), "");
}

TEST_F(RememberingOracleTest, TheStoreStaysBelowItsLimit) {
  constexpr uint64_t k_limit = 1000;
  for (int i = 0; i < 40; ++i) {
    files_.tick();
    ask({double(i), 2, 3}, "r", {}, k_limit);
  }
  uint64_t total = 0;
  for (const std::string& name : files_.list("/c")) {
    if (name.ends_with(".answer")) total += files_.info("/c/" + name)->bytes;
  }
  EXPECT_LE(total, k_limit);
  EXPECT_GT(total, 0u);
}

class AskedAhead : public RememberingOracleTest {
 protected:
  AskedAhead() {
    auto inner = std::make_unique<DoublingOracle>(asked_);
    inner_ = inner.get();
    inner_->ahead = &ahead_;
    oracle_ = std::make_unique<RememberingOracle>(std::move(inner), std::nullopt);
    for (const double first : {1.0, 4.0, 1.0, 7.0})
      inputs_.push_back({encode_elements(ElementType::f32, std::vector<double>{first, 2, 3}), {}});
    for (const auto& inputs : inputs_) questions_.push_back({resolved_, inputs});
  }
  double first_of(size_t i) { return oracle_->expected(resolved_, inputs_[i])->at(1)[0]; }

  int ahead_ = 0;
  DoublingOracle* inner_ = nullptr;
  std::unique_ptr<RememberingOracle> oracle_;
  std::vector<ArrayContents> inputs_;
  std::vector<Question> questions_;
};

TEST_F(AskedAhead, EachQuestionIsAskedOnce) {
  oracle_->prepare(questions_);
  EXPECT_EQ(ahead_, 3) << "two are the same";
  EXPECT_EQ(first_of(3), 14) << "out of turn";
  EXPECT_EQ(first_of(0), 2);
  EXPECT_EQ(first_of(1), 8);
  EXPECT_EQ(first_of(2), 2);
  EXPECT_EQ(asked_, 0);
  oracle_->prepare(questions_);
  EXPECT_EQ(ahead_, 3) << "they are known";
}

TEST_F(AskedAhead, AStreamThatEndsIsDoneWithout) {
  inner_->most_ahead = 1;
  oracle_->prepare(questions_);
  EXPECT_EQ(first_of(0), 2);
  EXPECT_EQ(asked_, 0);
  EXPECT_EQ(first_of(1), 8);
  EXPECT_EQ(first_of(3), 14);
  EXPECT_EQ(asked_, 2);
}

}  // namespace remembering_oracle_test
}  // namespace whet

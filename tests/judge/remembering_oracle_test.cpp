// Answers are kept by what was asked, and a damaged one is asked again.
#include "judge/remembering_oracle.h"

#include <gtest/gtest.h>

#include "support/support.h"

namespace whet {
namespace {

// Doubles its input, and counts how often it is asked.
class DoublingOracle : public Oracle {
 public:
  explicit DoublingOracle(int& asked) : asked_(asked) {}
  Result<Expected> expected(const ResolvedCase& resolved, const std::vector<std::string>& inputs) override {
    ++asked_;
    Expected answer(2);
    for (const double value : decode_elements(resolved.arguments[0].type, inputs[0])) answer[1].push_back(2 * value);
    return answer;
  }

 private:
  int& asked_;
};

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
    return answer->at(1);
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

}  // namespace
}  // namespace whet

// What is moved must arrive bit for bit.
#include "judge/check/copying.h"

#include <cstring>

#include "judge_fixture.h"

namespace whet {
namespace copying_test {

class CopyingTest : public test::JudgeTest {
 protected:
  bool is_found(const std::string& name) {
    const Problem problem = load(name);
    const auto asked = oracle(problem);
    OriginalTrials originals(&problem, {5, 0}, *asked, *device_, compiler_);
    const auto all = trials(problem);
    const auto found = copy_trial(all.front(), 7, *asked, originals);
    EXPECT_TRUE(found);
    return found && found->has_value();
  }
};

TEST_F(CopyingTest, AFlipCopiesAndOthersDoNot) {
  EXPECT_TRUE(is_found("flip"));
  EXPECT_FALSE(is_found("scale_add"));
  EXPECT_FALSE(is_found("row_max")) << "it looks at what it chooses from";
  EXPECT_FALSE(is_found("relu"));
  EXPECT_TRUE(is_found("lookup")) << "by index";
}

TEST_F(CopyingTest, AllKindsOfBitsAreThere) {
  const Trial trial = with_bits(trials(load("flip")).front(), 7, 0);
  int nans = 0, without_exponent = 0;
  for (size_t at = 0; at < trial.inputs[0].size(); at += 4) {
    uint32_t word = 0;
    std::memcpy(&word, trial.inputs[0].data() + at, 4);
    const uint32_t exponent = word >> 23 & 0xff;
    nans += exponent == 0xff && (word & 0x7fffff) != 0;
    without_exponent += exponent == 0;
  }
  EXPECT_GT(nans, 20);
  EXPECT_GT(without_exponent, 20);
}

TEST_F(CopyingTest, TheExactClassAsksForBitsAndOthersForValues) {
  Problem problem = load("flip");
  const Trial trial = with_bits(trials(problem).front(), 7, 0);
  std::string bytes(trial.resolved->arguments[1].bytes, '\0');
  ArrayContents wanted(trial.resolved->own_arguments), outputs = wanted;
  wanted[1] = bytes;
  bytes[3] = static_cast<char>(0x80);  // -0
  outputs[1] = bytes;
  EXPECT_NE(bit_difference(problem, trial, outputs, wanted, host_math()).value().find("[0, 0] has the bits 0x80000000"),
            std::string::npos);
  problem.precision = PrecisionClass::fp32;
  EXPECT_EQ(bit_difference(problem, trial, outputs, wanted, host_math()).value(), "");
  bytes[3] = 0x40;
  outputs[1] = bytes;
  EXPECT_NE(bit_difference(problem, trial, outputs, wanted, host_math()).value(), "");
}

}  // namespace copying_test
}  // namespace whet

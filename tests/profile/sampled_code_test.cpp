// Samples as CUPTI gives them, joined to code and lines.
#include "profile/sampled_code.h"

#include <gtest/gtest.h>

#include <cstring>

#include "profile/line_counts.h"
#include "profile/profile_json.h"
#include "profile/sampled_code_json.h"

namespace sampled_code_test {

using namespace whet;

constexpr uint64_t k_words[][2] = {{0x0000000000007918, 0x000fc00000000000},  // NOP
                                   {0x000000000000794d, 0x000fea0003800000},  // EXIT
                                   {0x0000000000007918, 0x000fc00000000000},  // the subroutine begins here
                                   {0x0000000000007918, 0x000fc00000000000}};

struct SampledCodeTest : testing::Test {
  SampledCodeTest() {
    code.resize(sizeof k_words);
    std::memcpy(code.data(), k_words, sizeof k_words);
    kernel.name = "_Z1kPf";
    kernel.signature = "k(float*)";
    kernel.is_kernel = true;
    kernel.code = as_bytes(code);
    kernel.subroutines = {{"$__internal_division", 0x20, 0x20}};
    kernel.lines.files = {"/home/me/k.cu", "/usr/local/cuda/include/sm_30_intrinsics.hpp"};
    kernel.lines.source = {{0x00, 0, 5, -1}, {0x10, 1, 99, 2}, {0x10, 0, 7, -1}, {0x20, 0, 9, -1}};
  }

  static PcSample at(std::string function, uint64_t offset, uint64_t waits, uint64_t issued) {
    return {std::move(function), offset, {{"long_scoreboard", waits, waits / 2}, {"selected", issued, 0}}};
  }

  Result<SampledCode> join(std::vector<PcSample> samples) const {
    PcSampling sampling;
    sampling.samples = std::move(samples);
    sampling.dropped = 4;
    sampling.elsewhere = 6;
    sampling.period_cycles = 512;
    return join_samples(sampling, kernel, Architecture{90});
  }

  std::string code;
  CubinFunction kernel;
};

TEST_F(SampledCodeTest, SamplesFindTheirInstruction) {
  const auto joined = join({at("_Z1kPf", 0x10, 10, 90), at("_Z1kPf", 0, 30, 1)});
  ASSERT_TRUE(joined.ok()) << describe(joined.error());
  ASSERT_EQ(joined->instructions.size(), 2u);
  const SampledInstruction &first = joined->instructions[0], &second = joined->instructions[1];
  EXPECT_EQ(first.instruction, "NOP");
  EXPECT_EQ(first.line, 5u);
  EXPECT_EQ(first.file, "/home/me/k.cu");
  EXPECT_EQ(first.unissued, 15);
  EXPECT_EQ(first.stalls.front().reason, "long_scoreboard");
  EXPECT_EQ(second.instruction, "EXIT");
  EXPECT_EQ(second.stalls.front().reason, "selected") << "most samples first";
  EXPECT_EQ(joined->samples, 131);
  EXPECT_EQ(joined->elsewhere, 6);
  EXPECT_EQ(joined->dropped, 4);
}

TEST_F(SampledCodeTest, SubroutinesAreAtTheirPlaceInTheKernel) {
  const auto joined = join({at("$__internal_division", 0x10, 8, 0)});
  ASSERT_TRUE(joined.ok());
  ASSERT_EQ(joined->instructions.size(), 1u);
  EXPECT_EQ(joined->instructions[0].offset, 0x30u);
  EXPECT_EQ(joined->instructions[0].line, 9u);
}

// A sample of other code, between two instructions, or behind the end is never given to a near instruction.
TEST_F(SampledCodeTest, WhatIsNotInTheKernelIsCountedElsewhere) {
  const auto joined = join({at("other", 0, 5, 0), at("", 0, 2, 0), at("_Z1kPf", 8, 3, 0), at("_Z1kPf", 0x40, 4, 0),
                            at("_Z1kPf", ~uint64_t{15}, 1, 0), at("$__internal_division", 0x20, 7, 0)});
  ASSERT_TRUE(joined.ok());
  EXPECT_TRUE(joined->instructions.empty());
  EXPECT_EQ(joined->samples, 0);
  EXPECT_EQ(joined->elsewhere, 6 + 5 + 2 + 3 + 4 + 1 + 7);
}

TEST_F(SampledCodeTest, OneInstructionMayComeInSeveralRecords) {
  const auto joined = join({at("_Z1kPf", 0, 1, 0), at("_Z1kPf", 0, 2, 0), at("k(float*)", 0, 3, 0)});
  ASSERT_TRUE(joined.ok());
  ASSERT_EQ(joined->instructions.size(), 1u);
  EXPECT_EQ(joined->instructions[0].samples, 6);
  EXPECT_EQ(joined->instructions[0].stalls.size(), 1u);
}

TEST_F(SampledCodeTest, CodeThatCannotBeDecodedIsAnError) {
  code.resize(40);
  kernel.code = as_bytes(code);
  EXPECT_FALSE(join({at("_Z1kPf", 0, 1, 0)}).ok());
}

TEST_F(SampledCodeTest, LinesGetTheirSamplesByFileOrItsLastName) {
  CountedLines lines;
  lines.lines.resize(2);
  lines.lines[0].file = "k.cu";  // as PTX calls it
  lines.lines[0].line = 5;
  lines.lines[1].file = "other.cu";
  lines.lines[1].line = 7;
  add_samples(*join({at("_Z1kPf", 0, 30, 10), at("_Z1kPf", 0x20, 5, 0)}), lines);
  ASSERT_EQ(lines.lines.size(), 3u);
  EXPECT_EQ(lines.samples, 45);
  double placed = 0;
  for (const LineCounts& line : lines.lines) {
    placed += line.samples;
    EXPECT_EQ(line.samples, line.line == 5 ? 40 : line.line == 9 ? 5 : 0);
  }
  EXPECT_EQ(placed, 45);
}

TEST_F(SampledCodeTest, TwoFilesOfOneNameAreNotConfused) {
  CountedLines lines;
  lines.lines.resize(2);
  lines.lines[0].file = "a/k.cu";
  lines.lines[1].file = "b/k.cu";
  lines.lines[0].line = lines.lines[1].line = 5;
  add_samples(*join({at("_Z1kPf", 0, 30, 0)}), lines);
  ASSERT_EQ(lines.lines.size(), 3u);
  for (const LineCounts& line : lines.lines) EXPECT_EQ(line.samples, line.file == "/home/me/k.cu" ? 30 : 0);
}

TEST_F(SampledCodeTest, AProfileKeepsItsSamples) {
  Profile profile;
  profile.kernel = "k";
  profile.sampled = *join({at("_Z1kPf", 0, 30, 10)});
  const auto again = profile_from_json(to_json(profile), "p.json");
  ASSERT_TRUE(again.ok()) << describe(again.error());
  EXPECT_EQ(to_json(*again->sampled).dump(), to_json(*profile.sampled).dump());
}

TEST(SampledCodeJson, DamagedSamplesAreRefused) {
  for (
      const char* text :
      {"{}", R"({"samples":1,"elsewhere":0,"dropped":0,"period_cycles":32,"instructions":[{}]})",
       R"({"samples":-1,"elsewhere":0,"dropped":0,"period_cycles":32,"instructions":[]})",
       R"({"samples":1,"elsewhere":0,"dropped":0,"period_cycles":1e300,"instructions":[]})",
       R"({"samples":1,"elsewhere":0,"dropped":0,"period_cycles":32,"instructions":[{"offset":1e99,"samples":1,"unissued":0,"stalls":{}}]})",
       R"({"samples":1,"elsewhere":0,"dropped":0,"period_cycles":32,"instructions":[{"offset":0,"samples":1,"unissued":0,"stalls":{"a":"b"}}]})"})
    EXPECT_FALSE(sampled_code_from_json(*Json::parse(text))) << text;
}

}  // namespace sampled_code_test

// With --redact nothing of the user's names reaches a mind, and what it writes is mapped back.
#include "consult/redact/redaction.h"

#include <gtest/gtest.h>

namespace whet::consult {
namespace redaction_test {

const std::string k_source =
    "#include \"wages/table.h\"\n"
    "#include <cuda_fp16.h>\n"
    "#define ROUNDS 4\n"
    "/* the wages of\n   all employees */\n"
    "__global__ void wage_sums(const float* __restrict__ wages, float* out, int n) {\n"
    "  const int row = blockIdx.x * blockDim.x + threadIdx.x;  // one employee\n"
    "  if (row == 0) printf(\"wages %d\", n);\n"
    "  for (int i = 0; i < ROUNDS; ++i) out[row] = sqrtf(wages[row].x);\n"
    "}\n";

class Redactions : public testing::Test {
 protected:
  Redaction redaction_ = *Redaction::replacing(Knowledge(), {"wage_sums", "wages", "out", "employees"});
};

TEST_F(Redactions, NamesCommentsAndTextsOfASourceAreGone) {
  const std::string shown = redaction_.source(k_source);
  for (const char* word : {"wage", "employee", "ROUNDS", "row", "table"})
    EXPECT_EQ(shown.find(word), std::string::npos) << word << " in\n" << shown;
  for (const char* word : {"__global__", "blockIdx.x", "sqrtf(", ".x", "#include <cuda_fp16.h>", "printf(\"text"})
    EXPECT_NE(shown.find(word), std::string::npos) << word << " not in\n" << shown;
}

TEST_F(Redactions, LinesStayWhereTheyWere) {
  const std::string shown = redaction_.source(k_source);
  EXPECT_EQ(std::count(shown.begin(), shown.end(), '\n'), std::count(k_source.begin(), k_source.end(), '\n'));
}

TEST_F(Redactions, TheSourceComesBackWithoutItsComments) {
  std::string real = redaction_.source_back(redaction_.source(k_source));
  EXPECT_NE(real.find("#include \"wages/table.h\"\n"), std::string::npos);
  EXPECT_NE(real.find("#define ROUNDS 4\n"), std::string::npos);
  EXPECT_NE(real.find("__global__ void wage_sums(const float* __restrict__ wages, float* out, int n) {"),
            std::string::npos);
  EXPECT_NE(real.find("printf(\"wages %d\", n)"), std::string::npos);
}

TEST_F(Redactions, ANameThatTheMindMakesUpDoesNotMeetARealOne) {
  const std::string shown = redaction_.source("__global__ void wage_sums(float* wages) { wages[0] = 1; }\n");
  std::string answer = shown;
  answer.insert(answer.find('{') + 1, " float wages = 2;");
  EXPECT_EQ(redaction_.source_back(answer),
            "__global__ void wage_sums(float* wages) { float wages_new = 2; wages[0] = 1; }\n");
}

TEST_F(Redactions, WhatTheMindMadeUpIsShownToItAsItWroteIt) {
  redaction_.source("__global__ void wage_sums(float* wages) { float total = wages[0]; }\n");
  const std::string answer =
      "__global__ void name1(float* name2) { float total = 0, mine = 1; name2[0] = total + mine; }\n";
  const std::string real = redaction_.source_back(answer);
  EXPECT_EQ(
      real,
      "__global__ void wage_sums(float* wages) { float total_new = 0, mine = 1; wages[0] = total_new + mine; }\n");
  EXPECT_EQ(redaction_.source(real), answer);
}

TEST_F(Redactions, LaunchesInALeadingBlockAreMappedBothWays) {
  const std::string source =
      "/* whet\n[[launch]]\nentry = \"wage_sums\"\ngrid = [\"employees\"]\nblock = [32]\n*/\n"
      "__global__ void wage_sums(float* wages) {}\n";
  const std::string shown = redaction_.source(source);
  EXPECT_EQ(shown.find("wage"), std::string::npos);
  EXPECT_EQ(shown.find("employees"), std::string::npos);
  EXPECT_NE(shown.find("[[launch]]"), std::string::npos);
  EXPECT_EQ(redaction_.source_back(shown), source);
}

TEST_F(Redactions, WordsHaveNeitherNamesNorPathsNorSizes) {
  EXPECT_EQ(redaction_.words("wages[5] of /home/me/wage_sums.cu:12 is 1048577 in 3 of 12"),
            "name2[5] of file:12 is (1048576 to 2097151) in 3 of 12");
  EXPECT_EQ(redaction_.size(8), "8");
  EXPECT_EQ(redaction_.size(1000), "512 to 1023");
  EXPECT_EQ(redaction_.words_back("sums name2 twice"), "sums wages twice");
}

TEST(Redaction, WithoutItEverythingStays) {
  Redaction none;
  EXPECT_EQ(none.source(k_source), k_source);
  EXPECT_EQ(none.source_back(k_source), k_source);
  EXPECT_EQ(none.words("wages 1048577"), "wages 1048577");
  EXPECT_EQ(none.size(1000), "1000");
}

}  // namespace redaction_test
}  // namespace whet::consult

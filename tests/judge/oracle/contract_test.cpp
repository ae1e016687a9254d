#include "judge/oracle/contract.h"

#include <map>

#include "judge_fixture.h"
#include "problem/build.h"

namespace whet {
namespace contract_test {

class ContractTest : public test::JudgeTest {
 protected:
  std::map<std::string, bool> refused(const Problem& problem) {
    const auto made = trials(problem);
    const auto all_oracle = oracle(problem);
    const auto answers = null_answers(problem, *all_oracle, made[0], made[2]);
    EXPECT_TRUE(answers) << (answers ? "" : describe(answers.error()));
    std::map<std::string, bool> found;
    for (const NullAnswer& answer : *answers) found[answer.name] = answer.refused;
    return found;
  }

  std::vector<std::string> forbidden(const Problem& problem, const std::string& source) {
    const auto candidate = with_candidate(problem, "c.cu", source);
    EXPECT_TRUE(candidate) << (candidate ? "" : describe(candidate.error()));
    const auto builds = compiler_.compile(compile_request(*candidate, resolve(*candidate), {{.sm = 90}}));
    EXPECT_TRUE(builds) << (builds ? "" : describe(builds.error()));
    return *forbidden_instructions(*candidate, builds->front());
  }
};

TEST_F(ContractTest, RefusesWhatNoHonestKernelGives) {
  const std::map<std::string, bool> expected{
      {"zeros", true},      {"a constant", true}, {"the answer to other data", true},
      {"`a` copied", true}, {"`b` copied", true}, {"inputs in f16", true}};
  EXPECT_EQ(refused(load("scale_add")), expected);
}

TEST_F(ContractTest, AWideToleranceTakesThem) {
  Problem problem = load("scale_add");
  problem.absolute_tolerance = 100;
  for (const auto& [name, is_refused] : refused(problem)) EXPECT_FALSE(is_refused) << name;
}

TEST_F(ContractTest, AProblemWhereZerosPassIsNotJudged) {
  Problem problem = load("scale_add");
  problem.absolute_tolerance = 100;
  auto cases = build_cases(problem, {problem.cases.front()}, {}, *device_, compiler_);
  ASSERT_TRUE(cases);
  const auto own_oracle = oracle(problem);
  const auto report =
      check_candidate({problem, nullptr, std::move(*cases)}, {}, {*own_oracle, *device_, compiler_, files_});
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().what.find("zeros would pass"), std::string::npos);
}

TEST_F(ContractTest, HalfArithmeticIsForHalves) {
  const std::string source =
      "#include <cuda_fp16.h>\n"
      "__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {\n"
      "  const int i = threadIdx.x;\n"
      "  if (i < n) out[i] = __half2float(__hadd(__float2half(a[i]), __float2half(b[i])));\n}\n";
  Problem problem = load("scale_add");
  EXPECT_EQ(forbidden(problem, source), std::vector<std::string>{"HADD2"});
  problem.precision = PrecisionClass::fp16;
  EXPECT_TRUE(forbidden(problem, source).empty());
  EXPECT_TRUE(forbidden(problem, load("scale_add").source).empty());
}

constexpr const char* k_tf32_product =
    "__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {\n"
    "  const unsigned x = __float_as_uint(a[threadIdx.x]);\n"
    "  float s[4] = {};\n"
    "  asm volatile(\"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, "
    "{%4, %4}, {%0, %1, %2, %3};\" : \"+f\"(s[0]), \"+f\"(s[1]), \"+f\"(s[2]), \"+f\"(s[3]) : \"r\"(x));\n"
    "  c[threadIdx.x] = s[0];\n}\n";

// Where the problem allows split numbers the machine code may multiply in tf32, and the tolerance stays that of fp32:
// it must refuse an answer to rounded inputs.
TEST_F(ContractTest, SplitNumbersAreAllowedByName) {
  Problem problem = load("product");
  EXPECT_EQ(forbidden(problem, k_tf32_product).size(), 1u);
  EXPECT_FALSE(refused(problem).contains("inputs in tf32"));
  problem.allows_split = true;
  EXPECT_TRUE(forbidden(problem, k_tf32_product).empty());
  EXPECT_TRUE(refused(problem).at("inputs in tf32"));
  problem.absolute_tolerance = 1;
  EXPECT_FALSE(refused(problem).at("inputs in tf32"));
}

// The sums of positive terms, whose errors in tf32 average out: other data than the trial's would not tell.
TEST_F(ContractTest, AnswersInTf32AreRefusedForSumsOfPositiveTermsToo) {
  EXPECT_TRUE(refused(load("positive_product")).at("inputs in tf32"));
}

// A number of 8 bits is a half, too; a float is none.
TEST_F(ContractTest, TensorCoresReadWhatHoldsTheInputs) {
  const auto source = [](const std::string& type) {
    return "#include <cuda_fp8.h>\n__global__ void scale_add(const " + type + "* a, const " + type +
           "* b, float* out, int n, float factor) {\n"
           "  const unsigned x = (float)a[threadIdx.x] > 0 ? 0x3c003c00u : 0u;\n"
           "  float s[4] = {};\n"
           "  asm volatile(\"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, "
           "{%4, %4}, {%0, %1, %2, %3};\" : \"+f\"(s[0]), \"+f\"(s[1]), \"+f\"(s[2]), \"+f\"(s[3]) : \"r\"(x));\n"
           "  if ((int)threadIdx.x < n) out[threadIdx.x] = s[0] * factor;\n}\n";
  };
  Problem problem = load("scale_add");
  EXPECT_EQ(forbidden(problem, source("float")).size(), 1u);
  for (const ElementType type : {ElementType::e4m3, ElementType::e5m2}) {
    for (ProblemArgument& argument : problem.arguments) {
      if (!argument.is_scalar() && argument.role == ArgumentRole::in) argument.type = type;
    }
    EXPECT_TRUE(forbidden(problem, source(type == ElementType::e4m3 ? "__nv_fp8_e4m3" : "__nv_fp8_e5m2")).empty());
  }
}

}  // namespace contract_test
}  // namespace whet

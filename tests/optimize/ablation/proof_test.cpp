#include "optimize/ablation/proof.h"

#include <gtest/gtest.h>

#include "compile/compiler.h"
#include "support/support.h"
#include "util/clock.h"

namespace whet {
namespace proof_test {

constexpr const char* k_plain = R"(__global__ void scale(const float* in, float* out) {
  const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int j = 0; j < 4; ++j) out[i + j] = 2 * in[i + j];
})";
constexpr const char* k_wide = R"(__global__ void scale(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 four = reinterpret_cast<const float4*>(in)[i];
  four.x *= 2, four.y *= 2, four.z *= 2, four.w *= 2;
  reinterpret_cast<float4*>(out)[i] = four;
})";

class MethodProofs : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto plain = compile(k_plain);
    if (!plain && plain.error().kind == ErrorKind::missing) GTEST_SKIP() << "no compiler";
    ASSERT_TRUE(plain) << describe(plain.error());
    plain_ = *plain;
    const auto wide = compile(k_wide);
    ASSERT_TRUE(wide) << describe(wide.error());
    wide_ = *wide;
  }

  Result<MachineCode> compile(const char* source) {
    DiskFileSystem files;
    SystemProcessRunner processes;
    SystemClock clock;
    Compiler compiler({}, files, processes, clock);
    CompileRequest request;
    request.file = "scale.cu";
    request.source = source;
    request.architectures = {Architecture{90, 'a'}};
    TRY(builds, compiler.compile(request));
    return read_machine_code(std::move(builds.front().cubin));
  }

  static MethodProof prove_method(const char* method, const MachineCode& candidate, const MachineCode& parent) {
    return prove(*load_signature(Knowledge(), method), candidate, parent);
  }

  MachineCode plain_, wide_;
};

TEST_F(MethodProofs, WhatTheParentLackedIsProvenWithItsCounts) {
  const MethodProof proof = prove_method("memory.vectorized_access", wide_, plain_);
  EXPECT_EQ(proof.proof, Proof::proven) << proof.evidence;
  EXPECT_NE(proof.evidence.find("wide 2, parent 0"), std::string::npos) << proof.evidence;
}

TEST_F(MethodProofs, WhatTheParentHadIsNotGained) {
  EXPECT_EQ(prove_method("memory.vectorized_access", wide_, wide_).proof, Proof::not_gained);
}

TEST_F(MethodProofs, WhatIsOnlyClaimedIsAbsent) {
  const MethodProof proof = prove_method("memory.async_copy", wide_, plain_);
  EXPECT_EQ(proof.proof, Proof::absent);
  EXPECT_EQ(method_verdict(proof, Outcome::faster), store::PartVerdict::not_implemented);
}

TEST(MethodVerdicts, ProofAndAblationTogetherSayWhatAMethodIsWorth) {
  const MethodProof proven{"m", Proof::proven, ""}, had{"m", Proof::not_gained, ""};
  EXPECT_EQ(method_verdict(proven, Outcome::faster), store::PartVerdict::effective);
  EXPECT_EQ(method_verdict(proven, std::nullopt), store::PartVerdict::effective);
  EXPECT_EQ(method_verdict(proven, Outcome::same), store::PartVerdict::ineffective);
  EXPECT_EQ(method_verdict(proven, Outcome::slower), store::PartVerdict::ineffective);
  EXPECT_EQ(method_verdict(proven, Outcome::inconclusive), store::PartVerdict::undecided);
  EXPECT_EQ(method_verdict(had, Outcome::faster), store::PartVerdict::not_implemented);
}

TEST(MachineCodes, ACubinThatIsNoneIsAnError) {
  EXPECT_FALSE(read_machine_code("no cubin"));
}

}  // namespace proof_test
}  // namespace whet

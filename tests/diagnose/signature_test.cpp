#include "diagnose/signature.h"

#include <gtest/gtest.h>

#include "diagnose/sass_diff.h"
#include "support/code.h"

namespace whet {
namespace signature_test {

KernelCode kernel(std::vector<Instruction> instructions) {
  KernelCode code;
  code.mix = mix_of(instructions);
  code.instructions = std::move(instructions);
  return code;
}

const CubinFunction k_function{.name = "k", .signature = "k()", .registers = 32};
constexpr Architecture k_hopper{90, 'a'};

TEST(Signatures, AllOfKnowledgeLoads) {
  const Knowledge knowledge;
  const auto methods = signature_methods(knowledge);
  EXPECT_GE(methods.size(), 30u);
  for (const std::string& method : methods) {
    const auto signature = load_signature(knowledge, method);
    EXPECT_TRUE(signature) << (signature ? "" : describe(signature.error()));
  }
}

TEST(Signatures, UnknownMethodNamesNearOnes) {
  const auto signature = load_signature(Knowledge(), "memory.async_copi");
  ASSERT_FALSE(signature);
  EXPECT_NE(signature.error().mend.find("memory.async_copy"), std::string::npos);
}

Proof proof_of(const char* method, const KernelCode& code, const KernelCode* parent = nullptr,
               Architecture architecture = k_hopper) {
  const auto signature = load_signature(Knowledge(), method);
  const FunctionCode function{&k_function, &code};
  return verify(*signature, architecture, function,
                parent ? std::optional(FunctionCode{&k_function, parent}) : std::nullopt)
      .proof;
}

TEST(Signatures, PlainLoadsAreNoAsynchronousCopies) {
  const KernelCode plain = kernel(
      test::code({{"LDG", OpClass::load_global}, {"LDGDEPBAR", OpClass::barrier}, {"STS", OpClass::store_shared}}));
  const KernelCode copies = kernel(test::code({{"LDGSTS", OpClass::async_copy}}));
  EXPECT_EQ(proof_of("memory.async_copy", plain), Proof::absent);
  EXPECT_EQ(proof_of("memory.async_copy", copies), Proof::proven);
}

TEST(Signatures, WhatTheParentHadIsNotGained) {
  const KernelCode copies = kernel(test::code({{"LDGSTS", OpClass::async_copy}}));
  const KernelCode plain = kernel(test::code({{"LDG", OpClass::load_global}}));
  EXPECT_EQ(proof_of("memory.async_copy", copies, &copies), Proof::not_gained);
  EXPECT_EQ(proof_of("memory.async_copy", copies, &plain), Proof::proven);
}

TEST(Signatures, MethodThatRemovesInstructionsNeedsAParent) {
  const KernelCode two = kernel(test::code({{"BAR", OpClass::barrier}, {"BAR", OpClass::barrier}}));
  const KernelCode one = kernel(test::code({{"BAR", OpClass::barrier}}));
  EXPECT_EQ(proof_of("latency.reduce_sync_count", one), Proof::needs_parent);
  EXPECT_EQ(proof_of("latency.reduce_sync_count", one, &two), Proof::proven);
  EXPECT_EQ(proof_of("latency.reduce_sync_count", two, &one), Proof::not_gained);
}

TEST(Signatures, ArchitectureTooOldIsImpossible) {
  const KernelCode copies = kernel(test::code({{"LDGSTS", OpClass::async_copy}}));
  EXPECT_EQ(proof_of("memory.async_copy", copies, nullptr, {75, 0}), Proof::impossible);
}

TEST(Signatures, WarpgroupProductsAreTensorWork) {
  EXPECT_EQ(proof_of("compute.tensor_core", kernel(test::code({{"HGMMA", OpClass::tensor}}))), Proof::proven);
  EXPECT_EQ(proof_of("compute.tensor_core", kernel(test::code({{"FFMA", OpClass::fp32}}))), Proof::absent);
}

TEST(SassDiff, CountsWhatWasGainedAndLost) {
  const KernelCode before =
      kernel(test::code({{"LDG", OpClass::load_global}, {"STS", OpClass::store_shared}, {"FFMA", OpClass::fp32}}));
  const KernelCode after =
      kernel(test::code({{"LDGSTS", OpClass::async_copy}, {"FFMA", OpClass::fp32}, {"FFMA", OpClass::fp32}}));
  const KernelDiff diff = diff_kernels({&k_function, &before}, {&k_function, &after});
  ASSERT_EQ(diff.code.size(), 1u);
  ASSERT_EQ(diff.code[0].changes.size(), 4u);
  for (const MnemonicChange& change : diff.code[0].changes) {
    const int expected = change.mnemonic == "LDGSTS" || change.mnemonic == "FFMA" ? 1 : -1;
    EXPECT_EQ(change.after - change.before, expected) << change.mnemonic;
  }
  EXPECT_EQ(diff.registers.before, diff.registers.after);
}

TEST(SassDiff, SameCodeHasNoChanges) {
  const KernelCode code = kernel(test::code({{"FFMA", OpClass::fp32}}));
  EXPECT_TRUE(diff_kernels({&k_function, &code}, {&k_function, &code}).code[0].changes.empty());
}

}  // namespace signature_test
}  // namespace whet

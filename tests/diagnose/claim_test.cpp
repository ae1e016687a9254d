#include "diagnose/claim.h"

#include <gtest/gtest.h>

#include "diagnose/method.h"

namespace whet {
namespace claim_test {

TEST(Claim, EveryMethodThatAPlanMayNameCanBeClaimed) {
  const Knowledge knowledge;
  const MethodCatalog catalog = load_methods(knowledge);
  ASSERT_FALSE(catalog.methods.empty());
  for (const Method& method : catalog.methods) EXPECT_TRUE(check_claim(knowledge, method.id)) << method.id;
}

TEST(Claim, SomeMethodsLeaveNothingInTheMachineCode) {
  EXPECT_TRUE(has_signature(Knowledge(), "memory.vectorized_access"));
  EXPECT_FALSE(has_signature(Knowledge(), "latency.more_blocks"));
}

TEST(Claim, WhatIsNoMethodIsRefusedWithWhatIsLikeIt) {
  const auto refused = check_claim(Knowledge(), "memory.vectorised_access");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().mend.find("memory.vectorized_access"), std::string::npos) << refused.error().mend;
}

}  // namespace claim_test
}  // namespace whet

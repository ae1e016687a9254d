#include "vgpu/check/access_traits.h"

#include <gtest/gtest.h>

#include "util/text.h"

namespace whet::vgpu {
namespace access_traits_test {

// "ld.volatile.global.f32"
ptx::Instruction instruction(const std::string& text) {
  ptx::Instruction in;
  for (const std::string_view word : split(text, '.')) {
    if (in.opcode.empty())
      in.opcode = word;
    else
      in.modifiers.emplace_back(word);
  }
  return in;
}

AccessTraits traits(const std::string& text) {
  return traits_of(instruction(text));
}

TEST(AccessTraitsOf, PlainAccessesMeetNobody) {
  EXPECT_FALSE(traits("ld.global.nc.f32").meets_others());
  EXPECT_FALSE(traits("st.shared.v4.f32").meets_others());
  EXPECT_TRUE(traits("st.shared.f32").stores);
}

TEST(AccessTraitsOf, AtomicsAreStrongAndRedLearnsNothing) {
  EXPECT_TRUE(traits("atom.global.add.u32").strong);
  EXPECT_TRUE(traits("atom.global.add.u32").acquires);
  EXPECT_TRUE(traits("red.global.add.u32").strong);
  EXPECT_FALSE(traits("red.global.add.u32").acquires);
  EXPECT_EQ(traits("atom.global.add.u32").releases, Reach::none) << "relaxed without a fence";
}

TEST(AccessTraitsOf, AnExchangeDoesNotUseWhatItFinds) {
  EXPECT_FALSE(traits("atom.shared.exch.b32").uses_old);
  EXPECT_TRUE(traits("atom.shared.cas.b32").uses_old);
}

TEST(AccessTraitsOf, ReleasesReachAsFarAsTheyName) {
  EXPECT_EQ(traits("st.release.gpu.global.s32").releases, Reach::device);
  EXPECT_EQ(traits("atom.acq_rel.cta.shared.add.u32").releases, Reach::block);
  EXPECT_TRUE(traits("atom.acq_rel.cta.shared.add.u32").block_scope);
  EXPECT_TRUE(traits("ld.acquire.gpu.u32").acquires);
  EXPECT_EQ(reach_of_fence(instruction("membar.gl")), Reach::device);
  EXPECT_EQ(reach_of_fence(instruction("fence.acq_rel.cta")), Reach::block);
}

TEST(AccessTraitsOf, VolatileIsLessThanStrong) {
  EXPECT_TRUE(traits("ld.volatile.shared.f32").is_volatile);
  EXPECT_FALSE(traits("ld.volatile.shared.f32").strong);
  EXPECT_TRUE(traits("ld.volatile.shared.f32").acquires);
}

TEST(AccessTraitsOf, MbarriersTellAtArrivalAndLearnAtTheWait) {
  EXPECT_EQ(traits("mbarrier.arrive.shared.b64").releases, Reach::block);
  EXPECT_FALSE(traits("mbarrier.arrive.shared.b64").acquires);
  EXPECT_TRUE(traits("mbarrier.test_wait.shared.b64").acquires);
  EXPECT_FALSE(traits("mbarrier.init.shared.b64").uses_old);
}

}  // namespace access_traits_test
}  // namespace whet::vgpu

#include "cudart/code/code_choice.h"

#include "cudart_fixture.h"

namespace whet::cudart::test {
namespace code_choice_test {

using whet::test::entry;
using whet::test::fatbin;

std::string ptx_for(const std::string& target) {
  return ".version 8.0\n.target " + target + "\n.address_size 64\n";
}

class CodeChoiceTest : public testing::Test {
 protected:
  Result<Build> choose(const std::string& file, const char* gpu = "h200") {
    device_ = VirtualDevice::open(gpu, {}, knowledge_).value();
    return choose_code(as_bytes(file), device_->facts());
  }
  const Knowledge knowledge_;
  std::unique_ptr<VirtualDevice> device_;
};

TEST_F(CodeChoiceTest, TakesTheNewestPtxTheGpuRunsAndItsMachineCode) {
  const std::string file =
      fatbin(entry(1, 80, 0, ptx_for("sm_80")) + entry(1, 90, 0, ptx_for("sm_90")) +
             entry(1, 100, 0, ptx_for("sm_100")) + entry(2, 80, 0, "cubin 80") + entry(2, 90, 0, "cubin 90"));
  const auto build = choose(file);
  ASSERT_TRUE(build.ok()) << describe(build.error());
  EXPECT_EQ(build->architecture.sm, 90);
  EXPECT_EQ(build->ptx, ptx_for("sm_90"));
  EXPECT_EQ(build->cubin, "cubin 90");
}

TEST_F(CodeChoiceTest, MachineCodeOfOtherPtxIsLeftOut) {
  const auto build = choose(fatbin(entry(1, 80, 0, ptx_for("sm_80")) + entry(2, 90, 0, "cubin")));
  ASSERT_TRUE(build.ok());
  EXPECT_EQ(build->cubin, "");
}

TEST_F(CodeChoiceTest, PtxWithASuffixIsForItsOwnGenerationAlone) {
  const std::string file = fatbin(entry(1, 90, 0, ptx_for("sm_90a")));
  EXPECT_TRUE(choose(file, "h200").ok());
  EXPECT_FALSE(choose(file, "b200").ok());
  EXPECT_TRUE(choose(fatbin(entry(1, 90, 0, ptx_for("sm_90"))), "b200").ok());
}

TEST_F(CodeChoiceTest, PtxForANewerGpuSaysHowToBuild) {
  const auto build = choose(fatbin(entry(1, 90, 0, ptx_for("sm_90"))), "a100");
  ASSERT_FALSE(build.ok());
  EXPECT_NE(build.error().what.find("the program's PTX is for compute_90"), std::string::npos);
  EXPECT_NE(build.error().mend.find("arch=compute_80,code=[sm_80,compute_80]"), std::string::npos);
}

TEST_F(CodeChoiceTest, AFatbinIsFoundBehindItsWrapper) {
  const std::string file = fatbin(entry(1, 90, 0, ptx_for("sm_90")));
  Wrapper wrapper{.fatbin = file.data()};
  const auto found = registered_code(&wrapper);
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->fatbins.size(), 1u);
  EXPECT_EQ(as_text(found->fatbins[0]), file);
  wrapper.magic = 1;
  EXPECT_FALSE(registered_code(&wrapper).ok());
}

TEST_F(CodeChoiceTest, LinkedCodeIsThePtxOfEachFile) {
  const std::string first =
      fatbin(entry(1, 90, 0, ptx_for("sm_90") + ".extern .global .u32 x;\n") + entry(2, 90, 0, "not whole"));
  const std::string second = fatbin(entry(1, 90, 0, ptx_for("sm_90") + ".visible .global .u32 x = 3;\n"));
  const char* const files[] = {first.data(), second.data(), nullptr};
  const std::string linked_machine_code = fatbin(entry(2, 90, 0, "linked"));
  const Wrapper wrapper{.version = 2, .fatbin = linked_machine_code.data(), .linked = files};
  const auto code = registered_code(&wrapper);
  ASSERT_TRUE(code.ok());
  device_ = VirtualDevice::open("h200", {}, knowledge_).value();
  const auto build = choose_code(*code, device_->facts());
  ASSERT_TRUE(build.ok()) << describe(build.error());
  EXPECT_EQ(build->cubin, "");
  EXPECT_EQ(build->ptx.find(".extern"), std::string::npos);
  EXPECT_NE(build->ptx.find("x = 3"), std::string::npos);
}

}  // namespace code_choice_test
}  // namespace whet::cudart::test

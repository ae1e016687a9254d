#include "binary/container/demangle.h"

#include <gtest/gtest.h>

namespace whet {
namespace demangle_test {

TEST(Demangle, SpellsOutMangledNames) {
  EXPECT_EQ(demangle("_Z4gemmPKfPf"), "gemm(float const*, float*)");
  EXPECT_EQ(demangle("_ZN3foo3barILi128EEEvPf"), "void foo::bar<128>(float*)");
}

TEST(Demangle, LeavesOtherNamesAlone) {
  EXPECT_EQ(demangle("saxpy"), "saxpy");
  EXPECT_EQ(demangle("_Z"), "_Z");
  EXPECT_EQ(demangle("_Zoink"), "_Zoink");
  EXPECT_EQ(demangle(""), "");
}

TEST(Demangle, ShortensNamesTooLongToSpellOut) {
  std::string name = "_ZN7cutlass13device_kernelI";
  for (int i = 0; i < 1000; ++i) name += 'i';
  EXPECT_EQ(demangle(name + "EEvT_"), "cutlass::device_kernel<...>");
  EXPECT_EQ(demangle("_Z4gemm" + std::string(2000, 'i')), "gemm(...)");
}

// A<int,int>, A<that,that>, A<that,that> ...: every step doubles the length.
std::string doubling_name(int steps) {
  std::string name = "_Z1f1AIiiE";
  for (int step = 0; step < steps; ++step) {
    const std::string that = "S" + std::string(1, static_cast<char>(step < 10 ? '0' + step : 'A' + step - 10)) + "_";
    name += "S_I" + that + that + "E";
  }
  return name;
}

TEST(Demangle, DoesNotSpellOutANameThatGrowsWithoutEnd) {
  EXPECT_EQ(demangle(doubling_name(3)).substr(0, 24), "f(A<int, int>, A<A<int, ");
  EXPECT_EQ(demangle(doubling_name(30)), "f(...)");
}

TEST(Demangle, BoundsTheLengthFromAbove) {
  for (const std::string name : {"_Z10dot_kernelI6float2Li128ELi0E15cublasDotParamsI16cublasGemvTensorIKS0_"
                                 "E30cublasGemvTensorStridedBatchedIS0_EEEvT2_",
                                 "_ZN2ns1kILi3EJiffEEEvPA128_fDpT0_", "_Z1fIZ4mainEUlvE12_EvT_", "_Z4gemmPKfPf"})
    EXPECT_GE(demangled_length_bound(name), demangle(name).size()) << name;
  EXPECT_GE(demangled_length_bound(doubling_name(8)), demangle(doubling_name(5)).size() * 8);
}

}  // namespace demangle_test
}  // namespace whet

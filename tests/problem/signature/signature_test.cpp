#include "problem/signature/signature.h"

#include <gtest/gtest.h>

#include "fixture.h"
#include "problem/signature/c_type.h"

namespace whet {
namespace signature_test {

using test::k_scale_problem;
using test::load_text;

Error error_of(const std::string& parameters) {
  const auto problem = load_text(k_scale_problem, "__global__ void scale(" + parameters + ") {}\n");
  EXPECT_FALSE(problem.ok()) << parameters;
  return problem.ok() ? Error{} : problem.error();
}

bool fits(const std::string& parameters) {
  return load_text(k_scale_problem, "__global__ void scale(" + parameters + ") {}\n").ok();
}

TEST(Signature, ADifferenceIsShownSideBySide) {
  const Error error = error_of("const float* in, float* out, float n");
  EXPECT_EQ(error.what, "kernel `scale` takes 3 parameters, the problem gives 4");
  EXPECT_EQ(error.where, "p/problem.toml:20");
  EXPECT_EQ(error.details,
            "      the problem      the kernel\n"
            "   1  in  f32[] in     const float* in\n"
            "   2  out  f32[] out   float* out\n"
            "   3  n  i32           float n           <- i32 for float\n"
            "   4  factor  f32      -                 <- the kernel takes no such parameter\n");
}

TEST(Signature, WhatFits) {
  EXPECT_TRUE(fits("const float* __restrict__ x, float* y, int count, float f"));
  EXPECT_TRUE(fits("const float4* x, float4* y, unsigned count, const float f"));
  EXPECT_TRUE(fits("const uint4* x, void* y, uint32_t count, float f")) << "wide loads and raw memory";
  EXPECT_TRUE(fits("Span x, T* y, Index count, Real f")) << "types of the program are taken on trust";
}

TEST(Signature, WhatDoesNotFit) {
  EXPECT_TRUE(error_of("const float* x, const float* y, int n, float f").details.find("may not write") !=
              std::string::npos);
  EXPECT_FALSE(fits("const double* x, float* y, int n, float f"));
  EXPECT_FALSE(fits("const int* x, float* y, int n, float f"));
  EXPECT_FALSE(fits("const float* x, float* y, long long n, float f"));
  EXPECT_FALSE(fits("const float* x, float* y, int* n, float f"));
  EXPECT_FALSE(fits("const float* x, float y, int n, float f"));
  EXPECT_FALSE(fits("const float* x, float* y, int n, int f"));
  EXPECT_FALSE(fits("const float* x, float* y, int n"));
  EXPECT_FALSE(fits("const float* x, float* y, int n, float f, int extra = 0"));
}

TEST(Signature, AnotherOrderIsNoticedByTheNames) {
  const Error error = error_of("float* out, const float* in, int n, float factor");
  EXPECT_NE(error.details.find("<- `in` is parameter 2 of the kernel"), std::string::npos) << error.details;
}

TEST(Signature, OfOverloadsTheOneThatFits) {
  const std::string overloads =
      "__global__ void scale(double* x, int n) {}\n"
      "__global__ void scale(const float* x, float* y, int n, float f) {}\n";
  EXPECT_FALSE(load_text(k_scale_problem, overloads).ok()) << "two kernels, none chosen";
  EXPECT_TRUE(load_text("entry = \"scale\"\n" + k_scale_problem, overloads).ok());
}

TEST(Signature, TheCompiledKernelHasTheLastWord) {
  const Problem problem = test::loaded();
  EXPECT_TRUE(check_parameter_bytes(problem, 0, {"scale", {8, 8, 4, 4}}).ok());
  const auto wide = check_parameter_bytes(problem, 0, {"_Z5scalePKfPflf", {8, 8, 8, 4}});
  ASSERT_FALSE(wide.ok());
  EXPECT_EQ(wide.error().what,
            "kernel `scale(float const*, float*, long, float)` takes other parameters than the problem gives");
  EXPECT_NE(wide.error().details.find("8 bytes   <- 4 bytes given"), std::string::npos) << wide.error().details;
  EXPECT_FALSE(check_parameter_bytes(problem, 0, {"scale", {8, 8, 4}}).ok());
}

TEST(CTypes, NamesInAllTheirSpellings) {
  EXPECT_EQ(c_type("unsigned long long int")->element, ElementType::u64);
  EXPECT_EQ(c_type("long unsigned")->element, ElementType::u64);
  EXPECT_EQ(c_type("std::uint8_t")->element, ElementType::u8);
  EXPECT_EQ(c_type("__half2")->lanes, 2);
  EXPECT_EQ(c_type("uchar4")->lanes, 4);
  EXPECT_EQ(c_type("double2")->element, ElementType::f64);
  EXPECT_EQ(c_type("__nv_fp8_e5m2")->element, ElementType::e5m2);
  for (const char* name : {"T", "void", "Point", "float5", "", "cudaTextureObject_t"})
    EXPECT_FALSE(c_type(name)) << name;
}

TEST(Entry, NamesComeInParts) {
  const EntryName entry = parse_entry("void a::(anonymous namespace)::reduce<256, (Mode)1>(float const*, int)");
  EXPECT_EQ(entry.name, "a::reduce");
  EXPECT_EQ(entry.instance, "<256, (Mode)1>");
  EXPECT_EQ(entry.signature, "(float const*, int)");
}

TEST(Entry, TheInstanceOfTheModuleIsFoundByName) {
  const std::vector<ModuleKernel> kernels = {
      {"_Z6reduceILi128EfEvPKT0_PS0_i", {8, 8, 4}}, {"_Z6reduceILi256EfEvPKT0_PS0_i", {8, 8, 4}}, {"plain", {8}}};
  EXPECT_EQ(choose_instance(kernels, "reduce<256,float>")->name, kernels[1].name);
  EXPECT_EQ(choose_instance(kernels, "plain")->name, "plain");
  EXPECT_EQ(choose_instance(kernels, kernels[0].name)->name, kernels[0].name);
  const auto several = choose_instance(kernels, "reduce");
  ASSERT_FALSE(several.ok());
  EXPECT_EQ(several.error().what, "entry `reduce` means 2 kernels");
  EXPECT_NE(several.error().mend.find("reduce<128, float>"), std::string::npos) << several.error().mend;
  const auto none = choose_instance(kernels, "reduce<64,float>");
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().mend.find("instantiated"), std::string::npos);
}

TEST(Entry, HalfHasTwoNames) {
  const std::vector<ModuleKernel> kernels{{"_Z4rowsI6__halffEvPKT_PT0_", {}}};
  EXPECT_TRUE(choose_instance(kernels, "rows<half, float>").ok());
  EXPECT_FALSE(choose_instance(kernels, "rows<float, float>").ok());
}

TEST(Entry, OverloadsAreToldApartByTheirSignature) {
  const std::vector<ModuleKernel> kernels = {{"_Z1kPf", {8}}, {"_Z1kPi", {8}}};
  EXPECT_FALSE(choose_instance(kernels, "k").ok());
  EXPECT_EQ(choose_instance(kernels, "k(int*)")->name, "_Z1kPi");
}

}  // namespace signature_test
}  // namespace whet

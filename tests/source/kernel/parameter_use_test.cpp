#include "source/kernel/parameter_use.h"

#include <gtest/gtest.h>

namespace whet {
namespace parameter_use_test {

std::string use(std::string_view body, std::string_view name = "x") {
  const std::string source = "__global__ void k(float* x, int n) { " + std::string(body) + " }";
  const ParameterUse found = use_of_parameter(source, "k", name);
  return std::string(found.reads ? "r" : "") + (found.writes ? "w" : "") + (found.is_sure ? "" : "?");
}

TEST(ParameterUse, ReadsAndWritesAreToldApart) {
  EXPECT_EQ(use("float a = x[n];"), "r");
  EXPECT_EQ(use("x[n] = 1;"), "w");
  EXPECT_EQ(use("x[n] = x[n + 1] * 2;"), "rw");
  EXPECT_EQ(use("x[n] += 1;"), "rw");
  EXPECT_EQ(use("++x[n];"), "rw");
  EXPECT_EQ(use("x[n] <<= 1;"), "rw");
  EXPECT_EQ(use("if (x[n] == 2) return;"), "r");
  EXPECT_EQ(use("x[n].y = 2;"), "w");
  EXPECT_EQ(use("*x = 2;"), "w");
  EXPECT_EQ(use("float a = *x;"), "r");
  EXPECT_EQ(use("atomicAdd(&x[n], 1.0f);"), "rw");
  EXPECT_EQ(use("atomicAdd(&(x[n]), 1.0f);"), "rw");
  EXPECT_EQ(use("FLOAT4(x[n]) = a;"), "w");
  EXPECT_EQ(use("FLOAT4(x[n]).w += 1;"), "rw");
  EXPECT_EQ(use("float4 a = FLOAT4(x[n]);"), "r");
}

TEST(ParameterUse, WhatGoesElsewhereIsNotSure) {
  EXPECT_EQ(use("float* row = x + n;"), "?");
  EXPECT_EQ(use("helper(x, n);"), "?");
  EXPECT_EQ(use("helper(&x[n]);"), "rw?");
  EXPECT_EQ(use("other.x[n] = 1;"), "");
  EXPECT_FALSE(use_of_parameter("void f();", "k", "x").is_sure);
}

}  // namespace parameter_use_test
}  // namespace whet

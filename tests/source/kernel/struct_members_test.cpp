// N17: a struct that is passed to a kernel by value, read from the source.
#include "source/kernel/struct_members.h"

#include <gtest/gtest.h>

namespace whet {
namespace struct_members_test {

std::string read(std::string_view source) {
  const auto members = find_struct(source, "P");
  if (!members) return "none";
  std::string text;
  for (const StructMember& member : *members) {
    text += member.declared.base + (member.declared.is_pointer() ? "*" : "") + " " + member.declared.name;
    if (member.count > 1) text += "[" + std::to_string(member.count) + "]";
    text += ";";
  }
  return text;
}

TEST(StructMembers, N17TypesNamesArraysAndPointers) {
  EXPECT_EQ(read("struct P { float dt; double mass; };"), "float dt;double mass;");
  EXPECT_EQ(read("typedef struct { unsigned int n; } P;"), "unsigned int n;");
  EXPECT_EQ(read("struct P { float a, b; int box[3][2]; const float *x, *y; };"),
            "float a;float b;int box[6];float* x;float* y;");
  EXPECT_EQ(read("#define N 4\nstruct P { float4 v; half h[N]; float z = 1; };"), "float4 v;half h[4];float z;");
}

TEST(StructMembers, N17WhatHoldsMoreThanDataIsNotRead) {
  EXPECT_EQ(read("struct P : Q { int a; };"), "none");
  EXPECT_EQ(read("struct P { int a : 3; };"), "none");
  EXPECT_EQ(read("struct P { int get() const { return 1; } int a; };"), "none");
  EXPECT_EQ(read("struct P { int a[k]; };"), "none");
  EXPECT_EQ(read("struct Q { int a; };"), "none");
}

}  // namespace struct_members_test
}  // namespace whet

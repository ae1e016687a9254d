#include "vgpu/program/fault_text.h"

#include <gtest/gtest.h>

#include "vgpu/machine/finding.h"

namespace whet::vgpu {
namespace fault_text_test {

// Four instructions: a store on line 12, a load on line 14, a shuffle inlined from the toolkit at line 20, and a
// barrier without a line.
Program program() {
  auto module = std::make_shared<ptx::Module>();
  module->files = {"", "/home/me/kernel.cu", "/usr/local/cuda/include/sm_30_intrinsics.hpp"};
  module->places = {{.file = 1, .line = 12},
                    {.file = 1, .line = 14},
                    {.file = 1, .line = 20},
                    {.file = 2, .line = 99, .inlined_at = 2}};
  ptx::Function function;
  for (const char* opcode : {"st", "ld", "shfl", "bar"}) {
    ptx::Instruction in;
    in.opcode = opcode;
    function.body.push_back(in);
  }
  function.body[0].place = 0, function.body[1].place = 1, function.body[2].place = 3, function.body[3].line = 77;
  module->functions.push_back(function);
  Program program;
  program.origins = {{0, 0}, {0, 1}, {0, 2}, {0, 3}};
  program.shared_variables = {{"_ZZ9transposePfE4tile", 0, 512}, {"_ZZ9transposePfE4sums", 512, 128}};
  program.module = module;
  return program;
}

Fault fault(FaultKind kind, uint32_t instruction) {
  Fault f;
  f.kind = kind;
  f.instruction = instruction;
  f.block = {0, 0, 0};
  f.thread = {3, 0, 0};
  return f;
}

TEST(FaultTexts, ARaceNamesBothSides) {
  Fault race = fault(FaultKind::shared_race, 1);
  race.variable = "tile", race.offset = 12, race.bytes = 4, race.detail = "no barrier between", race.times = 32;
  race.other_instruction = 0, race.other_thread = {2, 0, 0}, race.other_block = {0, 0, 0};
  EXPECT_EQ(
      fault_text(race, program()),
      "race on shared memory at kernel.cu:14: thread (3,0,0) of block (0,0,0) reads `tile` + 12, thread (2,0,0) wrote "
      "it at kernel.cu:12, no barrier between; 31 more like this");
  race.other_block = {7, 0, 0};
  EXPECT_NE(fault_text(race, program()).find("thread (2,0,0) of block (7,0,0) wrote it"), std::string::npos);
}

TEST(FaultTexts, AnAccessOutsideSaysHowFar) {
  Fault outside = fault(FaultKind::out_of_bounds, 0);
  outside.variable = "in", outside.offset = 4104, outside.bytes = 4, outside.detail = outside_text("in", 4104, 4, 4096);
  EXPECT_EQ(
      fault_text(outside, program()),
      "out of bounds at kernel.cu:12: thread (3,0,0) of block (0,0,0) writes 4 bytes, 8 bytes past the end of `in` "
      "(4096 bytes)");
}

TEST(FaultTexts, WithoutAnAccessThereIsOnlyTheThread) {
  EXPECT_EQ(fault_text(fault(FaultKind::trap, 0), program()), "trap at kernel.cu:12: thread (3,0,0) of block (0,0,0)");
}

TEST(SourcePlaces, OfTheToolkitAreThoseOfTheCaller) {
  EXPECT_EQ(source_place(program(), 2), "kernel.cu:20");
}

TEST(SourcePlaces, ThatAreNotKnownGiveThePtxLine) {
  EXPECT_EQ(source_place(program(), 3), "");
  EXPECT_EQ(fault_text(fault(FaultKind::deadlock, 3), program()),
            "deadlock at PTX line 77: thread (3,0,0) of block (0,0,0)");
}

TEST(VariableNames, AreThoseOfTheSource) {
  EXPECT_EQ(variable_name("_ZZ9transposePfE4tile"), "tile");
  EXPECT_EQ(variable_name("_ZN2ns5tableE"), "ns::table");
  EXPECT_EQ(variable_name("in"), "in");
}

TEST(SharedVariables, AreFoundByOffsetOrNearby) {
  const Program p = program();
  EXPECT_EQ(shared_variable_near(p, 511)->offset, 0u);
  EXPECT_EQ(shared_variable_near(p, 512)->offset, 512u);
  EXPECT_EQ(shared_variable_near(p, 9000)->offset, 512u);
  EXPECT_EQ(shared_variable_near(p, 0xfffffffc)->offset, 0u) << "four bytes before the first";
}

TEST(OutsideTexts, SayWhichEnd) {
  EXPECT_EQ(outside_text("tile", -4, 4, 512), "4 bytes before `tile` (512 bytes)");
  EXPECT_EQ(outside_text("tile", 512, 4, 512), "just past the end of `tile` (512 bytes)");
  EXPECT_EQ(outside_text("tile", 508, 16, 512), "reaches 12 bytes past the end of `tile` (512 bytes)");
  EXPECT_EQ(outside_text("", 600, 4, 512), "88 bytes past the end of an allocation (512 bytes)");
}

}  // namespace fault_text_test
}  // namespace whet::vgpu

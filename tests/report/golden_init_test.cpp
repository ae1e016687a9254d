// Golden files of what `whet init` shows.
#include "report/golden.h"
#include "report/run/init_view.h"

namespace whet {
namespace golden_init_test {

using test::expect_golden_view;

ProblemArgument array(const char* name, ElementType type, ArgumentRole role) {
  ProblemArgument argument;
  argument.name = name;
  argument.type = type;
  argument.role = role;
  argument.shape = {{Expression::parse("n").value(), 0}};
  argument.fill.kind = default_fill(type);
  return argument;
}

TEST(GoldenInit, WhatWasAssumedAndWhatIsLeftToFill) {
  InitView view;
  view.kernel = "gather.cu";
  view.entry = "gather";
  view.file = "problem.toml";
  ProblemArgument size;
  size.name = "n";
  size.type = ElementType::i32;
  view.description.problem.arguments = {size, array("in", ElementType::f32, ArgumentRole::in),
                                        array("places", ElementType::i32, ArgumentRole::in),
                                        array("out", ElementType::f32, ArgumentRole::out)};
  view.description.assumed = {"launched as at line 9: grid ceil_div(n, 256), block 256 (--grid, --block)",
                              "n = 131072, where the file has 1048576: checks take less time (--dims n=1048576)"};
  view.description.open = {{"in", "its extent follows from values of `places`"}};
  expect_golden_view("init", view);
}

}  // namespace golden_init_test
}  // namespace whet

#include "write/schedule/split.h"

#include <fmt/format.h>

#include <algorithm>

#include "write/schedule/map.h"
#include "write/schedule/rows.h"
#include "write/schedule/staged_kernel.h"
#include "write/schedule/stages.h"
#include "write/subject/reduction_plan.h"
#include "write/text/kernel_file.h"

namespace whet::write {

namespace {

constexpr int64_t k_combining_threads = 256;
constexpr int64_t k_map_threads = 256;

template <typename Write>
Result<WrittenKernel> write_stages(const Subject& subject, const Stages& stages, const Write& write_reduction,
                                   int64_t vector) {
  std::vector<WrittenKernel> kernels;
  for (size_t i = 0; i < stages.stages.size(); ++i) {
    const Stage& stage = stages.stages[i];
    const Subject part = stages.subject_of(subject, i);
    auto kernel = stage.role == Stage::Role::map ? write_map(part, stage.nest, {k_map_threads, vector, 2})
                                                 : write_reduction(part, stage);
    if (!kernel) return kernel.error();
    kernels.push_back(std::move(*kernel));
  }
  return join_kernels(subject, stages, std::move(kernels));
}

// Whether neighbouring elements of memory belong to different results.
bool runs_across(const Subject& subject, const ReductionPlan& plan) {
  lift::Arena& arena = subject.arena;
  if (plan.rows.empty()) return false;
  for (const PlannedReduction& reduction : plan.phases[0].reductions) {
    for (const Expr load : parts_of_kind(arena, {reduction.body}, lift::Kind::load)) {
      const lift::Node node = arena[load];
      const Motion along = motion(arena, node.args[1], plan.variable, node.bytes);
      const Motion across = motion(arena, node.args[1], plan.rows.back().variable, node.bytes);
      if (across == Motion::unit && along == Motion::strided) return true;
    }
  }
  return false;
}

}  // namespace

Result<WrittenKernel> write_split(const Subject& subject, const Nest& nest, const SplitNumbers& numbers) {
  TRY(plan, plan_reductions(subject, nest));
  if (runs_across(subject, plan)) return bad_input("the reductions run across memory: their columns are split");
  TRY(stages, split_into_stages(subject, nest, {numbers.parts, numbers.threads * numbers.vector, false}));
  const int64_t combining = numbers.parts > 32 ? k_combining_threads : 32;
  const auto write_reduction = [&](const Subject& part, const Stage& stage) {
    const bool is_parts = stage.role == Stage::Role::parts;
    const RowsNumbers of_parts{numbers.threads,   numbers.threads, numbers.vector, numbers.in_flight, 0,
                               nest.space.empty()};
    const RowsNumbers of_results{combining, combining, 1, 2, 0};
    return write_rows(part, stage.nest, is_parts ? of_parts : of_results);
  };
  TRY(kernel, write_stages(subject, stages, write_reduction, numbers.vector));
  kernel.schedule = "split";
  kernel.reason = fmt::format(
      "Split: {} blocks share a row and reduce a part of it each, in packs of kVector elements of which kInFlight are "
      "loaded before one is used; a further kernel combines the parts. The order of a sum is always the same.",
      numbers.parts);
  if (stages.stages.back().role == Stage::Role::map) kernel.reason += " The map that needs the results follows.";
  assemble(subject, kernel);
  return kernel;
}

Result<WrittenKernel> write_split_columns(const Subject& subject, const Nest& nest, const ColumnsNumbers& numbers) {
  TRY(stages, split_into_stages(subject, nest, {numbers.parts, 1, true}));
  // Parts are few: narrow strips make more blocks of them.
  const ColumnsNumbers of_results{k_combining_threads, numbers.lanes, 1, 4};
  const auto write_reduction = [&](const Subject& part, const Stage& stage) {
    const bool is_combined = numbers.parts > 1 && stage.role == Stage::Role::combine;
    return write_columns(part, stage.nest, is_combined ? of_results : numbers);
  };
  TRY(kernel, write_stages(subject, stages, write_reduction, numbers.vector));
  if (numbers.parts > 1) {
    kernel.reason += fmt::format(
        " {} blocks share the rows of a strip of columns; a further kernel combines their parts, so that the order of "
        "a "
        "sum is always the same.",
        numbers.parts);
  }
  if (stages.stages.back().role == Stage::Role::map) kernel.reason += " The map that needs the results follows.";
  assemble(subject, kernel);
  return kernel;
}

}  // namespace whet::write

#include "write/schedule/split_terms.h"

#include <fmt/format.h>

#include "write/schedule/map.h"
#include "write/schedule/staged_kernel.h"
#include "write/schedule/stages.h"
#include "write/subject/contraction_plan.h"
#include "write/subject/inner_part.h"
#include "write/text/kernel_file.h"

namespace whet::write {

namespace {

constexpr MapNumbers k_adding_map{256, 4, 1};

// The sums of the parts as terms of a map.
Nest with_terms(lift::Arena& arena, Nest nest) {
  InnerPart inner(arena, nest.space);
  for (lift::Statement& statement : nest.statements) statement.value = inner.unrolled(statement.value);
  return nest;
}

}  // namespace

Result<WrittenKernel> write_split_terms(const Subject& subject, const Nest& nest, int64_t parts, int64_t granule,
                                        const WriteProduct& write) {
  TRY_VOID(plan_contraction(subject, nest));
  TRY(stages, split_into_stages(subject, nest, {parts, granule, true}));
  std::vector<WrittenKernel> kernels;
  for (size_t i = 0; i < stages.stages.size(); ++i) {
    const Subject part = stages.subject_of(subject, i);
    const Nest& of_stage = stages.stages[i].nest;
    const bool is_sum = stages.stages[i].role == Stage::Role::parts;
    auto kernel = is_sum ? write(part, of_stage) : write_map(part, with_terms(subject.arena, of_stage), k_adding_map);
    if (!kernel) return kernel.error();
    kernels.push_back(std::move(*kernel));
  }
  WrittenKernel joined = join_kernels(subject, stages, std::move(kernels));
  joined.reason += fmt::format(
      " Tiles are too few to fill a GPU: {} blocks share the terms of one, and a further kernel adds up what they "
      "have, "
      "always in the same order.",
      parts);
  assemble(subject, joined);
  return joined;
}

}  // namespace whet::write

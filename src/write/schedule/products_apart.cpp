#include "write/schedule/products_apart.h"

#include <algorithm>

#include "lift/expression/substitute.h"
#include "write/schedule/copied_operands.h"
#include "write/schedule/lined_array.h"
#include "write/text/aligned_scratch.h"
#include "write/text/joined_kernels.h"
#include "write/text/kernel_file.h"

namespace whet::write {

Result<Stages> stages_of_sums(const Subject& subject, const Nest& nest, const ProductsPlan& plan) {
  Stages found;
  found.parameters = subject.parameters;
  found.stages.push_back({Stage::Role::product, nest});
  LinedShape shape{"sum_values", "sum_words", subject.is_double() ? ElementType::f64 : ElementType::f32, nest.space,
                   plan.column};
  std::erase_if(shape.lines, [&](const lift::SpaceIndex& each) { return each.variable == plan.column.variable; });
  lift::Replacements kept;
  for (size_t i = 0; i + 1 < plan.sums.size(); ++i) {
    TRY(load, add_lined_array(subject, shape, plan.sums[i], Stage::Role::sum, found));
    kept[plan.sums[i]] = load;
  }
  Nest& last = found.stages.front().nest;
  last.has_map = false;
  for (lift::Statement& each : last.statements) each.value = lift::substitute(subject.arena, each.value, kept);
  return found;
}

Result<WrittenKernel> write_products_apart(const Subject& subject, const Nest& nest,
                                           const ProductsApartNumbers& numbers) {
  TRY(plan, plan_products(subject, nest));
  TRY(stages, stages_of_sums(subject, nest, plan));
  std::vector<Subject> subjects;
  for (size_t i = 0; i < stages.stages.size(); ++i) subjects.push_back(subject_of_stage(subject, stages, i));
  std::vector<KernelPart> parts;
  for (size_t i = 1; i < stages.stages.size(); ++i) {
    TRY(kernel, write_product_stage(subjects[i], stages.stages[i].nest, numbers.sums));
    parts.push_back({subjects[i], std::move(kernel)});
  }
  TRY(last, write_product_stage(subjects[0], stages.stages[0].nest, numbers.last));
  const std::string reason = last.reason;
  parts.push_back({subjects[0], std::move(last)});
  TRY(kernel, joined(std::move(parts), SameConstants::shared));
  kernel.schedule = "products_apart";
  kernel.reason =
      "Products, apart: a kernel for each sum. All but the last leave theirs in scratch memory; the last one reads "
      "them "
      "where it stores results. Numbers that differ between them have names of their own. " +
      reason;
  for (const WrittenScratch& sums : stages.scratch) {
    kernel.scratch.push_back(sums);
    align_scratch(kernel, sums.name, static_cast<int64_t>(bytes_of(*parse_element_type(sums.type))));
  }
  assemble(subject, kernel);
  return kernel;
}

}  // namespace whet::write

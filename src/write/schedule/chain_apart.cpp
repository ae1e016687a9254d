#include "write/schedule/chain_apart.h"

#include "write/schedule/copied_operands.h"
#include "write/schedule/products_apart.h"
#include "write/text/aligned_scratch.h"
#include "write/text/joined_kernels.h"
#include "write/text/kernel_file.h"

namespace whet::write {

Result<Stages> stages_of_chain(const Subject& subject, const Nest& nest, const ChainPlan& plan,
                               std::optional<ElementType> hidden_type) {
  return stages_with_lines(subject, nest, plan.outer, {plan.is_left, !plan.is_left}, hidden_type);
}

namespace {

Result<WrittenKernel> write_hidden(const Subject& subject, const Nest& nest, const StageNumbers& numbers) {
  const bool has_sums = plan_products(subject, nest).ok();
  return has_sums ? write_products_apart(subject, nest, {numbers, numbers})
                  : write_product_stage(subject, nest, numbers);
}

}  // namespace

Result<WrittenKernel> write_chain_apart(const Subject& subject, const Nest& nest, const ChainApartNumbers& numbers) {
  TRY(plan, plan_chain(subject, nest));
  const auto rounded = numbers.rounds ? plan.rounded : std::nullopt;
  if (numbers.rounds && !rounded) return bad_input("hidden values that the class does not allow to be rounded");
  TRY(stages, stages_of_chain(subject, nest, plan, rounded));
  const Subject outer = subject_of_stage(subject, stages, 0), hidden = subject_of_stage(subject, stages, 1);
  TRY(of_hidden, write_hidden(hidden, stages.stages[1].nest, numbers.hidden));
  TRY(of_outer, write_product_stage(outer, stages.stages[0].nest, numbers.outer));
  const std::string reason = of_hidden.reason;
  std::vector<KernelPart> parts{{hidden, std::move(of_hidden)}, {outer, std::move(of_outer)}};
  TRY(kernel, joined(std::move(parts)));
  kernel.schedule = "chain_apart";
  kernel.reason =
      "Chain of products, apart: a kernel computes the hidden values, each once, and another one multiplies them from "
      "scratch memory. Numbers of the second have names of their own. " +
      reason;
  const WrittenScratch& values = stages.scratch.front();
  kernel.scratch.push_back(values);
  align_scratch(kernel, values.name, static_cast<int64_t>(bytes_of(*parse_element_type(values.type))));
  assemble(subject, kernel);
  return kernel;
}

}  // namespace whet::write

#include "write/instruction_set.h"

#include <algorithm>
#include <iterator>

namespace whet::write {

namespace {

bool has_own_instructions(const WrittenKernel& kernel) {
  return !kernel.architecture.empty();
}

}  // namespace

void fit_to(const Architecture& architecture, WrittenKernels& written) {
  const auto is_of_another = [&](const WrittenKernel& kernel) {
    return has_own_instructions(kernel) && kernel.architecture != architecture.name();
  };
  std::erase_if(written.kernels, is_of_another);
  std::erase_if(written.further, is_of_another);
  // Those of tensor cores before them are for every GPU, and so are others of the same schedule. What is likelier than
  // any product, as for few rows, stays first.
  auto first = std::find_if(written.kernels.begin(), written.kernels.end(), has_own_instructions);
  const std::string schedule = first == written.kernels.end() ? "" : first->schedule;
  const auto gives_way = [&](const WrittenKernel& kernel) {
    return kernel.schedule == "tensor" || kernel.schedule == schedule;
  };
  while (first != written.kernels.begin() && gives_way(*std::prev(first))) --first;
  std::stable_partition(first, written.kernels.end(), has_own_instructions);
}

}  // namespace whet::write

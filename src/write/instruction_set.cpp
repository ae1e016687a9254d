#include "write/instruction_set.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace whet::write {

namespace {

struct OwnInstructions {
  std::string_view schedule;
  Architecture architecture;
};

constexpr std::array k_own_instructions = {OwnInstructions{"bulk", {90, 'a'}}, OwnInstructions{"warpgroup", {90, 'a'}}};

const OwnInstructions* own_instructions(const WrittenKernel& kernel) {
  const auto found = std::find_if(k_own_instructions.begin(), k_own_instructions.end(),
                                  [&](const OwnInstructions& each) { return each.schedule == kernel.schedule; });
  return found == k_own_instructions.end() ? nullptr : &*found;
}

}  // namespace

void fit_to(const Architecture& architecture, WrittenKernels& written) {
  const auto is_of_another = [&](const WrittenKernel& kernel) {
    const OwnInstructions* const own = own_instructions(kernel);
    return own && !(own->architecture == architecture);
  };
  std::erase_if(written.kernels, is_of_another);
  std::erase_if(written.further, is_of_another);
  // Those of tensor cores before them are for every GPU. What is likelier than any product, as for few rows, stays
  // first.
  auto first = std::find_if(written.kernels.begin(), written.kernels.end(), own_instructions);
  while (first != written.kernels.begin() && std::prev(first)->schedule == "tensor") --first;
  std::stable_partition(first, written.kernels.end(), own_instructions);
}

}  // namespace whet::write

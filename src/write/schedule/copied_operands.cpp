#include "write/schedule/copied_operands.h"

#include <algorithm>

#include "write/schedule/staged_kernel.h"
#include "write/schedule/tiles.h"
#include "write/text/kernel_file.h"

namespace whet::write {

Subject subject_of_stage(const Subject& subject, const Stages& stages, size_t stage) {
  Subject part = stages.subject_of(subject, stage);
  part.words.number = [known = subject.words.number, parameters = stages.parameters](
                          int parameter, int offset) -> std::optional<std::string> {
    if (static_cast<size_t>(parameter) >= parameters.size()) return std::nullopt;
    const std::string& formula = parameters[static_cast<size_t>(parameter)].formula;
    return formula.empty() ? known(parameter, offset) : std::optional("(" + formula + ")");
  };
  return part;
}

namespace {

constexpr TilesNumbers k_copying_tiles{128, 64, 4};

Result<WrittenKernel> write_copy(const Subject& subject, const Nest& nest, const MapNumbers& numbers) {
  auto tiled = write_tiles(subject, nest, k_copying_tiles);
  return tiled ? std::move(tiled) : write_map(subject, nest, numbers);
}

}  // namespace

Result<WrittenKernel> write_after_copies(const Subject& subject, const Stages& stages, const WriteProduct& write,
                                         const MapNumbers& numbers, const std::string& reason) {
  std::vector<WrittenKernel> kernels;
  for (size_t i = 0; i < stages.stages.size(); ++i) {
    const Subject part = subject_of_stage(subject, stages, i);
    auto kernel = i == 0 ? write(part, stages.stages[i].nest) : write_copy(part, stages.stages[i].nest, numbers);
    if (!kernel) return kernel.error();
    kernels.push_back(std::move(*kernel));
  }
  const auto of_product = static_cast<ptrdiff_t>(kernels.front().launches.size());
  const std::vector<WrittenScratch> scratch = kernels.front().scratch;
  WrittenKernel joined = join_kernels(subject, stages, std::move(kernels));
  joined.scratch.insert(joined.scratch.end(), scratch.begin(), scratch.end());
  std::rotate(joined.launches.begin(), joined.launches.begin() + of_product, joined.launches.end());
  joined.reason += " " + reason;
  assemble(subject, joined);
  return joined;
}

}  // namespace whet::write

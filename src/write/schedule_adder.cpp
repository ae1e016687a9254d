#include "write/schedule_adder.h"

namespace whet::write {

bool is_among(const WrittenKernel& kernel, const std::vector<WrittenKernel>& kernels) {
  return std::any_of(kernels.begin(), kernels.end(), [&](const WrittenKernel& known) {
    return known.source == kernel.source && known.sidecar() == kernel.sidecar();
  });
}

}  // namespace whet::write

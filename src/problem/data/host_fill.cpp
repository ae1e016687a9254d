#include "problem/data/host_elements.h"

namespace whet {

void make_fill(const HostArray& array) {
  make_elements(array, [](const ArrayFormula& content, const auto& use) { formula::with_fill(content, use); });
}

}  // namespace whet

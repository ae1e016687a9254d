#include "problem/data/host_elements.h"

namespace whet {

void make_variant(const HostArray& array) {
  make_elements(array, [](const ArrayFormula& content, const auto& use) { formula::with_variant(content, use); });
}

}  // namespace whet

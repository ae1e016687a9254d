#include "problem/data/host_elements.h"

namespace whet {

void make_edit(const HostArray& array) {
  make_elements(array, [](const ArrayFormula& content, const auto& use) { formula::with_edit(content, use); });
}

}  // namespace whet

#include "problem/data/host_elements.h"

namespace whet {

void make_pieces(const HostArray& array) {
  make_elements(array, [](const ArrayFormula& content, const auto& use) { formula::with_pieces(content, use); });
}

}  // namespace whet

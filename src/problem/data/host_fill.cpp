#include "problem/data/host_elements.h"

namespace whet {

void make_fill(const HostArray& array) {
  make_elements(array, [](const ArrayFormula& content, const auto& use) { formula::with_fill(content, use); });
}

std::string every_of_fill(const ArrayRecipe& fill, uint64_t step) {
  const uint64_t count = (fill.formula.count + step - 1) / step;
  std::string bytes(count * bytes_of(fill.type), '\0');
  with_codec(fill.type, [&](auto codec) {
    using Codec = decltype(codec);
    const formula::Sources<Codec> from{nullptr, nullptr, fill.tables.data()};
    formula::with_fill(fill.formula, [&](const auto& content) {
      for (uint64_t i = 0; i < count; ++i) {
        const typename Codec::Stored element =
            formula::stored_as<Codec>(content.at(from, content.place(from, i * step), i * step));
        std::memcpy(bytes.data() + i * sizeof element, &element, sizeof element);
      }
    });
  });
  return bytes;
}

}  // namespace whet

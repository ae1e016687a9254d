#include "write/access_widths.h"

#include <algorithm>

namespace whet::write {

AccessWidths widths_of(const Subject& subject, const Nest& nest) {
  AccessWidths widths;
  const auto note = [&](int64_t bytes) {
    widths.widest = std::max(widths.widest, bytes);
    widths.narrowest = std::min(widths.narrowest, bytes);
  };
  for (const lift::Statement& statement : nest.statements) {
    note(statement.bytes);
    for (const Expr load : parts_of_kind(subject.arena, {statement.value}, lift::Kind::load))
      note(subject.arena[load].bytes);
  }
  return widths;
}

std::vector<int64_t> pack_lengths(const AccessWidths& widths) {
  std::vector<int64_t> list{k_widest_word / widths.widest};
  for (const int64_t more : {k_widest_word / widths.narrowest, int64_t{1}}) {
    if (std::find(list.begin(), list.end(), more) == list.end()) list.push_back(more);
  }
  return list;
}

}  // namespace whet::write

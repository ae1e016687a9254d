#include "write/schedule/wide_packs.h"

#include <fmt/format.h>

#include <algorithm>

#include "util/text.h"

namespace whet::write {

std::string WidePacks::of(Expr array, Expr offset, int bytes, Expr inner) {
  if (vector_ == 1) return "false";
  const auto conditions = pack_conditions(subject_, array, offset, bytes, inner, vector_, text_, constant_);
  if (!conditions) return "false";
  for (const std::string& condition : *conditions) {
    if (std::find(conditions_.begin(), conditions_.end(), condition) == conditions_.end())
      conditions_.push_back(condition);
  }
  return name_;
}

void WidePacks::declare(Lines& lines) const {
  if (!conditions_.empty()) lines.add(fmt::format("const bool {} = {};", name_, join(conditions_, " && ")));
}

}  // namespace whet::write

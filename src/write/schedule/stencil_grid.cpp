#include "write/schedule/stencil_grid.h"

#include <fmt/format.h>

#include "util/text.h"

namespace whet::write {

void StencilGrid::write_counts(Lines& lines, CudaExpression& text) const {
  lines.add(fmt::format("const long long count_across = {};", text.integer(plan_.across.count)));
  lines.add("const long long packs = (kLead + count_across + kVector - 1) / kVector;");
  lines.add("const long long tiles_across = (packs + kLanes - 1) / kLanes;");
  std::vector<std::string> counts{"count_across"};
  if (plan_.march) {
    counts.push_back("count_march");
    lines.add(fmt::format("const long long count_march = {};", text.integer(plan_.march->count)));
    lines.add("const long long groups = (count_march + kRows - 1) / kRows;");
  }
  if (has_others() || plan_.march) {
    const std::string down = has_others() ? text.integer(plan_.others.back().count) : "groups";
    lines.add(fmt::format("const long long count_down = {};", down));
    lines.add("const long long tiles_down = (count_down + kDown - 1) / kDown;");
    counts.push_back("count_down");
  }
  for (std::string& count : counts) count += " <= 0";
  lines.add(fmt::format("if ({}) return;", join(counts, " || ")));
}

void StencilGrid::write_indices(Lines& lines, CudaExpression& text) const {
  const bool is_flat = !has_others() && !plan_.march;
  lines.add(fmt::format("const long long across = {} * kLanes + threadIdx.x % kLanes;",
                        is_flat ? "(long long)blockIdx.x" : "modulo(blockIdx.x, tiles_across)"));
  const std::string rest = "divide(blockIdx.x, tiles_across)";
  if (is_flat) {
    lines.add("const bool is_idle = across >= packs;");
  } else {
    lines.add(fmt::format("const long long down = {} * kDown + threadIdx.x / kLanes;",
                          has_others() ? "modulo(" + rest + ", tiles_down)" : rest));
    lines.add("const bool is_idle = across >= packs || down >= count_down;");
  }
  if (has_others()) write_other_indices(fmt::format("divide({}, tiles_down)", rest), lines, text);
  if (!has_others() && plan_.march) lines.add("const long long i = down * kRows;");
  lines.add("const long long j = across * kVector;");
}

void StencilGrid::write_other_indices(const std::string& rest, Lines& lines, CudaExpression& text) const {
  const auto names = index_names(plan_.others.size() + 2);
  const std::vector<lift::SpaceIndex> outer(plan_.others.begin(), plan_.others.end() - 1);
  lines.add(fmt::format("const long long {} = down;", names.back()));
  text.bind(plan_.others.back().variable, names.back());
  const std::string group = outer.empty() ? rest : fmt::format("modulo({}, groups)", rest);
  if (plan_.march) lines.add(fmt::format("const long long i = {} * kRows;", group));
  write_row_indices(outer, {names.begin() + 2, names.end() - 1}, fmt::format("divide({}, groups)", rest), lines, text);
}

Result<std::string> StencilGrid::formula(const Subject& subject) const {
  TRY(width, count_formula(subject, {plan_.across}));
  const int64_t lead = plan_.lead, down = numbers_.threads / numbers_.lanes;
  std::string grid = fmt::format("max(0, ceil_div({} + {}, {}))", width, lead, numbers_.lanes * numbers_.vector);
  if (!plan_.march) return "max(1, " + grid + ")";
  TRY(march, count_formula(subject, {*plan_.march}));
  if (!has_others()) return fmt::format("max(1, {} * max(0, ceil_div({}, {})))", grid, march, rows() * down);
  TRY(last, count_formula(subject, {plan_.others.back()}));
  grid += fmt::format(" * max(0, ceil_div({}, {})) * max(0, ceil_div({}, {}))", march, rows(), last, down);
  TRY(others, count_formula(subject, {plan_.others.begin(), plan_.others.end() - 1}));
  return fmt::format("max(1, {} * max(0, {}))", grid, others);
}

}  // namespace whet::write

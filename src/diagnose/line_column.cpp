#include "diagnose/line_column.h"

#include <algorithm>

namespace whet {

namespace {

struct NamedColumn {
  std::string_view name;
  LineColumn value;
};
using L = const LineCounts&;
constexpr NamedColumn k_columns[] = {
    {"instructions", [](L l) { return l.warps; }},
    {"load_excess", [](L l) { return l.load_excess; }},
    {"store_excess", [](L l) { return l.store_excess; }},
    {"sectors", [](L l) { return l.sectors; }},
    {"bank_conflicts", [](L l) { return l.wavefronts - l.ideal_wavefronts; }},
    {"local", [](L l) { return l.local_sectors; }},
    {"atomics", [](L l) { return l.atomics; }},
    {"diverged", [](L l) { return l.diverged; }},
    {"barriers", [](L l) { return l.barriers; }},
    {"fp64", [](L l) { return l.fp64; }},
    {"special", [](L l) { return l.special; }},
    {"divisions", [](L l) { return l.divisions; }},
};

}  // namespace

LineColumn find_line_column(std::string_view name) {
  for (const NamedColumn& column : k_columns) {
    if (column.name == name) return column.value;
  }
  return nullptr;
}

std::vector<std::string> line_column_names() {
  std::vector<std::string> names;
  for (const NamedColumn& column : k_columns) names.emplace_back(column.name);
  return names;
}

const LineCounts* worst_line(const CountedLines& counted, std::string_view column) {
  const LineColumn value = find_line_column(column);
  if (!value) return nullptr;
  const auto worst = std::max_element(counted.lines.begin(), counted.lines.end(),
                                      [&](const auto& a, const auto& b) { return value(a) < value(b); });
  return worst == counted.lines.end() || value(*worst) <= 0 ? nullptr : &*worst;
}

}  // namespace whet

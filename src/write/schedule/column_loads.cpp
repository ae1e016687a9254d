#include "write/schedule/column_loads.h"

#include <fmt/format.h>

#include <algorithm>

namespace whet::write {

std::vector<ColumnLoad> ColumnLoads::choose(const std::vector<Expr>& roots,
                                            const std::vector<lift::SpaceIndex>* only_pass) {
  std::vector<ColumnLoad> loads;
  for (const Expr load : unconditional_loads(arena_, roots)) {
    const lift::Node node = arena_[load];
    const Motion across = motion(arena_, node.args[1], column_, node.bytes);
    const bool is_fixed = !arena_.contains(node.args[1], inner_);
    if ((across != Motion::unit && across != Motion::none) || (across == Motion::none && is_fixed)) continue;
    if (!parts_of_kind(arena_, {node.args[1]}, lift::Kind::load).empty()) continue;
    const std::string name = text_.fresh(subject_.parameter(node.args[0]).name + "_in");
    const auto leads_elsewhere = [&](const lift::SpaceIndex& index) {
      return arena_.contains(node.args[1], index.variable);
    };
    const bool is_once = only_pass && std::all_of(only_pass->begin(), only_pass->end(), leads_elsewhere);
    loads.push_back({load, across == Motion::unit, is_fixed, is_once && !is_fixed, name, "false"});
    if (loads.back().is_pack) loads.back().is_wide = wide_.of(node.args[0], node.args[1], node.bytes, column_);
  }
  return loads;
}

void ColumnLoads::write_fixed(const std::vector<ColumnLoad>& loads, const std::string& length) {
  const size_t before = text_.mark();
  text_.bind(column_, "column");
  for (const ColumnLoad& load : loads) {
    if (!load.is_fixed) continue;
    lines_.add(fmt::format("const Pack<{}, kVector> {} = {}<kVector>({}, {} > 0 ? valid : 0, {});", type_of(load),
                           load.name, text_.pack_load(arena_[load.load].bytes), address(arena_[load.load]), length,
                           load.is_wide));
  }
  text_.release(before);
}

void ColumnLoads::write_rows(const std::vector<ColumnLoad>& loads, const std::string& length,
                             const std::string& in_flight) {
  if (std::all_of(loads.begin(), loads.end(), [](const ColumnLoad& load) { return load.is_fixed; })) return;
  for (const ColumnLoad& load : loads) {
    if (load.is_fixed) continue;
    lines_.add(load.is_pack ? fmt::format("Pack<{}, kVector> {}[{}];", type_of(load), load.name, in_flight)
                            : fmt::format("{} {}[{}];", type_of(load), load.name, in_flight));
  }
  lines_.add("#pragma unroll");
  lines_.open(fmt::format("for (int s = 0; s < {}; ++s)", in_flight));
  lines_.add("const long long k = start + s * kSlices;");
  const size_t before = text_.mark();
  text_.bind(inner_, "k");
  text_.bind(column_, "column");
  for (const ColumnLoad& load : loads) {
    if (load.is_fixed) continue;
    const lift::Node node = arena_[load.load];
    const std::string from = address(node);
    lines_.add(load.is_pack ? fmt::format("{}[s] = {}<kVector>({}, k < {} ? valid : 0, {});", load.name,
                                          text_.pack_load(node.bytes, load.is_once), from, length, load.is_wide)
                            : fmt::format("{}[s] = k < {} ? *({}) : {};", load.name, length, from,
                                          zero_of(subject_.parameter(node.args[0]).type)));
  }
  text_.release(before);
  lines_.close();
}

void ColumnLoads::bind(const std::vector<ColumnLoad>& loads) {
  for (const ColumnLoad& load : loads)
    text_.bind(load.load, load.name + (load.is_fixed ? "" : "[s]") + (load.is_pack ? ".at[e]" : ""));
}

}  // namespace whet::write

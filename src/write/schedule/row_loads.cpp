#include "write/schedule/row_loads.h"

#include <fmt/format.h>

#include <algorithm>

namespace whet::write {

using lift::Node;

// Loads along the row that are made in any case.
std::vector<Expr> RowLoads::packs(const std::vector<Expr>& roots) const {
  std::vector<Expr> found;
  for (const Expr load : unconditional_loads(arena_, roots)) {
    const Node node = arena_[load];
    const bool is_pack = motion(arena_, node.args[1], plan_.variable, node.bytes) == Motion::unit;
    if (is_pack && !changes_within_row(node.args[1])) found.push_back(load);
  }
  return found;
}

// Whether loads in the offset do: those of a row alone are held.
bool RowLoads::changes_within_row(Expr offset) const {
  const auto loads = parts_of_kind(arena_, {offset}, lift::Kind::load);
  return std::any_of(loads.begin(), loads.end(), [&](Expr load) { return arena_.contains(load, plan_.variable); });
}

bool RowLoads::is_read_once(Expr load) const {
  if (plan_.map || plan_.phases.size() > 1) return false;
  const auto leads_elsewhere = [&](const lift::SpaceIndex& row) {
    return arena_.contains(arena_[load].args[1], row.variable);
  };
  if (!std::all_of(plan_.rows.begin(), plan_.rows.end(), leads_elsewhere)) return false;
  const auto all = parts_of_kind(arena_, plan_.bodies(), lift::Kind::load);
  return std::none_of(all.begin(), all.end(),
                      [&](Expr other) { return other != load && arena_[other].args[0] == arena_[load].args[0]; });
}

void RowLoads::choose(WidePacks& wide) {
  std::vector<Expr> roots = plan_.bodies();
  if (plan_.map) {
    const auto more = plan_.stored();
    roots.insert(roots.end(), more.begin(), more.end());
  }
  for (const Expr load : packs(roots)) {
    const Node node = arena_[load];
    const std::string is_wide = wide.of(node.args[0], node.args[1], node.bytes, plan_.variable);
    loads_.push_back({load, text_.fresh(subject_.parameter(node.args[0]).name + "_in"), is_wide});
    hold_for_row({node.args[1]});
  }
}

void RowLoads::hold_for_row(const std::vector<Expr>& roots) {
  for (const Expr load : unconditional_loads(arena_, roots)) {
    const Node node = arena_[load];
    if (text_.bound(load) || arena_.contains(load, plan_.variable)) continue;
    const SubjectParameter& array = subject_.parameter(node.args[0]);
    const std::string name = text_.fresh(array.name + "_row");
    lines_.add(fmt::format("const {} {} = is_row ? *({}) : {};", cuda_name(array.type), name,
                           text_.address(node.args[0], node.args[1], node.bytes), zero_of(array.type)));
    text_.bind(load, name);
  }
}

std::vector<RowLoad> RowLoads::in(const std::vector<Expr>& roots) const {
  std::vector<RowLoad> found;
  const auto needed = packs(roots);
  for (const RowLoad& load : loads_) {
    if (std::find(needed.begin(), needed.end(), load.load) != needed.end()) found.push_back(load);
  }
  return found;
}

void RowLoads::declare(const RowLoad& load, const char* count) {
  const ElementType type = subject_.parameter(arena_[load.load].args[0]).type;
  lines_.add(fmt::format("Pack<{}, kVector> {}[{}];", cuda_name(type), load.name, count));
}

void RowLoads::write(const RowLoad& load, const std::string& place, const std::string& length) {
  const Node node = arena_[load.load];
  const size_t before = text_.mark();
  text_.bind(plan_.variable, "k");
  lines_.add(fmt::format("{}[{}] = {}<kVector>({}, {} - k, {});", load.name, place,
                         text_.pack_load(node.bytes, is_read_once(load.load)),
                         text_.address(node.args[0], node.args[1], node.bytes), length, load.is_wide));
  text_.release(before);
}

void RowLoads::write_held(const std::string& length) {
  const auto held = in(plan_.bodies());
  for (const RowLoad& load : held) declare(load, "kHeld");
  lines_.add("#pragma unroll");
  lines_.open("for (int p = 0; p < kHeld; ++p)");
  lines_.add("const long long k = (lane + p * kLanes) * kVector;");
  for (const RowLoad& load : held) write(load, "p", length);
  lines_.close();
}

void RowLoads::open_held(const std::vector<RowLoad>& loads, const std::string& length) {
  lines_.add("#pragma unroll");
  lines_.open("for (int p = 0; p < kHeld; ++p)");
  lines_.add("const long long k = (lane + p * kLanes) * kVector;");
  const auto held = in(plan_.bodies());
  for (const RowLoad& load : loads) {
    const bool is_there = std::any_of(held.begin(), held.end(), [&](const RowLoad& h) { return h.load == load.load; });
    if (!is_there) declare(load, "1"), write(load, "0", length);
    text_.bind(load.load, fmt::format("{}[{}].at[e]", load.name, is_there ? "p" : "0"));
  }
}

void RowLoads::open_in_flight(const std::vector<RowLoad>& loads, const std::string& length) {
  const auto open_packs = [&] {
    lines_.add("#pragma unroll");
    lines_.open("for (int s = 0; s < kInFlight; ++s)");
    lines_.add("const long long k = start + s * (kLanes * kVector);");
  };
  lines_.open(
      fmt::format("for (long long start = lane * kVector; start < {}; start += kLanes * kVector * kInFlight)", length));
  for (const RowLoad& load : loads) declare(load, "kInFlight");
  if (!loads.empty()) {
    open_packs();
    for (const RowLoad& load : loads) write(load, "s", length);
    lines_.close();
  }
  open_packs();
  for (const RowLoad& load : loads) text_.bind(load.load, load.name + "[s].at[e]");
}

}  // namespace whet::write

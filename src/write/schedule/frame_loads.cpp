// ContractionFrame: loads of the map after the sum that come before several packs of results.
#include <fmt/format.h>

#include <algorithm>

#include "write/schedule/contraction_frame.h"

namespace whet::write {

namespace {

constexpr int64_t k_most_registers_ahead = 32;  // of a thread, beside its sums

}  // namespace

// Whether the operand's own index, or a part of it, changes the place of the load.
bool ContractionFrame::depends_on(const ContractionOperand& operand, Expr load) const {
  return arena_.contains(load, operand.own.variable) ||
         std::any_of(operand.parts.begin(), operand.parts.end(),
                     [&](const lift::SpaceIndex& part) { return arena_.contains(load, part.variable); });
}

std::string_view ContractionFrame::type_of(Expr load) const {
  return cuda_name(subject_.parameter(arena_[load].args[0]).type);
}

bool ContractionFrame::has_row_loads() const {
  return std::any_of(loads_.begin(), loads_.end(), [](const HeldLoad& each) { return each.is_of_row; });
}

int64_t ContractionFrame::packs_ahead(int64_t most) const {
  if (loads_.empty()) return 0;
  int64_t registers = 0;
  for (const HeldLoad& each : loads_)
    registers += wide_.vector() * arena_[each.load].bytes / 4 * (each.is_of_row ? 2 : 1);
  int64_t ahead = most;
  while (ahead > 1 && ahead * registers > k_most_registers_ahead) ahead /= 2;
  return ahead;
}

// "bias_in[p / 4 % kAhead]"
std::string ContractionFrame::slot(const HeldLoad& each) const {
  const std::string pack = units() == 1 ? "p" : fmt::format("p / {}", units());
  return fmt::format("{}[{} % kAhead{}]", each.name, pack, each.is_of_row ? " * 2 + s" : "");
}

void ContractionFrame::declare_loads() {
  for (const HeldLoad& each : loads_)
    lines_.add(fmt::format("HeldWords<{}, kVector> {}[{}];", type_of(each.load), each.name,
                           each.is_of_row ? "2 * kAhead" : "kAhead"));
}

void ContractionFrame::write_column_loads() {
  write_loads_ahead(false);
}

void ContractionFrame::write_row_loads() {
  write_loads_ahead(true);
}

void ContractionFrame::write_loads_ahead(bool are_of_rows) {
  const size_t before = text_.mark();
  text_.bind(plan_.column().variable, "j");
  if (are_of_rows) {
    text_.bind(plan_.row().variable, "i");
    write_parts(plan_.left, "i");
    for (const FixedLoad& each : fixed_) text_.bind(each.load, each.name + "[s]");
  }
  for (const HeldLoad& each : loads_) {
    if (each.is_of_row != are_of_rows) continue;
    const lift::Node node = arena_[each.load];
    lines_.add(fmt::format("{}{} = load_words<kVector>({}, count_across - j, {});",
                           are_of_rows ? "if (i < count_down) " : "", slot(each),
                           text_.address(node.args[0], node.args[1], node.bytes), each.is_wide));
  }
  text_.release(before);
}

void ContractionFrame::declare_fixed_loads() {
  for (const FixedLoad& each : fixed_) lines_.add(fmt::format("{} {}[2] = {{}};", type_of(each.load), each.name));
}

void ContractionFrame::write_fixed_loads() {
  const size_t before = text_.mark();
  text_.bind(plan_.row().variable, "i");
  lines_.open("if (i < count_down)");
  write_parts(plan_.left, "i");
  for (const FixedLoad& each : fixed_) {
    const lift::Node node = arena_[each.load];
    lines_.add(fmt::format("{}[s] = *({});", each.name, text_.address(node.args[0], node.args[1], node.bytes)));
  }
  lines_.close();
  text_.release(before);
}

}  // namespace whet::write

#include "write/schedule/mapped_operand.h"

#include <fmt/format.h>

#include "lift/expression/polynomial.h"

namespace whet::write {

using lift::Node;

namespace {

constexpr size_t k_most_steps = 3;  // a map has five dimensions, two of them in a matrix

// As tensormap.replace numbers types. Copies are rounded already: those as tf32 are rounded on the way.
const char* element_text(const MappedOperand& each) {
  if (each.type == ElementType::f32) return each.has_place ? "kMapTf32" : "kMapFloat";
  return each.type == ElementType::f16 ? "kMapHalf" : "kMapBfloat";
}

Result<void> check_steps(const MappedOperand& found) {
  if (found.steps.size() > k_most_steps) return bad_input("bulk copies have no form for batches of so many indices");
  return {};
}

}  // namespace

std::string MappedOperand::map() const {
  if (is_left()) return k_maps;
  return names.side == "further" ? fmt::format("{} + 2 * kMapBytes", k_maps) : fmt::format("{} + kMapBytes", k_maps);
}

Result<MappedOperand> mapped_operand(const Subject& subject, const ContractionPlan& plan, const ChunkedOperand& each) {
  lift::Arena& arena = subject.arena;
  const bool along_terms = each.operand.along_terms;
  const lift::SpaceIndex &own = each.operand.own, terms{plan.term, plan.count};
  const lift::SpaceIndex &inner = along_terms ? terms : own, &outer = along_terms ? own : terms;
  const auto along = lift::linear_in(arena, arena[*each.operand.plain].args[1], inner.variable);
  const auto across = along ? lift::linear_in(arena, along->rest, outer.variable) : std::nullopt;
  if (!across) return bad_input("bulk copies have no form for operands that are no matrices");
  const ElementType type = subject.parameter(arena[*each.operand.plain].args[0]).type;
  MappedOperand found{each, across->rest, across->coefficient, inner.count, outer.count, {}, type, along_terms};
  for (const lift::SpaceIndex& index : plan.batch) {
    const auto step = lift::linear_in(arena, found.from, index.variable);
    const bool is_matrix = step && !arena.contains(found.stride, index.variable);
    if (!is_matrix) return bad_input("bulk copies have no form for batches whose matrices are not evenly apart");
    if (arena.contains(found.from, index.variable)) found.steps.push_back({index, step->coefficient});
    found.from = step->rest;
  }
  TRY_VOID(check_steps(found));
  return found;
}

Result<MappedOperand> tf32_operand(const Subject& subject, const ContractionPlan& plan, const ChunkedOperand& each) {
  lift::Arena& arena = subject.arena;
  const ContractionOperand& operand = each.operand;
  if (operand.is_plain() && operand.along_terms) {
    auto mapped = mapped_operand(subject, plan, each);
    if (mapped && mapped->type == ElementType::f32) return mapped;
  }
  const Expr nowhere = lift::integer(arena, 0);
  MappedOperand found{each, nowhere, nowhere, plan.count, operand.own.count, {}, ElementType::f32, true, false};
  for (const lift::SpaceIndex& index : plan.batch) {
    if (arena.contains(each.operand.value, index.variable)) found.steps.push_back({index, nowhere});
  }
  TRY_VOID(check_steps(found));
  return found;
}

std::string MapText::address(const MappedOperand& each) {
  const Node node = arena_[*each.names.operand.plain];
  return text_.address(node.args[0], each.from, node.bytes);
}

std::string MapText::of_stride(Expr stride) {
  return fmt::format("is_map_stride({})", text_.integer(stride));
}

std::vector<std::string> MapText::is_aligned(const MappedOperand& each) {
  std::vector<std::string> all{fmt::format("is_map_address({})", address(each)), of_stride(each.stride)};
  for (const BatchStep& step : each.steps) all.push_back(of_stride(step.stride));
  return all;
}

std::vector<std::string> MapText::has_range(const MappedOperand& each) {
  std::vector<std::string> all;
  const auto add = [&](Expr count) { all.push_back(fmt::format("is_map_extent({})", text_.integer(count))); };
  add(each.length);
  add(each.lines);
  for (const BatchStep& step : each.steps) add(step.index.count);
  return all;
}

MapPlace MapText::place(const MappedOperand& each) {
  MapPlace found{address(each), text_.integer(each.stride), {}};
  for (const BatchStep& step : each.steps) found.strides.push_back(text_.integer(step.stride));
  return found;
}

MapPlace MapText::either(const std::string& condition, const MapPlace& here, const MapPlace& there) {
  const auto chosen = [&](const std::string& a, const std::string& b) {
    return fmt::format("{} ? {} : {}", condition, a, b);
  };
  MapPlace found{chosen(here.from, there.from), chosen(here.stride, there.stride), {}};
  for (size_t i = 0; i < here.strides.size(); ++i) found.strides.push_back(chosen(here.strides[i], there.strides[i]));
  return found;
}

std::string MapText::write(const MappedOperand& each, const std::string& lines, const MapPlace& at) {
  std::string further;
  for (size_t i = 0; i < each.steps.size(); ++i)
    further += fmt::format(", MapDimension{{(unsigned)({}), (unsigned long long)({})}}",
                           text_.integer(each.steps[i].index.count), at.strides[i]);
  return fmt::format("write_map{}<{}, kLineChunks * kChunk>({}, {}, {}, {}, {}, {}{});",
                     each.steps.empty() ? "" : "_of_batch", element_text(each), each.map(), at.from,
                     text_.integer(each.length), text_.integer(each.lines), at.stride, lines, further);
}

std::string MapText::copy(const MappedOperand& each, const std::string& to, const std::string& along,
                          const std::string& line) {
  if (each.steps.empty()) return fmt::format("tma_load({}, {}, {}, {}, &full[stage]);", to, each.map(), along, line);
  std::string matrix;
  for (const BatchStep& step : each.steps) matrix += ", " + text_.integer(step.index.variable);
  return fmt::format("tma_load_of_batch({}, {}, &full[stage], {}, {}{});", to, each.map(), along, line, matrix);
}

}  // namespace whet::write

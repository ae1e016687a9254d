#include "write/schedule/contraction_frame.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/expression/substitute.h"
#include "write/schedule/accumulators.h"
#include "write/subject/rough_results.h"

namespace whet::write {

using lift::Kind;
using lift::Node;
using lift::Statement;

bool ContractionFrame::is_packed(const Statement& statement) const {
  return motion(arena_, statement.offset, plan_.column().variable, statement.bytes) == Motion::unit;
}

// Loads of the map after the sum that run along the columns or do not depend on them, and what is combined with what is
// there.
void ContractionFrame::choose_loads() {
  std::vector<Expr> values;
  for (const Statement& statement : plan_.statements) values.push_back(statement.value);
  for (const Expr load : unconditional_loads(arena_, values)) {
    const Node node = arena_[load];
    const std::string& array = subject_.parameter(node.args[0]).name;
    if (!depends_on(plan_.right, load)) fixed_.push_back({load, text_.fresh(array + "_at")});
    if (motion(arena_, node.args[1], plan_.column().variable, node.bytes) != Motion::unit) continue;
    loads_.push_back({load, text_.fresh(array + "_in"),
                      wide_.of(node.args[0], node.args[1], node.bytes, plan_.column().variable),
                      depends_on(plan_.left, load)});
  }
  for (const Statement& statement : plan_.statements) {
    store_wide_.push_back(is_packed(statement)
                              ? wide_.of(statement.array, statement.offset, statement.bytes, plan_.column().variable)
                              : "");
  }
}

void ContractionFrame::write_place() {
  choose_loads();
  write_lengths();
  const std::string batches = plan_.batch.empty() ? "" : fmt::format(" * ({})", count_text(plan_.batch, text_));
  lines_.add(fmt::format("if (blockIdx.x >= tiles_down * tiles_across{}) return;", batches));
  write_tile("blockIdx.x");
  write_tile_lengths();
  lines_.add(fmt::format("const long long terms = {};", text_.integer(plan_.count)));
  wide_.declare(lines_);
}

void ContractionFrame::write_lengths() {
  lines_.add(fmt::format("const long long count_down = {};  // rows of the result", text_.integer(plan_.row().count)));
  lines_.add(fmt::format("const long long count_across = {};  // its columns", text_.integer(plan_.column().count)));
  lines_.add("const long long tiles_down = (count_down + kTileM - 1) / kTileM;");
  lines_.add("const long long tiles_across = (count_across + kTileN - 1) / kTileN;");
}

void ContractionFrame::write_tile_lengths() {
  lines_.add(
      "const int rows_here = (int)min(count_down - tile_row, (long long)kTileM);  // of the tile, that there are");
  lines_.add("const int columns_here = (int)min(count_across - tile_column, (long long)kTileN);");
}

void ContractionFrame::write_counts() {
  choose_loads();
  write_lengths();
  lines_.add(fmt::format("const long long terms = {};", text_.integer(plan_.count)));
  wide_.declare(lines_);
}

void ContractionFrame::write_tile(const std::string& number) {
  std::string of_batch = number;
  if (!plan_.batch.empty()) {
    auto names = index_names(3 + plan_.batch.size());
    names.erase(names.begin(), names.begin() + 3);
    write_row_indices(plan_.batch, names, fmt::format("divide({}, tiles_down * tiles_across)", number), lines_, text_);
    of_batch = fmt::format("modulo({}, tiles_down * tiles_across)", number);
  }
  lines_.add(fmt::format("const TilePlace tile = place_of_tile<kGroup>({}, tiles_down, tiles_across);", of_batch));
  lines_.add("const long long tile_row = tile.down * kTileM, tile_column = tile.across * kTileN;  // where it begins");
}

// The parts of an index that counts through several, where results need them.
void ContractionFrame::write_parts(const ContractionOperand& operand, const std::string& index) {
  const auto is_used = [&](const lift::SpaceIndex& part) {
    return std::any_of(plan_.statements.begin(), plan_.statements.end(), [&](const Statement& each) {
      return arena_.contains(each.value, part.variable) || arena_.contains(each.offset, part.variable);
    });
  };
  if (std::none_of(operand.parts.begin(), operand.parts.end(), is_used)) return;
  std::vector<std::string> names;
  for (size_t i = 0; i < operand.parts.size(); ++i) names.push_back(text_.fresh("of_index"));
  write_row_indices(operand.parts, names, index, lines_, text_);
}

void ContractionFrame::write_results(const std::string& sum) {
  const size_t before = text_.mark();
  text_.bind(plan_.row().variable, "i");
  text_.bind(plan_.column().variable, "j");
  write_parts(plan_.left, "i");
  for (const FixedLoad& each : fixed_) {
    const Node node = arena_[each.load];
    lines_.add(fmt::format("const {} {} = *({});", type_of(each.load), each.name,
                           text_.address(node.args[0], node.args[1], node.bytes)));
    text_.bind(each.load, each.name);
  }
  for (const HeldLoad& each : loads_) {
    const Node node = arena_[each.load];
    lines_.add(fmt::format("const Pack<{}, kVector> {} = {}<kVector>({}, count_across - j, {});", type_of(each.load),
                           each.name, text_.pack_load(node.bytes),
                           text_.address(node.args[0], node.args[1], node.bytes), each.is_wide));
  }
  write_stores(sum, [](const HeldLoad& each) { return each.name + ".at[e]"; });
  text_.release(before);
}

// A pack is neighbouring registers. Sums that are nothing but elements of one would have to be, too, and products would
// then read up to three registers of one bank: in 389 of 1024 of a tile's, which cost 8 % of the time on an H200 (3008
// to 2752 us at 4096).
void ContractionFrame::write_results_of_products(const std::string& sum) {
  const bool are_stored = std::all_of(plan_.statements.begin(), plan_.statements.end(), [&](const Statement& each) {
    return each.value == plan_.total && subject_.parameter(each.array).type == ElementType::f32;
  });
  if (!are_stored) return write_results(sum);
  lines_.add("// + 0.0f: a sum need not lie beside its neighbours, as an element of a pack does. There products would");
  lines_.add("// read registers of one bank.");
  write_results(sum + " + 0.0f");
}

void ContractionFrame::write_results_of_ahead(const std::string& sum) {
  const size_t before = text_.mark();
  text_.bind(plan_.row().variable, "i");
  text_.bind(plan_.column().variable, "j");
  write_parts(plan_.left, "i");
  for (const FixedLoad& each : fixed_) text_.bind(each.load, each.name + "[s]");
  write_stores(sum, [&](const HeldLoad& each) { return slot(each) + ".at(e)"; });
  text_.release(before);
}

void ContractionFrame::write_stores(const std::string& sum, const ElementOf& element_of) {
  std::vector<std::string> outs;
  for (const Statement& statement : plan_.statements) {
    outs.push_back(is_packed(statement) ? text_.fresh(subject_.parameter(statement.array).name + "_out") : "");
    if (!outs.back().empty())
      lines_.add(
          fmt::format("Pack<{}, kVector> {};", cuda_name(subject_.parameter(statement.array).type), outs.back()));
  }
  lines_.add("#pragma unroll");
  lines_.open("for (int e = 0; e < kVector; ++e)");
  write_values(outs, sum, element_of);
  lines_.close();
  for (size_t i = 0; i < outs.size(); ++i) {
    const Statement& statement = plan_.statements[i];
    if (outs[i].empty()) continue;
    lines_.add(fmt::format("store_pack({}, {}, count_across - j, {});",
                           text_.address(statement.array, statement.offset, statement.bytes), outs[i], store_wide_[i]));
  }
}

// Whether the map after the sum reads an element that is not held.
bool ContractionFrame::reads_in_place(Expr e) const {
  if (e == plan_.total || text_.bound(e)) return false;
  if (arena_[e].kind == Kind::load) return true;
  const auto parts = lift::parts_of(arena_, e);
  return std::any_of(parts.begin(), parts.end(), [&](Expr part) { return reads_in_place(part); });
}

// Elements beyond the last column are not computed where that reads memory.
void ContractionFrame::write_values(const std::vector<std::string>& outs, const std::string& sum,
                                    const ElementOf& element_of) {
  const size_t before = text_.mark();
  text_.bind(plan_.column().variable, "(j + e)");
  text_.bind(plan_.total, sum);
  if (plan_.further) text_.bind(plan_.further->total, k_further);
  for (const HeldLoad& each : loads_) text_.bind(each.load, element_of(each));
  std::vector<Expr> values;
  bool touches_memory = false;
  for (size_t i = 0; i < outs.size(); ++i) {
    values.push_back(plan_.statements[i].value);
    touches_memory |= outs[i].empty() || plan_.statements[i].update.has_value();
  }
  for (const Expr value : values) touches_memory |= reads_in_place(value);
  if (touches_memory) lines_.open("if (e < count_across - j)");
  write_parts(plan_.right, "(j + e)");
  text_.count_uses(values);
  text_.set_rough(are_results_rough(subject_, plan_.statements, plan_.total));
  for (size_t i = 0; i < outs.size(); ++i) {
    const Statement& statement = plan_.statements[i];
    const std::string to = text_.address(statement.array, statement.offset, statement.bytes);
    const std::string value = stored_with_update(statement, to, text_, subject_);
    lines_.add(outs[i].empty() ? fmt::format("*({}) = {};", to, value) : fmt::format("{}.at[e] = {};", outs[i], value));
  }
  text_.set_rough(false);
  if (touches_memory) lines_.close();
  text_.release(before);
}

Result<std::string> ContractionFrame::grid(int64_t tile_rows, int64_t tile_columns) const {
  TRY(batches, count_formula(subject_, plan_.batch));
  TRY(height, count_formula(subject_, {plan_.row()}));
  TRY(width, count_formula(subject_, {plan_.column()}));
  return fmt::format("max(1, {} * ceil_div({}, {}) * ceil_div({}, {}))", batches, height, tile_rows, width,
                     tile_columns);
}

}  // namespace whet::write

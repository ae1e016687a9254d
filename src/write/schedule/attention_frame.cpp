#include "write/schedule/attention_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/substitute.h"
#include "util/text.h"

namespace whet::write {

using lift::Kind;
using lift::Node;
using lift::Statement;

namespace {

constexpr double k_log2_of_e = 1.4426950408889634;
constexpr int k_no_slope = 2;  // no linear function of the row

// "min((long long)a, (long long)b)"
std::string extreme_of(const std::vector<std::string>& list, const char* which) {
  std::string text;
  for (const std::string& each : list) {
    const std::string wide = "(long long)" + each;
    text = text.empty() ? wide : fmt::format("{}({}, {})", which, text, wide);
  }
  return text;
}

}  // namespace

int AttentionFrame::slope(Expr e) const {
  if (!arena_.contains(e, plan_.row.variable)) return 0;
  const auto linear = lift::linear_in(arena_, e, plan_.row.variable);
  const auto step = linear ? lift::constant(arena_, linear->coefficient) : std::nullopt;
  if (!step || arena_.contains(linear->rest, plan_.row.variable)) return k_no_slope;
  return *step < 0 ? -1 : 1;
}

bool AttentionFrame::has_row_keys() const {
  const auto is_own = [&](Expr e) { return slope(e) != 0; };
  return std::any_of(plan_.end.begin(), plan_.end.end(), is_own) ||
         std::any_of(plan_.first.begin(), plan_.first.end(), is_own);
}

std::string AttentionFrame::at_row(Expr e, const std::string& row) {
  const size_t before = text_.mark();
  text_.bind(plan_.row.variable, row);
  std::string text = text_.integer(e);
  text_.release(before);
  return text;
}

// Bounds that are linear in the row have their extremes at the first and the last row of the tile.
AttentionFrame::Bounds AttentionFrame::bounds(const std::vector<Expr>& list, bool is_end) {
  std::vector<std::string> some, every;
  for (const Expr e : list) {
    const int rise = slope(e);
    is_every_edge_ |= rise == k_no_slope;
    if (rise == k_no_slope) continue;
    some.push_back(at_row(e, (rise > 0) == is_end ? "bottom" : "top"));
    every.push_back(at_row(e, (rise > 0) == is_end ? "top" : "bottom"));
  }
  if (!is_end) some.insert(some.begin(), "0"), every.insert(every.begin(), "0");
  if (some.empty()) text_.fail("a number of keys that is no linear function of the row");
  const char* const which = is_end ? "min" : "max";
  return {extreme_of(some, which), extreme_of(every, which)};
}

bool AttentionFrame::can_exceed(Expr count) const {
  return !lift::constant(arena_, count);
}

void AttentionFrame::write_place(BlockRole role) {
  const std::string block = role == BlockRole::parts ? "block" : "blockIdx.x";
  lines_.add(fmt::format("const long long count_down = {};", text_.integer(plan_.row.count)));
  lines_.add(fmt::format("const long long count_across = {};", text_.integer(plan_.column.count)));
  lines_.add(fmt::format("const long long terms = {};", text_.integer(plan_.terms)));
  lines_.add("const long long tiles_down = (count_down + kRows - 1) / kRows;");
  if (role == BlockRole::parts)
    lines_.add("const int block = blockIdx.x / kParts, part = blockIdx.x % kParts;  // neighbours share rows");
  const std::string batches = plan_.batch.empty() ? "" : fmt::format(" * ({})", count_text(plan_.batch, text_));
  lines_.add(fmt::format("if ({} >= tiles_down{}) return;", block, batches));
  if (!plan_.batch.empty()) {
    auto names = index_names(3 + plan_.batch.size());
    names.erase(names.begin(), names.begin() + 3);
    write_row_indices(plan_.batch, names, fmt::format("divide({}, tiles_down)", block), lines_, text_);
  }
  const std::string tile = plan_.batch.empty() ? block : fmt::format("modulo({}, tiles_down)", block);
  const bool grows = std::any_of(plan_.end.begin(), plan_.end.end(), [&](Expr e) { return slope(e) == 1; });
  std::string top = grows ? fmt::format("(tiles_down - 1 - {}) * kRows", tile) : fmt::format("{} * kRows", tile);
  if (is_top_of_warp_) top = fmt::format("__shfl_sync(0xffffffffu, {}, 0)", top);
  lines_.add(fmt::format("const long long top = {};{}", top, grows ? "  // rows with most keys first" : ""));
  lines_.add("const int rows_here = (int)min(count_down - top, (long long)kRows);  // of the tile, that there are");
  lines_.add("const long long bottom = top + rows_here - 1;");
  text_.bind(plan_.row.variable, "i");
  text_.bind(plan_.column.variable, "j");
  text_.bind(plan_.key, "k");
  write_long_rows(role);
  if (role != BlockRole::combining) write_keys(role == BlockRole::tiles);
  write_wide_stores();
}

void AttentionFrame::write_keys(bool has_tiles) {
  const Bounds first = bounds(plan_.first, false), end = bounds(plan_.end, true);
  has_tiles &= has_row_keys();
  if (has_tiles) lines_.add("// Keys that some row of the tile has, and those that each of them has.");
  lines_.add(fmt::format("const long long first_key = {}, end_key = {};", first.some, end.some));
  if (has_tiles && !is_every_edge_)
    lines_.add(fmt::format("const long long first_shared = {}, end_shared = {};", first.every, end.every));
}

void AttentionFrame::write_wide_stores() {
  store_wide_.clear();
  WidePacks wide(subject_, vector_, text_);
  for (const Statement& statement : plan_.statements) {
    const bool is_packed = motion(arena_, statement.offset, plan_.column.variable, statement.bytes) == Motion::unit;
    store_wide_.push_back(is_packed ? wide.of(statement.array, statement.offset, statement.bytes, plan_.column.variable)
                                    : "");
  }
  wide.declare(lines_);
}

// Right for every length, fast for those that the kernel is made for.
void AttentionFrame::write_long_rows(BlockRole role) {
  std::vector<std::string> conditions;
  if (can_exceed(plan_.terms)) conditions.push_back("terms > kTerms");
  if (can_exceed(plan_.column.count)) conditions.push_back("count_across > kColumns");
  if (conditions.empty()) return;
  if (role == BlockRole::combining)
    return lines_.add(fmt::format("if ({}) return;  // the first part has computed them", join(conditions, " || ")));
  lines_.open(fmt::format("if ({})", join(conditions, " || ")));
  if (role == BlockRole::parts) lines_.add("if (part > 0) return;");
  lines_.add("// Longer than this kernel is made for: one element after the other.");
  lines_.open("for (long long e = threadIdx.x; e < rows_here * count_across; e += kThreads)");
  lines_.add("const long long i = top + divide(e, count_across), j = modulo(e, count_across);");
  const size_t before = text_.mark();
  for (const Expr reduction : plan_.reductions) text_.bind(reduction, text_.real(reduction));
  for (const Statement& statement : nest_.statements) {
    const std::string value = text_.stored(statement);
    lines_.add(fmt::format("*({}) = {};", text_.address(statement.array, statement.offset, statement.bytes), value));
  }
  text_.release(before);
  lines_.close();
  lines_.add("return;");
  lines_.close();
}

// Factors that no row, key or sum changes are computed once.
Expr AttentionFrame::with_factor(Expr e) {
  const Node node = arena_[e];
  const auto is_common = [&](Expr each) {
    return !arena_.contains(each, plan_.key) && !arena_.contains(each, plan_.dot) &&
           !arena_.contains(each, plan_.row.variable);
  };
  std::vector<Expr> common, others;
  for (const Expr each : node.kind == Kind::product ? node.args : std::vector<Expr>{e})
    (is_common(each) ? common : others).push_back(each);
  const bool is_number = common.size() == 1 && arena_[common[0]].kind == Kind::real;
  if (common.empty() || is_number) return e;
  const Expr held = arena_.fresh_variable();
  const std::string name = text_.fresh("factor"), value = text_.real(lift::product(arena_, common));
  lines_.add(fmt::format("const float {} = {};", name, value));
  text_.bind(held, name);
  others.push_back(held);
  return lift::product(arena_, others);
}

Expr AttentionFrame::with_factors(Expr e) {
  const Node node = arena_[e];
  if (node.kind == Kind::select) {
    const Expr yes = with_factors(node.args[1]), no = with_factors(node.args[2]);
    return lift::select(arena_, node.args[0], yes, no);
  }
  if (node.kind == Kind::sum) {
    std::vector<Expr> parts;
    for (const Expr part : node.args) parts.push_back(with_factors(part));
    return lift::sum(arena_, parts);
  }
  return with_factor(!is_scaled_ || plan_.is_base_two ? e
                                                      : lift::product(arena_, {lift::real(arena_, k_log2_of_e), e}));
}

std::vector<Expr> AttentionFrame::loads_along_keys() const {
  if (!plan_.first.empty()) return {};
  std::vector<Expr> found;
  for (const Expr load : unconditional_loads(arena_, {plan_.score})) {
    if (!arena_.contains(load, plan_.term) && runs_along(subject_, load, plan_.key)) found.push_back(load);
  }
  return found;
}

void AttentionFrame::write_factors(bool is_scaled, const std::vector<Expr>& held) {
  is_scaled_ = is_scaled;
  score_ = with_factors(plan_.score);
  const auto loads = parts_of_kind(arena_, {score_}, Kind::load);
  reads_memory_ = std::any_of(loads.begin(), loads.end(),
                              [&](Expr load) { return std::find(held.begin(), held.end(), load) == held.end(); });
  if (!reads_memory_) return;
  std::vector<Expr> present;
  for (const Expr end : plan_.end) present.push_back(lift::less(arena_, plan_.key, end));
  for (const Expr first : plan_.first)
    present.push_back(lift::nonneg(arena_, lift::subtract(arena_, plan_.key, first)));
  score_ = lift::select(arena_, lift::both(arena_, present), score_, lift::real(arena_, -INFINITY));
}

std::optional<std::string> AttentionFrame::plain_factor() {
  const Node node = arena_[score_];
  if (node.kind != Kind::product || std::count(node.args.begin(), node.args.end(), plan_.dot) != 1) return {};
  std::vector<Expr> others;
  for (const Expr each : node.args) {
    if (each == plan_.dot) continue;
    if (arena_.contains(each, plan_.dot) || needs_key() || arena_.contains(score_, plan_.row.variable)) return {};
    others.push_back(each);
  }
  return text_.real(lift::product(arena_, others));
}

std::string AttentionFrame::weight_of(const std::string& difference) const {
  if (is_scaled_ || plan_.is_base_two) return fmt::format("raise_two({})", difference);
  return fmt::format("raise_two(({}) * {})", difference, text_.number(k_log2_of_e));
}

void AttentionFrame::write_edge() {
  if (is_every_edge_) return lines_.add("const bool is_edge = true;  // only a row knows its keys");
  lines_.add(has_row_keys() ? "const bool is_edge = start < first_shared || start + kKeys > end_shared;"
                            : "const bool is_edge = start + kKeys > end_key;");
}

void AttentionFrame::write_row_keys() {
  if (!has_row_keys()) return;
  std::vector<std::string> first{"0"}, end;
  for (const Expr e : plan_.first) first.push_back(text_.integer(e));
  for (const Expr e : plan_.end) end.push_back(text_.integer(e));
  if (!plan_.first.empty()) lines_.add(fmt::format("const long long row_first = {};", extreme_of(first, "max")));
  lines_.add(fmt::format("const long long row_end = {};", extreme_of(end, "min")));
}

std::string AttentionFrame::is_missing() const {
  if (!has_row_keys()) return "k >= end_key";
  return plan_.first.empty() ? "k >= row_end" : "k < row_first || k >= row_end";
}

std::string AttentionFrame::score(const std::string& dot) {
  const size_t before = text_.mark();
  text_.bind(plan_.dot, dot);
  text_.count_uses({score_});
  std::string text = text_.real(score_);
  text_.release(before);
  return text;
}

// A quotient by the weight is a product with its inverse, which is the same for all columns.
void AttentionFrame::write_row_results(const std::string& greatest, const std::string& weight) {
  std::vector<Expr> values;
  for (const Statement& statement : plan_.statements) values.push_back(statement.value);
  if (plan_.weight) {
    const Expr inverse = lift::inverse(arena_, *plan_.weight);
    const bool is_used =
        std::any_of(values.begin(), values.end(), [&](Expr value) { return arena_.contains(value, inverse); });
    if (is_used) {
      const std::string one = fmt::format("1.0f / {}", weight);
      lines_.add(fmt::format(
          "const float inverse = {};",
          plan_.is_divided_inside ? fmt::format("{} > 0 ? {} : 0.0f", text_.integer(plan_.count), one) : one));
      text_.bind(inverse, "inverse");
    }
    text_.bind(*plan_.weight, weight);
  }
  if (plan_.greatest)
    text_.bind(*plan_.greatest, plan_.is_base_two || !is_scaled_
                                    ? greatest
                                    : fmt::format("({} * {})", greatest, text_.number(1 / k_log2_of_e)));
}

// Whether the map of the sums reads an element that is not held.
bool AttentionFrame::reads_in_place(Expr e) const {
  if (text_.bound(e)) return false;
  if (arena_[e].kind == Kind::load) return true;
  const auto parts = lift::parts_of(arena_, e);
  return std::any_of(parts.begin(), parts.end(), [&](Expr part) { return reads_in_place(part); });
}

void AttentionFrame::write_results(const std::string& sum) {
  const size_t before = text_.mark();
  std::vector<std::string> outs;
  std::vector<Expr> values;
  bool touches_memory = false;
  for (size_t i = 0; i < plan_.statements.size(); ++i) {
    const Statement& statement = plan_.statements[i];
    const bool is_packed = !store_wide_[i].empty();
    outs.push_back(is_packed ? text_.fresh(subject_.parameter(statement.array).name + "_out") : "");
    if (is_packed)
      lines_.add(
          fmt::format("Pack<{}, kVector> {};", cuda_name(subject_.parameter(statement.array).type), outs.back()));
    values.push_back(statement.value);
    touches_memory |= !is_packed || reads_in_place(statement.value);
  }
  lines_.add("#pragma unroll");
  lines_.open("for (int e = 0; e < kVector; ++e)");
  const size_t outside = text_.mark();
  text_.bind(plan_.column.variable, "(j + e)");
  text_.bind(plan_.mixture, sum);
  if (touches_memory) lines_.open("if (e < count_across - j)");
  text_.count_uses(values);
  for (size_t i = 0; i < outs.size(); ++i) {
    const Statement& statement = plan_.statements[i];
    const std::string to = text_.address(statement.array, statement.offset, statement.bytes);
    const std::string value = text_.stored(statement);
    lines_.add(outs[i].empty() ? fmt::format("*({}) = {};", to, value) : fmt::format("{}.at[e] = {};", outs[i], value));
  }
  if (touches_memory) lines_.close();
  text_.release(outside);
  lines_.close();
  for (size_t i = 0; i < outs.size(); ++i) {
    const Statement& statement = plan_.statements[i];
    if (outs[i].empty()) continue;
    lines_.add(fmt::format("store_pack({}, {}, count_across - j, {});",
                           text_.address(statement.array, statement.offset, statement.bytes), outs[i], store_wide_[i]));
  }
  text_.release(before);
}

Result<std::string> AttentionFrame::grid(int64_t rows) const {
  TRY(batches, count_formula(subject_, plan_.batch));
  TRY(height, count_formula(subject_, {plan_.row}));
  return fmt::format("max(1, {} * ceil_div({}, {}))", batches, height, rows);
}

}  // namespace whet::write

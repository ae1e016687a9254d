#include "write/schedule/scan_tile.h"

#include <fmt/format.h>

#include <algorithm>

namespace whet::write {

using lift::Kind;
using lift::Node;
using lift::Statement;

ScanTile::ScanTile(const Subject& subject, const Nest& nest, const ScanNumbers& numbers, const ScanPlan& plan,
                   CudaExpression& text, Lines& lines)
    : subject_(subject),
      arena_(subject.arena),
      nest_(nest),
      numbers_(numbers),
      plan_(plan),
      text_(text),
      lines_(lines),
      wide_(subject, numbers.vector, text) {
  constexpr const char* k_scan_folds[] = {"Sum()", "Product()", "Largest()", "Smallest()"};
  type_ = plan.scanned.is_real ? std::string(text.real_type()) : "long long";
  nothing_ = fmt::format("({})({})", type_, text.identity(plan.scanned.how, plan.scanned.is_real));
  fold_ = k_scan_folds[static_cast<size_t>(plan.scanned.how)];
}

void ScanTile::choose_loads() {
  std::vector<Expr> roots{plan_.scanned.body};
  const auto scanned = unconditional_loads(arena_, roots);
  for (const Statement& statement : nest_.statements) roots.push_back(statement.value);
  for (const Expr load : unconditional_loads(arena_, roots)) {
    const Node node = arena_[load];
    if (motion(arena_, node.args[1], inner(), node.bytes) != Motion::unit) continue;
    if (!parts_of_kind(arena_, {node.args[1]}, Kind::load).empty()) continue;
    const bool is_scanned = std::find(scanned.begin(), scanned.end(), load) != scanned.end();
    const std::string name = text_.fresh(subject_.parameter(node.args[0]).name + "_in");
    loads_.push_back({load, name, wide_.of(node.args[0], node.args[1], node.bytes, inner()), is_scanned});
  }
  for (const Statement& statement : nest_.statements) {
    const bool is_pack = motion(arena_, statement.offset, inner(), statement.bytes) == Motion::unit;
    store_wide_.push_back(is_pack ? wide_.of(statement.array, statement.offset, statement.bytes, inner()) : "");
  }
}

void ScanTile::write_start() {
  lines_.add(is_block() ? "const long long start = tile + threadIdx.x / 32 * (32 * kVector * kPacks) + threadIdx.x % "
                          "32 * kVector;"
                        : "const long long start = tile + lane * kVector;");
}

void ScanTile::open_packs() {
  lines_.add("#pragma unroll");
  lines_.open("for (int p = 0; p < kPacks; ++p)");
  lines_.add(fmt::format("const long long k = start + p * ({} * kVector);", is_block() ? "32" : "kLanes"));
}

void ScanTile::open_elements() {
  lines_.add("#pragma unroll");
  lines_.open("for (int e = 0; e < kVector; ++e)");
}

void ScanTile::bind_element() {
  text_.bind(inner(), "(k + e)");
  for (const Load& load : loads_) text_.bind(load.load, load.name + "[p].at[e]");
}

void ScanTile::write_loads(bool is_all) {
  const auto is_needed = [&](const Load& load) { return is_all || load.is_scanned; };
  for (const Load& load : loads_) {
    if (!is_needed(load)) continue;
    const ElementType type = subject_.parameter(arena_[load.load].args[0]).type;
    lines_.add(fmt::format("Pack<{}, kVector> {}[kPacks];", cuda_name(type), load.name));
  }
  open_packs();
  const size_t before = text_.mark();
  text_.bind(inner(), "k");
  for (const Load& load : loads_) {
    if (!is_needed(load)) continue;
    const Node node = arena_[load.load];
    lines_.add(fmt::format("{}[p] = {}<kVector>({}, length - k, {});", load.name, text_.pack_load(node.bytes),
                           text_.address(node.args[0], node.args[1], node.bytes), load.is_wide));
  }
  text_.release(before);
  lines_.close();
}

// Combines `run` with the element, if there is one.
void ScanTile::write_step(const std::string& run) {
  lines_.open("if (e < length - k)");
  const size_t before = text_.mark();
  bind_element();
  text_.count_uses({plan_.scanned.body});
  const std::string body = plan_.scanned.is_real ? text_.real(plan_.scanned.body) : text_.integer(plan_.scanned.body);
  lines_.add(fmt::format("{0} = {1};", run, text_.combined(plan_.scanned.how, plan_.scanned.is_real, run, body)));
  text_.release(before);
  lines_.close();
}

void ScanTile::write_total() {
  lines_.add(fmt::format("{} total = {};", type_, nothing_));
  open_packs();
  open_elements();
  write_step("total");
  lines_.close();
  lines_.close();
}

void ScanTile::write_scan() {
  lines_.add(fmt::format("Pack<{}, kVector> so_far[kPacks];", type_));
  lines_.add(fmt::format("{} total = {};", type_, nothing_));
  open_packs();
  lines_.add(fmt::format("{} run = {};", type_, nothing_));
  open_elements();
  if (!plan_.is_inclusive) lines_.add("so_far[p].at[e] = run;");
  write_step("run");
  if (plan_.is_inclusive) lines_.add("so_far[p].at[e] = run;");
  lines_.close();
  write_lanes();
  lines_.close();
}

// What the lanes before have is ahead of all elements of the thread.
void ScanTile::write_lanes() {
  lines_.add(fmt::format("{} all_lanes;", type_));
  lines_.add(fmt::format("const {} ahead_of_lane = {}(total, lanes_before<{}>(run, {}, {}, all_lanes));", type_, fold_,
                         is_block() ? "32" : "kLanes", nothing_, fold_));
  open_elements();
  lines_.add(fmt::format("so_far[p].at[e] = {}(ahead_of_lane, so_far[p].at[e]);", fold_));
  lines_.close();
  lines_.add(fmt::format("total = {}(total, all_lanes);", fold_));
}

void ScanTile::write_stores() {
  open_packs();
  const size_t before = text_.mark();
  const std::vector<std::string> packs = declare_stored();
  open_elements();
  lines_.open("if (e < length - k)");
  const size_t element = text_.mark();
  bind_element();
  lines_.add(fmt::format("const {} scanned = {}(ahead, so_far[p].at[e]);", type_, fold_));
  text_.bind(plan_.scanned.node, "scanned");
  write_stored(packs);
  text_.release(element);
  lines_.close();
  lines_.close();
  text_.bind(inner(), "k");
  for (size_t i = 0; i < packs.size(); ++i) {
    const Statement& statement = nest_.statements[i];
    if (packs[i].empty()) continue;
    lines_.add(fmt::format("store_pack({}, {}, length - k, {});",
                           text_.address(statement.array, statement.offset, statement.bytes), packs[i],
                           store_wide_[i]));
  }
  text_.release(before);
  lines_.close();
}

// The names of packs, empty where elements are stored one by one.
std::vector<std::string> ScanTile::declare_stored() {
  std::vector<std::string> packs;
  for (size_t i = 0; i < nest_.statements.size(); ++i) {
    const SubjectParameter& array = subject_.parameter(nest_.statements[i].array);
    packs.push_back(store_wide_[i].empty() ? "" : text_.fresh(array.name + "_out"));
    if (!packs[i].empty()) lines_.add(fmt::format("Pack<{}, kVector> {};", cuda_name(array.type), packs[i]));
  }
  return packs;
}

void ScanTile::write_stored(const std::vector<std::string>& packs) {
  std::vector<Expr> roots;
  for (const Statement& statement : nest_.statements) roots.push_back(statement.value);
  text_.count_uses(roots);
  for (size_t i = 0; i < packs.size(); ++i) {
    const Statement& statement = nest_.statements[i];
    const std::string value = text_.stored(statement);
    lines_.add(packs[i].empty() ? fmt::format("*({}) = {};",
                                              text_.address(statement.array, statement.offset, statement.bytes), value)
                                : fmt::format("{}.at[e] = {};", packs[i], value));
  }
}

}  // namespace whet::write

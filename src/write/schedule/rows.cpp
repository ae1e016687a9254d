#include "write/schedule/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lift/expression/polynomial.h"
#include "write/schedule/accumulators.h"
#include "write/schedule/fixed_parts.h"
#include "write/schedule/row_loads.h"
#include "write/schedule/schedule_work.h"

namespace whet::write {

using lift::Kind;
using lift::Node;
using lift::Statement;

namespace {

constexpr int64_t k_near = 8;  // elements from one term to the next

class RowsWriter {
 public:
  RowsWriter(const Subject& subject, const RowsNumbers& numbers, ReductionPlan plan)
      : subject_(subject),
        arena_(subject.arena),
        numbers_(numbers),
        plan_(std::move(plan)),
        text_(subject, lines_),
        loads_(subject, plan_, text_, lines_),
        wide_(subject, numbers.vector, text_) {}

  Result<WrittenKernel> write(const Nest& nest) {
    further_ = launch_parameters(subject_, nest, text_);
    TRY_VOID(check());
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads) {}({})", subject_.kernel,
                            parameter_text(subject_, further_)));
    write_head();
    write_paths();
    lines_.close();
    if (!text_.failure().empty()) return bad_input("rows have no form for " + text_.failure());
    return finish();
  }

 private:
  bool holds() const { return numbers_.held > 0; }
  bool is_block() const { return numbers_.lanes > 32; }
  Expr inner() const { return plan_.variable; }

  // `k` runs through the row.
  std::vector<std::string> row_names() const {
    std::vector<std::string> names = index_names(plan_.rows.size());
    if (names.size() > 2) names[2] = "index_2";
    return names;
  }

  bool depends_on_row(Expr count) const {
    return !parts_of_kind(arena_, {count}, Kind::load).empty() ||
           std::any_of(plan_.rows.begin(), plan_.rows.end(),
                       [&](const lift::SpaceIndex& row) { return arena_.contains(count, row.variable); });
  }

  // Terms that a thread reduces rows of its own for: whatever they read, their loads lie apart.
  bool has_inner_reductions(const ReductionPhase& phase) const {
    const auto inside = parts_of_kind(arena_, phase.bodies(), Kind::reduction);
    return std::any_of(inside.begin(), inside.end(), [&](Expr each) { return arena_.contains(each, inner()); });
  }

  // Terms that a kernel took in pairs or fours still lie in the lines that a warp reads.
  bool steps_far(Expr load) const {
    const Node node = arena_[load];
    if (motion(arena_, node.args[1], inner(), node.bytes) != Motion::strided) return false;
    const auto step = lift::constant(arena_, lift::linear_in(arena_, node.args[1], inner())->coefficient);
    return !step || std::abs(*step) > k_near * node.bytes;
  }

  Result<void> check() const {
    for (const Statement& statement : plan_.statements) {
      if (!statement.guard.empty()) return bad_input("rows have no form for a guarded statement");
      if (statement.update && plan_.map) return bad_input("rows have no form for updates of every element");
    }
    for (const ReductionPhase& phase : plan_.phases) {
      if (numbers_.is_of_rows && has_inner_reductions(phase)) continue;
      const auto loads = parts_of_kind(arena_, phase.bodies(), Kind::load);
      if (std::any_of(loads.begin(), loads.end(), [&](Expr load) { return steps_far(load); }))
        return bad_input("rows have no form for a reduction that steps over elements of memory");
    }
    if (!holds()) return {};
    for (const ReductionPhase& phase : plan_.phases) {
      if (depends_on_row(phase.count) || phase.count != plan_.phases[0].count)
        return bad_input("only rows of one length are held");
    }
    if (plan_.map && plan_.map->count != plan_.phases[0].count) return bad_input("only rows of one length are held");
    if (!plan_.map && plan_.phases.size() == 1) return bad_input("nothing reads the row a second time");
    return {};
  }

  void write_head() {
    lines_.add("const int lane = threadIdx.x % kLanes;");
    lines_.add("const long long row = (long long)blockIdx.x * (kThreads / kLanes) + threadIdx.x / kLanes;");
    lines_.add(fmt::format("const bool is_row = row < {};", count_text(plan_.rows, text_)));
    write_row_indices(plan_.rows, row_names(), "(is_row ? row : 0)", lines_, text_);
    for (const ReductionPhase& phase : plan_.phases) loads_.hold_for_row({phase.count});
    loads_.choose(wide_);
    for (const Statement& statement : plan_.statements)
      store_wide_.push_back(plan_.map ? wide_.of(statement.array, statement.offset, statement.bytes, inner())
                                      : "false");
    wide_.declare(lines_);
  }

  void write_paths() {
    if (!holds()) return write_path(false);
    lines_.open(fmt::format("if ({} <= kLanes * kVector * kHeld)", text_.integer(plan_.phases[0].count)));
    write_path(true);
    lines_.turn("} else {");
    write_path(false);
    lines_.close();
  }

  void write_path(bool is_held) {
    const size_t before = text_.mark();
    counts_.clear();
    combined_ = 0;
    if (is_held) write_count(plan_.phases[0].count), loads_.write_held(count_);
    for (const ReductionPhase& phase : plan_.phases) write_phase(phase, is_held);
    if (!plan_.per_row.empty()) write_row_store(plan_.per_row);
    if (plan_.map) write_map(is_held);
    if (!plan_.map) write_row_store(plan_.statements);
    text_.release(before);
  }

  // The length of the row; a thread without a row has none.
  void write_count(Expr count) {
    std::string& name = counts_[count.id];
    if (name.empty()) {
      name = text_.fresh("length");
      lines_.add(fmt::format("const long long {} = is_row ? {} : 0;", name, text_.integer(count)));
    }
    count_ = name;
  }

  void open_elements(const std::vector<RowLoad>& loads, bool is_held) {
    if (is_held) return loads_.open_held(loads, count_);
    loads_.open_in_flight(loads, count_);
  }

  void close_elements(bool is_held) {
    lines_.close();
    if (!is_held) lines_.close();
  }

  void open_each_element() { lines_.open(fmt::format("each_element<kVector>({} - k, [&](int e)", count_)); }

  // Reductions that follow each other in a block take turns with two places in shared memory.
  std::string combining_function() {
    return is_block() ? fmt::format("reduce_block<kThreads, {}>", combined_++ % 2) : "reduce_lanes<kLanes>";
  }

  void write_phase(const ReductionPhase& phase, bool is_held) {
    const auto roots = phase.bodies();
    write_count(phase.count);
    hold_parts(roots);
    std::vector<Accumulator> accumulators;
    for (const PlannedReduction& reduction : phase.reductions) {
      accumulators.push_back(declare_accumulator(reduction, text_, lines_));
    }
    const size_t before = text_.mark();
    open_elements(loads_.in(roots), is_held);
    open_each_element();
    text_.bind(inner(), "(k + e)");
    text_.count_uses(roots);
    for (size_t i = 0; i < accumulators.size(); ++i)
      accumulate(phase.reductions[i], accumulators[i], "k + e", text_, lines_);
    lines_.close("});");
    close_elements(is_held);
    text_.release(before);
    for (const Accumulator& accumulator : accumulators)
      lines_.add(fmt::format("{0} = {1}({0}, {2}());", accumulator.name, combining_function(), accumulator.fold));
    for (size_t i = 0; i < accumulators.size(); ++i) text_.bind(phase.reductions[i].node, accumulators[i].result());
  }

  // Parts that do not change within a row are computed once.
  void hold_parts(const std::vector<Expr>& roots) {
    for (const Expr root : roots) {
      for (const Expr part : fixed_parts(subject_, text_, root)) {
        const std::string value = text_.real(part);
        const std::string name = text_.fresh("row_part");
        lines_.add(fmt::format("const {} {} = {};", text_.real_type(), name, value));
        text_.bind(part, name);
      }
    }
  }

  void write_map(bool is_held) {
    const auto roots = plan_.stored();
    write_count(plan_.map->count);
    hold_parts(roots);
    const size_t before = text_.mark();
    open_elements(loads_.in(roots), is_held);
    std::vector<std::string> packs;
    for (const Statement& statement : plan_.statements) {
      const SubjectParameter& array = subject_.parameter(statement.array);
      const bool is_pack = motion(arena_, statement.offset, inner(), statement.bytes) == Motion::unit;
      packs.push_back(is_pack ? text_.fresh(array.name + "_out") : "");
      if (is_pack) lines_.add(fmt::format("Pack<{}, kVector> {};", cuda_name(array.type), packs.back()));
    }
    open_each_element();
    const size_t element = text_.mark();
    text_.bind(inner(), "(k + e)");
    text_.count_uses(roots);
    for (size_t i = 0; i < packs.size(); ++i) write_element(plan_.statements[i], packs[i]);
    text_.release(element);
    lines_.close("});");
    text_.bind(inner(), "k");
    for (size_t i = 0; i < packs.size(); ++i) {
      const Statement& statement = plan_.statements[i];
      if (packs[i].empty()) continue;
      lines_.add(fmt::format("store_pack({}, {}, {} - k, {});",
                             text_.address(statement.array, statement.offset, statement.bytes), packs[i], count_,
                             store_wide_[i]));
    }
    text_.release(before);
    close_elements(is_held);
  }

  void write_element(const Statement& statement, const std::string& pack) {
    const std::string value = text_.stored(statement);
    lines_.add(pack.empty() ? fmt::format("*({}) = {};",
                                          text_.address(statement.array, statement.offset, statement.bytes), value)
                            : fmt::format("{}.at[e] = {};", pack, value));
  }

  void write_row_store(const std::vector<Statement>& statements) {
    lines_.open("if (is_row && lane == 0)");
    const size_t before = text_.mark();
    std::vector<Expr> roots;
    for (const Statement& statement : statements) roots.push_back(statement.value);
    text_.count_uses(roots);
    for (const Statement& statement : statements) {
      const std::string to = text_.address(statement.array, statement.offset, statement.bytes);
      lines_.add(fmt::format("*({}) = {};", to, stored_with_update(statement, to, text_, subject_)));
    }
    text_.release(before);
    lines_.close();
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "rows";
    const bool is_row_wide = numbers_.lanes == numbers_.threads;
    kernel.reason = fmt::format("Rows: {} a row, in packs of kVector elements, and combine what they found by {}.",
                                is_row_wide ? "the threads of a block share" : "kLanes threads share",
                                is_block() ? "shuffles and then in shared memory" : "shuffles");
    if (holds())
      kernel.reason += " A row that fits stays in registers, so that memory is read once; longer ones are read again.";
    kernel.constants = {{"kThreads", numbers_.threads, "of a block"},
                        {"kLanes", numbers_.lanes, "threads that share a row"},
                        {"kVector", numbers_.vector, "elements of a pack"},
                        {"kInFlight", numbers_.in_flight, "packs that a thread loads before it uses one"}};
    if (holds())
      kernel.constants.push_back({"kHeld", numbers_.held, "packs of a row that a thread keeps in registers"});
    TRY(row_count, count_formula(subject_, plan_.rows));
    kernel.launches = {{subject_.kernel, launch_arguments(subject_, further_),
                        fmt::format("max(1, ceil_div({}, {}))", row_count, numbers_.threads / numbers_.lanes),
                        numbers_.threads}};
    const bool is_counted = std::none_of(plan_.phases.begin(), plan_.phases.end(),
                                         [&](const ReductionPhase& phase) { return has_inner_reductions(phase); });
    if (is_counted)
      kernel.launches.back().work =
          counted(subject_, plan_.rows, [&](WorkCount& count) { count_rows(subject_, plan_, numbers_, count); });
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  const Subject& subject_;
  lift::Arena& arena_;
  const RowsNumbers& numbers_;
  const ReductionPlan plan_;
  Lines lines_;
  CudaExpression text_;
  RowLoads loads_;
  WidePacks wide_;
  std::vector<std::string> store_wide_;
  std::vector<FurtherParameter> further_;
  std::map<uint32_t, std::string> counts_;
  std::string count_;  // the length of the row in what is being written
  int combined_ = 0;   // reductions that are combined in it so far
};

}  // namespace

Result<WrittenKernel> write_rows(const Subject& subject, const Nest& nest, const RowsNumbers& numbers) {
  TRY(plan, plan_reductions(subject, nest));
  return RowsWriter(subject, numbers, std::move(plan)).write(nest);
}

}  // namespace whet::write

#include "write/schedule/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "lift/expression/real.h"
#include "write/schedule/accumulators.h"
#include "write/schedule/column_loads.h"
#include "write/schedule/fixed_parts.h"
#include "write/schedule/row_index.h"
#include "write/schedule/schedule_work.h"
#include "write/subject/reduction_plan.h"

namespace whet::write {

using lift::Kind;
using lift::Node;
using lift::Statement;

namespace {

constexpr int64_t k_most_shared_bytes = 48 * 1024;  // without asking for more

class ColumnsWriter {
 public:
  ColumnsWriter(const Subject& subject, const Nest& nest, const ColumnsNumbers& numbers, ReductionPlan plan)
      : subject_(subject),
        arena_(subject.arena),
        nest_(nest),
        numbers_(numbers),
        plan_(std::move(plan)),
        text_(subject, lines_),
        columns_(subject, plan_.rows.empty() ? Expr{} : plan_.rows.back().variable, plan_.variable, numbers.vector,
                 text_, lines_) {}

  Result<WrittenKernel> write() {
    further_ = launch_parameters(subject_, nest_, text_);
    TRY_VOID(check());
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads) {}({})", subject_.kernel,
                            parameter_text(subject_, further_)));
    write_head();
    write_paths();
    lines_.close();
    if (!text_.failure().empty()) return bad_input("columns have no form for " + text_.failure());
    return finish();
  }

 private:
  Expr column() const { return plan_.rows.back().variable; }
  Expr inner() const { return plan_.variable; }
  std::vector<lift::SpaceIndex> outer() const { return {plan_.rows.begin(), plan_.rows.end() - 1}; }

  Result<void> check() {
    if (plan_.rows.empty() || plan_.map) return bad_input("no reduction depends on the last index");
    for (const Statement& statement : plan_.statements) {
      if (!statement.guard.empty()) return bad_input("columns have no form for a guarded statement");
    }
    for (const lift::SpaceIndex& index : outer()) {
      const bool is_used = std::any_of(plan_.phases.begin(), plan_.phases.end(),
                                       [&](const ReductionPhase& phase) { return depends_on(phase, index.variable); });
      if (!is_used) return bad_input("an index is one of a map that follows the reductions");
    }
    for (const ReductionPhase& phase : plan_.phases) {
      if (arena_.contains(phase.count, column())) return bad_input("columns are of different lengths");
      if (!runs_along_columns(phase)) return bad_input("no load of the reductions runs along the last index");
    }
    if (shared_bytes() > k_most_shared_bytes) return bad_input("the threads' values do not fit into shared memory");
    return {};
  }

  bool depends_on(const ReductionPhase& phase, Expr variable) const {
    return std::any_of(phase.reductions.begin(), phase.reductions.end(),
                       [&](const PlannedReduction& each) { return arena_.contains(each.node, variable); });
  }

  bool runs_along_columns(const ReductionPhase& phase) {
    const auto loads = parts_of_kind(arena_, phase.bodies(), Kind::load);
    return std::any_of(loads.begin(), loads.end(), [&](Expr load) {
      const Node node = arena_[load];
      const Motion down = motion(arena_, node.args[1], inner(), node.bytes);
      return motion(arena_, node.args[1], column(), node.bytes) == Motion::unit && down != Motion::none;
    });
  }

  // Each kind of value has a place of its own.
  int64_t shared_bytes() const {
    std::set<std::pair<lift::Fold, bool>> kinds;
    int64_t bytes = 0;
    for (const ReductionPhase& phase : plan_.phases) {
      for (const PlannedReduction& reduction : phase.reductions) {
        if (kinds.insert({reduction.how, reduction.is_real}).second)
          bytes += numbers_.threads * numbers_.vector * fold_bytes(subject_, reduction.how, reduction.is_real);
      }
    }
    return bytes;
  }

  void write_head() {
    std::vector<std::string> names = index_names(outer().size());
    if (names.size() > 2) names[2] = "index_2";
    const std::string columns = text_.integer(plan_.rows.back().count);
    lines_.add("constexpr int kSlices = kThreads / kLanes;  // rows that a block takes at a time");
    lines_.add(
        fmt::format("const long long strips = ((long long){} + kLanes * kVector - 1) / (kLanes * kVector);", columns));
    lines_.add(fmt::format("if (blockIdx.x >= strips * ({})) return;", count_text(outer(), text_)));
    lines_.add("const int lane = threadIdx.x % kLanes, slice = threadIdx.x / kLanes;");
    if (!outer().empty()) write_row_indices(outer(), names, "divide(blockIdx.x, strips)", lines_, text_);
    lines_.add(
        fmt::format("const long long strip = {};", outer().empty() ? "blockIdx.x" : "modulo(blockIdx.x, strips)"));
    lines_.add("const long long column = (strip * kLanes + lane) * kVector;  // the first of the thread");
    lines_.add(fmt::format("const long long valid = {} - column;", columns));
    const bool is_only_pass = plan_.phases.size() == 1;
    for (const ReductionPhase& phase : plan_.phases)
      loads_.push_back(columns_.choose(phase.bodies(), is_only_pass ? &plan_.rows : nullptr));
    columns_.declare_wide();
  }

  bool holds() const {
    const auto is_as_long = [&](const ReductionPhase& phase) { return phase.count == plan_.phases[0].count; };
    return numbers_.holds && plan_.phases.size() > 1 &&
           std::all_of(plan_.phases.begin(), plan_.phases.end(), is_as_long);
  }

  void write_paths() {
    if (!holds()) return write_path(false);
    lines_.open(fmt::format("if ({} <= kSlices * kInFlight)", text_.integer(plan_.phases[0].count)));
    lines_.add("const long long start = slice;");
    write_path(true);
    lines_.turn("} else {");
    write_path(false);
    lines_.close();
  }

  void write_path(bool is_held) {
    const size_t before = text_.mark();
    held_.clear();
    for (size_t i = 0; i < plan_.phases.size(); ++i) write_phase(plan_.phases[i], loads_[i], is_held);
    write_store();
    text_.release(before);
  }

  void write_phase(const ReductionPhase& phase, std::vector<ColumnLoad> loads, bool is_held) {
    const std::string length = text_.fresh("length");
    lines_.add(fmt::format("const long long {} = {};", length, text_.integer(phase.count)));
    hold_parts(phase.bodies());
    std::vector<Accumulator> accumulators = declare_accumulators(phase);
    const size_t before = text_.mark();
    columns_.write_fixed(loads, length);
    // Parts that are too long to be held should not cost the others registers.
    const std::string in_flight = holds() && !is_held ? "1" : "kInFlight";
    if (!is_held)
      lines_.open(fmt::format("for (long long start = slice; start < {}; start += kSlices * {})", length, in_flight));
    columns_.write_rows(is_held ? not_yet_held(loads) : loads, length, in_flight);
    lines_.add("#pragma unroll");
    lines_.open(fmt::format("for (int s = 0; s < {}; ++s)", in_flight));
    lines_.add("const long long k = start + s * kSlices;");
    lines_.open(fmt::format("each_element<kVector>(k < {} ? valid : 0, [&](int e)", length));
    text_.bind(inner(), "k");
    text_.bind(column(), "(column + e)");
    columns_.bind(loads);
    text_.count_uses(phase.bodies());
    for (size_t i = 0; i < accumulators.size(); ++i) {
      Accumulator element = accumulators[i];
      element.name += "[e]";
      accumulate(phase.reductions[i], element, "k", text_, lines_);
    }
    lines_.close("});");
    for (int level = is_held ? 1 : 0; level < 2; ++level) lines_.close();
    text_.release(before);
    combine(phase, accumulators);
  }

  // Those that no phase before has loaded; the others get the names that they have there.
  std::vector<ColumnLoad> not_yet_held(std::vector<ColumnLoad>& loads) {
    std::vector<ColumnLoad> found;
    for (ColumnLoad& load : loads) {
      const auto held =
          std::find_if(held_.begin(), held_.end(), [&](const ColumnLoad& each) { return each.load == load.load; });
      if (load.is_fixed) continue;
      if (held != held_.end()) {
        load.name = held->name;
      } else {
        found.push_back(load);
      }
    }
    held_.insert(held_.end(), found.begin(), found.end());
    return found;
  }

  std::vector<Accumulator> declare_accumulators(const ReductionPhase& phase) {
    std::vector<Accumulator> found;
    std::vector<std::string> starts;
    for (const PlannedReduction& reduction : phase.reductions) {
      const Accumulator accumulator = accumulator_of(reduction, text_);
      lines_.add(fmt::format("{} {}[kVector];", accumulator.type, accumulator.name));
      starts.push_back(fmt::format("{}[e] = {};", accumulator.name, accumulator.start));
      found.push_back(accumulator);
    }
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kVector; ++e)");
    for (const std::string& start : starts) lines_.add(start);
    lines_.close();
    return found;
  }

  // Parts that do not change within a column are computed once.
  void hold_parts(const std::vector<Expr>& roots) {
    for (const Expr root : roots) {
      const size_t before = text_.mark();
      text_.bind(column(), "(column + e)");
      const std::vector<Expr> parts = fixed_parts(subject_, text_, root);
      text_.release(before);
      for (const Expr part : parts) hold_part(part);
    }
  }

  void hold_part(Expr part) {
    const std::string name = text_.fresh("column_part");
    lines_.add(fmt::format("{} {}[kVector];", text_.real_type(), name));
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kVector; ++e)");
    const size_t before = text_.mark();
    text_.bind(column(), "(column + e)");
    text_.count_uses({});
    lines_.add(fmt::format("{}[e] = {};", name, text_.real(part)));
    text_.release(before);
    lines_.close();
    text_.bind(part, name + "[e]");
  }

  void combine(const ReductionPhase& phase, const std::vector<Accumulator>& accumulators) {
    for (size_t i = 0; i < accumulators.size(); ++i) {
      lines_.add(fmt::format("reduce_slices<kThreads, kLanes>({}, {}());", accumulators[i].name, accumulators[i].fold));
      Accumulator element = accumulators[i];
      element.name += "[e]";
      text_.bind(phase.reductions[i].node, element.result());
    }
  }

  void write_store() {
    lines_.open("if (slice == 0)");
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kVector; ++e)");
    lines_.open("if (e < valid)");
    std::vector<Expr> roots;
    for (const Statement& statement : plan_.statements) roots.push_back(statement.value);
    const size_t before = text_.mark();
    text_.bind(column(), "(column + e)");
    text_.count_uses(roots);
    for (const Statement& statement : plan_.statements) {
      const std::string to = text_.address(statement.array, statement.offset, statement.bytes);
      lines_.add(fmt::format("*({}) = {};", to, stored_with_update(statement, to, text_, subject_)));
    }
    text_.release(before);
    for (int level = 0; level < 3; ++level) lines_.close();
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "columns";
    kernel.reason =
        "Columns: kLanes threads beside each other take packs of kVector neighbouring columns, so that their loads are "
        "whole lines of memory; the threads above each other take the rows in turn, kInFlight at a time, and "
        "combine what they found in shared memory.";
    if (holds()) kernel.reason += " Rows that fit are loaded once and stay in registers for all reductions.";
    kernel.constants = {{"kThreads", numbers_.threads, "of a block"},
                        {"kLanes", numbers_.lanes, "threads beside each other"},
                        {"kVector", numbers_.vector, "columns of a thread"},
                        {"kInFlight", numbers_.in_flight, "rows that a thread loads before it uses one"}};
    TRY(outer_count, count_formula(subject_, outer()));
    TRY(columns, count_formula(subject_, {plan_.rows.back()}));
    kernel.launches = {
        {subject_.kernel, launch_arguments(subject_, further_),
         fmt::format("max(1, {} * ceil_div({}, {}))", outer_count, columns, numbers_.lanes * numbers_.vector),
         numbers_.threads}};
    kernel.launches.back().work =
        counted(subject_, plan_.rows, [&](WorkCount& count) { count_columns(subject_, plan_, numbers_, count); });
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  const Subject& subject_;
  lift::Arena& arena_;
  const Nest& nest_;
  const ColumnsNumbers& numbers_;
  ReductionPlan plan_;
  Lines lines_;
  CudaExpression text_;
  ColumnLoads columns_;
  std::vector<std::vector<ColumnLoad>> loads_;  // of each phase
  std::vector<ColumnLoad> held_;                // in the path that is written
  std::vector<FurtherParameter> further_;
};

}  // namespace

Result<WrittenKernel> write_columns(const Subject& subject, const Nest& nest, const ColumnsNumbers& numbers) {
  TRY(plan, plan_reductions(subject, nest));
  return ColumnsWriter(subject, nest, numbers, std::move(plan)).write();
}

}  // namespace whet::write

#include "write/schedule/scatter.h"

#include <fmt/format.h>

#include <algorithm>

#include "write/schedule/bin_counters.h"
#include "write/schedule/row_loads.h"
#include "write/schedule/schedule_work.h"
#include "write/subject/inner_index.h"

namespace whet::write {

using lift::Kind;
using lift::Statement;

namespace {

class ScatterWriter {
 public:
  ScatterWriter(const Subject& subject, const Nest& nest, const ScatterNumbers& numbers)
      : subject_(subject),
        arena_(subject.arena),
        numbers_(numbers),
        plan_{nest.space.back().variable,
              {},
              {nest.space.begin(), nest.space.end() - 1},
              nest.space.back(),
              nest.statements},
        text_(subject, lines_),
        loads_(subject, plan_, text_, lines_),
        wide_(subject, numbers.vector, text_) {}

  Result<WrittenKernel> write(const Nest& nest) {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest, text_);
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads) {}({})", subject_.kernel,
                            parameter_text(subject_, further_)));
    write_head();
    loads_.open_in_flight(loads_.in(plan_.stored()), "length");
    for (const Statement& statement : plan_.statements) write_update(statement);
    lines_.close();
    lines_.close();
    lines_.close();
    if (!text_.failure().empty()) return bad_input("a scatter has no form for " + text_.failure());
    return finish();
  }

 private:
  Expr inner() const { return plan_.variable; }
  ElementType type_of(const Statement& statement) const { return subject_.parameter(statement.array).type; }

  Result<void> check() const {
    if (plan_.rows.empty()) return bad_input("a scatter needs rows of updates");
    if (!parts_of_kind(arena_, plan_.stored(), Kind::reduction).empty())
      return bad_input("a scatter has no reductions");
    for (const Statement& statement : plan_.statements) {
      if (!statement.guard.empty()) return bad_input("a scatter has no form for a guarded statement");
      if (statement.update != lift::Fold::sum || !has_atomics(type_of(statement), lift::Fold::sum))
        return bad_input("only sums are scattered, of types that have atomic ones");
      if (motion(arena_, statement.offset, inner(), statement.bytes) != Motion::unit)
        return bad_input("the places of updates do not run along memory");
      const auto loads = parts_of_kind(arena_, {statement.offset}, Kind::load);
      if (loads.empty()) return bad_input("the places of updates do not depend on data");
      if (std::any_of(loads.begin(), loads.end(), [&](Expr load) { return arena_.contains(load, inner()); }))
        return bad_input("the places of a row of updates are not next to each other");
    }
    return {};
  }

  void write_head() {
    auto names = index_names(plan_.rows.size());
    if (names.size() > 2) names[2] = "index_2";  // `k` runs through the row
    lines_.add("const int lane = threadIdx.x % kLanes;");
    lines_.add("const long long row = (long long)blockIdx.x * (kThreads / kLanes) + threadIdx.x / kLanes;");
    lines_.add(fmt::format("const bool is_row = row < {};", count_text(plan_.rows, text_)));
    write_row_indices(plan_.rows, names, "(is_row ? row : 0)", lines_, text_);
    lines_.add(fmt::format("const long long length = is_row ? {} : 0;", text_.integer(plan_.map->count)));
    loads_.hold_for_row(plan_.stored());
    loads_.choose(wide_);
    wide_.declare(lines_);
  }

  void write_update(const Statement& statement) {
    const std::string type(cuda_name(type_of(statement)));
    const std::string pack = text_.fresh(subject_.parameter(statement.array).name + "_more");
    lines_.add(fmt::format("Pack<{}, kVector> {};", type, pack));
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kVector; ++e)");
    lines_.open("if (e < length - k)");
    const size_t before = text_.mark();
    text_.bind(inner(), "(k + e)");
    text_.count_uses({statement.value});
    const std::string value =
        is_floating(type_of(statement)) ? text_.real(statement.value) : text_.integer(statement.value);
    lines_.add(fmt::format("{}.at[e] = ({})({});", pack, type, value));
    text_.release(before);
    lines_.close();
    lines_.close();
    text_.bind(inner(), "k");
    lines_.add(fmt::format("atomic_sum_pack({}, {}, length - k);",
                           text_.address(statement.array, statement.offset, statement.bytes), pack));
    text_.release(before);
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "scatter";
    kernel.reason =
        "Scatter: kLanes threads share a row of updates and read its place once. They add packs of kVector elements, "
        "of four floats with one operation where the GPU has it (sm_90), and the caches combine what meets.";
    kernel.constants = {{"kThreads", numbers_.threads, "of a block"},
                        {"kLanes", numbers_.lanes, "threads that share a row"},
                        {"kVector", numbers_.vector, "elements of a pack"},
                        {"kInFlight", numbers_.in_flight, "packs that a thread loads before it uses one"}};
    TRY(row_count, count_formula(subject_, plan_.rows));
    kernel.launches = {{subject_.kernel, launch_arguments(subject_, further_),
                        fmt::format("max(1, ceil_div({}, {}))", row_count, numbers_.threads / numbers_.lanes),
                        numbers_.threads}};
    kernel.launches.back().work =
        counted(subject_, plan_.rows, [&](WorkCount& count) { count_scatter(subject_, plan_, numbers_, count); });
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  const Subject& subject_;
  lift::Arena& arena_;
  const ScatterNumbers& numbers_;
  const ReductionPlan plan_;  // without reductions: a map of rows
  Lines lines_;
  CudaExpression text_;
  RowLoads loads_;
  WidePacks wide_;
  std::vector<FurtherParameter> further_;
};

}  // namespace

Result<WrittenKernel> write_scatter(const Subject& subject, const Nest& nest, const ScatterNumbers& numbers) {
  if (nest.space.empty()) return bad_input("a scatter needs rows of updates");
  const Nest along = with_inner_along_memory(subject, nest);
  return ScatterWriter(subject, along, numbers).write(along);
}

}  // namespace whet::write

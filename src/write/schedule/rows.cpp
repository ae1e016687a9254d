#include "write/schedule/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/substitute.h"
#include "util/text.h"
#include "write/schedule/accumulators.h"
#include "write/schedule/fixed_parts.h"
#include "write/schedule/row_index.h"
#include "write/subject/reduction_plan.h"

namespace whet::write {

using lift::Kind;
using lift::Node;
using lift::Statement;

namespace {

struct RowLoad {
  Expr load;
  std::string name, is_wide;
};

class RowsWriter {
 public:
  RowsWriter(const Subject& subject, const RowsNumbers& numbers, ReductionPlan plan)
      : subject_(subject), arena_(subject.arena), numbers_(numbers), plan_(std::move(plan)), text_(subject, lines_) {}

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

  Result<void> check() const {
    for (const Statement& statement : plan_.statements) {
      if (!statement.guard.empty()) return bad_input("rows have no form for a guarded statement");
      if (statement.update && plan_.map) return bad_input("rows have no form for updates of every element");
    }
    for (const ReductionPhase& phase : plan_.phases) {
      for (const Expr load : parts_of_kind(arena_, phase_roots(phase), Kind::load)) {
        const Node node = arena_[load];
        if (motion(arena_, node.args[1], inner(), node.bytes) == Motion::strided)
          return bad_input("rows have no form for a reduction that steps over elements of memory");
      }
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

  // Loads along the row that are made in any case.
  std::vector<Expr> pack_loads(const std::vector<Expr>& roots) {
    std::vector<Expr> found;
    for (const Expr load : unconditional_loads(arena_, roots)) {
      const Node node = arena_[load];
      const bool is_pack = motion(arena_, node.args[1], inner(), node.bytes) == Motion::unit;
      if (is_pack && parts_of_kind(arena_, {node.args[1]}, Kind::load).empty()) found.push_back(load);
      if (is_pack && !parts_of_kind(arena_, {node.args[1]}, Kind::load).empty() && is_row_level_offset(node.args[1]))
        found.push_back(load);
    }
    return found;
  }

  // The loads in it do not change within a row.
  bool is_row_level_offset(Expr offset) {
    const auto loads = parts_of_kind(arena_, {offset}, Kind::load);
    return std::none_of(loads.begin(), loads.end(), [&](Expr load) { return arena_.contains(load, inner()); });
  }

  std::vector<Expr> phase_roots(const ReductionPhase& phase) const {
    std::vector<Expr> roots;
    for (const PlannedReduction& reduction : phase.reductions) roots.push_back(reduction.body);
    return roots;
  }
  std::vector<Expr> map_roots() const {
    std::vector<Expr> roots;
    for (const Statement& statement : plan_.statements) roots.insert(roots.end(), {statement.value, statement.offset});
    return roots;
  }

  std::string wide_text(Expr array, Expr offset, int bytes) {
    if (numbers_.vector == 1) return "false";
    const auto conditions = pack_conditions(subject_, array, offset, bytes, inner(), numbers_.vector, text_);
    if (!conditions) return "false";
    for (const std::string& condition : *conditions) {
      if (std::find(wide_.begin(), wide_.end(), condition) == wide_.end()) wide_.push_back(condition);
    }
    return "is_wide";
  }

  void write_head() {
    lines_.add("const int lane = threadIdx.x % kLanes;");
    lines_.add("const long long row = (long long)blockIdx.x * (kThreads / kLanes) + threadIdx.x / kLanes;");
    lines_.add(fmt::format("const bool is_row = row < {};", count_text(plan_.rows, text_)));
    write_row_indices(plan_.rows, row_names(), "(is_row ? row : 0)", lines_, text_);
    for (const ReductionPhase& phase : plan_.phases) hold_row_loads({phase.count});
    std::vector<Expr> roots;
    for (const ReductionPhase& phase : plan_.phases) {
      const auto more = phase_roots(phase);
      roots.insert(roots.end(), more.begin(), more.end());
    }
    if (plan_.map) {
      const auto more = map_roots();
      roots.insert(roots.end(), more.begin(), more.end());
    }
    for (const Expr load : pack_loads(roots)) {
      const Node node = arena_[load];
      const std::string is_wide = wide_text(node.args[0], node.args[1], node.bytes);
      loads_.push_back({load, text_.fresh(subject_.parameter(node.args[0]).name + "_in"), is_wide});
      hold_row_loads({node.args[1]});
    }
    for (const Statement& statement : plan_.statements) {
      store_wide_.push_back(plan_.map ? wide_text(statement.array, statement.offset, statement.bytes) : "false");
    }
    if (!wide_.empty()) lines_.add(fmt::format("const bool is_wide = {};", join(wide_, " && ")));
  }

  // What a row needs of other arrays is loaded once; a thread without a row loads nothing.
  void hold_row_loads(const std::vector<Expr>& roots) {
    for (const Expr load : unconditional_loads(arena_, roots)) {
      const Node node = arena_[load];
      if (text_.bound(load) || arena_.contains(load, inner())) continue;
      const SubjectParameter& array = subject_.parameter(node.args[0]);
      const std::string name = text_.fresh(array.name + "_row");
      lines_.add(fmt::format("const {} {} = is_row ? *({}) : {}();", cuda_name(array.type), name,
                             text_.address(node.args[0], node.args[1], node.bytes), cuda_name(array.type)));
      text_.bind(load, name);
    }
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
    if (is_held) write_held_loads();
    for (const ReductionPhase& phase : plan_.phases) write_phase(phase, is_held);
    if (plan_.map) write_map(is_held);
    if (!plan_.map) write_row_store();
    text_.release(before);
  }

  void declare(const RowLoad& load, const char* count) {
    const ElementType type = subject_.parameter(arena_[load.load].args[0]).type;
    lines_.add(fmt::format("Pack<{}, kVector> {}[{}];", cuda_name(type), load.name, count));
  }

  void write_load(const RowLoad& load, const std::string& place) {
    const Node node = arena_[load.load];
    const size_t before = text_.mark();
    text_.bind(inner(), "k");
    lines_.add(fmt::format("{}[{}] = load_pack<kVector>({}, {} - k, {});", load.name, place,
                           text_.address(node.args[0], node.args[1], node.bytes), count_, load.is_wide));
    text_.release(before);
  }

  std::vector<RowLoad> loads_in(const std::vector<Expr>& roots) {
    std::vector<RowLoad> found;
    const auto needed = pack_loads(roots);
    for (const RowLoad& load : loads_) {
      if (std::find(needed.begin(), needed.end(), load.load) != needed.end()) found.push_back(load);
    }
    return found;
  }

  // Those that some phase needs stay in registers.
  std::vector<RowLoad> held_loads() {
    std::vector<Expr> roots;
    for (const ReductionPhase& phase : plan_.phases) {
      const auto more = phase_roots(phase);
      roots.insert(roots.end(), more.begin(), more.end());
    }
    return loads_in(roots);
  }

  void write_held_loads() {
    write_count(plan_.phases[0].count);
    const auto held = held_loads();
    for (const RowLoad& load : held) declare(load, "kHeld");
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kHeld; ++p)");
    lines_.add("const long long k = (lane + p * kLanes) * kVector;");
    for (const RowLoad& load : held) write_load(load, "p");
    lines_.close();
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

  // Opens the loops over the elements of a thread; inside, `k + e` is the index and each load is bound.
  void open_elements(const std::vector<RowLoad>& loads, bool is_held) {
    if (is_held) {
      lines_.add("#pragma unroll");
      lines_.open("for (int p = 0; p < kHeld; ++p)");
      lines_.add("const long long k = (lane + p * kLanes) * kVector;");
      const auto held = held_loads();
      for (const RowLoad& load : loads) {
        const bool is_there =
            std::any_of(held.begin(), held.end(), [&](const RowLoad& h) { return h.load == load.load; });
        if (!is_there) declare(load, "1"), write_load(load, "0");
        text_.bind(load.load, fmt::format("{}[{}].at[e]", load.name, is_there ? "p" : "0"));
      }
      return;
    }
    lines_.open(fmt::format("for (long long start = lane * kVector; start < {}; start += kLanes * kVector * kInFlight)",
                            count_));
    for (const RowLoad& load : loads) declare(load, "kInFlight");
    if (!loads.empty()) {
      lines_.add("#pragma unroll");
      lines_.open("for (int s = 0; s < kInFlight; ++s)");
      lines_.add("const long long k = start + s * (kLanes * kVector);");
      for (const RowLoad& load : loads) write_load(load, "s");
      lines_.close();
    }
    lines_.add("#pragma unroll");
    lines_.open("for (int s = 0; s < kInFlight; ++s)");
    lines_.add("const long long k = start + s * (kLanes * kVector);");
    for (const RowLoad& load : loads) text_.bind(load.load, load.name + "[s].at[e]");
  }

  void close_elements(bool is_held) {
    lines_.close();
    if (!is_held) lines_.close();
  }

  void write_phase(const ReductionPhase& phase, bool is_held) {
    const auto roots = phase_roots(phase);
    write_count(phase.count);
    hold_parts(roots);
    std::vector<Accumulator> accumulators;
    for (const PlannedReduction& reduction : phase.reductions) {
      accumulators.push_back(declare_accumulator(reduction, text_, lines_));
    }
    const size_t before = text_.mark();
    open_elements(loads_in(roots), is_held);
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kVector; ++e)");
    lines_.open(fmt::format("if (e < {} - k)", count_));
    text_.bind(inner(), "(k + e)");
    text_.count_uses(roots);
    for (size_t i = 0; i < accumulators.size(); ++i)
      accumulate(phase.reductions[i], accumulators[i], "k + e", text_, lines_);
    lines_.close();
    lines_.close();
    close_elements(is_held);
    text_.release(before);
    for (const Accumulator& accumulator : accumulators) {
      lines_.add(fmt::format("{0} = {1}({0}, {2}());", accumulator.name,
                             is_block() ? "reduce_block<kThreads>" : "reduce_lanes<kLanes>", accumulator.fold));
    }
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
    const auto roots = map_roots();
    write_count(plan_.map->count);
    hold_parts(roots);
    const size_t before = text_.mark();
    open_elements(loads_in(roots), is_held);
    std::vector<std::string> packs;
    for (const Statement& statement : plan_.statements) {
      const SubjectParameter& array = subject_.parameter(statement.array);
      const bool is_pack = motion(arena_, statement.offset, inner(), statement.bytes) == Motion::unit;
      packs.push_back(is_pack ? text_.fresh(array.name + "_out") : "");
      if (is_pack) lines_.add(fmt::format("Pack<{}, kVector> {};", cuda_name(array.type), packs.back()));
    }
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kVector; ++e)");
    lines_.open(fmt::format("if (e < {} - k)", count_));
    const size_t element = text_.mark();
    text_.bind(inner(), "(k + e)");
    text_.count_uses(roots);
    for (size_t i = 0; i < packs.size(); ++i) write_element(plan_.statements[i], packs[i]);
    text_.release(element);
    lines_.close();
    lines_.close();
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

  void write_row_store() {
    lines_.open("if (is_row && lane == 0)");
    const size_t before = text_.mark();
    std::vector<Expr> roots;
    for (const Statement& statement : plan_.statements) roots.push_back(statement.value);
    text_.count_uses(roots);
    for (const Statement& statement : plan_.statements) {
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
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  const Subject& subject_;
  lift::Arena& arena_;
  const RowsNumbers& numbers_;
  ReductionPlan plan_;
  Lines lines_;
  CudaExpression text_;
  std::vector<RowLoad> loads_;
  std::vector<std::string> wide_, store_wide_;
  std::vector<FurtherParameter> further_;
  std::map<uint32_t, std::string> counts_;
  std::string count_;  // the length of the row in what is being written
};

}  // namespace

Result<WrittenKernel> write_rows(const Subject& subject, const Nest& nest, const RowsNumbers& numbers) {
  TRY(plan, plan_reductions(subject, nest));
  return RowsWriter(subject, numbers, std::move(plan)).write(nest);
}

}  // namespace whet::write

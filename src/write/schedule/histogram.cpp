#include "write/schedule/histogram.h"

#include <fmt/format.h>

#include "lift/expression/polynomial.h"
#include "util/text.h"
#include "write/schedule/bin_counters.h"
#include "write/schedule/row_index.h"
#include "write/schedule/schedule_work.h"
#include "write/schedule/wide_packs.h"
#include "write/subject/inner_index.h"

namespace whet::write {

using lift::Fold;
using lift::Kind;
using lift::Node;
using lift::Statement;

namespace {

constexpr int64_t k_shared_bytes = 48 * 1024;  // of a block, without further settings

struct UpdateLoad {
  Expr load;
  bool is_pack = false;  // else one element for all of a pack
  std::string name, is_wide = "false";
};

class HistogramWriter {
 public:
  HistogramWriter(const Subject& subject, Nest nest, const HistogramNumbers& numbers)
      : subject_(subject),
        arena_(subject.arena),
        nest_(std::move(nest)),
        numbers_(numbers),
        text_(subject, lines_),
        wide_(subject, numbers.vector, text_) {}

  Result<WrittenKernel> write() {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest_, text_);
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads) {}({})", subject_.kernel,
                            parameter_text(subject_, further_)));
    if (is_private()) counters().write_start(lines_);
    choose_loads();
    write_head();
    write_passes();
    if (is_private()) counters().write_merge(lines_);
    lines_.close();
    if (!text_.failure().empty()) return bad_input("histograms have no form for " + text_.failure());
    return finish();
  }

 private:
  const lift::SpaceIndex& inner() const { return nest_.space.back(); }
  std::vector<lift::SpaceIndex> rows() const { return {nest_.space.begin(), nest_.space.end() - 1}; }
  bool has_rows() const { return nest_.space.size() > 1; }
  bool is_private() const { return numbers_.bins > 0; }
  const Statement& only() const { return nest_.statements.front(); }
  bool is_count(const Statement& statement) const {
    return *statement.update == Fold::sum && lift::constant(arena_, statement.value);
  }
  BinCounters counters() const {
    BinCounters counters{subject_.parameter(only().array).name, type_of(only()), *only().update, is_count(only())};
    if (counters.is_count) counters.each = std::to_string(*lift::constant(arena_, only().value));
    return counters;
  }
  ElementType counter() const { return counter_type(type_of(only()), is_count(only())); }
  bool is_narrow() const { return is_private() && counter() != type_of(only()); }

  Result<void> check() const {
    if (nest_.space.empty()) return bad_input("a histogram needs an index");
    for (const Statement& statement : nest_.statements) {
      if (!statement.update) return bad_input("not every statement combines with what is there");
      if (parts_of_kind(arena_, {statement.offset}, Kind::load).empty())
        return bad_input("the places of updates do not depend on data");
      const ElementType type = subject_.parameter(statement.array).type;
      if (!has_atomics(type, *statement.update))
        return bad_input(fmt::format("there are no atomic updates of this kind for {}", cuda_name(type)));
      if (!parts_of_kind(arena_, {statement.value, statement.offset}, Kind::reduction).empty())
        return bad_input("a histogram has no reductions");
      if (numbers_.aggregates && !is_count(statement)) return bad_input("only counts are aggregated");
    }
    if (!is_private()) return {};
    if (nest_.statements.size() > 1) return bad_input("only a single histogram is counted in shared memory");
    if (numbers_.bins * numbers_.replicas * static_cast<int64_t>(bytes_of(counter())) > k_shared_bytes)
      return bad_input("the bins do not fit shared memory");
    return {};
  }

  ElementType type_of(const Statement& statement) const { return subject_.parameter(statement.array).type; }
  void choose_loads() {
    std::vector<Expr> roots;
    for (const Statement& statement : nest_.statements) {
      if (statement.guard.empty()) roots.insert(roots.end(), {statement.offset, statement.value});
      if (statement.guard.empty()) continue;
      roots.push_back(statement.guard.front());
      for (const Expr load : unconditional_loads(arena_, {statement.offset, statement.value})) {
        if (is_whole_array(load)) roots.push_back(load);
      }
    }
    for (const Expr load : unconditional_loads(arena_, roots)) {
      const Node node = arena_[load];
      const Motion how = motion(arena_, node.args[1], inner().variable, node.bytes);
      if (how != Motion::unit && how != Motion::none) continue;
      UpdateLoad held{load, how == Motion::unit, text_.fresh(subject_.parameter(node.args[0]).name + "_in")};
      if (held.is_pack) held.is_wide = wide_.of(node.args[0], node.args[1], node.bytes, inner().variable);
      loads_.push_back(std::move(held));
    }
  }

  // The index runs through the array from end to end: every element may be read, whatever conditions say.
  bool is_whole_array(Expr load) const {
    const Node node = arena_[load];
    const auto length = lift::size_formula(arena_, inner().count, subject_.words);
    return !has_rows() && node.args[1] == lift::scale(arena_, inner().variable, node.bytes) && length &&
           *length == subject_.parameter(node.args[0]).elements_formula;
  }

  void write_head() {
    names_ = index_names(nest_.space.size());
    lines_.add(fmt::format("const long long count = {};", text_.integer(inner().count)));
    if (has_rows()) {
      lines_.add("const long long packs = (count + kVector - 1) / kVector;  // of a row");
      lines_.add(fmt::format("const long long all_packs = packs * ({});", count_text(rows(), text_)));
    } else {
      lines_.add("const long long all_packs = (count + kVector - 1) / kVector;");
    }
    wide_.declare(lines_);
  }

  void write_passes() {
    lines_.add("const long long step = (long long)gridDim.x * (kThreads * kInFlight);");
    lines_.add("long long first = (long long)blockIdx.x * (kThreads * kInFlight) + threadIdx.x;");
    lines_.open("for (; first < all_packs; first += step)");
    write_loads();
    write_updates();
    lines_.close();
  }

  // Opens the loop over the packs of a thread, with the indices of the first element of each.
  size_t open_packs() {
    const size_t before = text_.mark();
    lines_.add("#pragma unroll");
    lines_.open("for (int s = 0; s < kInFlight; ++s)");
    lines_.add("const long long pack = first + s * kThreads;");
    lines_.add("if (pack >= all_packs) break;");
    if (has_rows()) write_row_indices(rows(), names_, "divide(pack, packs)", lines_, text_);
    lines_.add(
        fmt::format("const long long {} = {} * kVector;", names_.back(), has_rows() ? "modulo(pack, packs)" : "pack"));
    return before;
  }

  void write_loads() {
    for (const UpdateLoad& held : loads_) {
      const std::string_view type = cuda_name(subject_.parameter(arena_[held.load].args[0]).type);
      lines_.add(held.is_pack ? fmt::format("Pack<{}, kVector> {}[kInFlight];", type, held.name)
                              : fmt::format("{} {}[kInFlight];", type, held.name));
    }
    if (loads_.empty()) return;
    const size_t before = open_packs();
    text_.bind(inner().variable, names_.back());
    for (const UpdateLoad& held : loads_) {
      const Node node = arena_[held.load];
      const std::string from = text_.address(node.args[0], node.args[1], node.bytes);
      lines_.add(held.is_pack ? fmt::format("{}[s] = {}<kVector>({}, count - {}, {});", held.name,
                                            text_.pack_load(node.bytes), from, names_.back(), held.is_wide)
                              : fmt::format("{}[s] = *({});", held.name, from));
      if (!held.is_pack) text_.bind(held.load, held.name + "[s]");
    }
    text_.release(before);
    lines_.close();
  }

  // A whole pack needs no test of its elements.
  void write_updates() {
    const size_t before = open_packs();
    lines_.open("const auto update = [&](int e)");
    text_.bind(inner().variable, fmt::format("({} + e)", names_.back()));
    for (const UpdateLoad& held : loads_) text_.bind(held.load, held.name + (held.is_pack ? "[s].at[e]" : "[s]"));
    for (const Statement& statement : nest_.statements) write_update(statement);
    lines_.close("};");
    text_.release(before);
    lines_.open(fmt::format("if (count - {} >= kVector)", names_.back()));
    lines_.add("#pragma unroll");
    lines_.add("for (int e = 0; e < kVector; ++e) update(e);");
    lines_.turn("} else {");
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kVector; ++e)");
    lines_.add(fmt::format("if (e < count - {}) update(e);", names_.back()));
    lines_.close();
    lines_.close();
    lines_.close();
  }

  void write_update(const Statement& statement) {
    const size_t before = text_.mark();
    if (!statement.guard.empty()) {
      std::vector<std::string> conditions;
      for (const Expr condition : statement.guard) conditions.push_back(text_.condition(condition));
      lines_.open(fmt::format("if ({})", join(conditions, " && ")));
    }
    const auto index = lift::divide_exactly(arena_, statement.offset, lift::integer(arena_, statement.bytes));
    if (!index) text_.fail("an access between elements");
    const std::string type(cuda_name(type_of(statement)));
    const std::string bin = text_.fresh("bin");
    lines_.add(fmt::format("const long long {} = {};", bin, index ? text_.integer(*index) : "0"));
    const bool is_real = is_floating(type_of(statement));
    std::string value =
        fmt::format("({})({})", type, is_real ? text_.real(statement.value) : text_.integer(statement.value));
    std::string counted = is_narrow() ? "1u" : value;
    if (numbers_.aggregates) {
      lines_.add(fmt::format("const int equal = count_of_equal({});", bin));
      value = fmt::format("({})(equal * {})", type, value);
      counted = is_narrow() ? "(unsigned int)equal" : value;
      lines_.open("if (equal > 0)");
    }
    write_combination(statement, bin, value, counted);
    if (numbers_.aggregates) lines_.close();
    if (!statement.guard.empty()) lines_.close();
    text_.release(before);
  }

  // Bins that the block does not count, if there are any, are combined where they are.
  void write_combination(const Statement& statement, const std::string& bin, const std::string& value,
                         const std::string& counted_value) {
    const std::string combine = atomic_name(*statement.update);
    const std::string direct =
        fmt::format("{}({} + {}, {});", combine, subject_.parameter(statement.array).name, bin, value);
    if (!is_private()) return lines_.add(direct);
    const std::string counted = fmt::format("{}(mine + (int){} * kReplicas, {});", combine, bin, counted_value);
    const auto bound = bin_bound(subject_, statement);
    if (bound && bound->is_certain && bound->count <= numbers_.bins) return lines_.add(counted);
    lines_.open(fmt::format("if ((unsigned long long){} < kBins)", bin));
    lines_.add(counted);
    lines_.turn("} else {");
    lines_.add(direct);
    lines_.close();
  }

  std::string reason() const {
    std::string text =
        is_private()
            ? "Histogram: a block counts the first kBins bins in shared memory, kReplicas times so that lanes with the "
              "same bin do not wait for each other, and combines what it has with the result at the end, once for each "
              "bin that it met."
            : "Scatter: every update is one atomic operation in global memory, whose caches combine them.";
    text += " A thread loads kInFlight packs of kVector elements before it uses one.";
    if (numbers_.aggregates) text += " Lanes that meet the same bin at once make a single update.";
    return text;
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "histogram";
    kernel.reason = reason();
    kernel.constants = {{"kThreads", numbers_.threads, "of a block"},
                        {"kVector", numbers_.vector, "elements of a pack"},
                        {"kInFlight", numbers_.in_flight, "packs that a thread loads before it uses one"}};
    if (is_private()) {
      kernel.constants.push_back({"kBins", numbers_.bins, "that a block counts in shared memory"});
      kernel.constants.push_back({"kReplicas", numbers_.replicas, "counters of a bin, for different lanes"});
    }
    TRY(row_count, count_formula(subject_, rows()));
    TRY(length, count_formula(subject_, {inner()}));
    const std::string packs = fmt::format("{} * ceil_div({}, {})", row_count, length, numbers_.vector);
    std::string grid =
        fmt::format("max(1, min({}, ceil_div({}, {})))", numbers_.blocks, packs, numbers_.threads * numbers_.in_flight);
    // A narrow counter must not meet all of 2^32 elements.
    if (is_narrow()) grid = fmt::format("max({}, ceil_div({} * {}, 2147483648))", grid, row_count, length);
    kernel.launches = {{subject_.kernel, launch_arguments(subject_, further_), grid, numbers_.threads}};
    kernel.launches.back().work =
        counted(subject_, nest_.space, [&](WorkCount& count) { count_histogram(subject_, nest_, numbers_, count); });
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  const Subject& subject_;
  lift::Arena& arena_;
  const Nest nest_;
  const HistogramNumbers& numbers_;
  Lines lines_;
  CudaExpression text_;
  std::vector<UpdateLoad> loads_;
  WidePacks wide_;
  std::vector<std::string> names_;
  std::vector<FurtherParameter> further_;
};

}  // namespace

Result<WrittenKernel> write_histogram(const Subject& subject, const Nest& nest, const HistogramNumbers& numbers) {
  if (nest.space.empty()) return bad_input("a histogram needs an index");
  return HistogramWriter(subject, with_inner_along_memory(subject, nest), numbers).write();
}

}  // namespace whet::write

#include "write/schedule/map.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "util/text.h"
#include "write/schedule/row_index.h"
#include "write/schedule/schedule_work.h"
#include "write/schedule/wide_packs.h"

namespace whet::write {

using lift::Kind;
using lift::Node;
using lift::Statement;

namespace {

constexpr int64_t k_longest_serial = 64;  // passes of a reduction that a thread does alone

// A load that a thread makes before it computes.
struct HeldLoad {
  Expr load;
  bool is_pack = false;  // else one element for all of a pack
  std::string name;
  std::string is_wide;  // "is_wide" or "false"
};

class MapWriter {
 public:
  MapWriter(const Subject& subject, const Nest& nest, const MapNumbers& numbers)
      : subject_(subject),
        arena_(subject.arena),
        nest_(nest),
        numbers_(numbers),
        text_(subject, lines_),
        wide_(subject, numbers.vector, text_) {}

  Result<WrittenKernel> write() {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest_, text_);
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads) {}({})", subject_.kernel,
                            parameter_text(subject_, further_)));
    choose_loads();
    write_head();
    write_loads();
    write_elements();
    lines_.close();
    if (!text_.failure().empty()) return bad_input("the map has no form for " + text_.failure());
    return finish();
  }

 private:
  const lift::SpaceIndex& inner() const { return nest_.space.back(); }
  std::vector<lift::SpaceIndex> rows() const { return {nest_.space.begin(), nest_.space.end() - 1}; }
  bool has_rows() const { return nest_.space.size() > 1; }

  Result<void> check() const {
    if (nest_.space.empty()) return bad_input("a map needs an index");
    for (const Statement& statement : nest_.statements) {
      if (statement.update) return bad_input("a map cannot combine with what other elements store");
      if (numbers_.is_serial) continue;
      for (const Expr reduction : parts_of_kind(arena_, {statement.value}, Kind::reduction)) {
        const auto count = lift::constant(arena_, arena_[reduction].args[0]);
        if (!count || *count > k_longest_serial) return bad_input("a map has no long reductions");
      }
    }
    return {};
  }

  void choose_loads() {
    std::vector<Expr> roots;
    for (const Statement& statement : nest_.statements) {
      const bool is_guarded = !statement.guard.empty();
      roots.push_back(statement.offset);
      if (!is_guarded) roots.push_back(statement.value);
      if (is_guarded) roots.push_back(statement.guard.front());
    }
    for (const Expr load : unconditional_loads(arena_, roots)) {
      const Node node = arena_[load];
      const Motion how = motion(arena_, node.args[1], inner().variable, node.bytes);
      if (how != Motion::unit && how != Motion::none) continue;
      HeldLoad held{load, how == Motion::unit, text_.fresh(subject_.parameter(node.args[0]).name + "_in"), "false"};
      if (held.is_pack) held.is_wide = wide_.of(node.args[0], node.args[1], node.bytes, inner().variable);
      loads_.push_back(std::move(held));
    }
  }

  bool is_packed_store(const Statement& statement) {
    return statement.guard.empty() &&
           motion(arena_, statement.offset, inner().variable, statement.bytes) == Motion::unit;
  }

  void write_head() {
    for (const Statement& statement : nest_.statements) {
      store_wide_.push_back(is_packed_store(statement)
                                ? wide_.of(statement.array, statement.offset, statement.bytes, inner().variable)
                                : "false");
    }
    names_ = index_names(nest_.space.size());
    lines_.add(fmt::format("const long long count = {};", text_.integer(inner().count)));
    if (has_rows()) {
      lines_.add("const long long packs = (count + kVector - 1) / kVector;  // of a row");
      lines_.add(fmt::format("const long long all_packs = packs * ({});", count_text(rows(), text_)));
    } else {
      lines_.add("const long long all_packs = (count + kVector - 1) / kVector;");
    }
    wide_.declare(lines_);
    lines_.add("const long long first = (long long)blockIdx.x * (kThreads * kInFlight) + threadIdx.x;");
  }

  // Opens the loop over the packs of a thread, with the indices of the first element of each.
  void open_packs() {
    mark_ = text_.mark();
    lines_.add("#pragma unroll");
    lines_.open("for (int s = 0; s < kInFlight; ++s)");
    lines_.add("const long long pack = first + s * kThreads;");
    lines_.add("if (pack >= all_packs) break;");
    if (has_rows()) write_row_indices(rows(), names_, "divide(pack, packs)", lines_, text_);
    lines_.add(
        fmt::format("const long long {} = {} * kVector;", names_.back(), has_rows() ? "modulo(pack, packs)" : "pack"));
  }

  void close_packs() {
    text_.release(mark_);
    lines_.close();
  }

  void write_loads() {
    for (const HeldLoad& held : loads_) {
      const Node node = arena_[held.load];
      const std::string_view type = cuda_name(subject_.parameter(node.args[0]).type);
      lines_.add(held.is_pack ? fmt::format("Pack<{}, kVector> {}[kInFlight];", type, held.name)
                              : fmt::format("{} {}[kInFlight];", type, held.name));
    }
    if (loads_.empty()) return;
    open_packs();
    text_.bind(inner().variable, names_.back());
    for (const HeldLoad& held : loads_) {
      const Node node = arena_[held.load];
      const std::string from = text_.address(node.args[0], node.args[1], node.bytes);
      lines_.add(held.is_pack ? fmt::format("{}[s] = {}<kVector>({}, count - {}, {});", held.name,
                                            text_.pack_load(node.bytes), from, names_.back(), held.is_wide)
                              : fmt::format("{}[s] = *({});", held.name, from));
      if (!held.is_pack) text_.bind(held.load, held.name + "[s]");
    }
    close_packs();
  }

  void write_elements() {
    open_packs();
    std::vector<std::string> packs;
    for (size_t i = 0; i < nest_.statements.size(); ++i) {
      const SubjectParameter& array = subject_.parameter(nest_.statements[i].array);
      packs.push_back(is_packed_store(nest_.statements[i]) ? text_.fresh(array.name + "_out") : "");
      if (!packs[i].empty()) lines_.add(fmt::format("Pack<{}, kVector> {};", cuda_name(array.type), packs[i]));
    }
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kVector; ++e)");
    const size_t before = text_.mark();
    text_.bind(inner().variable, fmt::format("({} + e)", names_.back()));
    for (const HeldLoad& held : loads_) text_.bind(held.load, held.name + (held.is_pack ? "[s].at[e]" : "[s]"));
    const bool in_place = needs_guard(packs);
    if (in_place) lines_.open(fmt::format("if (e < count - {})", names_.back()));
    count_all_uses();
    if (reads_what_others_store())
      write_values_first(packs);
    else
      for (size_t i = 0; i < nest_.statements.size(); ++i) write_element(nest_.statements[i], packs[i]);
    if (in_place) lines_.close();
    lines_.close();
    text_.release(before);
    text_.bind(inner().variable, names_.back());
    for (size_t i = 0; i < nest_.statements.size(); ++i) {
      const Statement& statement = nest_.statements[i];
      if (packs[i].empty()) continue;
      lines_.add(fmt::format("store_pack({}, {}, count - {}, {});",
                             text_.address(statement.array, statement.offset, statement.bytes), packs[i], names_.back(),
                             store_wide_[i]));
    }
    close_packs();
  }

  // Elements past the end of a row must not touch memory.
  bool needs_guard(const std::vector<std::string>& packs) const {
    for (size_t i = 0; i < nest_.statements.size(); ++i) {
      const Statement& statement = nest_.statements[i];
      if (packs[i].empty()) return true;
      for (const Expr load : parts_of_kind(arena_, {statement.value, statement.offset}, Kind::load)) {
        if (!text_.bound(load)) return true;
      }
    }
    return false;
  }

  void count_all_uses() {
    std::vector<Expr> roots;
    for (const Statement& statement : nest_.statements) {
      if (statement.guard.empty()) roots.push_back(statement.value);
    }
    text_.count_uses(roots);
  }

  // Whether a statement loads an array in place which another one stores.
  bool reads_what_others_store() const {
    for (const Statement& reader : nest_.statements) {
      std::vector<Expr> roots = reader.guard;
      roots.push_back(reader.value);
      for (const Expr load : parts_of_kind(arena_, roots, Kind::load)) {
        const auto stores = [&](const Statement& writer) {
          return &writer != &reader && writer.array == arena_[load].args[0];
        };
        if (!text_.bound(load) && std::any_of(nest_.statements.begin(), nest_.statements.end(), stores)) return true;
      }
    }
    return false;
  }

  // All values of an element before its first store.
  void write_values_first(const std::vector<std::string>& packs) {
    std::vector<std::string> values, guards;
    for (const Statement& statement : nest_.statements) {
      const SubjectParameter& array = subject_.parameter(statement.array);
      values.push_back(text_.fresh(array.name + "_new"));
      guards.emplace_back();
      if (statement.guard.empty()) {
        const std::string value = text_.stored(statement);
        lines_.add(fmt::format("const {} {} = {};", cuda_name(array.type), values.back(), value));
        continue;
      }
      std::vector<std::string> conditions;
      for (const Expr condition : statement.guard) conditions.push_back(text_.condition(condition));
      guards.back() = text_.fresh("has_" + array.name);
      lines_.add(fmt::format("const bool {} = {};", guards.back(), join(conditions, " && ")));
      lines_.add(fmt::format("{} {} = {};", cuda_name(array.type), values.back(), zero_of(array.type)));
      const size_t before = text_.mark();
      lines_.open(fmt::format("if ({})", guards.back()));
      lines_.add(fmt::format("{} = {};", values.back(), text_.stored(statement)));
      lines_.close();
      text_.release(before);
    }
    for (size_t i = 0; i < nest_.statements.size(); ++i) {
      const Statement& statement = nest_.statements[i];
      const std::string place = packs[i].empty()
                                    ? "*(" + text_.address(statement.array, statement.offset, statement.bytes) + ")"
                                    : packs[i] + ".at[e]";
      lines_.add((guards[i].empty() ? "" : "if (" + guards[i] + ") ") + fmt::format("{} = {};", place, values[i]));
    }
  }

  void write_element(const Statement& statement, const std::string& pack) {
    const size_t before = text_.mark();
    if (!statement.guard.empty()) {
      std::vector<std::string> conditions;
      for (const Expr condition : statement.guard) conditions.push_back(text_.condition(condition));
      lines_.open(fmt::format("if ({})", join(conditions, " && ")));
    }
    const std::string value = text_.stored(statement);
    const std::string place =
        pack.empty() ? "*(" + text_.address(statement.array, statement.offset, statement.bytes) + ")" : pack + ".at[e]";
    lines_.add(fmt::format("{} = {};", place, value));
    if (!statement.guard.empty()) lines_.close(), text_.release(before);
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "map";
    kernel.reason =
        "Map: a thread takes kInFlight packs of kVector elements, a block apart, and loads all of them before it uses "
        "one, so that enough bytes are in flight. Packs are whole words where addresses and row lengths allow it, and "
        "elements otherwise.";
    if (numbers_.is_serial)
      kernel.reason =
          "Map: a thread computes an element with all its reductions. Lanes of a warp have neighbouring elements.";
    kernel.constants = {{"kThreads", numbers_.threads, "of a block"},
                        {"kVector", numbers_.vector, "elements of a pack"},
                        {"kInFlight", numbers_.in_flight, "packs that a thread loads before it uses one"}};
    TRY(row_count, count_formula(subject_, rows()));
    TRY(length, count_formula(subject_, {inner()}));
    const std::string packs = fmt::format("{} * ceil_div({}, {})", row_count, length, numbers_.vector);
    kernel.launches = {{subject_.kernel, launch_arguments(subject_, further_),
                        fmt::format("max(1, ceil_div({}, {}))", packs, numbers_.threads * numbers_.in_flight),
                        numbers_.threads}};
    if (!numbers_.is_serial)  // else the length of its reductions decides, which is not counted
      kernel.launches.back().work =
          counted(subject_, nest_.space, [&](WorkCount& count) { count_map(subject_, nest_, numbers_, count); });
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  const Subject& subject_;
  lift::Arena& arena_;
  const Nest& nest_;
  const MapNumbers& numbers_;
  Lines lines_;
  CudaExpression text_;
  std::vector<HeldLoad> loads_;
  WidePacks wide_;
  std::vector<std::string> store_wide_, names_;
  std::vector<FurtherParameter> further_;
  size_t mark_ = 0;
};

}  // namespace

Result<WrittenKernel> write_map(const Subject& subject, const Nest& nest, const MapNumbers& numbers) {
  return MapWriter(subject, nest, numbers).write();
}

}  // namespace whet::write

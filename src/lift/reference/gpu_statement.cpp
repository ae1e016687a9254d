#include "lift/reference/gpu_statement.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/evaluate/evaluation_order.h"
#include "lift/expression/polynomial.h"
#include "lift/reference/gpu_stores.h"
#include "lift/reference/reference_parts.h"

namespace whet::lift {
namespace {

constexpr const char* k_few_blocks = "64";  // of which each computes what all elements share

class GpuStatements {
 public:
  GpuStatements(const Arena& arena, const std::vector<const Statement*>& statements,
                const std::vector<ParameterUse>& uses, CppExpression& text)
      : arena_(arena), statements_(statements), text_(text), stores_(arena, uses, text) {}

  void write() {
    const Statement& first = *statements_.front();
    std::vector<Expr> roots;
    for (const Statement* statement : statements_) {
      for (const Expr root : roots_of(*statement)) roots.push_back(root);
    }
    text_.count_uses(roots);
    loops_ = loops_around_reductions(arena_, first, loops_in_order(text_.dependence(), first.space));
    if (!is_rectangle()) return (void)text_.fail("ranges that depend on each other");
    const uint64_t all = variables_of(loops_), shared = shared_variables(roots, all);
    if (has_growing_chains(roots, all)) return (void)text_.fail("sums that grow with the index of what grows in them");
    if (first.update && stores_.is_real(first) && !has_element_of_its_own(first, all)) return write_gathered(first);
    if (!has_reductions_ || (loops_.empty() && !shares_)) return loops_.empty() ? write_once() : write_by_thread();
    if (!shares_) return write_either();
    if (shared == all) return (void)text_.fail("reductions that are shared in two ways");
    write_by_block(shared);
  }

 private:
  using Loops = std::vector<SpaceIndex>;

  uint64_t slot_of(const SpaceIndex& index) const { return uint64_t{1} << text_.dependence().slot(index.variable); }

  uint64_t variables_of(const Loops& loops) const {
    uint64_t variables = 0;
    for (const SpaceIndex& index : loops) variables |= slot_of(index);
    return variables;
  }

  bool has_bound(Expr e) const {
    const auto parts = arena_.all_parts(e);
    return std::any_of(parts.begin(), parts.end(), [&](Expr each) { return arena_[each].kind == Kind::bound; });
  }

  bool has_bound_range(Expr e) const {
    const auto parts = arena_.all_parts(e);
    return std::any_of(parts.begin(), parts.end(), [&](Expr part) {
      return arena_[part].kind == Kind::reduction && has_bound(arena_[part].args[0]);
    });
  }

  // sum(k < i: product(l < i - k: ...)): the third power of a row's length for each row.
  bool has_growing_chains(const std::vector<Expr>& roots, uint64_t all) {
    return std::any_of(roots.begin(), roots.end(), [&](Expr root) {
      const auto parts = arena_.all_parts(root);
      return std::any_of(parts.begin(), parts.end(), [&](Expr part) {
        return arena_[part].kind == Kind::reduction && (text_.dependence().of(arena_[part].args[0]) & all) != 0 &&
               has_bound_range(arena_[part].args[1]);
      });
    });
  }

  bool is_rectangle() const {
    const uint64_t all = variables_of(loops_);
    return std::none_of(loops_.begin(), loops_.end(),
                        [&](const SpaceIndex& index) { return (text_.dependence().of(index.count) & all) != 0; });
  }

  // The indices of reductions that have not all of them: what is reduced there is the same for several elements.
  uint64_t shared_variables(const std::vector<Expr>& roots, uint64_t all) {
    uint64_t shared = 0;
    for (const Expr root : roots) {
      for (const Expr part : arena_.all_parts(root)) {
        if (arena_[part].kind != Kind::reduction) continue;
        has_reductions_ = true;
        const uint64_t variables = text_.dependence().of(part);
        const bool is_of_another = (variables & ~all) != 0;  // inside a reduction, and different for each of its terms
        if (is_of_another || variables == all) continue;
        shares_ = true;
        shared |= variables;
      }
    }
    return shared;
  }

  // Whether an update meets no other at its element, as far as its index shows.
  bool has_element_of_its_own(const Statement& statement, uint64_t all) const {
    const auto parts = arena_.all_parts(statement.offset);
    const bool has_load =
        std::any_of(parts.begin(), parts.end(), [&](Expr part) { return arena_[part].kind == Kind::load; });
    return !has_load && text_.dependence().of(statement.offset) == all;
  }

  void write_once() {
    text_.scopes().open_closed("if (blockIdx.x == 0)");
    stores_.write(statements_, "threadIdx.x == 0");
    text_.scopes().close();
  }

  void write_by_thread() {
    text_.scopes().open_closed("");
    open(loops_, "blockIdx.x * int64_t{blockDim.x} + threadIdx.x", "int64_t{gridDim.x} * blockDim.x", true);
    stores_.write(statements_, "");
    close(2);
  }

  // Each of some blocks computes what all elements share.
  void write_by_few_blocks() {
    text_.scopes().open_closed(fmt::format("if (blockIdx.x < {})", k_few_blocks));
    open(loops_, "blockIdx.x * int64_t{blockDim.x} + threadIdx.x",
         fmt::format("smallest_of<int64_t>({}, gridDim.x) * blockDim.x", k_few_blocks), true);
    stores_.write(statements_, "");
    close(2);
  }

  void write_by_block(uint64_t shared) {
    Loops outer, inner;
    for (const SpaceIndex& index : loops_) ((slot_of(index) & shared) != 0 ? outer : inner).push_back(index);
    if (outer.empty()) return write_by_few_blocks();
    text_.scopes().open_closed("");
    open(outer, "blockIdx.x", "gridDim.x", false);
    open(inner, "threadIdx.x", "blockDim.x", true);
    stores_.write(statements_, "");
    close(3);
  }

  void write_either() {
    if (loops_.empty()) return write_once();
    text_.scopes().open_closed(fmt::format("if ({} >= {})", count_of(loops_), text_.form().many_elements));
    if (lie_along_terms()) {
      text_.take_team({"threadIdx.x % 32", "32", "warp"});
      open(loops_, "(blockIdx.x * int64_t{blockDim.x} + threadIdx.x) / 32", "int64_t{gridDim.x} * blockDim.x / 32",
           false);
      stores_.write(statements_, "threadIdx.x % 32 == 0");
      text_.take_team({});
    } else {
      open(loops_, "blockIdx.x * int64_t{blockDim.x} + threadIdx.x", "int64_t{gridDim.x} * blockDim.x", true);
      stores_.write(statements_, "");
    }
    close(2);
    text_.scopes().open_closed("else");
    open(loops_, "blockIdx.x", "gridDim.x", false);
    stores_.write(statements_, "threadIdx.x == 0");
    close(2);
  }

  // Whether neighbours in memory are terms of one element rather than of neighbouring elements: a warp reads them
  // together. What is read once for an element, such as a bias, has no say.
  bool lie_along_terms() const {
    bool along_terms = false;
    for (const Statement* const statement : statements_) {
      for (const Expr part : arena_.all_parts(statement->value)) {
        const Node& node = arena_[part];
        if (node.kind != Kind::load || !has_bound(node.args[1])) continue;
        for (const Term& term : terms_of(arena_, node.args[1])) {
          if (term.coefficient != node.bytes || term.atoms.size() != 1) continue;
          if (term.atoms[0] == loops_.back().variable) return false;
          along_terms |= arena_[term.atoms[0]].kind == Kind::bound;
        }
      }
    }
    return along_terms;
  }

  // out[i] += value for all j: the threads of a block share out what falls on one element.
  void write_gathered(const Statement& statement) {
    const uint64_t own = text_.dependence().of(statement.offset);
    Loops outer, inner;
    for (const SpaceIndex& index : loops_) ((slot_of(index) & own) != 0 ? outer : inner).push_back(index);
    if (inner.empty()) return (void)text_.fail("updates in any order");
    constexpr const char* k_starts[] = {"0", "1", "-INFINITY", "INFINITY"};
    constexpr const char* k_names[] = {"sum", "product", "largest", "smallest"};
    const auto fold = static_cast<size_t>(*statement.update);
    if (fold >= std::size(k_starts)) return (void)text_.fail("an update of this kind");
    text_.scopes().open_closed(outer.empty() ? "if (blockIdx.x == 0)" : "");
    if (!outer.empty()) open(outer, "blockIdx.x", "gridDim.x", false);
    const std::string total = text_.fresh(k_names[fold]);
    text_.scopes().line(fmt::format("double {} = {};", total, k_starts[fold]));
    open(inner, "threadIdx.x", "blockDim.x", true);
    stores_.add_to(total, statement);
    close(1);
    text_.scopes().line(fmt::format("{0} = {1}_of_block<double>({0});", total, k_names[fold]));
    stores_.write_total(statement, total);
    close(outer.empty() ? 1 : 2);
  }

  void close(int count) {
    for (int i = 0; i < count; ++i) text_.scopes().close();
  }

  std::string count_of(const Loops& loops) {
    std::string count;
    for (const SpaceIndex& index : loops) count += (count.empty() ? "" : " * ") + text_.integer(index.count);
    return count.empty() ? "1" : count;
  }

  // One loop over the elements of all of them, the last index fastest.
  void open(const Loops& loops, const std::string& start, const std::string& step, bool is_of_thread) {
    std::vector<std::string> names, counts;
    for (const SpaceIndex& index : loops) {
      names.push_back(text_.integer(index.variable));
      counts.push_back(text_.integer(index.count));
    }
    const std::string at = text_.fresh("at");
    text_.scopes().open(
        fmt::format("for (int64_t {0} = {1}, end = {2}; {0} < end; {0} += {3})", at, start, count_of(loops), step),
        variables_of(loops), is_of_thread);
    std::string rest = at;
    for (size_t i = loops.size(); i > 0; --i) {
      const std::string own = i == 1 ? rest : fmt::format("({}) % {}", rest, counts[i - 1]);
      text_.scopes().line(fmt::format("const int64_t {} = {};", names[i - 1], own));
      rest = fmt::format("({}) / {}", rest, counts[i - 1]);
    }
  }

  const Arena& arena_;
  const std::vector<const Statement*>& statements_;
  CppExpression& text_;
  GpuStores stores_;
  Loops loops_;
  bool has_reductions_ = false, shares_ = false;
};

}  // namespace

void write_gpu_statements(const Arena& arena, const std::vector<const Statement*>& statements,
                          const std::vector<ParameterUse>& uses, CppExpression& text) {
  GpuStatements(arena, statements, uses, text).write();
}

}  // namespace whet::lift

#include "write/schedule/pairwise.h"

#include <fmt/format.h>

#include "lift/expression/real.h"
#include "write/schedule/accumulators.h"
#include "write/schedule/common_factors.h"
#include "write/schedule/row_index.h"
#include "write/schedule/schedule_work.h"
#include "write/schedule/staged_terms.h"
#include "write/subject/reduction_plan.h"

namespace whet::write {

using lift::Kind;
using lift::Node;
using lift::Statement;

namespace {

constexpr int64_t k_tile_bytes = 48 * 1024;

struct ElementLoad {
  Expr load;
  std::string name;
};

class PairwiseWriter {
 public:
  PairwiseWriter(const Subject& subject, const Nest& nest, const PairwiseNumbers& numbers, ReductionPlan plan)
      : subject_(subject),
        arena_(subject.arena),
        nest_(nest),
        numbers_(numbers),
        plan_(std::move(plan)),
        text_(subject, lines_),
        staged_(subject, text_, lines_) {}

  Result<WrittenKernel> write() {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest_, text_);
    drop_true_conditions(arena_, term(), plan_.phases[0]);
    choose_loads();
    if (tile_bytes() > k_tile_bytes) return bad_input("a tile of the terms does not fit shared memory");
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads) {}({})", subject_.kernel,
                            parameter_text(subject_, further_)));
    write_head();
    write_elements();
    write_terms();
    write_results();
    lines_.close();
    if (!text_.failure().empty()) return bad_input("pairs have no form for " + text_.failure());
    return finish();
  }

 private:
  const lift::SpaceIndex& inner() const { return nest_.space.back(); }
  std::vector<lift::SpaceIndex> rows() const { return {nest_.space.begin(), nest_.space.end() - 1}; }
  bool has_rows() const { return nest_.space.size() > 1; }
  Expr term() const { return plan_.variable; }
  Expr term_count() const { return plan_.phases[0].count; }
  const std::vector<PlannedReduction>& reductions() const { return plan_.phases[0].reductions; }

  Result<void> check() const {
    if (plan_.map) return bad_input("the reductions do not depend on the last index");
    if (plan_.phases.size() != 1) return bad_input("pairs have no form for reductions that need others");
    for (const Statement& statement : plan_.statements) {
      if (!statement.guard.empty()) return bad_input("pairs have no form for a guarded statement");
      if (statement.update) return bad_input("pairs have no form for updates");
    }
    const Expr count = term_count();
    if (!parts_of_kind(arena_, {count}, Kind::load).empty()) return bad_input("the number of terms depends on data");
    for (const lift::SpaceIndex& index : nest_.space) {
      if (arena_.contains(count, index.variable)) return bad_input("the number of terms depends on an index");
    }
    bool has_terms = false;
    for (const Expr load : parts_of_kind(arena_, bodies(), Kind::load)) {
      const bool of_term = arena_.contains(load, term()), of_element = arena_.contains(load, inner().variable);
      if (of_term && of_element) return bad_input("a load depends on both elements of a pair");
      has_terms |= of_term;
    }
    if (!has_terms) return bad_input("the terms read nothing");
    if (!parts_of_kind(arena_, bodies(), Kind::reduction).empty())
      return bad_input("pairs have no form for reductions inside of terms");
    return {};
  }

  std::vector<Expr> bodies() const { return plan_.phases[0].bodies(); }

  void choose_loads() {
    for (const Expr load : unconditional_loads(arena_, bodies())) {
      const SubjectParameter& array = subject_.parameter(arena_[load].args[0]);
      if (arena_.contains(load, term())) {
        staged_.add(load, array);
      } else {
        elements_.push_back({load, text_.fresh(array.name + "_own")});
      }
    }
  }

  int64_t tile_bytes() const {
    return staged_.bytes() * numbers_.tile + (numbers_.parts > 1 ? 16 * numbers_.threads : 0);
  }

  void write_head() {
    staged_.declare();
    lines_.add(fmt::format("const long long count = {};", text_.integer(inner().count)));
    const bool has_parts = numbers_.parts > 1;
    const char* const of_block = has_parts ? "kThreads / kParts * kPerThread" : "kThreads * kPerThread";
    const char* const own = has_parts ? "threadIdx.x % (kThreads / kParts)" : "threadIdx.x";
    if (!has_rows()) {
      lines_.add(fmt::format("const long long first = (long long)blockIdx.x * ({}) + {};", of_block, own));
      return;
    }
    lines_.add(fmt::format("const long long blocks = (count + {0} - 1) / ({0});  // of a row", of_block));
    lines_.add(fmt::format("if (blockIdx.x >= blocks * ({})) return;", count_text(rows(), text_)));
    names_ = index_names(nest_.space.size());
    names_.pop_back();
    if (names_.size() > 2) names_[2] = "index_2";
    write_row_indices(rows(), names_, "divide(blockIdx.x, blocks)", lines_, text_);
    lines_.add(fmt::format("const long long first = modulo(blockIdx.x, blocks) * ({}) + {};", of_block, own));
  }

  // The place of the thread's element number s.
  std::string element() const {
    return numbers_.parts > 1 ? "(first + s * (kThreads / kParts))" : "(first + s * kThreads)";
  }

  void open_elements() {
    lines_.add("#pragma unroll");
    lines_.open("for (int s = 0; s < kPerThread; ++s)");
    text_.bind(inner().variable, element());
  }

  void write_elements() {
    for (const ElementLoad& each : elements_) {
      const SubjectParameter& array = subject_.parameter(arena_[each.load].args[0]);
      lines_.add(fmt::format("{} {}[kPerThread];", cuda_name(array.type), each.name));
    }
    for (const PlannedReduction& reduction : reductions()) accumulators_.push_back(declare(reduction));
    const size_t before = text_.mark();
    open_elements();
    for (const ElementLoad& each : elements_) {
      const Node node = arena_[each.load];
      lines_.add(fmt::format("{}[s] = {} < count ? *({}) : {};", each.name, element(),
                             text_.address(node.args[0], node.args[1], node.bytes),
                             zero_of(subject_.parameter(node.args[0]).type)));
      text_.bind(each.load, each.name + "[s]");
    }
    for (size_t i = 0; i < accumulators_.size(); ++i)
      lines_.add(fmt::format("{} = {};", accumulators_[i].name, start_of(reductions()[i], accumulators_[i])));
    lines_.close();
    text_.release(before);
  }

  Accumulator declare(const PlannedReduction& reduction) {
    Lines unused;
    Accumulator found = declare_accumulator(reduction, text_, unused);
    lines_.add(fmt::format("{} {}[kPerThread];", found.type, found.name));
    found.name += "[s]";
    return found;
  }

  std::string start_of(const PlannedReduction& reduction, const Accumulator& accumulator) const {
    return accumulator.is_placed ? accumulator.type + "{0, -1}" : text_.identity(reduction.how, reduction.is_real);
  }

  void write_terms() {
    lines_.add(fmt::format("const long long terms = {};", text_.integer(term_count())));
    lines_.open("for (long long start = 0; start < terms; start += kTile)");
    lines_.add("const int terms_here = (int)min((long long)kTile, terms - start);");
    lines_.add("__syncthreads();  // the tile before is not needed any more");
    staged_.write_loads(term());
    lines_.add("__syncthreads();");
    lines_.add("#pragma unroll kUnroll");
    lines_.open(numbers_.parts > 1 ? "for (int j = threadIdx.x / (kThreads / kParts); j < terms_here; j += kParts)"
                                   : "for (int j = 0; j < terms_here; ++j)");
    write_term();
    lines_.close();
    lines_.close();
  }

  void write_term() {
    const size_t before = text_.mark();
    text_.bind(term(), "(start + j)");
    staged_.bind_term();
    open_elements();
    for (const ElementLoad& each : elements_) text_.bind(each.load, each.name + "[s]");
    text_.count_uses(bodies());
    text_.set_rough_powers(true);
    const std::vector<Expr> common = common_factors(arena_, reductions());
    const std::string factor = common.empty() ? "" : text_.fresh("factor");
    if (!common.empty()) {
      const std::string value = text_.real(lift::product(arena_, common));
      lines_.add(fmt::format("const {} {} = {};", text_.real_type(), factor, value));
    }
    for (size_t i = 0; i < accumulators_.size(); ++i) {
      if (common.empty()) {
        write_combination(reductions()[i], accumulators_[i]);
      } else {
        const std::string rest =
            text_.real(lift::product(arena_, factors_without(arena_, reductions()[i].body, common)));
        lines_.add(fmt::format("{0} = {0} + {1} * ({2});", accumulators_[i].name, factor, rest));
      }
    }
    lines_.close();
    text_.set_rough_powers(false);
    text_.release(before);
  }

  // Terms come in order: of equal ones the first stays.
  void write_combination(const PlannedReduction& reduction, const Accumulator& accumulator) {
    if (!accumulator.is_placed) return accumulate(reduction, accumulator, "start + j", text_, lines_);
    const std::string value = text_.fresh("candidate");
    lines_.add(fmt::format("const {} {} = {};", reduction.is_real ? text_.real_type() : "long long", value,
                           reduction.is_real ? text_.real(reduction.body) : text_.integer(reduction.body)));
    lines_.add(fmt::format("if ({0}.place < 0 || {1} {2} {0}.value) {0} = {{{1}, start + j}};", accumulator.name, value,
                           reduction.how == lift::Fold::argmaximum ? ">" : "<"));
  }

  void write_results() {
    const size_t before = text_.mark();
    open_elements();
    for (size_t i = 0; i < accumulators_.size(); ++i) {
      if (numbers_.parts > 1)
        lines_.add(fmt::format("{0} = combine_parts<kThreads, kParts>({0}, {1}());", accumulators_[i].name,
                               accumulators_[i].fold));
      text_.bind(reductions()[i].node, accumulators_[i].result());
    }
    lines_.open(numbers_.parts > 1 ? fmt::format("if ({} < count && threadIdx.x < kThreads / kParts)", element())
                                   : fmt::format("if ({} < count)", element()));
    std::vector<Expr> roots;
    for (const Statement& statement : plan_.statements) roots.push_back(statement.value);
    text_.count_uses(roots);
    for (const Statement& statement : plan_.statements) {
      const std::string to = text_.address(statement.array, statement.offset, statement.bytes);
      lines_.add(fmt::format("*({}) = {};", to, text_.stored(statement)));
    }
    lines_.close();
    lines_.close();
    text_.release(before);
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "pairwise";
    kernel.reason =
        "Pairwise: a block keeps kTile terms in shared memory at a time, where all lanes of a warp read the same one "
        "at "
        "once, and a thread combines each with kPerThread elements that it has in registers.";
    if (numbers_.parts > 1)
      kernel.reason += " Elements are few: kParts threads share one, each with its part of the terms.";
    kernel.constants = {{"kThreads", numbers_.threads, "of a block"},
                        {"kPerThread", numbers_.per_thread, "elements of a thread"},
                        {"kTile", numbers_.tile, "terms in shared memory"},
                        {"kUnroll", numbers_.unroll, "terms without a test between them"}};
    if (numbers_.parts > 1) kernel.constants.push_back({"kParts", numbers_.parts, "threads that share an element"});
    TRY(row_count, count_formula(subject_, rows()));
    TRY(length, count_formula(subject_, {inner()}));
    const int64_t of_block = numbers_.threads / numbers_.parts * numbers_.per_thread;
    kernel.launches = {{subject_.kernel, launch_arguments(subject_, further_),
                        fmt::format("max(1, {} * ceil_div({}, {}))", row_count, length, of_block), numbers_.threads}};
    kernel.launches.back().work = counted(subject_, nest_.space, [&](WorkCount& count) {
      count_pairwise(subject_, nest_, plan_, numbers_, staged_.bytes(), count);
    });
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  const Subject& subject_;
  lift::Arena& arena_;
  const Nest& nest_;
  const PairwiseNumbers& numbers_;
  ReductionPlan plan_;
  Lines lines_;
  CudaExpression text_;
  StagedTerms staged_;
  std::vector<ElementLoad> elements_;
  std::vector<Accumulator> accumulators_;
  std::vector<std::string> names_;
  std::vector<FurtherParameter> further_;
};

}  // namespace

Result<WrittenKernel> write_pairwise(const Subject& subject, const Nest& nest, const PairwiseNumbers& numbers) {
  if (nest.space.empty()) return bad_input("pairs need an index");
  TRY(plan, plan_reductions(subject, nest));
  return PairwiseWriter(subject, nest, numbers, std::move(plan)).write();
}

}  // namespace whet::write

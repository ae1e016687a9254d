#include "lift/explain/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "lift/evaluate/meaning_values.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/print.h"
#include "lift/formula/formula.h"
#include "lift/reference/gpu_reference.h"
#include "lift/study/pattern.h"
#include "lift/study/remarks.h"
#include "lift/study/work.h"
#include "ptx/reader/parser.h"
#include "util/text.h"

namespace whet::lift {
namespace {

constexpr double k_most_parts = 100'000;

constexpr int64_t k_usual_size = 1024;
constexpr size_t k_longest_formula = 4000;  // characters

class Explainer {
 public:
  Explainer(Arena& arena, const Meaning& meaning) : arena_(arena), meaning_(meaning) {}

  ExplainedWork work_text(const Work& work) {
    ExplainedWork text;
    text.open = work.open;
    text.is_bound = work.is_bound;
    if (!work.open.empty()) return text;
    text.flops = size(work.flops(arena_));
    text.additions = size(work.adds);
    text.multiplications = size(work.multiplications);
    text.divisions = size(work.divisions);
    text.comparisons = size(work.comparisons);
    text.integers = size(work.integer_operations);
    for (const auto& [name, calls] : work.functions) text.functions.emplace_back(name, size(calls));
    text.bytes = size(work.bytes(arena_));
    text.elements = size(work.elements);
    for (const ArrayTraffic& array : work.reads) text.arrays.push_back(array_text(array, false));
    for (const ArrayTraffic& array : work.writes) text.arrays.push_back(array_text(array, true));
    const auto flops = usual(work.flops(arena_)), bytes = usual(work.bytes(arena_));
    if (flops && bytes && *bytes > 0) text.intensity = *flops / *bytes;
    return text;
  }

 private:
  std::string size(Expr e) { return print(arena_, e, meaning_.names); }

  ExplainedArray array_text(const ArrayTraffic& array, bool is_written) {
    const auto times = divide_exactly(arena_, array.uses, array.elements);
    ExplainedArray text{
        size(arena_.parameter(array.parameter)), is_written, array.bytes, size(array.elements), {}, array.is_bound};
    if (array.uses == array.elements) {
      text.reuse = "1";
    } else if (times && multiply(arena_, *times, array.elements) == array.uses) {
      text.reuse = size(*times);
    }
    return text;
  }

  // Its value where every size is 1024.
  std::optional<double> usual(Expr e) {
    double total = 0;
    for (const Term& term : terms_of(arena_, e)) {
      double product = static_cast<double>(term.coefficient);
      for (const Expr atom : term.atoms) {
        if (arena_[atom].kind != Kind::parameter && arena_[atom].kind != Kind::special) return {};
        product *= k_usual_size;
      }
      total += product;
    }
    return total;
  }

  Arena& arena_;
  const Meaning& meaning_;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const auto line : split(text, '\n')) {
    if (!line.empty()) lines.emplace_back(line);
  }
  return lines;
}

std::optional<Redundancy> redundancy_of(Arena& arena, const Work& work, const Confirmation& confirmation,
                                        const std::vector<ParameterUse>& uses) {
  if (!confirmation.executed || confirmation.sizes.empty()) return {};
  const ConfirmedSizes& first = confirmation.sizes[0];
  Surroundings numbers = first.numbers;
  const auto flops = work.open.empty() && !work.is_bound ? size_value(arena, work.flops(arena), numbers) : std::nullopt;
  Redundancy found;
  found.needed_flops = static_cast<double>(flops.value_or(static_cast<int64_t>(first.counts.flops())));
  // The instructions inside a function are not the meaning's.
  found.executed_flops = first.counts.functions.empty() ? confirmation.executed->flops : found.needed_flops;
  found.loaded_bytes = static_cast<double>(confirmation.executed->loaded_bytes);
  for (size_t i = 0; i < first.elements.size(); ++i) {
    found.needed_read_bytes += static_cast<double>(first.elements[i].first) * uses[i].bytes;
  }
  return found;
}

void show_formulas(Arena& arena, const Meaning& meaning, Explanation& found) {
  const Formulas formulas = make_formulas(arena, meaning);
  for (const Formula& formula : formulas.statements) found.shown.push_back(write_formula(formula));
  for (const Math& layout : formulas.layouts) found.layouts.push_back(as_text(layout));
}

// "PTX line 40" -> "mine.cu:12, PTX line 40"
Error with_source_line(const ptx::Module& module, Error error) {
  const std::string head = "PTX line ";
  uint32_t line = 0;
  if (!error.where.starts_with(head)) return error;
  std::from_chars(error.where.data() + head.size(), error.where.data() + error.where.size(), line);
  for (const ptx::Function& function : module.functions) {
    for (const ptx::Instruction& code : function.body) {
      const std::string place = code.line == line ? ptx::source_text(module, code) : "";
      if (!place.empty()) return error.where = place + ", " + error.where, error;
    }
  }
  return error;
}

WorkFormulas formulas_in(Arena& arena, const Work& work, const Meaning& meaning, const SizeWords& words) {
  WorkFormulas found;
  if (!work.open.empty()) return found;
  const bool has_guard = std::any_of(meaning.statements.begin(), meaning.statements.end(),
                                     [](const Statement& statement) { return !statement.guard.empty(); });
  found.flops = size_formula(arena, work.flops(arena), words).value_or("");
  found.bytes = size_formula(arena, work.bytes(arena), words).value_or("");
  found.is_flops_bound = work.is_bound;
  found.is_bytes_bound = has_guard;
  for (const auto* list : {&work.reads, &work.writes}) {
    for (const ArrayTraffic& array : *list) found.is_bytes_bound |= array.is_bound;
  }
  return found;
}

void add_reference(Arena& arena, const Meaning& meaning, const ExplainRequest& request, Explanation& found) {
  if (found.confirmation.verdict != Confirmation::Verdict::confirmed) {
    found.no_reference = "what the kernel computes is not confirmed: " + found.confirmation.reason;
    return;
  }
  if (found.formulas_length() > k_longest_formula) {
    found.no_reference = "its formula is too long to be read by a person";
    return;
  }
  if (rounds_badly(arena, meaning)) {
    found.no_reference = "rounding takes the kernel far from its formula at some data: " + found.remarks.front();
    return;
  }
  if (cuts_numbers(arena, meaning)) {
    found.no_reference = "it cuts computed numbers to integers: where one lies between two, rounding decides";
    return;
  }
  auto text = cpp_reference(arena, meaning, request.parameters, *request.reference);
  if (text) {
    found.reference = std::move(*text);
    auto on_gpu = gpu_reference(arena, meaning, request.parameters, *request.reference);
    if (on_gpu) found.gpu_reference = std::move(*on_gpu);
  } else {
    found.no_reference = text.error().what;
  }
}

// A formula that nobody can write is no answer, and all that walks through it would take for ever.
Result<void> check_written_length(const Arena& arena, const Meaning& meaning) {
  double parts = 0;
  for (const Statement& statement : meaning.statements)
    parts += written_parts(arena, statement.value) + written_parts(arena, statement.offset);
  if (parts <= k_most_parts) return {};
  return bad_input(
      fmt::format("its formula has {:.2g} parts when written out: it uses its own results again and again", parts));
}

}  // namespace

Result<Explanation> explain(const ExplainRequest& request) {
  TRY(module, ptx::parse(request.ptx, request.kernel + ".ptx"));
  Arena arena(request.node_budget);
  auto lifted = find_meaning(module, request.kernel, request.parameters, arena);
  if (!lifted) return with_source_line(module, std::move(lifted).error());
  const Meaning meaning = std::move(*lifted);
  TRY_VOID(check_written_length(arena, meaning));
  Explanation found;
  found.kernel = request.kernel;
  found.formulas = lines_of(print(arena, meaning));
  show_formulas(arena, meaning, found);
  found.patterns = patterns(arena, meaning);
  found.product_operands = product_operands(arena, meaning);
  found.remarks = numerical_remarks(arena, meaning, module, *module.function(request.kernel));
  found.assumptions.assign(meaning.assumptions.begin(), meaning.assumptions.end());
  const std::vector<ParameterUse> uses = parameter_uses(arena, meaning, request.parameters);
  const Work work = derive_work(arena, meaning, uses);
  found.work = Explainer(arena, meaning).work_text(work);
  if (!arena.exhausted().empty()) return bad_input(arena.exhausted());
  found.confirmation = confirm(arena, meaning, request.parameters, request.ptx, request.kernel, request.confirm);
  found.redundancy = redundancy_of(arena, work, found.confirmation, uses);
  const bool does_more = found.redundancy && (found.redundancy->loads_more() || found.redundancy->computes_more());
  if (does_more && request.optimised_ptx) {
    const auto ptx = request.optimised_ptx();
    const Confirmation optimised =
        ptx ? confirm(arena, meaning, request.parameters, *ptx, request.kernel, request.confirm) : Confirmation();
    found.redundancy = redundancy_of(arena, work, optimised, uses);
  }
  if (request.words) found.formulas_of_work = formulas_in(arena, work, meaning, *request.words);
  if (request.reference) add_reference(arena, meaning, request, found);
  return found;
}

}  // namespace whet::lift

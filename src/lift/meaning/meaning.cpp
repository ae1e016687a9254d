#include "lift/meaning/meaning.h"

#include <algorithm>
#include <bit>

#include "lift/block/best_place.h"
#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/meaning/settle.h"
#include "lift/meaning/size_numbers.h"
#include "lift/meaning/statements.h"
#include "lift/meaning/word_kinds.h"
#include "lift/thread/bit_readings.h"

namespace whet::lift {
namespace {

constexpr const char* k_update_words[] = {"+=", "*=", "max=", "min="};  // by Fold

// c ? x[k] : 0 in a sum of floating-point numbers, where zero was stored as bits.
Expr with_real_zeros(Arena& arena, Expr body) {
  const Node node = arena[body];
  if (node.kind != Kind::select) return constant(arena, body) == 0 ? real(arena, 0) : body;
  return select(arena, node.args[0], with_real_zeros(arena, node.args[1]), with_real_zeros(arena, node.args[2]));
}

// A constant that is stored to an array of floating-point numbers may still be bits.
Expr as_element(Arena& arena, Expr value, bool is_double) {
  const Node node = arena[value];
  if (node.kind == Kind::select) {
    return select(arena, node.args[0], as_element(arena, node.args[1], is_double),
                  as_element(arena, node.args[2], is_double));
  }
  if (node.kind == Kind::reduction && static_cast<Fold>(node.bytes) == Fold::sum) {
    OpenReduction open = open_reduction(arena, value);
    open.body = with_real_zeros(arena, open.body);
    return close_reduction(arena, open);
  }
  const auto bits = constant(arena, value);
  if (!bits) return value;
  if (is_double) return real(arena, std::bit_cast<double>(*bits));
  return real(arena, std::bit_cast<float>(static_cast<uint32_t>(*bits)));
}

void read_elements(Arena& arena, ThreadStore& store, const std::vector<Parameter>& parameters) {
  const auto number = static_cast<size_t>(arena[store.array].value);
  if (number >= parameters.size()) return;
  const bool is_float = parameters[number].base.starts_with("float") && store.bytes == 4;
  const bool is_double = parameters[number].base.starts_with("double") && store.bytes == 8;
  if (is_float || is_double) store.value = as_element(arena, store.value, is_double);
}

// Whether two indices can lead to the same element: their strides have a constant ratio that the smaller one exceeds.
bool may_meet(Arena& arena, const Draft& draft, const SpaceIndex& wide, const SpaceIndex& narrow) {
  const auto x = linear_in(arena, draft.offset, wide.variable), y = linear_in(arena, draft.offset, narrow.variable);
  if (!x || !y) return false;
  const auto ratio = divide_exactly(arena, x->coefficient, y->coefficient);
  const auto factor = ratio ? constant(arena, *ratio) : std::nullopt;
  if (!factor || *factor == 0) return false;
  const auto count = constant(arena, narrow.count);
  return !count || *count > std::abs(*factor);
}

// Every index must lead to another element: else the last of several stores would decide.
Result<void> check_indices(Arena& arena, Meaning& meaning, const Draft& draft) {
  const std::string array = "`" + print(arena, draft.array, meaning.names) + "`";
  for (const SpaceIndex& index : draft.space) {
    if (!index.is_launched && constant(arena, index.count) == 0) {
      return bad_input("no bound is known for an index of the store to " + array);
    }
    if (draft.update) continue;  // the order does not matter
    bool meets = !arena.contains(draft.offset, index.variable);
    for (const SpaceIndex& other : draft.space) {
      if (other.variable == index.variable || !may_meet(arena, draft, index, other)) continue;
      if (!other.is_launched) meets = true;
      if (other.is_launched) meaning.assumptions.insert("no two threads store to the same element of " + array);
    }
    if (meets) return bad_input("several threads or passes store to the same element of " + array);
    if (!linear_in(arena, draft.offset, index.variable)) {
      meaning.assumptions.insert("the computed indices of the stores to " + array + " all differ");
    }
  }
  return {};
}

// By its name in the module or in the source: `saxpy` is `_Z5saxpyifPKfPf` unless it is extern "C".
const ptx::Function* kernel_named(const ptx::Module& module, const std::string& name) {
  const ptx::Function* exact = module.function(name);
  if (exact != nullptr && exact->is_entry) return exact;
  const std::string mangled = std::to_string(name.size()) + name;
  const ptx::Function* found = nullptr;
  for (const ptx::Function& function : module.functions) {
    if (!function.is_entry || !function.name.starts_with("_Z")) continue;
    if (function.name.find(mangled) == std::string::npos) continue;
    if (found != nullptr) return nullptr;  // several instances of a template
    found = &function;
  }
  return found;
}

Result<std::vector<bool>> pointers_of(const ptx::Function& function, const std::vector<Parameter>& parameters) {
  std::vector<bool> pointers;
  if (parameters.empty()) return pointers;
  if (parameters.size() != function.parameters.size()) {
    return bad_input("kernel `" + function.name + "` takes " + std::to_string(function.parameters.size()) +
                     " parameters, its source " + std::to_string(parameters.size()));
  }
  for (const Parameter& parameter : parameters) pointers.push_back(parameter.is_pointer());
  return pointers;
}

Result<Meaning> read_meaning(const ptx::Module& module, const std::string& kernel,
                             const std::vector<Parameter>& parameters, Arena& arena) {
  const ptx::Function* function = kernel_named(module, kernel);
  if (function == nullptr) return bad_input("there is no kernel `" + kernel + "`");
  TRY(pointers, pointers_of(*function, parameters));
  std::vector<Sign> signs;
  for (const Parameter& parameter : parameters) signs.push_back(declared_sign(parameter.base));
  TRY(thread, evaluate_thread(module, *function, pointers, signs, arena));
  Meaning meaning;
  meaning.assumptions = thread.assumptions;
  for (const Parameter& parameter : parameters) meaning.names.parameters.push_back(parameter.name);
  meaning.module_variables = module_variables(module, thread.module_variables);
  if (!meaning.module_variables.empty()) {
    for (size_t i = parameters.size(); i < function->parameters.size(); ++i) {
      meaning.names.parameters.push_back("p" + std::to_string(i));
    }
    for (const ModuleVariable& each : meaning.module_variables) meaning.names.parameters.push_back(each.name);
    read_as_numbers(arena, thread, meaning.module_variables, function->parameters.size());
  }
  for (ThreadStore& store : thread.stores) {
    read_elements(arena, store, parameters);
    if (const auto wrong = misplaced(arena, store.array, store.value, signs))
      return bad_input(*wrong, "PTX line " + std::to_string(store.line));
  }
  Indices indices(arena);
  std::vector<Draft> drafts;
  for (const ThreadStore& store : thread.stores) drafts.push_back(draft_of(arena, store));
  drafts = join_stores(arena, std::move(drafts));
  for (Draft& draft : drafts) indices.place(draft, meaning.assumptions);
  drafts = join_stores(arena, std::move(drafts));
  for (Draft& draft : drafts) {
    settle(arena, draft, meaning.assumptions);
    TRY(value, settle_places(arena, draft.value));
    draft.value = value;
  }
  for (Draft& draft : drafts) gather_updates(arena, draft, meaning.names, meaning.assumptions);
  drafts = join_tails(arena, std::move(drafts));
  for (const Draft& draft : drafts) TRY_VOID(check_indices(arena, meaning, draft));
  for (Draft& draft : drafts) {
    meaning.statements.push_back(statement_of(arena, std::move(draft), meaning.names));
    if (const auto wrong = misread_words(arena, meaning.statements.back(), parameters)) return bad_input(*wrong);
  }
  if (!arena.exhausted().empty()) return bad_input(arena.exhausted());
  return meaning;
}

}  // namespace

// At first every number that is passed is taken to be a size. Those that turn out to be none may be negative, and the
// kernel is read again.
Result<Meaning> find_meaning(const ptx::Module& module, const std::string& kernel,
                             const std::vector<Parameter>& parameters, Arena& arena) {
  arena.let_be_negative({});
  const Arena before = arena;
  TRY(meaning, read_meaning(module, kernel, parameters, arena));
  const NumbersBesideSizes numbers = numbers_beside_sizes(arena, meaning, parameters);
  std::set<PassedNumber> all = numbers.named;
  all.insert(numbers.unnamed.begin(), numbers.unnamed.end());
  for (const std::set<PassedNumber>& negative : {all, numbers.named}) {
    if (negative.empty()) break;
    Arena again = before;
    again.let_be_negative(negative);
    auto read = read_meaning(module, kernel, parameters, again);
    if (!read) continue;
    arena = std::move(again);
    read->signed_numbers = numbers_beside_sizes(arena, *read, parameters).named;
    return read;
  }
  for (const auto& [parameter, offset] : numbers.named)
    meaning.assumptions.insert("`" + print(arena, arena.parameter(parameter, offset), meaning.names) +
                               "` is not negative");
  return meaning;
}

std::string print(Arena& arena, const Meaning& meaning) {
  std::string text;
  for (const Statement& statement : meaning.statements) {
    std::string space;
    for (const SpaceIndex& index : statement.space) {
      space += (space.empty() ? "forall " : ", ") + print(arena, index.variable, meaning.names) + " < " +
               print(arena, index.count, meaning.names);
    }
    std::string guard;
    if (!statement.guard.empty()) guard = " where " + print(arena, both(arena, statement.guard), meaning.names);
    const Expr target = arena.load(statement.array, statement.offset, statement.bytes);
    text += space + guard + (space.empty() && guard.empty() ? "" : ": ") + print(arena, target, meaning.names) + " " +
            (statement.update ? k_update_words[static_cast<size_t>(*statement.update)] : "=") + " " +
            print(arena, statement.value, meaning.names) + "\n";
  }
  return text;
}

}  // namespace whet::lift

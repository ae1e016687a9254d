#include "lift/compose/compose.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/compose/launch_memory.h"
#include "lift/compose/memory_reader.h"
#include "lift/expression/condition.h"
#include "lift/expression/real.h"
#include "lift/meaning/settle.h"

namespace whet::lift {
namespace {

constexpr double k_most_parts = 4000;  // of a value, written out

class Composer {
 public:
  Composer(Arena& arena, const LaunchSequence& sequence)
      : arena_(arena), sequence_(sequence), memory_(arena, sequence.names, sequence.scratch) {}

  Result<Meaning> run() {
    for (const LaunchedMeaning& launch : sequence_.launches) {
      TRY(statements, after_those_before(launch));
      for (Statement& statement : statements) TRY_VOID(memory_.store(std::move(statement), launch.title));
    }
    Meaning whole;
    whole.names = sequence_.names;
    for (const LaunchedMeaning& launch : sequence_.launches)
      whole.assumptions.insert(launch.meaning.assumptions.begin(), launch.meaning.assumptions.end());
    TRY(kept, memory_.statements());
    for (Statement& statement : kept) {
      if (written_parts(arena_, statement.value) > k_most_parts)
        return bad_input("what the launches compute together is too long to be one expression");
      whole.statements.push_back(settled(arena_, std::move(statement), whole.names, whole.assumptions));
    }
    if (whole.statements.empty()) return bad_input("the launches leave nothing in an output");
    if (!arena_.exhausted().empty()) return bad_input(arena_.exhausted());
    return whole;
  }

 private:
  // The statements of a launch with what earlier launches left in memory.
  Result<std::vector<Statement>> after_those_before(const LaunchedMeaning& launch) {
    std::vector<Statement> statements = launch.meaning.statements;
    for (Statement& statement : statements) {
      MemoryReader reader(arena_, memory_, launch.title, sequence_.repeats_sums);
      for (SpaceIndex& index : statement.space) index.count = reader.read(index.count, KnownRanges(arena_));
      KnownRanges ranges(arena_);
      for (const SpaceIndex& index : statement.space) ranges.add_range(index.variable, index.count);
      for (Expr& condition : statement.guard) condition = reader.read(condition, ranges);
      const KnownRanges known(arena_, statement);
      statement.offset = reader.read(statement.offset, known);
      statement.value = reader.read(statement.value, known);
      if (!reader.failure().empty()) return bad_input(reader.failure());
    }
    return statements;
  }

  Arena& arena_;
  const LaunchSequence& sequence_;
  LaunchMemory memory_;
};

std::vector<Expr*> parts_of_statement(Statement& statement) {
  std::vector<Expr*> parts{&statement.array, &statement.offset, &statement.value};
  for (Expr& condition : statement.guard) parts.push_back(&condition);
  for (SpaceIndex& index : statement.space) parts.push_back(&index.count);
  if (statement.bins) parts.push_back(&*statement.bins);
  return parts;
}

bool is_array_of(const Arena& arena, const Meaning& meaning, Expr parameter) {
  return std::any_of(meaning.statements.begin(), meaning.statements.end(), [&](const Statement& statement) {
    if (statement.array == parameter) return true;
    const auto parts = arena.all_parts(statement.value);
    return std::any_of(parts.begin(), parts.end(),
                       [&](Expr part) { return arena[part].kind == Kind::load && arena[part].args[0] == parameter; });
  });
}

// The lifter takes arrays of different parameters as apart from each other. Where one array is passed for two of them,
// what it found still holds if the only statement that touches the array reads no element but the one that it stores.
bool is_safe_twice(const Arena& arena, const Meaning& meaning, Expr array) {
  size_t stores = 0;
  for (const Statement& statement : meaning.statements) stores += statement.array == array ? 1 : 0;
  if (stores == 0) return true;
  if (stores > 1) return false;
  for (const Statement& statement : meaning.statements) {
    std::vector<Expr> roots = statement.guard;
    roots.insert(roots.end(), {statement.value, statement.offset});
    for (const Expr root : roots) {
      for (const Expr part : arena.all_parts(root)) {
        if (arena[part].kind != Kind::load || arena[part].args[0] != array) continue;
        if (statement.array != array || arena[part].args[1] != statement.offset || statement.update) return false;
      }
    }
  }
  return true;
}

}  // namespace

Result<Meaning> in_parameters_of_whole(Arena& arena, Meaning meaning, const std::vector<Expr>& passed,
                                       const std::map<Special, Expr>& extents) {
  Replacements replacements;
  std::vector<Expr> twice;
  for (size_t i = 0; i < passed.size(); ++i) {
    const Expr own = arena.parameter(static_cast<int>(i));
    const bool again = std::find(passed.begin(), passed.begin() + static_cast<std::ptrdiff_t>(i), passed[i]) !=
                       passed.begin() + static_cast<std::ptrdiff_t>(i);
    if (again && is_array_of(arena, meaning, own)) twice.push_back(passed[i]);
    replacements[own] = passed[i];
  }
  for (const auto& [which, value] : extents) replacements[arena.special(which)] = value;
  for (Statement& statement : meaning.statements) {
    for (Expr* const part : parts_of_statement(statement)) {
      for (const Expr inner : arena.all_parts(*part)) {
        const Node& node = arena[inner];
        const bool is_open =
            (node.kind == Kind::parameter || node.kind == Kind::special) && !replacements.contains(inner);
        if (is_open) return bad_input("what a launch computes depends on a struct, or on its threads");
      }
      *part = substitute(arena, *part, replacements);
    }
    for (SpaceIndex& index : statement.space) index.is_launched = false;
  }
  for (const Expr array : twice) {
    if (!is_safe_twice(arena, meaning, array))
      return bad_input("a launch gets an array twice, writes it and reads other elements of it than it stores");
  }
  // What is passed may show more: i / cols where i is below n, and n is rows * cols.
  for (Statement& statement : meaning.statements)
    statement = settled(arena, std::move(statement), meaning.names, meaning.assumptions);
  return meaning;
}

Result<Meaning> compose(Arena& arena, const LaunchSequence& sequence) {
  return Composer(arena, sequence).run();
}

}  // namespace whet::lift

#include "lift/meaning/module_variable.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "lift/expression/polynomial.h"
#include "lift/expression/substitute.h"

namespace whet::lift {
namespace {

// `_ZN4mine5tableE` -> `table`, `_ZL5table` -> `table`: the last name of those that the mangled one holds.
std::string source_name(const std::string& mangled) {
  if (!mangled.starts_with("_Z")) return mangled;
  std::string last = mangled;
  for (size_t i = 2; i < mangled.size();) {
    if (std::isdigit(static_cast<unsigned char>(mangled[i])) == 0) {
      ++i;
      continue;
    }
    size_t length = 0;
    while (i < mangled.size() && std::isdigit(static_cast<unsigned char>(mangled[i])) != 0 && length < mangled.size()) {
      length = 10 * length + static_cast<size_t>(mangled[i++] - '0');
    }
    if (length == 0 || i + length > mangled.size()) return mangled;
    last = mangled.substr(i, length);
    i += length;
    if (mangled[2] != 'N') break;
  }
  return last;
}

// How the stores of a thread read a variable.
struct VariableReads {
  std::set<Expr, decltype([](Expr a, Expr b) { return a.id < b.id; })> loads = {};
  bool is_fixed = true;  // no index
  bool is_whole = true;  // at its start alone
  bool is_size = false;  // an index or a range depends on it
  bool is_stored = false;
};

VariableReads reads_of(Arena& arena, const Thread& thread, Expr variable) {
  VariableReads found;
  const auto note = [&](Expr root, bool is_size) {
    for (const Expr part : arena.all_parts(root)) {
      const Node& node = arena[part];
      if (node.kind != Kind::load || node.args[0] != variable) continue;
      const auto offset = constant(arena, node.args[1]);
      found.is_fixed &= offset.has_value();
      found.is_whole &= offset.value_or(1) == 0;
      found.is_size |= is_size;
      found.loads.insert(part);
    }
  };
  for (const ThreadStore& store : thread.stores) {
    found.is_stored |= store.array == variable;
    note(store.value, false);
    note(store.offset, true);
    for (const Expr condition : store.guard) note(condition, true);
    for (const ThreadLoop& loop : store.loops) note(loop.condition, true), note(loop.count, true);
  }
  return found;
}

void replace_all(Arena& arena, Thread& thread, const Replacements& map) {
  for (ThreadStore& store : thread.stores) {
    store.value = substitute(arena, store.value, map);
    store.offset = substitute(arena, store.offset, map);
    for (Expr& condition : store.guard) condition = substitute(arena, condition, map);
    for (ThreadLoop& loop : store.loops) {
      loop.condition = substitute(arena, loop.condition, map);
      loop.count = substitute(arena, loop.count, map);
    }
  }
}

}  // namespace

std::vector<ModuleVariable> module_variables(const ptx::Module& module, const std::vector<std::string>& symbols) {
  std::vector<ModuleVariable> found;
  for (const std::string& symbol : symbols) {
    const auto at = std::find_if(module.variables.begin(), module.variables.end(),
                                 [&](const ptx::Variable& each) { return each.name == symbol; });
    found.push_back({source_name(symbol), symbol});
    if (at == module.variables.end()) continue;
    found.back().bytes = at->bytes;
    found.back().is_constant = at->space == ptx::Space::constant;
    found.back().has_addresses = !at->relocations.empty();
    found.back().initial = at->initial;
  }
  return found;
}

void read_as_numbers(Arena& arena, Thread& thread, const std::vector<ModuleVariable>& variables, size_t first) {
  Replacements map;
  for (size_t i = 0; i < variables.size(); ++i) {
    const auto number = static_cast<int>(first + i);
    const VariableReads reads = reads_of(arena, thread, arena.parameter(number));
    const bool is_number = reads.is_whole && variables[i].bytes <= 8;
    if (reads.is_stored || !reads.is_fixed || (!is_number && !reads.is_size)) continue;
    for (const Expr load : reads.loads) {
      map[load] = arena.parameter(number, static_cast<int>(*constant(arena, arena[load].args[1])));
    }
  }
  if (!map.empty()) replace_all(arena, thread, map);
}

}  // namespace whet::lift

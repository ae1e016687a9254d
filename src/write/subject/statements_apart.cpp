#include "write/subject/statements_apart.h"

#include <fmt/format.h>

#include <algorithm>

#include "write/subject/nest.h"

namespace whet::write {

namespace {

using Group = std::vector<lift::Statement>;

bool has_same_ranges(const lift::Statement& a, const lift::Statement& b) {
  return std::equal(a.space.begin(), a.space.end(), b.space.begin(), b.space.end(),
                    [](const lift::SpaceIndex& x, const lift::SpaceIndex& y) { return x.count == y.count; });
}

bool reads_of(const lift::Arena& arena, const Group& reader, const Group& writer) {
  std::vector<Expr> roots;
  for (const lift::Statement& each : reader) {
    roots.insert(roots.end(), {each.value, each.offset});
    roots.insert(roots.end(), each.guard.begin(), each.guard.end());
  }
  for (const Expr load : parts_of_kind(arena, roots, lift::Kind::load)) {
    for (const lift::Statement& each : writer) {
      if (each.array == arena[load].args[0]) return true;
    }
  }
  return false;
}

// Two groups that store to one array would have to be told apart by their elements.
bool store_to_one_array(const Group& a, const Group& b) {
  return std::any_of(a.begin(), a.end(), [&](const lift::Statement& x) {
    return std::any_of(b.begin(), b.end(), [&](const lift::Statement& y) { return x.array == y.array; });
  });
}

// A group that reads nothing that the others store; nothing: they wait for each other.
std::optional<size_t> last_of(const lift::Arena& arena, const std::vector<Group>& groups) {
  for (size_t i = groups.size(); i-- > 0;) {
    bool is_free = true;
    for (size_t j = 0; j < groups.size(); ++j) is_free &= i == j || !reads_of(arena, groups[i], groups[j]);
    if (is_free) return i;
  }
  return std::nullopt;
}

}  // namespace

Result<StatementsApart> statements_apart(const Subject& subject) {
  std::vector<Group> groups;
  for (const lift::Statement& statement : subject.meaning.statements) {
    const auto at = std::find_if(groups.begin(), groups.end(),
                                 [&](const Group& group) { return has_same_ranges(group.front(), statement); });
    if (at != groups.end()) {
      at->push_back(statement);
    } else {
      groups.push_back({statement});
    }
  }
  if (groups.size() < 2) return bad_input("all statements have the same ranges");
  for (size_t i = 0; i < groups.size(); ++i) {
    for (size_t j = i + 1; j < groups.size(); ++j) {
      if (store_to_one_array(groups[i], groups[j])) return bad_input("statements of other ranges store to one array");
    }
  }
  // Whoever stores to an array that another reads runs after it.
  std::vector<Group> ordered;
  while (!groups.empty()) {
    const auto last = last_of(subject.arena, groups);
    if (!last) return bad_input("statements of other ranges read what the others store");
    ordered.insert(ordered.begin(), std::move(groups[*last]));
    groups.erase(groups.begin() + static_cast<ptrdiff_t>(*last));
  }
  StatementsApart apart;
  for (size_t i = 0; i < ordered.size(); ++i) {
    apart.meanings.push_back(subject.meaning);
    apart.meanings.back().statements = std::move(ordered[i]);
    Subject part{subject.arena,      apart.meanings.back(), subject.kernel, {},
                 subject.parameters, subject.words,         subject.size,   subject.cases};
    part.formula = lift::print(subject.arena, apart.meanings.back());
    if (i + 1 < ordered.size()) part.kernel += fmt::format("_{}", i + 1);
    apart.subjects.push_back(std::move(part));
  }
  return apart;
}

}  // namespace whet::write

#include "write/subject/same_place.h"

#include <algorithm>

#include "ptx/module.h"
#include "write/subject/nest.h"
#include "write/subject/subject.h"

namespace whet::write {

namespace {

std::vector<Expr> roots_of(const lift::Statement& statement) {
  std::vector<Expr> roots = statement.guard;
  roots.insert(roots.end(), {statement.offset, statement.value});
  for (const lift::SpaceIndex& index : statement.space) roots.push_back(index.count);
  return roots;
}

// Whether all loads of `read` are of the element that their own statement stores in `written`.
bool is_same_place(const Subject& subject, Expr read, Expr written) {
  const lift::Arena& arena = subject.arena;
  const auto& statements = subject.meaning.statements;
  return std::all_of(statements.begin(), statements.end(), [&](const lift::Statement& statement) {
    if (statement.update) return false;
    const auto loads = parts_of_kind(arena, roots_of(statement), lift::Kind::load);
    return std::all_of(loads.begin(), loads.end(), [&](Expr load) {
      const lift::Node& node = arena[load];
      if (node.args[0] != read && node.args[0] != written) return true;
      return statement.array == written && node.args[1] == statement.offset && node.bytes == statement.bytes;
    });
  });
}

bool jumps_back(const ptx::Instruction& instruction, size_t at) {
  return std::any_of(instruction.operands.begin(), instruction.operands.end(), [&](const ptx::Operand& operand) {
    return operand.kind == ptx::Operand::Kind::label && operand.index <= at;
  });
}

}  // namespace

bool loads_before_stores(const ptx::Function& kernel) {
  bool has_stored = false;
  for (size_t i = 0; i < kernel.body.size(); ++i) {
    const ptx::Instruction& instruction = kernel.body[i];
    const bool is_load = instruction.opcode == "ld" && !instruction.has("param");
    if (jumps_back(instruction, i) || instruction.opcode == "call" || instruction.opcode == "brx") return false;
    if (is_load && has_stored) return false;
    has_stored |= instruction.opcode == "st" && !instruction.has("param");
  }
  return true;
}

std::vector<SamePlace> same_places(const Subject& subject) {
  std::vector<SamePlace> found;
  for (size_t w = 0; w < subject.parameters.size(); ++w) {
    const SubjectParameter& written = subject.parameters[w];
    if (!written.is_array || !written.is_written) continue;
    for (size_t r = 0; r < subject.parameters.size(); ++r) {
      const SubjectParameter& read = subject.parameters[r];
      if (!read.is_array || read.is_written || read.type != written.type) continue;
      const Expr of_read = subject.arena.parameter(static_cast<int>(r));
      const Expr of_written = subject.arena.parameter(static_cast<int>(w));
      if (is_same_place(subject, of_read, of_written)) found.push_back({read.argument, written.argument});
    }
  }
  return found;
}

}  // namespace whet::write

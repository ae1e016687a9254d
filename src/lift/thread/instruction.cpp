// One instruction: its operands are read, its result computed and written under its guard.
#include <algorithm>
#include <bit>

#include "lift/block/lanes.h"
#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/thread/arithmetic.h"
#include "lift/thread/bit_readings.h"
#include "lift/thread/evaluator.h"
#include "lift/thread/packed.h"

namespace whet::lift {
namespace {

struct SpecialName {
  std::string_view name;
  Special which;
};
constexpr SpecialName k_special_names[] = {
    {"tid.x", Special::tid_x},       {"tid.y", Special::tid_y},       {"tid.z", Special::tid_z},
    {"ctaid.x", Special::ctaid_x},   {"ctaid.y", Special::ctaid_y},   {"ctaid.z", Special::ctaid_z},
    {"ntid.x", Special::ntid_x},     {"ntid.y", Special::ntid_y},     {"ntid.z", Special::ntid_z},
    {"nctaid.x", Special::nctaid_x}, {"nctaid.y", Special::nctaid_y}, {"nctaid.z", Special::nctaid_z}};

// What needs other threads, or another kind of memory, has its own words.
struct LaterOpcode {
  std::string_view opcode, why;
};
constexpr LaterOpcode k_later[] = {{"match", "votes of a warp by value are not modelled"},
                                   {"activemask", "the active lanes of a warp are not modelled"},
                                   {"cp", "asynchronous copies are not modelled yet"},
                                   {"wmma", "tensor instructions are not modelled yet"},
                                   {"mma", "tensor instructions are not modelled yet"},
                                   {"tex", "textures are not modelled"},
                                   {"brx", "jump tables are not modelled"}};

bool moves_pair(const ptx::Instruction& code) {
  using Kind = ptx::Operand::Kind;
  return code.operands.size() == 2 && (code.operands[0].kind == Kind::vector || code.operands[1].kind == Kind::vector);
}

bool is_move(std::string_view opcode) {
  return opcode == "mov" || opcode == "cvta";
}

}  // namespace

// Cooperative groups read all axes. Where the kernel itself does not, blocks and grids are taken to have one.
std::optional<Expr> Evaluator::of_other_axis(const std::string& name) {
  if (!name.ends_with(".y") && !name.ends_with(".z")) return {};
  const auto names = [&](const ptx::Operand& operand) {
    return operand.kind == Operand::Kind::special && operand.name == name;
  };
  const std::string index = name.starts_with('n') ? name.substr(1) : name;
  for (const ptx::Function& function : module_.functions) {
    if (function.name.find("cooperative_groups") != std::string::npos) continue;
    if (function.is_entry && &function != kernel_) continue;
    for (const Instruction& code : function.body) {
      if (std::any_of(code.operands.begin(), code.operands.end(), names)) return {};
    }
  }
  const std::string extent = index.starts_with("tid") ? "blockDim" : "gridDim";
  thread_.assumptions.insert(extent + index.substr(index.size() - 2) + " is 1");
  return integer(arena_, name.starts_with('n') ? 1 : 0);
}

Result<Expr> Evaluator::special(const Instruction& code, const Operand& operand) {
  if (const auto fixed = of_other_axis(operand.name)) return *fixed;
  for (const SpecialName& known : k_special_names) {
    if (known.name == operand.name) return arena_.special(known.which);
  }
  if (operand.name == "laneid" || operand.name == "warpid") {
    thread_.assumptions.insert("warps are whole and lie along threadIdx.x");
    return operand.name == "laneid" ? lane_index(arena_)
                                    : quotient(arena_, arena_.special(Special::tid_x), integer(arena_, 32));
  }
  if (operand.name == "WARP_SZ") return integer(arena_, 32);
  // Where cooperative groups have their barriers, of blocks and of the grid; no result depends on it.
  if (operand.name.starts_with("reserved_smem") || operand.name.starts_with("envreg"))
    return arena_.unknown("%" + operand.name + " is not known");
  return refuse(code, "the register %" + operand.name + " is not modelled");
}

Result<Expr> Evaluator::symbol(const Frame& frame, const Instruction& code, const Operand& operand) {
  for (const ptx::Variable& variable : frame.function->variables) {
    if (variable.name != operand.name || variable.space != ptx::Space::local) continue;
    const auto [at, is_new] = symbols_.emplace(std::pair(frame.number, operand.name), symbols_.size());
    local_bytes_[at->second] = static_cast<int64_t>(variable.bytes);
    return add(arena_, arena_.symbol(at->second), integer(arena_, static_cast<int64_t>(operand.value)));
  }
  for (const auto* list : {&frame.function->variables, &module_.variables}) {
    for (const ptx::Variable& variable : *list) {
      if (variable.name != operand.name || variable.space != ptx::Space::shared) continue;
      const auto [at, is_new] = symbols_.emplace(std::pair(-1, operand.name), symbols_.size());
      shared_.insert(at->second);
      shared_bytes_[at->second] = static_cast<int64_t>(variable.bytes);
      return add(arena_, arena_.symbol(at->second), integer(arena_, static_cast<int64_t>(operand.value)));
    }
  }
  for (size_t i = 0; frame.function->is_entry && i < frame.function->parameters.size(); ++i) {
    if (frame.function->parameters[i].name != operand.name) continue;
    const auto [at, is_new] = symbols_.emplace(std::pair(-1, operand.name), symbols_.size());
    parameter_symbols_[at->second] = static_cast<int>(i);
    return add(arena_, arena_.symbol(at->second), integer(arena_, static_cast<int64_t>(operand.value)));
  }
  for (const ptx::Variable& variable : module_.variables) {
    const bool global = variable.space == ptx::Space::global || variable.space == ptx::Space::constant;
    if (variable.name == operand.name && global) {
      return add(arena_, module_variable(variable.name), integer(arena_, static_cast<int64_t>(operand.value)));
    }
  }
  return refuse(code, "the variable `" + operand.name + "` is not modelled");
}

// Module variables are numbered after the parameters of the kernel.
Expr Evaluator::module_variable(const std::string& name) {
  auto& known = thread_.module_variables;
  const auto at = std::find(known.begin(), known.end(), name);
  const auto number = static_cast<int>(at - known.begin());
  if (at == known.end()) known.push_back(name);
  return arena_.parameter(parameters_ + number);
}

Result<Expr> Evaluator::value(const Frame& frame, const State& state, const Instruction& code, const Operand& operand,
                              ptx::Type type) {
  switch (operand.kind) {
    case Operand::Kind::reg: {
      if (!operand.name.empty()) return refuse(code, "a part of a register is not modelled");
      const auto at = state.values.find({Place::Space::reg, frame.number, static_cast<int>(operand.index), 0});
      const std::string& name = frame.function->registers[operand.index].name;
      if (at == state.values.end()) return arena_.unknown("the register " + name + " is read before it is written");
      if (!operand.negated || arena_[at->second.value].kind == Kind::unknown) return at->second.value;
      if (!is_condition(arena_, at->second.value)) return refuse(code, "a negated operand is not modelled");
      return negate(arena_, at->second.value);
    }
    case Operand::Kind::special:
      return special(code, operand);
    case Operand::Kind::symbol:
      return symbol(frame, code, operand);
    case Operand::Kind::immediate:
      if (type == ptx::Type::pred) return arena_.truth(operand.value != 0);
      if (type == ptx::Type::f64) return real(arena_, std::bit_cast<double>(operand.value));
      if (type == ptx::Type::f32) return real(arena_, std::bit_cast<float>(static_cast<uint32_t>(operand.value)));
      if (type == ptx::Type::f16 || type == ptx::Type::bf16) {
        return real(arena_, half_value(static_cast<uint16_t>(operand.value), type == ptx::Type::bf16));
      }
      if (ptx::is_float(type) || operand.is_float) return refuse(code, "a constant of this type is not modelled");
      return integer(arena_, static_cast<int64_t>(operand.value));
    default:
      return refuse(code, "an operand of this form is not modelled");
  }
}

Result<Expr> Evaluator::guard_of(const Frame& frame, const State& state, const Instruction& code) const {
  if (code.guard == ptx::k_none) return arena_.truth(true);
  const auto at = state.values.find({Place::Space::reg, frame.number, static_cast<int>(code.guard), 0});
  if (at == state.values.end()) return refuse(code, "its predicate is read before it is written");
  if (arena_[at->second.value].kind == Kind::unknown) return refuse(code, arena_.text(at->second.value));
  if (!is_condition(arena_, at->second.value)) return refuse(code, "a number as a predicate is not modelled");
  return code.guard_negated ? negate(arena_, at->second.value) : at->second.value;
}

Result<void> Evaluator::write(const Frame& frame, State& state, const Instruction& code, const Operand& target,
                              Expr value, int bytes) {
  if (target.kind == Operand::Kind::sink) return {};
  if (target.kind != Operand::Kind::reg || !target.name.empty()) {
    return refuse(code, "a result of this form is not modelled");
  }
  TRY(guard, guard_of(frame, state, code));
  const Place place{Place::Space::reg, frame.number, static_cast<int>(target.index), 0};
  const auto old = state.values.find(place);
  if (old != state.values.end()) {
    const auto lanes = combined_where(arena_, guard, value, old->second.value);
    value = lanes ? *lanes : select(arena_, guard, value, old->second.value);
  }
  state.values[place] = {value, bytes};
  return {};
}

// mov.b32 {low, high}, whole;  mov.b32 whole, {low, high}
Result<void> Evaluator::move_pair(Frame& frame, State& state, const Instruction& code) {
  const Operand &to = code.operands[0], &from = code.operands[1];
  const int bytes = ptx::bytes_of(code.type());
  const bool splits = to.kind == Operand::Kind::vector;
  if ((splits ? to : from).elements.size() != 2) return refuse(code, "more than two parts are not modelled");
  if (splits) {
    TRY(whole, value(frame, state, code, from, code.type()));
    const auto parts = unpack(arena_, whole, bytes);
    if (!parts) return refuse(code, "the parts of a computed number are not modelled");
    TRY_VOID(write(frame, state, code, to.elements[0], parts->first, bytes / 2));
    return write(frame, state, code, to.elements[1], parts->second, bytes / 2);
  }
  TRY(low, value(frame, state, code, from.elements[0], code.type()));
  TRY(high, value(frame, state, code, from.elements[1], code.type()));
  return write(frame, state, code, to, pack(arena_, low, high), bytes);
}

// Both halves of packed numbers, each on its own.
Result<std::optional<Expr>> Evaluator::compute_packed(const Instruction& code, const std::vector<Expr>& args) {
  const ptx::Type type = code.type();
  const std::string half = type == ptx::Type::f16x2 ? "f16" : "bf16";
  Instruction one = code;
  for (std::string& modifier : one.modifiers) {
    if (ptx::parse_type(modifier)) modifier = half;
  }
  std::vector<Expr> low, high;
  for (const Expr arg : args) {
    const auto parts = unpack(arena_, arg, 4);
    if (!parts) return refuse(code, "the parts of a computed number are not modelled");
    low.push_back(parts->first);
    high.push_back(parts->second);
  }
  TRY(first, compute(one, low));
  TRY(second, compute(one, high));
  if (!first || !second) return std::optional<Expr>();
  return std::optional(pack(arena_, *first, *second));
}

Result<std::optional<Expr>> Evaluator::compute(const Instruction& code, const std::vector<Expr>& args) {
  const bool packed = code.type() == ptx::Type::f16x2 || code.type() == ptx::Type::bf16x2;
  if (packed && code.opcode != "cvt" && code.opcode != "setp") return compute_packed(code, args);
  constexpr std::pair<std::string_view, Fold> k_folds[] = {
      {"add", Fold::sum}, {"mul", Fold::product}, {"max", Fold::maximum}, {"min", Fold::minimum}};
  for (const auto& [opcode, how] : k_folds) {
    if (args.size() != 2 || code.opcode != opcode) continue;
    if (const auto lanes = combined_lanes(arena_, how, args[0], args[1])) return std::optional(*lanes);
  }
  Arithmetic arithmetic(arena_, thread_.assumptions, signs_);
  auto result = arithmetic.compute(code, args);
  if (!result) return refuse(code, result.error().what);
  if (*result && code.opcode == "setp") return std::optional(without_null(**result));
  if (*result) return std::optional(of_whole_warps(**result));
  return result;
}

// (blockDim.x + 31)/32 is blockDim.x/32.
Expr Evaluator::of_whole_warps(Expr number) {
  const Node node = arena_[number];
  if (node.kind != Kind::quotient || constant(arena_, node.args[1]) != 32) return number;
  const Expr extent = arena_.special(Special::ntid_x);
  const int64_t more = constant(arena_, subtract(arena_, node.args[0], extent)).value_or(0);
  if (more < 1 || more > 31) return number;
  thread_.assumptions.insert("warps are whole and lie along threadIdx.x");
  return quotient(arena_, extent, node.args[1]);
}

// An array that may be left out is there: what is read from nowhere has no meaning.
Expr Evaluator::without_null(Expr condition) {
  const bool is_negated = arena_[condition].kind == Kind::negation;
  const Expr test = is_negated ? arena_[condition].args[0] : condition;
  if (arena_[test].kind != Kind::zero) return condition;
  const Node& tested = arena_[arena_[test].args[0]];
  const auto number = static_cast<size_t>(tested.value);
  if (tested.kind != Kind::parameter || number >= pointers_.size() || !pointers_[number]) return condition;
  thread_.assumptions.insert("no pointer is null");
  return arena_.truth(is_negated);
}

Result<void> Evaluator::step(Frame& frame, State& state, const Instruction& code) {
  const std::string& opcode = code.opcode;
  for (const LaterOpcode& later : k_later) {
    if (later.opcode == opcode) return refuse(code, std::string(later.why));
  }
  if (opcode == "call") return call(frame, state, code);
  if (opcode == "bar" || opcode == "barrier") return barrier(frame, state, code);
  if (opcode == "membar" || opcode == "fence") return {};
  if (opcode == "vote") return vote(frame, state, code);
  if (opcode == "shfl") return shuffle(frame, state, code);
  if (opcode == "redux") return reduce_lanes(frame, state, code);
  if (opcode == "atom" || opcode == "red") return atomic(frame, state, code);
  if (opcode == "ld" || opcode == "ldu") {
    const bool by_name = code.operands.size() == 2 && code.operands[1].base_kind == Operand::Kind::symbol;
    return code.has("param") && by_name ? load_argument(frame, state, code) : load(frame, state, code);
  }
  if (opcode == "st") return code.has("param") ? store_argument(frame, state, code) : store(frame, state, code);
  if (code.operands.size() < 2 || code.type() == ptx::Type::none) return refuse(code, "it is not modelled");
  if (opcode == "mov" && moves_pair(code)) return move_pair(frame, state, code);
  const int types = code.type_count();
  std::vector<Expr> args;
  for (size_t i = 1; i < code.operands.size(); ++i) {
    const bool picks = opcode == "selp" && i == 3;
    const bool shifts = (opcode == "shl" || opcode == "shr") && i == 2;
    const ptx::Type type = picks ? ptx::Type::pred : shifts ? ptx::Type::u32 : code.type(types - 1);
    TRY(arg, value(frame, state, code, code.operands[i], type));
    const auto wrong = computes(opcode) ? misread(arena_, arg, type, signs_) : std::nullopt;
    if (wrong) return refuse(code, *wrong);
    if (computes(opcode)) note_reading(arg, type);
    args.push_back(arg);
  }
  if (is_move(opcode)) {
    const auto other = other_modifier(code, {"to", "global", "local", "shared", "const", "param"});
    if (other || args.size() != 1) return refuse(code, "it is not modelled");
    return write(frame, state, code, code.operands[0], args[0], ptx::bytes_of(code.type()));
  }
  TRY(result, compute(code, args));
  if (!result) return refuse(code, "it is not modelled");
  return write(frame, state, code, code.operands[0], *result, ptx::bytes_of(code.type()));
}

}  // namespace whet::lift

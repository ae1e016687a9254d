// Atomic operations: updates whose order does not matter. What they return does.
#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/thread/arithmetic.h"
#include "lift/thread/bit_readings.h"
#include "lift/thread/evaluator.h"

namespace whet::lift {
namespace {

constexpr std::pair<std::string_view, Fold> k_updates[] = {
    {"add", Fold::sum}, {"max", Fold::maximum}, {"min", Fold::minimum}};

// Functions of the compiler that are declared and never defined.
struct AtomicFunction {
  std::string_view name;
  ptx::Type type;
  Fold how;
  bool subtracts = false;
};
constexpr AtomicFunction k_atomic_functions[] = {
    {"__fAtomicAdd", ptx::Type::f32, Fold::sum},       {"__dAtomicAdd", ptx::Type::f64, Fold::sum},
    {"__iAtomicAdd", ptx::Type::s32, Fold::sum},       {"__uAtomicAdd", ptx::Type::u32, Fold::sum},
    {"__ullAtomicAdd", ptx::Type::u64, Fold::sum},     {"__iAtomicMax", ptx::Type::s32, Fold::maximum},
    {"__uAtomicMax", ptx::Type::u32, Fold::maximum},   {"__iAtomicMin", ptx::Type::s32, Fold::minimum},
    {"__uAtomicMin", ptx::Type::u32, Fold::minimum},   {"__llAtomicMax", ptx::Type::s64, Fold::maximum},
    {"__ullAtomicMax", ptx::Type::u64, Fold::maximum}, {"__llAtomicMin", ptx::Type::s64, Fold::minimum},
    {"__ullAtomicMin", ptx::Type::u64, Fold::minimum}};

constexpr std::string_view k_bit_copies[] = {"__int_as_float",  "__float_as_int",       "__uint_as_float",
                                             "__float_as_uint", "__longlong_as_double", "__double_as_longlong"};

// Calls that change no array.
constexpr std::pair<std::string_view, std::string_view> k_beside_memory[] = {
    {"vprintf", "what the kernel prints is no part of its meaning"}, {"__assertfail", "assertions hold"}};

}  // namespace

Result<void> Evaluator::update_one(const State& state, const Instruction& code, const Address& to, Fold how, Expr value,
                                   int bytes) {
  const Node& base = arena_[to.base];
  if (base.kind == Kind::parameter) {
    thread_.stores.push_back({to.base, to.offset, bytes, value, state.path, {}, code.line, how});
    return {};
  }
  if (!shared_.contains(static_cast<int>(base.value))) return refuse(code, "an atomic operation on local memory");
  log_.push_back({SharedEntry::Kind::update, to.base, to.offset, bytes, value, how, state.path, {}, code.line});
  return {};
}

Result<void> Evaluator::atomic(Frame& frame, State& state, const Instruction& code) {
  if (code.has("cas")) return swap(frame, state, code);
  const auto other =
      other_modifier(code, {"global", "shared", "shared::cta", "relaxed", "gpu", "cta", "add", "max", "min"});
  if (other) return refuse(code, "`." + *other + "` is not modelled");
  const bool returns = code.opcode == "atom";
  if (code.operands.size() != (returns ? 3u : 2u)) return refuse(code, "this form is not modelled");
  const ptx::Type type = code.type();
  if (ptx::is_float(type) && type != ptx::Type::f32 && type != ptx::Type::f64) {
    return refuse(code, "an atomic operation on this type is not modelled");
  }
  TRY(to, address(frame, state, code, code.operands[returns ? 1 : 0]));
  TRY(raw, value(frame, state, code, code.operands.back(), type));
  for (const auto& wrong : {misread(arena_, raw, type, signs_), misused(arena_, to.base, type, signs_)}) {
    if (wrong) return refuse(code, *wrong);
  }
  auto read = ptx::is_float(type) ? as_real(arena_, raw, type) : as_integer(arena_, raw);
  if (!read) return refuse(code, read.error().what);
  TRY(guard, guard_of(frame, state, code));
  State guarded = state;
  if (!assume(arena_, guarded, guard)) return {};
  for (const auto& [name, how] : k_updates) {
    if (!code.has(name)) continue;
    TRY_VOID(update_one(guarded, code, to, how, read.value(), ptx::bytes_of(type)));
    if (!returns) return {};
    return write(frame, state, code, code.operands[0], arena_.unknown("the result of an atomic operation is used"),
                 ptx::bytes_of(type));
  }
  return refuse(code, "this form is not modelled");
}

// `true`: the call was one of these.
Result<bool> Evaluator::call_intrinsic(State& state, const Call& call) {
  const auto argument = [&](size_t i) -> std::optional<Held> {
    const auto at = i < call.arguments.size() ? state.values.find(call.arguments[i]) : state.values.end();
    return at == state.values.end() ? std::nullopt : std::optional(at->second);
  };
  if (std::find(std::begin(k_bit_copies), std::end(k_bit_copies), call.name) != std::end(k_bit_copies)) {
    const auto held = argument(0);
    if (!held || call.results.size() != 1) return refuse(*call.code, "this form is not modelled");
    state.values[call.results[0]] = *held;
    return true;
  }
  for (const auto& [name, assumption] : k_beside_memory) {
    if (name != call.name) continue;
    thread_.assumptions.insert(std::string(assumption));
    for (const Place& place : call.results) {
      state.values[place] = {arena_.unknown("the result of `" + call.name + "` is used"), 4};
    }
    return true;
  }
  for (const AtomicFunction& known : k_atomic_functions) {
    if (known.name != call.name) continue;
    const auto pointer = argument(0), operand = argument(1);
    if (!pointer || !operand) return refuse(*call.code, "this form is not modelled");
    const std::vector<Expr> bases = bases_of(pointer->value);
    if (bases.size() != 1) return refuse(*call.code, "the address does not begin at a parameter or an array");
    for (const auto& wrong :
         {misread(arena_, operand->value, known.type, signs_), misused(arena_, bases[0], known.type, signs_)}) {
      if (wrong) return refuse(*call.code, *wrong);
    }
    auto read =
        ptx::is_float(known.type) ? as_real(arena_, operand->value, known.type) : as_integer(arena_, operand->value);
    if (!read) return refuse(*call.code, read.error().what);
    const Address to{bases[0], subtract(arena_, pointer->value, bases[0])};
    TRY_VOID(update_one(state, *call.code, to, known.how, read.value(), ptx::bytes_of(known.type)));
    if (call.results.size() == 1) {
      state.values[call.results[0]] = {arena_.unknown("the result of an atomic operation is used"),
                                       ptx::bytes_of(known.type)};
    }
    return true;
  }
  return false;
}

}  // namespace whet::lift

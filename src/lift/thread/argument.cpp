// Parameters of the kernel, arguments and results of calls. A math function becomes an operator; every other function
// is evaluated in its place.
#include <algorithm>

#include "lift/block/lanes.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/thread/arithmetic.h"
#include "lift/thread/evaluator.h"
#include "lift/thread/math_function.h"

namespace whet::lift {
namespace {

constexpr int k_returned = 1 << 20;  // numbers of .param variables: those of the body, then results, then parameters
constexpr int k_parameter = 1 << 21;

int number_in(const std::vector<ptx::Variable>& list, const std::string& name) {
  const auto at = std::find_if(list.begin(), list.end(), [&](const auto& variable) { return variable.name == name; });
  return at == list.end() ? -1 : static_cast<int>(at - list.begin());
}

// -1: the function has no such .param variable.
int argument_number(const ptx::Function& function, const std::string& name) {
  if (const int number = number_in(function.parameters, name); number >= 0) return k_parameter + number;
  if (const int number = number_in(function.returns, name); number >= 0) return k_returned + number;
  return number_in(function.variables, name);
}

std::vector<ptx::Operand> pieces_of(const ptx::Operand& operand) {
  if (operand.kind == ptx::Operand::Kind::vector) return operand.elements;
  return {operand};
}

bool names_argument(const ptx::Operand& operand) {
  return operand.kind == ptx::Operand::Kind::address && operand.base_kind == ptx::Operand::Kind::symbol;
}

// The value as a type that is at most as wide.
std::optional<Expr> low_part(Arena& arena, const Held& held, ptx::Type type) {
  const int bytes = ptx::bytes_of(type);
  if (held.bytes == bytes) return held.value;
  if (held.bytes < bytes || ptx::is_float(type) || is_real(arena, held.value)) return {};
  return wrapped(arena, held.value, 8 * bytes, ptx::is_signed(type));
}

// The values that begin at the arguments `from` of one frame, as those at `to` of another.
void copy_argument(State& state, Place from, Place to) {
  std::vector<std::pair<Place, Held>> copies;
  for (auto at = state.values.lower_bound(from); at != state.values.end(); ++at) {
    const Place& place = at->first;
    if (place.space != from.space || place.owner != from.owner || place.name != from.name) break;
    copies.push_back({{to.space, to.owner, to.name, place.offset}, at->second});
  }
  for (auto& [place, held] : copies) state.values[place] = held;
}

void drop_frame(State& state, int frame) {
  std::erase_if(state.values, [&](const auto& entry) {
    return entry.first.space != Place::Space::local && entry.first.owner == frame;
  });
}

std::vector<ptx::Operand> list_of(const ptx::Operand& operand) {
  return operand.kind == ptx::Operand::Kind::list ? operand.elements : std::vector<ptx::Operand>{};
}

}  // namespace

Result<void> Evaluator::load_argument(Frame& frame, State& state, const Instruction& code) {
  if (code.operands.size() != 2 || !names_argument(code.operands[1]) || other_modifier(code, {"param", "v2", "v4"})) {
    return refuse(code, "this form is not modelled");
  }
  const int number = argument_number(*frame.function, code.operands[1].name);
  if (number < 0) return refuse(code, "the parameter `" + code.operands[1].name + "` is not declared");
  int offset = static_cast<int>(code.operands[1].value);
  const int bytes = ptx::bytes_of(code.type());
  for (const Operand& target : pieces_of(code.operands[0])) {
    Expr read = arena_.truth(false);
    if (frame.function->is_entry && number >= k_parameter) {
      read = arena_.parameter(number - k_parameter, offset);
    } else {
      const auto at = state.values.find({Place::Space::argument, frame.number, number, offset});
      read = arena_.unknown("an argument is read in other pieces than it was written, at PTX line " +
                            std::to_string(code.line));
      if (at != state.values.end()) {
        const auto low = low_part(arena_, at->second, code.type());
        if (low) read = *low;
      }
    }
    TRY_VOID(write(frame, state, code, target, read, bytes));
    offset += bytes;
  }
  return {};
}

Result<void> Evaluator::store_argument(Frame& frame, State& state, const Instruction& code) {
  if (code.operands.size() != 2 || !names_argument(code.operands[0]) || code.guard != ptx::k_none ||
      other_modifier(code, {"param", "v2", "v4"})) {
    return refuse(code, "this form is not modelled");
  }
  const int number = argument_number(*frame.function, code.operands[0].name);
  if (number < 0) return refuse(code, "the parameter `" + code.operands[0].name + "` is not declared");
  int offset = static_cast<int>(code.operands[0].value);
  const int bytes = ptx::bytes_of(code.type());
  for (const Operand& source : pieces_of(code.operands[1])) {
    TRY(stored, value(frame, state, code, source, code.type()));
    state.values[{Place::Space::argument, frame.number, number, offset}] = {stored, bytes};
    offset += bytes;
  }
  return {};
}

Result<void> Evaluator::call(Frame& frame, State& state, const Instruction& code) {
  if (code.guard != ptx::k_none || other_modifier(code, {"uni"})) return refuse(code, "this form is not modelled");
  const auto& operands = code.operands;
  const auto name =
      std::find_if(operands.begin(), operands.end(), [](const Operand& o) { return o.kind == Operand::Kind::symbol; });
  if (name == operands.end()) return refuse(code, "a call through a pointer is not modelled");
  const auto places = [&](const std::vector<Operand>& list) {
    std::vector<Place> result;
    for (const Operand& o : list) {
      result.push_back({Place::Space::argument, frame.number, argument_number(*frame.function, o.name), 0});
    }
    return result;
  };
  Call made{&code, name->name, {}, {}, 4};
  if (name != operands.begin()) made.results = places(list_of(operands.front()));
  const int first = made.results.empty() ? -1 : made.results[0].name;
  if (first >= 0 && first < static_cast<int>(frame.function->variables.size())) {
    made.result_bytes = static_cast<int>(frame.function->variables[static_cast<size_t>(first)].bytes);
  }
  if (name + 1 != operands.end()) made.arguments = places(list_of(*(name + 1)));
  if (call_math(state, made) || call_mixed(state, made) || call_conversion_of_byte(state, made)) return {};
  TRY(stored, call_sine_and_cosine(state, made));
  if (stored) return {};
  TRY(known, call_intrinsic(state, made));
  return known ? Result<void>() : call_function(frame, state, made);
}

bool Evaluator::call_math(State& state, const Call& call) {
  std::vector<Expr> values;
  for (const Place& place : call.arguments) {
    const auto at = state.values.find(place);
    if (at == state.values.end()) return false;
    const auto read = as_real(arena_, at->second.value, at->second.bytes == 8 ? ptx::Type::f64 : ptx::Type::f32);
    if (!read) return false;
    values.push_back(read.value());
  }
  if (call.results.size() != 1 || values.empty()) return false;
  auto result = math_function(arena_, call.name, values);
  if (result && values.size() == 2) {
    constexpr std::pair<Kind, Fold> k_extremes[] = {{Kind::maximum, Fold::maximum}, {Kind::minimum, Fold::minimum}};
    for (const auto& [kind, how] : k_extremes) {
      if (arena_[*result].kind != kind) continue;
      if (const auto lanes = combined_lanes(arena_, how, values[0], values[1])) result = lanes;
    }
  }
  if (result) state.values[call.results[0]] = {*result, state.values.at(call.arguments[0]).bytes};
  return result.has_value();
}

bool Evaluator::call_mixed(State& state, const Call& call) {
  if (call.results.size() != 1 || call.arguments.empty() || call.arguments.size() > 2) return false;
  std::vector<Expr> values;
  for (const Place& place : call.arguments) {
    const auto at = state.values.find(place);
    if (at == state.values.end()) return false;
    const ptx::Type type = at->second.bytes == 8 ? ptx::Type::f64 : ptx::Type::f32;
    const auto read = values.empty() ? as_real(arena_, at->second.value, type) : as_integer(arena_, at->second.value);
    if (!read) return false;
    values.push_back(read.value());
  }
  const auto result = mixed_function(arena_, call.name, values);
  if (!result) return false;
  state.values[call.results[0]] = {*result, call.result_bytes};
  return true;
}

// __half_raw __nv_cvt_fp8_to_halfraw(unsigned char bits, __nv_fp8_interpretation_t format), of cuda_fp8.h: its code
// takes words apart in memory.
bool Evaluator::call_conversion_of_byte(State& state, const Call& call) {
  const bool is_known = call.name.find("__nv_cvt_fp8_to_halfraw") != std::string::npos &&
                        call.name.ends_with("h25__nv_fp8_interpretation_t");
  if (!is_known || call.results.size() != 1 || call.arguments.size() != 2) return false;
  const auto bits = state.values.find(call.arguments[0]), format = state.values.find(call.arguments[1]);
  if (bits == state.values.end() || format == state.values.end()) return false;
  const auto number = constant(arena_, format->second.value);
  const auto read = as_integer(arena_, bits->second.value);
  if (!number || !read) return false;
  const auto value = number_of_byte(arena_, *read, *number == 1 ? "e5m2" : "e4m3");
  if (value) state.values[call.results[0]] = {*value, 2};
  return value.has_value();
}

// void sincosf(float x, float* sine, float* cosine)
Result<bool> Evaluator::call_sine_and_cosine(State& state, const Call& call) {
  if (call.arguments.size() != 3 || !call.results.empty()) return false;
  const auto angle = state.values.find(call.arguments[0]);
  if (angle == state.values.end()) return false;
  const int bytes = angle->second.bytes;
  const auto read = as_real(arena_, angle->second.value, bytes == 8 ? ptx::Type::f64 : ptx::Type::f32);
  if (!read) return false;
  const auto both = sine_and_cosine(arena_, call.name, read.value());
  if (!both) return false;
  const Expr values[] = {both->first, both->second};
  for (size_t i = 0; i < 2; ++i) {
    const auto pointer = state.values.find(call.arguments[i + 1]);
    const auto bases = pointer == state.values.end() ? std::vector<Expr>() : bases_of(pointer->second.value);
    if (bases.size() != 1) return refuse(*call.code, "the address does not begin at a parameter or an array");
    const Address to{bases[0], subtract(arena_, pointer->second.value, bases[0])};
    TRY_VOID(store_one(state, *call.code, to, values[i], bytes));
  }
  return true;
}

Result<void> Evaluator::call_function(Frame& frame, State& state, const Call& call) {
  const ptx::Function* function = module_.function(call.name);
  if (function == nullptr || function->is_declaration || function->body.empty()) {
    return refuse(*call.code, "the function `" + call.name + "` is not modelled");
  }
  if (function->parameters.size() != call.arguments.size() || function->returns.size() < call.results.size()) {
    return refuse(*call.code, "the function has another number of parameters");
  }
  if (function == frame.function) return refuse(*call.code, "recursion is not modelled: the function calls itself");
  TRY(callee, open_frame(*function, frame.depth + 1));
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    copy_argument(state, call.arguments[i],
                  {Place::Space::argument, callee.number, k_parameter + static_cast<int>(i), 0});
  }
  const std::vector<bool> all(callee.flow->graph.blocks.size(), true);
  TRY_VOID(region(callee, all, 0, state, false));
  if (callee.returns.empty()) return refuse(*call.code, "the function `" + call.name + "` never returns");
  TRY(after, merged(std::move(callee.returns)));
  for (size_t i = 0; i < call.results.size(); ++i) {
    copy_argument(after, {Place::Space::argument, callee.number, k_returned + static_cast<int>(i), 0}, call.results[i]);
  }
  drop_frame(after, callee.number);
  state = std::move(after);
  return {};
}

}  // namespace whet::lift

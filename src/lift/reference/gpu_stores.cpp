#include "lift/reference/gpu_stores.h"

#include <fmt/format.h>

#include "lift/evaluate/evaluation_order.h"
#include "lift/reference/reference_parts.h"

namespace whet::lift {
namespace {

std::string combined(Fold fold, const std::string& a, const std::string& b) {
  if (fold == Fold::sum) return a + " + " + b;
  if (fold == Fold::product) return a + " * (" + b + ")";
  return fmt::format("{}<double>({}, {})", fold == Fold::maximum ? "largest_of" : "smallest_of", a, b);
}

std::string guarded(const std::string& guard, const std::string& line) {
  return guard.empty() ? line : fmt::format("if ({}) {}", guard, line);
}

std::string rounded(const ParameterUse& use, const std::string& value) {
  if (!use.is_real || use.bytes != 2) return value;
  return fmt::format("{}({})", use.is_bfloat ? "__double2bfloat16" : "__double2half", value);
}

}  // namespace

void GpuStores::write(const std::vector<const Statement*>& statements, const std::string& of_thread) {
  std::vector<std::string> stores;
  for (const Statement* const statement : statements) {
    const std::string guard = open_guards(*statement), place = place_of(*statement);
    std::string value = value_of(*statement);
    if (statements.size() > 1) value = kept(value, guard, is_real(*statement));
    const std::string both = of_thread + (of_thread.empty() || guard.empty() ? "" : " && ") + guard;
    stores.push_back(guarded(both, store(*statement, place, value)));
    close_guards(*statement);
  }
  for (const std::string& each : stores) text_.scopes().line(each);
}

void GpuStores::add_to(const std::string& total, const Statement& statement) {
  const std::string guard = open_guards(statement), value = text_.real(statement.value);
  text_.scopes().line(guarded(guard, total + " = " + combined(*statement.update, total, value) + ";"));
  close_guards(statement);
}

void GpuStores::write_total(const Statement& statement, const std::string& total) {
  text_.scopes().line(guarded("threadIdx.x == 0", store(statement, place_of(statement), total)));
}

const ParameterUse& GpuStores::use_of(const Statement& statement) const {
  return uses_[static_cast<size_t>(arena_[statement.array].value)];
}

std::string GpuStores::place_of(const Statement& statement) {
  return text_.element(statement.array, statement.offset, statement.bytes);
}

std::string GpuStores::open_guards(const Statement& statement) {
  std::string guard;
  for (const Expr condition : conditions_in_order(arena_, statement.guard)) {
    guard += (guard.empty() ? "" : " && ") + text_.condition(condition);
    text_.assume(condition);
  }
  return guard;
}

void GpuStores::close_guards(const Statement& statement) {
  for (size_t i = 0; i < statement.guard.size(); ++i) text_.forget();
}

std::string GpuStores::kept(const std::string& value, const std::string& guard, bool is_real) {
  const std::string name = text_.fresh("new");
  text_.scopes().line(fmt::format("const {} {} = {};", is_real ? "double" : "int64_t", name,
                                  guard.empty() ? value : fmt::format("{} ? {} : 0", guard, value)));
  return name;
}

std::string GpuStores::value_of(const Statement& statement) {
  const ParameterUse& use = use_of(statement);
  if (use.is_read_as_real()) return text_.real(statement.value);
  const std::string value = text_.integer(statement.value);
  if (!may_wrap(arena_, statement, use.is_unsigned)) return value;
  return wrapped_text(value, 8 * statement.bytes * (use.is_unsigned ? 1 : -1));
}

std::string GpuStores::store(const Statement& statement, const std::string& place, const std::string& value) {
  const ParameterUse& use = use_of(statement);
  if (!statement.update) return place + " = " + rounded(use, value) + ";";
  if (!use.is_read_as_real()) return updated(statement, place, value);
  return place + " = " + rounded(use, combined(*statement.update, as_double(use, place), value)) + ";";
}

// Sums of integers are the same in any order.
std::string GpuStores::updated(const Statement& statement, const std::string& place, const std::string& value) {
  const ParameterUse& use = use_of(statement);
  const Fold fold = *statement.update;
  const bool is_picked = fold == Fold::maximum || fold == Fold::minimum;
  if (!is_picked && fold != Fold::sum) return text_.fail("updates in any order");
  if (use.bytes != 4 && use.bytes != 8) return text_.fail("updates of small elements");
  const char* const name = fold == Fold::sum ? "atomicAdd" : fold == Fold::maximum ? "atomicMax" : "atomicMin";
  const bool is_signed = !use.is_unsigned && (is_picked || use.bytes == 4);
  const std::string type = fmt::format("{}{}", is_signed ? "" : "unsigned ", use.bytes == 4 ? "int" : "long long");
  return fmt::format("{0}(reinterpret_cast<{1}*>(&{2}), static_cast<{1}>({3}));", name, type, place, value);
}

}  // namespace whet::lift

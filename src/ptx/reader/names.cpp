#include "ptx/reader/names.h"

#include <charconv>

namespace whet::ptx {

namespace {

constexpr int k_deepest_scope = 64;

// "%r12" with the prefix "%r" gives 12; nothing for "%r012", "%r" or "%rd1".
std::optional<uint32_t> number_after(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix) || name.size() == prefix.size()) return std::nullopt;
  const std::string_view digits = name.substr(prefix.size());
  uint32_t number = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (problem != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  if (digits.size() > 1 && digits[0] == '0') return std::nullopt;
  return number;
}

}  // namespace

Names::Names(Function& function) : function_(function) {
  scopes_.emplace_back();
}

bool Names::open_scope() {
  const int depth = scopes_[current_].depth + 1;
  if (depth > k_deepest_scope) return false;
  Scope& scope = scopes_.emplace_back();
  scope.parent = current_;
  scope.depth = depth;
  current_ = static_cast<uint32_t>(scopes_.size() - 1);
  return true;
}

uint32_t Names::add_register(std::string_view name, Type type) {
  function_.registers.push_back({std::string(name), type});
  return static_cast<uint32_t>(function_.registers.size() - 1);
}

void Names::declare_registers(std::string_view name, Type type, int width) {
  if (width == 1) {
    scopes_[current_].registers[name] = add_register(name, type);
    return;
  }
  const auto first = static_cast<uint32_t>(function_.registers.size());
  for (int i = 0; i < width; ++i) add_register(std::string(name) + "." + "xyzw"[i], type);
  scopes_[current_].vectors[name] = width;
  scopes_[current_].registers[name] = first;
}

void Names::declare_register_range(std::string_view prefix, uint32_t count, Type type) {
  scopes_[current_].ranges.push_back({prefix, count, type});
}

std::string Names::declare_variable(std::string_view name) {
  const int use = ++uses_of_name_[std::string(name)];
  std::string unique(name);
  if (use > 1) unique += "#" + std::to_string(use);
  return scopes_[current_].variables[name] = unique;
}

bool Names::declare_label(std::string_view name, uint32_t instruction) {
  return scopes_[current_].labels.emplace(name, instruction).second;
}

void Names::declare_table(std::string_view name, std::vector<std::string_view> labels) {
  scopes_[current_].tables[name] = std::move(labels);
}

uint32_t Names::find_register(std::string_view name) {
  for (uint32_t at = current_; at != k_none; at = scopes_[at].parent) {
    Scope& scope = scopes_[at];
    if (const auto found = scope.registers.find(name); found != scope.registers.end()) return found->second;
    if (const uint32_t index = find_in_ranges(scope, name); index != k_none) return index;
  }
  return k_none;
}

// A register of a range is added to the function when it is first used, so that an unused range costs nothing.
uint32_t Names::find_in_ranges(Scope& scope, std::string_view name) {
  for (const Range& range : scope.ranges) {
    const auto number = number_after(name, range.prefix);
    if (!number || *number >= range.count) continue;
    return scope.registers[name] = add_register(name, range.type);
  }
  return k_none;
}

template <typename T>
const T* Names::find(Map<T> Scope::* part, std::string_view name, uint32_t scope) const {
  for (; scope != k_none; scope = scopes_[scope].parent) {
    const Map<T>& map = scopes_[scope].*part;
    if (map.empty()) continue;
    if (const auto found = map.find(name); found != map.end()) return &found->second;
  }
  return nullptr;
}

int Names::vector_width(std::string_view name) const {
  const int* width = find(&Scope::vectors, name, current_);
  return width ? *width : 0;
}

const std::string* Names::find_variable(std::string_view name) const {
  return find(&Scope::variables, name, current_);
}

uint32_t Names::find_label(std::string_view name, uint32_t scope) const {
  const uint32_t* instruction = find(&Scope::labels, name, scope);
  return instruction ? *instruction : k_none;
}

const std::vector<std::string_view>* Names::find_table(std::string_view name, uint32_t scope) const {
  return find(&Scope::tables, name, scope);
}

bool Names::is_prototype(std::string_view name, uint32_t scope) const {
  return find(&Scope::prototypes, name, scope) != nullptr;
}

}  // namespace whet::ptx

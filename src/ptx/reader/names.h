// The names of one function while it is read. Braces open a scope for registers, variables and labels; a name refers to
// the innermost scope that declares it.
//
//   .reg .b32 %r<3>;            %r0 %r1 %r2, each a register of the function once it is used
//   { .param .b32 p; ... }      variable "p"
//   { .param .b32 p; ... }      another one: "p#2"
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/module.h"

namespace whet::ptx {

class Names {
 public:
  explicit Names(Function& function);

  // Returns false when scopes are nested too deeply.
  bool open_scope();
  void close_scope() { current_ = scopes_[current_].parent; }
  uint32_t scope() const { return current_; }

  // %name, or with a count %name0 .. %name<count-1>. `width` is 2 or 4 for a vector register, else 1.
  void declare_registers(std::string_view name, Type type, int width);
  void declare_register_range(std::string_view prefix, uint32_t count, Type type);
  // Gives the variable its unique name in the function and returns it.
  std::string declare_variable(std::string_view name);
  void reserve(std::string_view name) { uses_of_name_.emplace(name, 1); }
  // Returns false when the scope already has the label.
  bool declare_label(std::string_view name, uint32_t instruction);
  void declare_table(std::string_view name, std::vector<std::string_view> labels);
  void declare_prototype(std::string_view name) { scopes_[current_].prototypes.emplace(name, 0); }

  // The register, or k_none. The elements of a vector register have names such as "%v.x".
  uint32_t find_register(std::string_view name);
  // 2 or 4 for the name of a vector register, else 0.
  int vector_width(std::string_view name) const;
  // The unique name of a variable or parameter; null when there is none.
  const std::string* find_variable(std::string_view name) const;

  // For use after the body: what a name meant in a scope.
  uint32_t find_label(std::string_view name, uint32_t scope) const;
  const std::vector<std::string_view>* find_table(std::string_view name, uint32_t scope) const;
  bool is_prototype(std::string_view name, uint32_t scope) const;

 private:
  struct Range {
    std::string_view prefix;
    uint32_t count;
    Type type;
  };
  template <typename T>
  using Map = std::unordered_map<std::string_view, T>;
  struct Scope {
    uint32_t parent = k_none;
    int depth = 0;
    Map<uint32_t> registers;
    std::vector<Range> ranges;
    Map<int> vectors;
    Map<std::string> variables;
    Map<uint32_t> labels;
    Map<std::vector<std::string_view>> tables;
    Map<int> prototypes;
  };
  uint32_t add_register(std::string_view name, Type type);
  uint32_t find_in_ranges(Scope& scope, std::string_view name);
  // The value of `name` in the map `part` of the innermost scope that has it.
  template <typename T>
  const T* find(Map<T> Scope::* part, std::string_view name, uint32_t scope) const;

  Function& function_;
  std::vector<Scope> scopes_;
  uint32_t current_ = 0;
  std::unordered_map<std::string, int> uses_of_name_;
};

}  // namespace whet::ptx

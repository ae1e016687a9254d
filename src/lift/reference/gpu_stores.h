// What a GPU's reference stores, as lines of the loops that gpu_statement has opened.
#pragma once

#include <string>
#include <vector>

#include "lift/evaluate/parameter_use.h"
#include "lift/reference/cpp_expression.h"

namespace whet::lift {

class GpuStores {
 public:
  GpuStores(const Arena& arena, const std::vector<ParameterUse>& uses, CppExpression& text)
      : arena_(arena), uses_(uses), text_(text) {}

  // All values are there before the first is stored: one may be read for another. `of_thread`: the condition of the
  // thread that stores; empty: each does.
  void write(const std::vector<const Statement*>& statements, const std::string& of_thread);
  // Of an update: its value to what a thread has so far, and what a block has to the element.
  void add_to(const std::string& total, const Statement& statement);
  void write_total(const Statement& statement, const std::string& total);

  bool is_real(const Statement& statement) const { return use_of(statement).is_read_as_real(); }

 private:
  const ParameterUse& use_of(const Statement& statement) const;
  std::string place_of(const Statement& statement);
  std::string open_guards(const Statement& statement);
  void close_guards(const Statement& statement);
  std::string kept(const std::string& value, const std::string& guard, bool is_real);
  std::string value_of(const Statement& statement);
  std::string store(const Statement& statement, const std::string& place, const std::string& value);
  std::string updated(const Statement& statement, const std::string& place, const std::string& value);

  const Arena& arena_;
  const std::vector<ParameterUse>& uses_;
  CppExpression& text_;
};

}  // namespace whet::lift

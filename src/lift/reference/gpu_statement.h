// Statements of a meaning as loops of a kernel: which of them are shared out among threads, and which among blocks.
#pragma once

#include <vector>

#include "lift/evaluate/parameter_use.h"
#include "lift/reference/cpp_expression.h"

namespace whet::lift {

// Statements with the same indices; several only where each reads no more of what they store than its own element.
void write_gpu_statements(const Arena& arena, const std::vector<const Statement*>& statements,
                          const std::vector<ParameterUse>& uses, CppExpression& text);

}  // namespace whet::lift

// Reads the body of one function.
#pragma once

#include <functional>
#include <vector>

#include "ptx/module.h"
#include "ptx/reader/cursor.h"
#include "ptx/reader/names.h"
#include "ptx/reader/operand_reader.h"
#include "ptx/reader/places.h"

namespace whet::ptx {

class BodyReader {
 public:
  // `is_module_name` says whether the module has a name already; a variable of the function must not use it.
  BodyReader(Cursor& cursor, Places& places, Function& function, std::function<bool(std::string_view)> is_module_name);

  // Reads from `{` to its `}`.
  Result<void> read();
  // Names that the function does not define: the module must have them.
  const std::vector<OpenName>& open_names() const { return open_; }

 private:
  Result<void> read_statement();
  Result<void> read_directive();
  Result<void> read_registers();
  Result<void> read_register_names(Type type, int width);
  Result<void> read_local_variables();
  Result<void> read_label();
  Result<void> read_table(std::string_view name);
  Result<void> read_instruction();
  Result<void> read_guard(Instruction& instruction);
  Result<void> read_pragma();
  Result<void> open_scope();

  Result<void> resolve();
  Result<bool> resolve_one(const OpenName& open);
  Result<Operand> label(std::string_view name, const OpenName& open) const;

  Cursor& cursor_;
  Places& places_;
  Function& function_;
  std::function<bool(std::string_view)> is_module_name_;
  Names names_;
  std::vector<OpenName> open_;
  int depth_ = 0;
  uint32_t used_bytes_ = ~0u;  // of the next instruction
};

}  // namespace whet::ptx

#include "vgpu/decode/handler_table.h"

#include <utility>

namespace whet::vgpu {

namespace {

bool has_place(const ptx::Operand& operand) {
  return operand.kind == ptx::Operand::Kind::reg || operand.kind == ptx::Operand::Kind::immediate;
}

}  // namespace

Result<bool> use(DecodeInput& input, const Handlers& handlers) {
  if (input.in.operands.size() < 1 + handlers.sources) return unsupported_form(input, "operands are missing");
  for (size_t i = 1; i < input.in.operands.size(); ++i) {
    if (!has_place(input.in.operands[i]))
      return unsupported_form(input, "an operand is neither a register nor a number");
  }
  input.op.run = input.uniform ? handlers.uniform : handlers.lanes;
  return true;
}

Result<bool> use_row(DecodeInput& input, const HandlerTable& table, const std::string& key) {
  const Handlers* const row = table.find(key);
  if (!row) return unsupported_form(input);
  return use(input, *row);
}

Error unsupported_form(const DecodeInput& input, std::string why) {
  return unsupported(*input.program.module, input.in, std::move(why));
}

std::string types_last(const ptx::Instruction& in, std::string_view dropped) {
  std::string words = in.opcode, types;
  for (const std::string& word : in.modifiers) {
    if (!in_list(dropped, word)) (ptx::parse_type(word) ? types : words) += "." + word;
  }
  return words + types;
}

bool in_list(std::string_view list, std::string_view word) {
  for (size_t at = list.find(word); at != std::string_view::npos; at = list.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

}  // namespace whet::vgpu

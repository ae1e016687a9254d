// Handlers by the spelling of an instruction.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "vgpu/decode/decode.h"
#include "vgpu/machine/lane_function.h"

namespace whet::vgpu {

class HandlerTable {
 public:
  void add(std::string key, Handlers handlers) { rows_.emplace(std::move(key), handlers); }
  const Handlers* find(const std::string& key) const {
    const auto row = rows_.find(key);
    return row == rows_.end() ? nullptr : &row->second;
  }

 private:
  std::unordered_map<std::string, Handlers> rows_;
};

// Sets the op's handler by the kind of its destination. It is an error if a source is missing or is not in a register
// or constant, like %tid.x.
Result<bool> use(DecodeInput& input, const Handlers& handlers);

// Uses the handler under `key`. It is an error, which names the instruction, if there is none.
Result<bool> use_row(DecodeInput& input, const HandlerTable& table, const std::string& key);

// The error for a form that the instruction's family does not support.
Error unsupported_form(const DecodeInput& input, std::string why = {});

// Opcode and modifiers without `dropped`, types last: headers have both rcp.approx.ftz.f32 and rcp.approx.f32.ftz.
std::string types_last(const ptx::Instruction& in, std::string_view dropped);

// Whether `word` is one of the words of `list`, which are separated by single blanks.
bool in_list(std::string_view list, std::string_view word);

}  // namespace whet::vgpu

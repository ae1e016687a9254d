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

// Gives the op the handler that fits its destination; an error where a source is missing or has no place, as %tid.x.
Result<bool> use(DecodeInput& input, const Handlers& handlers);

// The handler under `key`; an error that names the instruction where there is none.
Result<bool> use_row(DecodeInput& input, const HandlerTable& table, const std::string& key);

// The instruction is of a family, but this form of it is not run.
Error unsupported_form(const DecodeInput& input, std::string why = {});

// Opcode and modifiers but for `dropped`, types last: headers write both rcp.approx.ftz.f32 and rcp.approx.f32.ftz.
std::string types_last(const ptx::Instruction& in, std::string_view dropped);

// Whether `word` is among the words of `list`, which are set apart by single blanks.
bool in_list(std::string_view list, std::string_view word);

}  // namespace whet::vgpu

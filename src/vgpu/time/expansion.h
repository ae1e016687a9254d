// How many machine instructions a PTX instruction becomes, for kernels without machine code:
// knowledge/vgpu/expansion.toml.
#pragma once

#include <string>
#include <vector>

#include "ptx/module.h"
#include "util/result.h"
#include "util/system/knowledge.h"

namespace whet::vgpu {

// Number of machine instructions by pipe.
struct Expansion {
  double fp32 = 0, int_multiply = 0, alu = 0, fp64 = 0, fp16 = 0, special = 0, lsu = 0, uniform = 0, other = 0;
  double issued() const { return fp32 + int_multiply + alu + fp64 + fp16 + special + lsu + uniform + other; }
};

struct ExpansionRow {
  std::string opcode;
  std::vector<std::string> types;      // one of which the instruction's first type must be; empty: any
  std::vector<std::string> modifiers;  // all of which it must have
  Expansion expansion;
};

class Expansions {
 public:
  Expansions() = default;
  Expansions(std::vector<ExpansionRow> rows) : rows_(std::move(rows)) {}
  // The expansion in the first row that matches; one ALU instruction if none does.
  Expansion of(const ptx::Instruction& instruction) const;

 private:
  std::vector<ExpansionRow> rows_;
};

Result<Expansions> parse_expansions(std::string_view text, const std::string& file);
Result<Expansions> load_expansions(const Knowledge& knowledge);

}  // namespace whet::vgpu

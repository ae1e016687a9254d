// A PTX module as values: variables, functions, instructions with their operands, and the source place of each.
//
// The form is close to the text: an opcode keeps its modifiers as words, so that every instruction the assembler knows
// can be represented. The meaning of an instruction is decided where it is executed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/types.h"

namespace whet::ptx {

inline constexpr uint32_t k_none = ~0u;

// A row of the compiler's line information (.loc).
struct SourcePlace {
  uint32_t file = 0;  // index into Module::files
  uint32_t line = 0;  // 0: unknown
  uint32_t column = 0;
  uint32_t inlined_at = k_none;  // index into Module::places of the call
};

struct Operand {
  enum class Kind : uint8_t {
    sink,       // _
    reg,        // %r1, or !%p1 with `negated`
    special,    // %tid.x: `name` has no %
    immediate,  // bits in `value`: the 32-bit pattern of 0f3F800000, the 64-bit one of 0d...
    symbol,     // a variable or function by name: its address
    label,      // `index` is the instruction after it
    address,    // [base + value]; `base_kind` is the kind of the base
    vector,     // {a, b, c, d}
    pair,       // %p1|%p2: two elements
    list,       // (a, b): arguments of a call; or the entries of a target table
  };
  Kind kind = Kind::sink;
  Kind base_kind = Kind::sink;  // for an address: reg, symbol or immediate (absolute)
  bool negated = false;         // !%p, or -%r in a few opcodes
  bool is_float = false;        // for an immediate: written as floating point
  uint32_t index = k_none;      // register, target instruction of a label, or base register of an address
  uint64_t value = 0;           // immediate bits; for an address or symbol: byte offset, two's complement
  std::string name;  // special register, symbol or label; base symbol of an address; part of a register, "b0"
  std::vector<Operand> elements;  // of a vector, pair or list; coordinates of a tensor address
};

struct Instruction {
  std::string opcode;                  // "ld"
  std::vector<std::string> modifiers;  // "global", "nc", "v4", "f32"; "shared::cta" stays one word
  std::vector<Operand> operands;       // as written, left to right
  uint32_t guard = k_none;             // register of @%p
  bool guard_negated = false;          // @!%p
  uint32_t line = 0;                   // in the PTX text, 1-based
  uint32_t place = k_none;             // index into Module::places
  uint32_t used_bytes = ~0u;           // for a load: bit i says whether byte i of the loaded value is used

  bool has(std::string_view modifier) const;
  // The type modifier with this number, counted from the left: type(0) of "cvt.rn.f32.s32" is f32, type(1) is s32.
  // Type::none when there is none.
  Type type(int which = 0) const;
  int type_count() const;
  // "ld.global.nc.v4.f32"
  std::string full_opcode() const;
};

struct Register {
  std::string name;  // "%r12", as declared
  Type type = Type::none;
};

// A symbol's address (plus an offset) in the initial bytes of a variable.
struct Relocation {
  uint64_t offset = 0;  // in the variable
  int bytes = 8;
  std::string symbol;
  int64_t addend = 0;
  bool generic = false;  // generic(symbol)
};

struct Variable {
  std::string name;
  Space space = Space::none;
  Type type = Type::none;  // of one element
  uint64_t bytes = 0;      // of the whole variable; 0 for `extern .shared x[]`
  uint32_t align = 1;
  bool is_extern = false;
  bool is_pointer = false;  // .param .u64 .ptr
  std::string initial;      // its bytes; missing ones are zero
  std::vector<Relocation> relocations;
  uint32_t line = 0;
};

struct Function {
  std::string name;  // mangled
  bool is_entry = false;
  bool is_declaration = false;  // .extern, or a prototype without body
  bool no_return = false;
  std::vector<Variable> returns, parameters;
  std::vector<Variable> variables;  // .local, .shared and call-site .param of the body, with unique names
  std::vector<Register> registers;
  std::vector<Instruction> body;
  std::vector<std::string> label_names;  // for messages; parallel to label_targets
  std::vector<uint32_t> label_targets;   // index of the instruction after each label; body.size() at the end
  std::optional<uint32_t> max_threads[3], required_threads[3];  // .maxntid, .reqntid
  std::optional<uint32_t> cluster[3];                           // .reqnctapercluster
  bool explicit_cluster = false;                                // .explicitcluster: a launch must give the size
  std::optional<uint32_t> max_cluster_rank;                     // .maxclusterrank: most blocks per cluster
  uint32_t line = 0;
};

struct Module {
  int version_major = 0, version_minor = 0;
  std::string target;  // "sm_90a"
  int address_bits = 64;
  std::vector<std::string> files;   // by .file number; unused numbers are empty
  std::vector<SourcePlace> places;  // rows of .loc, without duplicates
  std::vector<Variable> variables;  // of the module: .global, .const, .shared
  std::vector<Function> functions;

  const Function* function(std::string_view name) const;
  const Variable* variable(std::string_view name) const;
};

// "kernel.cu:12", or "" when the instruction has no line information.
std::string source_text(const Module& module, const Instruction& instruction);

}  // namespace whet::ptx

// A PTX module as values: variables, functions, instructions with their operands, and where each came from.
//
// The form is close to the text: an opcode keeps its modifiers as words, so any instruction the assembler knows can be
// held; what an instruction means is decided where it is run.
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
  uint32_t line = 0;  // 0: none known
  uint32_t column = 0;
  uint32_t inlined_at = k_none;  // index into Module::places: the call this was inlined at
};

struct Operand {
  enum class Kind : uint8_t {
    sink,       // _
    reg,        // %r1, or !%p1 with `negated`
    special,    // %tid.x: `name` without the %
    immediate,  // bits in `value`; 0f3F800000 gives the 32-bit pattern, 0d the 64-bit one
    symbol,     // a variable or function by name: its address
    label,      // `index` is the instruction it stands before
    address,    // [base + value]: `base_kind` says what the base is
    vector,     // {a, b, c, d}
    pair,       // %p1|%p2: two elements
    list,       // (a, b): arguments of a call; or the name of a target table, spelled out
  };
  Kind kind = Kind::sink;
  Kind base_kind = Kind::sink;  // of an address: reg, symbol or immediate (absolute)
  bool negated = false;         // !%p, or -%r in a few opcodes
  bool is_float = false;        // of an immediate: written as floating point
  uint32_t index = k_none;      // register, or target instruction of a label; of an address: the base register
  uint64_t value = 0;           // immediate bits; of an address or symbol: byte offset, two's complement
  std::string
      name;  // special register, symbol, or label; of an address: the base symbol; of a register: its part, "b0"
  std::vector<Operand> elements;  // of vector, pair and list; of a tensor address: coordinates after the base
};

struct Instruction {
  std::string opcode;                  // "ld"
  std::vector<std::string> modifiers;  // "global", "nc", "v4", "f32"; "shared::cta" stays one word
  std::vector<Operand> operands;       // as written, left to right
  uint32_t guard = k_none;             // register of @%p
  bool guard_negated = false;          // @!%p
  uint32_t line = 0;                   // in the PTX text, 1-based
  uint32_t place = k_none;             // index into Module::places
  uint32_t used_bytes = ~0u;           // of a load: bit i, whether byte i of what it loads matters

  bool has(std::string_view modifier) const;
  // A modifier that is a type, counted from the left; of "cvt.rn.f32.s32" type(0) is f32 and type(1) s32. Type::none
  // when there are not so many.
  Type type(int which = 0) const;
  int type_count() const;
  // "ld.global.nc.v4.f32"
  std::string full_opcode() const;
};

struct Register {
  std::string name;  // "%r12", as declared
  Type type = Type::none;
};

// A symbol's address (plus an offset) written into a variable's initial bytes.
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
  uint64_t bytes = 0;      // of the whole; 0 for `extern .shared x[]`
  uint32_t align = 1;
  bool is_extern = false;
  bool is_pointer = false;  // .param .u64 .ptr
  std::string initial;      // its bytes, short of `bytes` where the rest is zero
  std::vector<Relocation> relocations;
  uint32_t line = 0;
};

struct Function {
  std::string name;  // mangled
  bool is_entry = false;
  bool is_declaration = false;  // .extern, or a prototype without body
  bool no_return = false;
  std::vector<Variable> returns, parameters;
  std::vector<Variable> variables;  // .local, .shared and call-site .param of the body; names are unique in a function
  std::vector<Register> registers;
  std::vector<Instruction> body;
  std::vector<std::string> label_names;  // for messages, with label_targets
  std::vector<uint32_t> label_targets;   // instruction index each stands before; body.size() at the end
  std::optional<uint32_t> max_threads[3], required_threads[3];  // .maxntid, .reqntid
  std::optional<uint32_t> cluster[3];                           // .reqnctapercluster
  bool explicit_cluster = false;                                // .explicitcluster: a launch must say how large
  std::optional<uint32_t> max_cluster_rank;                     // .maxclusterrank: blocks a cluster may have
  uint32_t line = 0;
};

struct Module {
  int version_major = 0, version_minor = 0;
  std::string target;  // "sm_90a"
  int address_bits = 64;
  std::vector<std::string> files;   // by the number of .file; unused numbers are empty
  std::vector<SourcePlace> places;  // rows of .loc, each once
  std::vector<Variable> variables;  // of the module: .global, .const, .shared
  std::vector<Function> functions;

  const Function* function(std::string_view name) const;
  const Variable* variable(std::string_view name) const;
};

// "kernel.cu:12", or "" when the instruction carries no line information.
std::string source_text(const Module& module, const Instruction& instruction);

}  // namespace whet::ptx

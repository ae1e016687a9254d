// One SASS instruction as values: name, class, guard, operands, width, control word.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whet {

// Text of at most 39 characters, stored inline: decoding millions of instructions must not allocate for each.
class ShortText {
 public:
  ShortText() = default;
  ShortText(std::string_view text) { *this += text; }
  ShortText(const char* text) : ShortText(std::string_view(text)) {}

  // Appends as much as fits.
  ShortText& operator+=(std::string_view more) {
    const size_t count = std::min(more.size(), sizeof(text_) - size_);
    std::copy_n(more.data(), count, text_ + size_);
    size_ += static_cast<uint8_t>(count);
    return *this;
  }
  std::string_view view() const { return {text_, size_}; }
  operator std::string_view() const { return view(); }
  bool empty() const { return size_ == 0; }
  size_t find(std::string_view part) const { return view().find(part); }
  bool contains(std::string_view part) const { return find(part) != std::string_view::npos; }
  friend bool operator==(const ShortText& a, std::string_view b) { return a.view() == b; }

 private:
  char text_[39] = {};
  uint8_t size_ = 0;
};

// The kind of work that an instruction does; an instruction mix counts these.
enum class OpClass : uint8_t {
  unknown,  // opcode not in the table
  fp32,     // FFMA FADD FMUL FMNMX ...
  fp64,
  fp16,     // HFMA2 HADD2 ..., bf16 too
  integer,  // IMAD IADD3 LOP3 SHF ..., address arithmetic too
  move,     // MOV, IMAD.MOV, HFMA2 used as a move, SEL, PRMT, CS2R of SRZ
  convert,  // F2F F2I I2F I2FP F2FP ...
  special,  // MUFU
  tensor,   // HMMA IMMA DMMA BMMA QMMA HGMMA UTC*MMA ...
  load_global,
  store_global,
  load_shared,
  store_shared,
  load_local,
  store_local,
  load_constant,  // LDC ULDC LDCU
  load_generic,
  store_generic,  // LD ST
  async_copy,     // LDGSTS, UTMALDG, UBLKCP ...: between global and shared memory without registers
  matrix_load,    // LDSM STSM LDTM STTM MOVM
  atomic,         // ATOM ATOMG ATOMS RED REDG ...
  texture,        // TEX TLD SULD SUST ...
  shuffle,        // SHFL VOTE MATCH REDUX
  barrier,        // BAR, SYNCS, DEPBAR, MEMBAR, WARPSYNC, ARRIVES, FENCE ...
  branch,         // BRA EXIT CALL RET BSSY BSYNC ...
  uniform,        // uniform datapath arithmetic: UIADD3 UIMAD ...
  predicate,      // ISETP FSETP PLOP3 ...: comparisons
  system,         // S2R CS2R B2R ...
  filler,         // NOP and instructions whose guard is never true: padding
};
constexpr int k_op_class_count = static_cast<int>(OpClass::filler) + 1;
std::string_view op_class_name(OpClass op_class);

// The arithmetic that a kernel exists for. Moves, integer address arithmetic and comparisons are not math.
constexpr bool is_math(OpClass op_class) {
  return op_class == OpClass::fp32 || op_class == OpClass::fp64 || op_class == OpClass::fp16 ||
         op_class == OpClass::tensor || op_class == OpClass::special;
}

// Scheduling fields of bits 105..125.
struct ControlWord {
  uint8_t stall = 0;                     // cycles until this warp may issue again, 0..15
  bool yield = false;                    // the scheduler may switch to another warp
  std::optional<uint8_t> write_barrier;  // scoreboard signalled when the result is ready
  std::optional<uint8_t> read_barrier;   // scoreboard signalled when the operands are read
  uint8_t wait_mask = 0;                 // bit i: waits for scoreboard i
  uint8_t reuse = 0;                     // bit 0 operand A, 1 B, 2 C, 3 the metadata of a sparse product
};

// @P0, @!P1, @UP2; absent when it always runs (@PT).
struct Guard {
  bool uniform = false;
  bool negated = false;
  uint8_t predicate = 7;
};

// General registers that an instruction uses, vectors expanded: LDG.E.128 R4 writes R4..R7. RZ is omitted.
struct RegisterUse {
  std::vector<uint8_t> reads;
  std::vector<uint8_t> writes;
  bool complete = false;  // false: the operand layout is unknown, so registers may be missing
};

struct Instruction {
  uint32_t offset = 0;         // bytes from the start of the function
  uint64_t low = 0, high = 0;  // the encoded words

  std::string_view name;  // base mnemonic: "LDG"; "OP_1a3" when unknown
  ShortText modifiers;    // ".E.128", in a disassembler's order; "": none known
  OpClass op_class = OpClass::unknown;
  std::optional<Guard> guard;
  bool never_executes = false;  // guarded by @!PT or @!UPT
  ControlWord control;

  std::optional<int> width_bytes;     // bytes per lane, for loads, stores and async copies
  std::string_view tensor_type;       // "F16", "BF16", "TF32", "S8" ... of a tensor instruction
  std::array<int, 3> tensor_shape{};  // m, n, k; zero when not encoded
  std::optional<uint32_t> target;     // branch target, bytes from the start of the function

  uint32_t opcode() const { return static_cast<uint32_t>(low & 0xfff) | static_cast<uint32_t>((high >> 27) & 1) << 12; }
  bool known() const { return op_class != OpClass::unknown; }
  // "LDG.E.128"
  std::string mnemonic() const { return std::string(name).append(modifiers.view()); }
};

}  // namespace whet

// Decoders of SASS modifiers, one per family of instructions; opcode_table.cpp assigns them. Each appends to
// `instruction.modifiers` in a disassembler's order, and sets the width, the tensor type and shape, or the branch
// target where the family has one.
#pragma once

#include "binary/sass/instruction.h"
#include "binary/sass/sass_word.h"

namespace whet::modifiers {

// Memory.
void global_access(const SassWord& word, int sm, Instruction& instruction);  // LDG STG LD ST
void wide_access(const SassWord& word, int sm, Instruction& instruction);    // 256-bit LDG and STG
void shared_access(const SassWord& word, int sm, Instruction& instruction);  // LDS STS LDL STL
void constant_load(const SassWord& word, int sm, Instruction& instruction);  // LDC ULDC LDCU
void atomic(const SassWord& word, int sm, Instruction& instruction);         // ATOM ATOMG RED REDG, integers
void float_atomic(const SassWord& word, int sm, Instruction& instruction);   // separate opcodes from sm_90 on; LDGMC
void compare_swap(const SassWord& word, int sm, Instruction& instruction);   // ATOM.CAS ATOMG.CAS
void shared_atomic(const SassWord& word, int sm, Instruction& instruction);  // ATOMS
void shared_compare_swap(const SassWord& word, int sm, Instruction& instruction);
void async_copy(const SassWord& word, int sm, Instruction& instruction);     // LDGSTS
void matrix_access(const SassWord& word, int sm, Instruction& instruction);  // LDSM STSM
void tensor_memory(const SassWord& word, int sm, Instruction& instruction);  // LDTM STTM
void tensor_copy(const SassWord& word, int sm, Instruction& instruction);    // UTMALDG UTMASTG UTMAPF
void tensor_reduce(const SassWord& word, int sm, Instruction& instruction);  // UTMAREDG
void bulk_copy(const SassWord& word, int sm, Instruction& instruction);      // UBLKCP UBLKRED
void cache_control(const SassWord& word, int sm, Instruction& instruction);  // CCTL

// Tensor cores.
void half_mma(const SassWord& word, int sm, Instruction& instruction);           // HMMA
void volta_mma(const SassWord& word, int sm, Instruction& instruction);          // HMMA.884
void integer_mma(const SassWord& word, int sm, Instruction& instruction);        // IMMA
void binary_mma(const SassWord& word, int sm, Instruction& instruction);         // BMMA
void double_mma(const SassWord& word, int sm, Instruction& instruction);         // DMMA
void quarter_mma(const SassWord& word, int sm, Instruction& instruction);        // QMMA
void scaled_mma(const SassWord& word, int sm, Instruction& instruction);         // QMMA and OMMA with block scales
void group_mma(const SassWord& word, int sm, Instruction& instruction);          // HGMMA IGMMA BGMMA QGMMA
void tensor_memory_mma(const SassWord& word, int sm, Instruction& instruction);  // UTCHMMA ...; also sets the name

// Arithmetic.
void move(const SassWord& word, int sm, Instruction& instruction);               // MOV UMOV
void wide(const SassWord& word, int sm, Instruction& instruction);               // 64-bit forms: MOV SEL IADD UIADD3
void wide_add(const SassWord& word, int sm, Instruction& instruction);           // IADD of sm_120
void add(const SassWord& word, int sm, Instruction& instruction);                // IADD3
void scaled_add(const SassWord& word, int sm, Instruction& instruction);         // LEA
void multiply_add(const SassWord& word, int sm, Instruction& instruction);       // IMAD
void wide_multiply_add(const SassWord& word, int sm, Instruction& instruction);  // IMAD.WIDE
void high_multiply_add(const SassWord& word, int sm, Instruction& instruction);  // IMAD.HI
void integer_compare(const SassWord& word, int sm, Instruction& instruction);    // ISETP
void float_compare(const SassWord& word, int sm, Instruction& instruction);      // FSETP DSETP
void lut(const SassWord& word, int sm, Instruction& instruction);                // LOP3 PLOP3
void shift(const SassWord& word, int sm, Instruction& instruction);              // SHF USHF
void special_function(const SassWord& word, int sm, Instruction& instruction);   // MUFU
void dot_product(const SassWord& word, int sm, Instruction& instruction);        // IDP
void minimum(const SassWord& word, int sm, Instruction& instruction);            // IMNMX VIMNMX
void half_add(const SassWord& word, int sm, Instruction& instruction);           // HADD2
void half_multiply_add(const SassWord& word, int sm, Instruction& instruction);  // HFMA2
void special_register(const SassWord& word, int sm, Instruction& instruction);   // CS2R
void shuffle(const SassWord& word, int sm, Instruction& instruction);            // SHFL
void vote(const SassWord& word, int sm, Instruction& instruction);               // VOTE VOTEU

// Rounding and conversion.
void float_arithmetic(const SassWord& word, int sm, Instruction& instruction);   // FADD FMUL FFMA
void double_arithmetic(const SassWord& word, int sm, Instruction& instruction);  // DADD DMUL DFMA
void float_to_integer(const SassWord& word, int sm, Instruction& instruction);   // F2I
void integer_to_float(const SassWord& word, int sm, Instruction& instruction);   // I2F
void float_to_float(const SassWord& word, int sm, Instruction& instruction);     // F2F
void round_float(const SassWord& word, int sm, Instruction& instruction);        // FRND
void integer_to_packed(const SassWord& word, int sm, Instruction& instruction);  // I2FP
void pack_floats(const SassWord& word, int sm, Instruction& instruction);        // F2FP

// Control and synchronisation.
void branch(const SassWord& word, int sm, Instruction& instruction);            // BRA
void call(const SassWord& word, int sm, Instruction& instruction);              // CALL.REL
void converge(const SassWord& word, int sm, Instruction& instruction);          // BSSY
void block_barrier(const SassWord& word, int sm, Instruction& instruction);     // BAR
void scoreboard_wait(const SassWord& word, int sm, Instruction& instruction);   // DEPBAR
void memory_barrier(const SassWord& word, int sm, Instruction& instruction);    // MEMBAR
void barrier_arrive(const SassWord& word, int sm, Instruction& instruction);    // SYNCS.ARRIVE
void barrier_check(const SassWord& word, int sm, Instruction& instruction);     // SYNCS.PHASECHK
void barrier_exchange(const SassWord& word, int sm, Instruction& instruction);  // SYNCS.EXCH
void barrier_cache(const SassWord& word, int sm, Instruction& instruction);     // SYNCS.CCTL
void warpgroup(const SassWord& word, int sm, Instruction& instruction);         // WARPGROUP
void register_count(const SassWord& word, int sm, Instruction& instruction);    // USETMAXREG
void warp_sync(const SassWord& word, int sm, Instruction& instruction);         // WARPSYNC
void view_fence(const SassWord& word, int sm, Instruction& instruction);        // FENCE.VIEW

// `names[index]`, or an empty text past the end.
template <size_t count>
constexpr std::string_view pick(const std::string_view (&names)[count], uint32_t index) {
  return index < count ? names[index] : std::string_view();
}

}  // namespace whet::modifiers

#include "binary/sass/opcode_table.h"

#include <array>

#include "binary/sass/modifiers.h"

namespace whet {

namespace {

using namespace modifiers;
using enum OpClass;
using Kind = OperandKind;

struct Range {
  uint8_t first, last;
};
constexpr Range k_all{70, 129}, k_to_75{70, 75}, k_to_89{70, 89}, k_to_90{70, 99}, k_80_to_90{80, 99},
    k_from_80{80, 129}, k_from_86{86, 129}, k_from_90{90, 129}, k_90{90, 99}, k_100{100, 119}, k_110{110, 119},
    k_from_100{100, 129}, k_from_120{120, 129};

constexpr OperandLayout k_unknown{Kind::unknown}, k_none{Kind::none};
constexpr OperandLayout k_d{Kind::fixed, 1}, k_dd{Kind::fixed, 2}, k_a{Kind::fixed, 0, 1}, k_aa{Kind::fixed, 0, 2},
    k_b{Kind::fixed, 0, 0, 1}, k_da{Kind::fixed, 1, 1};
constexpr OperandLayout k_alu_1{Kind::alu_1, 1, 0, 1}, k_alu_2{Kind::alu_2, 1, 1, 1}, k_alu_3{Kind::alu_3, 1, 1, 1, 1},
    k_test_2{Kind::alu_2, 0, 1, 1}, k_pairs_2{Kind::alu_2, 2, 2, 2}, k_pairs_2c{Kind::alu_2c, 2, 2, 0, 2},
    k_pairs_3{Kind::alu_3, 2, 2, 2, 2}, k_test_pairs{Kind::alu_2, 0, 2, 2}, k_wide{Kind::alu_3, 2, 1, 1, 2},
    k_high{Kind::alu_3, 1, 1, 1, 2};
constexpr OperandLayout k_convert{Kind::convert, 1, 0, 1}, k_load{Kind::load}, k_store{Kind::store},
    k_atomic{Kind::atomic}, k_compare_swap{Kind::compare_swap}, k_reduction{Kind::reduction}, k_mma{Kind::mma},
    k_group_mma{Kind::group_mma};

// Instructions of the uniform datapath are guarded by a uniform predicate.
constexpr bool is_uniform(std::string_view name) {
  return name[0] == 'U' || name == "LDCU" || name == "S2UR" || name == "CS2UR";
}

constexpr Opcode by_key(uint16_t key, Range sm, std::string_view name, OpClass op_class,
                        OperandLayout operands = k_unknown, ModifierReader read = nullptr) {
  return {key, false, is_uniform(name), sm.first, sm.last, name, op_class, operands, read};
}
// One form of a key; bit 12 is the page bit. It must follow the row of its key, which it replaces for that form.
constexpr Opcode by_code(uint16_t code, Range sm, std::string_view name, OpClass op_class,
                         OperandLayout operands = k_unknown, ModifierReader read = nullptr) {
  return {code, true, is_uniform(name), sm.first, sm.last, name, op_class, operands, read};
}

constexpr Opcode k_opcodes[] = {
    // Integer and single-precision arithmetic, moves, predicates.
    by_key(0x001, k_all, "PMTRIG", system, k_none),
    by_key(0x002, k_all, "MOV", OpClass::move, {Kind::move}, modifiers::move),
    by_code(0x402, k_from_120, "MOV", OpClass::move, k_dd, wide),  // a 64-bit immediate
    by_key(0x003, k_all, "P2R", predicate, k_da),
    by_key(0x004, k_all, "R2P", predicate, k_a),
    by_key(0x005, k_all, "CS2R", system, {Kind::special_register}, special_register),
    by_key(0x006, k_all, "VOTE", OpClass::shuffle, k_d, vote),
    by_key(0x007, k_all, "SEL", OpClass::move, k_alu_2),
    by_code(0x407, k_from_120, "SEL", OpClass::move, {Kind::fixed, 2, 2}, wide),
    by_code(0x607, k_from_120, "SEL", OpClass::move, {Kind::fixed, 2, 2, 2}, wide),
    by_code(0x1407, k_from_120, "SEL", OpClass::move, k_unknown, wide),
    by_code(0x1607, k_from_120, "SEL", OpClass::move, k_unknown, wide),
    by_key(0x008, k_all, "FSEL", OpClass::move, k_alu_2),
    by_key(0x009, k_all, "FMNMX", fp32, k_alu_2),
    by_key(0x00a, k_all, "FSET", fp32, k_alu_2),
    by_key(0x00b, k_all, "FSETP", predicate, k_test_2, float_compare),
    by_key(0x00c, k_all, "ISETP", predicate, k_test_2, integer_compare),
    by_key(0x00d, k_all, "CSMTEST", predicate),
    by_key(0x00f, k_from_90, "VIMNMX3", integer, k_alu_3),
    by_key(0x010, k_all, "IADD3", integer, k_alu_3, add),
    by_key(0x011, k_all, "LEA", integer, k_alu_3, scaled_add),
    by_key(0x012, k_all, "LOP3", integer, k_alu_3, lut),
    by_key(0x013, k_all, "IABS", integer, k_alu_1),
    by_key(0x014, k_all, "VABSDIFF", integer, k_alu_3),
    by_key(0x015, k_all, "VABSDIFF4", integer, k_alu_3),
    by_key(0x016, k_all, "PRMT", OpClass::move, k_alu_3),
    by_key(0x017, k_to_89, "IMNMX", integer, k_alu_2, minimum),
    by_key(0x017, k_110, "IMNMX", integer, k_alu_2, minimum),
    by_key(0x017, k_from_120, "IMNMX", integer, k_pairs_2, minimum),  // .64
    by_key(0x018, k_all, "SCATTER", integer),
    by_key(0x019, k_all, "SHF", integer, k_alu_3, shift),
    by_key(0x01a, k_all, "SGXT", integer, k_alu_2),
    by_key(0x01b, k_all, "BMSK", integer, k_alu_2),
    by_key(0x01c, k_all, "PLOP3", predicate, k_none, lut),
    by_key(0x01d, k_all, "PLOP3", predicate, k_none, lut),
    by_key(0x01e, k_all, "PLOP3", predicate, k_none, lut),
    by_key(0x01f, k_all, "PLOP3", predicate, k_none, lut),
    by_key(0x020, k_all, "FMUL", fp32, k_alu_2, float_arithmetic),
    by_key(0x021, k_all, "FADD", fp32, k_alu_2, float_arithmetic),
    by_key(0x022, k_all, "FSWZADD", fp32, k_alu_2),
    by_key(0x023, k_all, "FFMA", fp32, k_alu_3, float_arithmetic),
    by_key(0x024, k_all, "IMAD", integer, k_alu_3, multiply_add),
    by_key(0x025, k_all, "IMAD", integer, k_wide, wide_multiply_add),
    by_key(0x026, k_all, "IDP", integer, k_alu_3, dot_product),
    by_key(0x027, k_all, "IMAD", integer, k_high, high_multiply_add),
    by_key(0x028, k_all, "DMUL", fp64, k_pairs_2, double_arithmetic),
    by_key(0x029, k_all, "DADD", fp64, k_pairs_2c, double_arithmetic),
    by_key(0x02a, k_all, "DSETP", predicate, k_test_pairs, float_compare),
    by_key(0x02b, k_all, "DFMA", fp64, k_pairs_3, double_arithmetic),
    by_key(0x02c, k_all, "CLMAD", integer),
    by_key(0x02d, k_from_90, "PREEXIT", barrier, k_none),
    by_key(0x02e, k_from_90, "ACQBULK", barrier, k_none),
    by_key(0x02f, k_from_90, "ELECT", OpClass::shuffle, k_none),
    by_key(0x030, k_all, "HADD2", fp16, k_alu_2, half_add),
    by_key(0x031, k_all, "HFMA2", fp16, k_alu_3, half_multiply_add),
    by_key(0x032, k_all, "HMUL2", fp16, k_alu_2),
    by_key(0x033, k_all, "HSET2", fp16, k_alu_2),
    by_key(0x034, k_all, "HSETP2", predicate, k_test_2),
    by_key(0x035, k_80_to_90, "HFMA2", fp16, k_alu_3, half_multiply_add),
    by_key(0x035, k_from_120, "IADD", integer, k_pairs_2, wide_add),
    by_key(0x036, k_to_75, "HMMA", tensor, k_unknown, volta_mma),
    by_key(0x036, k_from_90, "VIADD", integer, k_alu_2),
    by_key(0x037, k_all, "IMMA", tensor, k_mma, integer_mma),
    by_key(0x038, k_all, "I2I", convert, k_alu_1),
    by_key(0x039, k_all, "I2IP", convert, k_alu_3),
    by_key(0x03a, k_all, "MOVM", OpClass::matrix_load, k_da),
    by_key(0x03b, k_all, "LDSM", OpClass::matrix_load, {Kind::matrix_load}, matrix_access),
    by_key(0x03c, k_all, "HMMA", tensor, k_mma, half_mma),
    by_key(0x03d, k_all, "BMMA", tensor, k_mma, binary_mma),
    by_key(0x03e, k_all, "F2FP", convert, k_alu_3, pack_floats),
    by_key(0x03f, k_from_80, "DMMA", tensor, k_mma, double_mma),
    by_key(0x040, k_from_80, "HMNMX2", fp16, k_alu_2),
    by_key(0x041, k_all, "GATHER", integer),
    by_key(0x043, k_from_86, "F2IP", convert, k_alu_3),
    by_key(0x044, k_from_90, "STSM", OpClass::matrix_load, {Kind::matrix_store}, matrix_access),
    by_key(0x045, k_from_86, "I2FP", convert, k_alu_1, integer_to_packed),
    by_key(0x046, k_from_90, "VIADDMNMX", integer, k_alu_3),
    by_key(0x047, k_from_90, "VHMNMX", fp16, k_alu_3),
    by_key(0x048, k_from_90, "VIMNMX", integer, k_alu_2, minimum),
    by_key(0x049, k_100, "FFMA2", fp32, k_pairs_3),
    by_key(0x04a, k_100, "FMUL2", fp32, k_pairs_2),
    by_key(0x04a, k_from_120, "UVIMNMX", uniform, k_none),
    by_key(0x04b, k_100, "FADD2", fp32, k_pairs_2),
    by_key(0x04c, k_from_100, "UVIRTCOUNT", system, k_none),
    by_key(0x051, k_from_120, "UFSEL", uniform, k_none),
    by_key(0x053, k_from_120, "UFSETP", uniform, k_none),
    by_key(0x054, k_from_120, "UFADD", uniform, k_none),
    by_key(0x055, k_from_120, "UFFMA", uniform, k_none),
    by_key(0x056, k_from_120, "UFMUL", uniform, k_none),
    by_key(0x05a, k_from_120, "UI2F", uniform, k_none),
    by_key(0x05c, k_from_120, "UF2I", uniform, k_none),
    by_key(0x05d, k_from_120, "UFRND", uniform, k_none),
    by_key(0x05e, k_from_120, "UI2FP", uniform, k_none),
    by_key(0x076, k_from_100, "FMNMX3", fp32, k_alu_3),
    by_key(0x079, k_from_90, "HMMA", tensor),
    by_key(0x07a, k_from_86, "QMMA", tensor, k_mma, quarter_mma),
    by_code(0x47a, k_from_120, "QMMA", tensor, k_unknown, scaled_mma),
    by_key(0x07f, k_from_120, "OMMA", tensor, k_unknown, scaled_mma),

    // The uniform datapath.
    by_key(0x082, k_all, "UMOV", uniform, k_none, modifiers::move),
    by_code(0x1482, k_from_120, "UMOV", uniform, k_none, wide),
    by_key(0x083, k_all, "UP2UR", uniform, k_none),
    by_key(0x084, k_all, "UR2UP", uniform, k_none),
    by_key(0x085, k_from_120, "UIMNMX", uniform, k_none),
    by_key(0x086, k_all, "VOTEU", OpClass::shuffle, k_none, vote),
    by_key(0x087, k_all, "USEL", uniform, k_none),
    by_key(0x08c, k_all, "UISETP", uniform, k_none, integer_compare),
    by_key(0x090, k_all, "UIADD3", uniform, k_none, add),
    by_key(0x091, k_all, "ULEA", uniform, k_none, scaled_add),
    by_key(0x092, k_all, "ULOP3", uniform, k_none, lut),
    by_key(0x096, k_all, "UPRMT", uniform, k_none),
    by_key(0x097, k_all, "UIADD3", uniform, k_none, wide),
    by_key(0x099, k_all, "USHF", uniform, k_none, shift),
    by_key(0x09a, k_all, "USGXT", uniform, k_none),
    by_key(0x09b, k_all, "UBMSK", uniform, k_none),
    by_key(0x09c, k_all, "UPLOP3", uniform, k_none, lut),
    by_key(0x09d, k_all, "UPLOP3", uniform, k_none, lut),
    by_key(0x09e, k_all, "UPLOP3", uniform, k_none, lut),
    by_key(0x09f, k_all, "UPLOP3", uniform, k_none, lut),
    by_key(0x0a4, k_all, "UIMAD", uniform, k_none),
    by_key(0x0a5, k_all, "UIMAD", uniform, k_none),  // .WIDE
    by_key(0x0a6, k_all, "UIDP", uniform, k_none),
    by_key(0x0a6, k_from_120, "UIMAD", uniform, k_none, high_multiply_add),
    by_key(0x0b8, k_to_90, "ULDC", load_constant, k_none, constant_load),
    by_key(0x0b9, k_to_90, "ULDC", load_constant, k_none, constant_load),
    by_key(0x0ba, k_from_120, "UF2FP", uniform, k_none),
    by_key(0x0bb, k_to_90, "ULDC", load_constant, k_none, constant_load),
    by_key(0x0bc, k_all, "UCLEA", uniform, k_none),
    by_key(0x0bd, k_all, "UFLO", uniform, k_none),
    by_key(0x0be, k_all, "UBREV", uniform, k_none),
    by_key(0x0bf, k_all, "UPOPC", uniform, k_none),
    by_key(0x0ca, k_from_90, "R2UR", uniform, k_a),
    by_key(0x0cb, k_from_100, "CS2UR", system, k_none),
    by_key(0x0cc, k_from_100, "CREDUX", OpClass::shuffle, k_a),

    // Conversions and the special function unit.
    by_key(0x100, k_all, "FLO", integer, k_alu_1),
    by_key(0x101, k_all, "BREV", integer, k_alu_1),
    by_key(0x102, k_all, "FCHK", predicate, k_test_2),
    by_key(0x104, k_all, "F2F", convert, k_convert, float_to_float),
    by_key(0x105, k_all, "F2I", convert, k_convert, float_to_integer),
    by_key(0x106, k_all, "I2F", convert, k_convert, integer_to_float),
    by_key(0x107, k_all, "FRND", convert, k_convert, round_float),
    by_key(0x108, k_all, "MUFU", special, k_alu_1, special_function),
    by_key(0x109, k_all, "POPC", integer, k_alu_1),
    by_key(0x110, k_all, "F2F", convert, k_convert, float_to_float),
    by_key(0x111, k_all, "F2I", convert, k_convert, float_to_integer),
    by_key(0x112, k_all, "I2F", convert, k_convert, integer_to_float),
    by_key(0x113, k_all, "FRND", convert, k_convert, round_float),

    // Special registers, barriers.
    by_key(0x118, k_all, "NOP", filler, k_none),
    by_key(0x119, k_all, "S2R", system, k_d),
    by_key(0x11a, k_all, "DEPBAR", barrier, k_none, scoreboard_wait),
    by_key(0x11b, k_from_90, "ENDCOLLECTIVE", barrier, k_none),
    by_key(0x11c, k_all, "B2R", system, k_d),
    by_key(0x11d, k_all, "BAR", barrier, k_unknown, block_barrier),
    by_code(0xb1d, k_all, "BAR", barrier, k_none, block_barrier),
    by_code(0x51d, k_all, "BAR", barrier, k_b, block_barrier),
    by_key(0x11e, k_all, "R2B", barrier),
    by_key(0x11f, k_all, "SETCTAID", system),

    // Graphics pipelines.
    by_key(0x120, k_all, "AL2P", system),
    by_key(0x121, k_all, "ALD", system),
    by_key(0x122, k_all, "AST", system),
    by_key(0x123, k_all, "ISBERD", system),
    by_key(0x124, k_all, "OUT", system),
    by_key(0x125, k_all, "PIXLD", system),
    by_key(0x126, k_all, "IPA", system),
    by_key(0x127, k_all, "ISBEWR", system),

    // Control flow.
    by_key(0x141, k_all, "BSYNC", OpClass::branch, k_none),
    by_key(0x142, k_all, "BREAK", OpClass::branch, k_none),
    by_key(0x143, k_all, "CALL", OpClass::branch, k_none),
    by_code(0x343, k_all, "CALL", OpClass::branch, k_aa),
    by_key(0x144, k_all, "CALL", OpClass::branch, k_none, call),
    by_code(0x344, k_all, "CALL", OpClass::branch, k_aa),
    by_key(0x145, k_all, "BSSY", OpClass::branch, k_none, converge),
    by_key(0x146, k_all, "YIELD", OpClass::branch, k_none),
    by_key(0x147, k_all, "BRA", OpClass::branch, k_none, modifiers::branch),
    by_key(0x148, k_all, "WARPSYNC", barrier, k_none, warp_sync),
    by_code(0x348, k_all, "WARPSYNC", barrier, k_a, warp_sync),
    by_key(0x149, k_all, "BRX", OpClass::branch, k_aa),
    by_key(0x14a, k_all, "JMP", OpClass::branch, k_none),
    by_key(0x14c, k_all, "JMX", OpClass::branch),
    by_key(0x14d, k_all, "EXIT", OpClass::branch, k_none),
    by_key(0x14e, k_all, "LEPC", OpClass::branch, k_dd),
    by_key(0x14f, k_all, "RTT", OpClass::branch, k_none),
    by_key(0x150, k_all, "RET", OpClass::branch, k_aa),
    by_key(0x151, k_all, "IDE", system, k_none),
    by_key(0x152, k_all, "RPCMOV", OpClass::branch, k_b),
    by_key(0x153, k_all, "RPCMOV", OpClass::branch, k_d),
    by_key(0x154, k_all, "RPCMOV", OpClass::branch),
    by_key(0x155, k_all, "BMOV", OpClass::branch, k_d),
    by_key(0x156, k_all, "BMOV", OpClass::branch, k_b),
    by_key(0x157, k_all, "BMOV", OpClass::branch),
    by_code(0xf55, k_all, "BMOV", OpClass::branch),
    by_code(0x956, k_all, "BMOV", OpClass::branch, k_none),
    by_key(0x158, k_all, "BRXU", OpClass::branch, k_none),
    by_key(0x159, k_all, "JMXU", OpClass::branch, k_none),
    by_key(0x15a, k_all, "NANOTRAP", OpClass::branch, k_none),
    by_key(0x15b, k_all, "KILL", OpClass::branch, k_none),
    by_key(0x15c, k_all, "BPT", OpClass::branch, k_none),
    by_key(0x15d, k_all, "NANOSLEEP", barrier, k_none),
    by_code(0x35d, k_all, "NANOSLEEP", barrier, k_b),

    // Texture and surface.
    by_key(0x160, k_all, "TEX", texture),
    by_key(0x161, k_all, "TEX", texture),
    by_key(0x162, k_all, "TEX", texture),
    by_key(0x163, k_all, "TLD4", texture),
    by_key(0x164, k_all, "TLD4", texture),
    by_key(0x165, k_all, "TLD4", texture),
    by_key(0x166, k_all, "TLD", texture),
    by_key(0x167, k_all, "TLD", texture),
    by_key(0x168, k_all, "TLD", texture),
    by_key(0x169, k_all, "TMML", texture),
    by_key(0x16a, k_all, "TMML", texture),
    by_key(0x16b, k_all, "TMML", texture),
    by_key(0x16c, k_all, "TXD", texture),
    by_key(0x16d, k_all, "TXD", texture),
    by_key(0x16e, k_all, "TXD", texture),
    by_key(0x16f, k_all, "TXQ", texture),
    by_key(0x170, k_all, "TXQ", texture),
    by_key(0x171, k_all, "TXQ", texture),
    by_key(0x172, k_all, "FOOTPRINT", texture),
    by_key(0x173, k_all, "FOOTPRINT", texture),
    by_key(0x174, k_all, "FOOTPRINT", texture),
    by_key(0x193, k_all, "SUATOM", texture),
    by_key(0x194, k_all, "SUATOM", texture),
    by_key(0x195, k_all, "SUATOM", texture),
    by_key(0x196, k_all, "SUATOM", texture),
    by_key(0x197, k_all, "SULD", texture),
    by_key(0x198, k_all, "SULD", texture),
    by_key(0x199, k_all, "SULD", texture),
    by_key(0x19a, k_all, "SULD", texture),
    by_key(0x19b, k_all, "SUST", texture),
    by_key(0x19c, k_all, "SUST", texture),
    by_key(0x19d, k_all, "SUST", texture),
    by_key(0x19e, k_all, "SUST", texture),
    by_key(0x19f, k_all, "SURED", texture),
    by_key(0x1a0, k_all, "SURED", texture),

    // Memory.
    by_key(0x17e, k_from_100, "LDG", load_global, {Kind::wide_load}, wide_access),
    by_key(0x17f, k_from_100, "STG", store_global, {Kind::wide_store}, wide_access),
    by_key(0x180, k_all, "LD", load_generic, k_load, global_access),
    by_key(0x181, k_all, "LDG", load_global, k_load, global_access),
    by_key(0x182, k_all, "LDC", load_constant, k_load, constant_load),
    by_key(0x183, k_all, "LDL", load_local, k_load, shared_access),
    by_key(0x184, k_all, "LDS", load_shared, k_load, shared_access),
    by_key(0x185, k_all, "ST", store_generic, {Kind::generic_store}, global_access),
    by_key(0x186, k_all, "STG", store_global, k_store, global_access),
    by_key(0x187, k_all, "STL", store_local, k_store, shared_access),
    by_key(0x188, k_all, "STS", store_shared, k_store, shared_access),
    by_key(0x189, k_all, "SHFL", OpClass::shuffle, {Kind::shuffle}, modifiers::shuffle),
    by_key(0x18a, k_all, "ATOM", OpClass::atomic, k_atomic, modifiers::atomic),
    by_key(0x18b, k_all, "ATOM", OpClass::atomic, k_compare_swap, modifiers::compare_swap),
    by_key(0x18c, k_all, "ATOMS", OpClass::atomic, k_atomic, shared_atomic),
    by_key(0x18d, k_all, "ATOMS", OpClass::atomic, k_compare_swap, shared_compare_swap),
    by_key(0x18e, k_to_89, "RED", OpClass::atomic, k_reduction, modifiers::atomic),
    by_key(0x18e, k_from_90, "REDG", OpClass::atomic, k_reduction, modifiers::atomic),
    by_key(0x18f, k_all, "CCTL", barrier, k_unknown, cache_control),
    by_key(0x190, k_all, "CCTLL", barrier),
    by_key(0x191, k_all, "CCTLT", barrier),
    by_key(0x192, k_all, "MEMBAR", barrier, k_none, memory_barrier),
    by_key(0x1a1, k_all, "MATCH", OpClass::shuffle),
    by_key(0x1a2, k_from_90, "ATOM", OpClass::atomic, k_atomic, float_atomic),
    by_key(0x1a3, k_from_90, "ATOMG", OpClass::atomic, k_atomic, float_atomic),
    by_key(0x1a4, k_from_90, "LDGMC", load_global, k_unknown, modifiers::atomic),
    by_key(0x1a5, k_from_90, "LDGMC", load_global, k_unknown, float_atomic),
    by_key(0x1a6, k_from_90, "REDG", OpClass::atomic, k_reduction, float_atomic),
    by_key(0x1a7, k_from_90, "SYNCS", barrier),
    by_code(0x19a7, k_from_90, "SYNCS", barrier, k_unknown, barrier_arrive),
    by_code(0x15a7, k_from_90, "SYNCS", barrier, k_unknown, barrier_check),
    by_key(0x1a8, k_all, "ATOMG", OpClass::atomic, k_atomic, modifiers::atomic),
    by_key(0x1a9, k_all, "ATOMG", OpClass::atomic, k_compare_swap, modifiers::compare_swap),
    by_key(0x1aa, k_all, "QSPC", predicate, k_aa),
    by_key(0x1ab, k_all, "ERRBAR", barrier, k_none),
    by_code(0x5ab, k_from_90, "CGAERRBAR", barrier, k_none),
    by_key(0x1ac, k_from_100, "LDCU", load_constant, k_none, constant_load),
    by_key(0x1ad, k_all, "LDTRAM", system),
    by_key(0x1ae, k_from_80, "LDGSTS", OpClass::async_copy, {Kind::async_copy}, modifiers::async_copy),
    by_code(0x1dae, k_from_80, "LDGSTS", OpClass::async_copy, k_unknown, modifiers::async_copy),
    by_key(0x1af, k_from_80, "LDGDEPBAR", barrier, k_none),
    by_key(0x1b0, k_from_80, "ARRIVES", barrier),
    by_key(0x1b1, k_from_90, "SYNCS", barrier, k_unknown, barrier_cache),
    by_key(0x1b2, k_from_90, "SYNCS", barrier, k_unknown, barrier_exchange),
    by_key(0x1bd, k_from_90, "STAS", store_shared),
    by_key(0x1be, k_from_90, "REDAS", OpClass::atomic),
    by_key(0x1c0, k_all, "GETLMEMBASE", system),
    by_key(0x1c1, k_all, "SETLMEMBASE", system),

    // The copy engine, clusters and asynchronous tensor cores.
    by_key(0x1b4, k_from_90, "UTMALDG", OpClass::async_copy, k_none, tensor_copy),
    by_key(0x1b5, k_from_90, "UTMASTG", OpClass::async_copy, k_none, tensor_copy),
    by_key(0x1b6, k_from_90, "UTMAREDG", OpClass::async_copy, k_none, tensor_reduce),
    by_key(0x1b7, k_from_90, "UTMACMDFLUSH", barrier, k_none),
    by_key(0x1b8, k_from_90, "UTMAPF", OpClass::async_copy, k_none, tensor_copy),
    by_key(0x1b9, k_from_90, "UTMACCTL", barrier, k_none),
    by_key(0x1ba, k_from_90, "UBLKCP", OpClass::async_copy, k_none, bulk_copy),
    by_key(0x1bb, k_from_90, "UBLKRED", OpClass::async_copy, k_none, bulk_copy),
    by_key(0x1bc, k_from_90, "UBLKPF", OpClass::async_copy, k_none),
    by_key(0x1c2, k_to_89, "R2UR", uniform, k_a),
    by_key(0x1c3, k_all, "S2UR", system, k_none),
    by_key(0x1c4, k_from_80, "REDUX", OpClass::shuffle, k_a),
    by_key(0x1c5, k_90, "WARPGROUP", barrier, k_none, warpgroup),
    by_key(0x1c6, k_from_90, "FENCE", barrier, k_none, view_fence),
    by_key(0x1c7, k_from_90, "UCGABAR_ARV", barrier, k_none),
    by_code(0x1dc7, k_from_90, "UCGABAR_WAIT", barrier, k_none),
    by_code(0x15c7, k_from_90, "UCGABAR_GET", barrier, k_none),
    by_code(0x13c7, k_from_90, "UCGABAR_SET", barrier, k_none),
    by_key(0x1c8, k_from_90, "USETMAXREG", system, k_none, register_count),
    by_key(0x1c9, k_from_90, "USETSHMSZ", system, k_none),
    by_key(0x1ca, k_from_100, "UGETNEXTWORKID", system, k_none),
    by_key(0x1cb, k_from_100, "UMEMSETS", OpClass::async_copy, k_none),
    by_key(0x1ce, k_from_90, "ULEPC", system, k_none),
    by_key(0x1d0, k_all, "TTU", system),
    by_key(0x1d1, k_all, "TTU", system),
    by_key(0x1d2, k_all, "TTU", system),
    by_key(0x1d3, k_all, "TTU", system),
    by_key(0x1d4, k_all, "TTU", system),
    by_key(0x1d5, k_all, "TTU", system),
    by_key(0x1e3, k_from_100, "UTCATOMSWS", system, k_none),
    by_key(0x1e6, k_from_100, "UTCSHIFT", OpClass::matrix_load, k_none),
    by_key(0x1e7, k_from_100, "UTCCP", OpClass::async_copy, k_none),
    by_key(0x1e9, k_from_100, "UTCBAR", barrier, k_none),
    by_key(0x1ea, k_from_100, "UTCHMMA", tensor, k_none, tensor_memory_mma),
    by_key(0x1ed, k_from_100, "STTM", OpClass::matrix_load, {Kind::matrix_store}, tensor_memory),
    by_key(0x1ee, k_from_100, "LDTM", OpClass::matrix_load, {Kind::matrix_load}, tensor_memory),
    by_key(0x1f0, k_90, "HGMMA", tensor, k_group_mma, group_mma),
    by_key(0x1f1, k_90, "IGMMA", tensor, k_group_mma, group_mma),
    by_key(0x1f2, k_90, "BGMMA", tensor, k_group_mma, group_mma),
    by_key(0x1f3, k_90, "QGMMA", tensor, k_group_mma, group_mma),
};

constexpr uint32_t k_codes = 1 << 13, k_page = 1 << 12, k_keys = 1 << 9;

// For every code the index into k_opcodes plus one; 0: none. One map serves all architectures of a generation.
using CodeMap = std::array<uint16_t, k_codes>;

void fill(CodeMap& map, const Opcode& opcode, uint16_t index) {
  if (opcode.exact) {
    map[opcode.code] = index;
    // A row without the page bit applies to both pages unless another row has the bit.
    if (!(opcode.code & k_page)) map[opcode.code | k_page] = index;
    return;
  }
  for (uint32_t form = 0; form < k_codes / k_keys; ++form) map[form * k_keys + opcode.code] = index;
}

CodeMap build_map(int sm) {
  CodeMap map{};
  for (uint16_t i = 0; i < std::size(k_opcodes); ++i) {
    if (sm >= k_opcodes[i].first_sm && sm <= k_opcodes[i].last_sm) fill(map, k_opcodes[i], i + 1);
  }
  return map;
}

// One architecture per generation whose opcodes differ.
constexpr int k_generations[] = {70, 75, 80, 86, 90, 100, 110, 120};
constexpr size_t k_generation_count = std::size(k_generations);

size_t generation_of(int sm) {
  size_t generation = k_generation_count - 1;
  while (generation > 0 && sm < k_generations[generation]) --generation;
  return generation;
}

}  // namespace

bool decodes_sm(int sm) {
  return sm >= k_all.first && sm <= k_all.last;
}

const Opcode* find_opcode(uint32_t code, int sm) {
  static const std::array<CodeMap, k_generation_count> k_maps = [] {
    std::array<CodeMap, k_generation_count> maps;
    for (size_t i = 0; i < k_generation_count; ++i) maps[i] = build_map(k_generations[i]);
    return maps;
  }();
  const uint16_t index = k_maps[generation_of(sm)][code % k_codes];
  return index ? &k_opcodes[index - 1] : nullptr;
}

}  // namespace whet

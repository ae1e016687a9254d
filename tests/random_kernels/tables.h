// What expressions and statements may name: memory, special values, functions of CUDA.
#pragma once

#include <string_view>
#include <vector>

#include "random_kernels/tree.h"

namespace whet::random_kernels {

enum class Reach : uint8_t { everywhere, kernel, own_shared, any_shared, warp_shared };

// An array; its size is a power of two where `count` is not 0.
struct Place {
  std::string_view base;
  Type type;
  uint32_t count;
  bool writable;
  bool constant;  // the same for all threads
  Reach reach;
};

inline constexpr Place k_places[] = {
    {"in->b", Type::u8, 64, false, false, Reach::everywhere},
    {"in->sb", Type::i8, 64, false, false, Reach::everywhere},
    {"in->h", Type::i16, 64, false, false, Reach::everywhere},
    {"in->uh", Type::u16, 64, false, false, Reach::everywhere},
    {"in->w", Type::u32, 64, false, false, Reach::everywhere},
    {"in->sw", Type::i32, 64, false, false, Reach::everywhere},
    {"in->d", Type::u64, 64, false, false, Reach::everywhere},
    {"in->sd", Type::i64, 64, false, false, Reach::everywhere},
    {"in->f", Type::f32, 64, false, false, Reach::everywhere},
    {"in->g", Type::f64, 64, false, false, Reach::everywhere},
    {"c_words", Type::u32, 32, false, true, Reach::everywhere},
    {"c_wide", Type::i64, 16, false, true, Reach::everywhere},
    {"c_bytes", Type::u8, 32, false, true, Reach::everywhere},
    {"box", Type::u32, 8, true, false, Reach::everywhere},
    {"p.a", Type::u8, 16, false, true, Reach::kernel},
    {"p.b", Type::i16, 8, false, true, Reach::kernel},
    {"p.c", Type::u32, 8, false, true, Reach::kernel},
    {"p.d", Type::u64, 4, false, true, Reach::kernel},
    {"p.e", Type::f32, 4, false, true, Reach::kernel},
    {"p.f", Type::i32, 2, false, true, Reach::kernel},
    {"loc8", Type::u8, 16, true, false, Reach::kernel},
    {"loc16", Type::i16, 8, true, false, Reach::kernel},
    {"loc32", Type::u32, 16, true, false, Reach::kernel},
    {"loc64", Type::i64, 8, true, false, Reach::kernel},
    {"locf", Type::f64, 4, true, false, Reach::kernel},
    {"mine->b", Type::u8, 16, true, false, Reach::kernel},
    {"mine->h", Type::i16, 16, true, false, Reach::kernel},
    {"mine->w", Type::u32, 8, true, false, Reach::kernel},
    {"mine->sw", Type::i32, 8, true, false, Reach::kernel},
    {"mine->d", Type::u64, 4, true, false, Reach::kernel},
    {"mine->f", Type::f32, 4, true, false, Reach::kernel},
    {"mine->g", Type::f64, 4, true, false, Reach::kernel},
    {"(sh8 + tid * 8)", Type::u8, 8, true, false, Reach::own_shared},
    {"(sh32 + tid * 4)", Type::u32, 4, true, false, Reach::own_shared},
    {"(sh64 + tid * 2)", Type::u64, 2, true, false, Reach::own_shared},
    {"sh8", Type::u8, 0, false, false, Reach::any_shared},
    {"sh32", Type::u32, 0, false, false, Reach::any_shared},
    {"sh64", Type::u64, 0, false, false, Reach::any_shared},
    {"sh32", Type::u32, 0, false, false, Reach::warp_shared},
    {"sh64", Type::u64, 0, false, false, Reach::warp_shared},
};
inline constexpr uint32_t k_shared_each[] = {8, 4, 2, 4, 2};  // elements a thread has of the last five

struct VectorPlace {
  std::string_view base, make;
  uint32_t count;
  bool writable;
};
inline constexpr VectorPlace k_vectors[] = {
    {"in->q", "", 16, false},           {"in->r", "", 16, false},
    {"in->c", "", 16, false},           {"in->s", "", 16, false},
    {"in->t", "", 16, false},           {"mine->q", "make_uint4", 2, true},
    {"mine->r", "make_uint2", 2, true}, {"mine->c", "make_uchar4", 4, true},
};
inline constexpr int k_readable_everywhere = 5;  // of the vectors

struct Special {
  std::string_view text;
  bool uniform;
};
inline constexpr Special k_specials[] = {
    {"tid", false}, {"lane", false}, {"gid", false}, {"bid", true}, {"BLOCK", true}};

struct Intrinsic {
  std::string_view name;
  Type result;
  std::vector<Type> arguments;
};
const std::vector<Intrinsic>& intrinsics();

struct Bump {
  std::string_view function, cells;
  Type type;
};
inline constexpr Bump k_bumps[] = {
    {"atomicAdd", "add32", Type::u32}, {"atomicMax", "max32", Type::u32}, {"atomicAnd", "and32", Type::u32},
    {"atomicOr", "or32", Type::u32},   {"atomicXor", "xor32", Type::u32}, {"atomicMin", "min32", Type::i32},
    {"atomicAdd", "add64", Type::u64}, {"atomicMax", "max64", Type::u64}, {"atomicXor", "xor64", Type::u64},
    {"atomicMin", "min64", Type::i64}, {"cas_add", "add32", Type::u32},   {"cas_max", "max32", Type::u32},
    {"atomicInc", "inc32", Type::u32},
};

// Operators by Tree::op.
inline constexpr std::string_view k_binary[] = {"+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%", "least", "most"};
inline constexpr std::string_view k_compare[] = {"<", "<=", ">", ">=", "==", "!="};
inline constexpr std::string_view k_own_atomics[] = {"atomicAdd", "atomicSub", "atomicExch", "atomicMin",
                                                     "atomicMax", "atomicAnd", "atomicOr",   "atomicXor",
                                                     "atomicInc", "atomicDec", "atomicCAS"};
enum CollectiveOp {
  c_index,
  c_up,
  c_down,
  c_butterfly,
  c_ballot,
  c_any,
  c_all,
  c_match,
  c_match_all,
  c_add,
  c_min,
  c_max,
  c_smin,
  c_smax,
  c_and,
  c_or,
  c_xor,
  k_collectives
};

}  // namespace whet::random_kernels

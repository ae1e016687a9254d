// Which PTX statements an instruction may come from: its own, and those that the compiler expands into it.
#pragma once

#include "binary/sass_ptx.h"

namespace whet::test {

// What a lowering expands into the given instruction: the statements that do, and its name.
struct Lowering {
  Names statements;
  std::string_view name;
};

inline const Lowering k_division{{"div", "rem", "sqrt", "rcp", "rsqrt"}, "division or root"};
inline const Lowering k_slow_path{{"ret"}, "slow path of a division or root"};
inline const Lowering k_moved_division{{"mov", "cvt"}, "division moved to its operand"};
inline const Lowering k_emulated_atomic{{"atom", "red"}, "atomic as a loop or for a whole warp"};
inline const Lowering k_emulated_matrix{{"mma", "wmma"}, "matrix product through another type"};
inline const Lowering k_texture{{"tex", "tld4", "txq", "suq", "suld", "sust", "sured"}, "texture addressing"};

struct Rule {
  Names direct;  // statements whose instruction this is
  std::vector<Lowering> lowerings;
};

inline const Lowering k_contracted{{"add.f32", "sub.f32", "mul.f32", "add.ftz.f32", "sub.ftz.f32", "mul.ftz.f32"},
                                   "contracted"};
inline const Lowering k_function{{"ex2", "lg2", "sin", "cos", "tanh", "ret"}, "range of a function"};

// Instructions that only have to stand on a line of the right kind.
inline const std::map<std::string_view, Rule>& simple_rules() {
  static const std::map<std::string_view, Rule> k_rules = {
      {"FFMA", {{"fma"}, {k_contracted, k_division, k_function, k_slow_path, k_texture, k_emulated_matrix}}},
      {"DFMA", {{"fma"}, {{{"add.f64", "sub.f64", "mul.f64"}, "contracted"}, k_division, k_slow_path}}},
      {"DADD",
       {{"add.f64", "sub.f64", "add.rn.f64", "add.rp.f64", "add.rm.f64", "add.rz.f64", "neg.f64", "abs.f64"},
        {k_slow_path,
         k_emulated_atomic,
         {{"fma", "mul", "mov", "and", "copysign", "setp", "ld", "st", "cvt", "bra"}, "sign folded"}}}},
      {"DMUL", {{"mul"}, {k_division, k_slow_path}}},
      {"FADD",
       {{"add", "sub"},
        {k_division,
         k_function,
         k_emulated_atomic,
         k_emulated_matrix,
         {{"cvt.sat", "abs", "bra"}, "sign or range folded"}}}},
      {"FMUL", {{"mul"}, {k_division, k_function, k_texture, k_moved_division}}},
      {"FMNMX", {{"min", "max"}, {k_texture}}},
      {"FMNMX3", {{"min", "max"}, {k_texture}}},
      {"HMNMX2", {{"min", "max"}, {}}},
      {"FCHK", {{"div"}, {}}},
      {"DSETP", {{"setp", "min", "max"}, {k_slow_path}}},
      {"F2I", {{"cvt"}, {k_division, k_slow_path, k_moved_division}}},
      {"I2F", {{"cvt"}, {k_division, k_slow_path, k_moved_division}}},
      {"I2FP", {{"cvt"}, {k_division, k_moved_division}}},
      {"F2F", {{"cvt"}, {k_division}}},
      {"F2FP", {{"cvt"}, {k_division, k_slow_path, k_emulated_matrix}}},
      {"FRND", {{"cvt"}, {}}},
      {"POPC", {{"popc"}, {k_emulated_atomic, {{"mbarrier"}, "barrier before sm_90"}}}},
      {"FLO", {{"clz", "bfind"}, {k_emulated_atomic, {{"mbarrier"}, "barrier before sm_90"}}}},
      {"VOTE", {{"vote", "activemask"}, {k_emulated_atomic, {{"bra", "ret"}, "warp's mask"}}}},
      {"TEX", {{"tex"}, {}}},
      {"IDP", {{"dp4a", "dp2a"}, {}}},
      {"REDUX",
       {{"redux"},
        {k_emulated_atomic, {{"shl", "shfl", "match", "tcgen05", "bra", "vote", "bar.warp", "setp"}, "warp's mask"}}}},
      {"CREDUX", {{"redux"}, {}}},
      {"MATCH", {{"match"}, {{{"shl", "shfl", "bar.warp", "vote", "bra", "setp"}, "warp's mask"}}}},
      {"BREV", {{"brev"}, {}}},
      {"MOVM", {{"movmatrix"}, {{{"ret"}, "matrix product through another type"}, k_emulated_matrix}}},
      {"FFMA2", {{"fma"}, {}}},
      {"FMUL2", {{"mul"}, {}}},
      {"FADD2", {{"add"}, {}}},
      {"SYNCS",
       {{"mbarrier", "cp.async.bulk", "tcgen05"},
        {{{"mov", "and", "shl", "bra", "@!p"}, "wait moved to its operand"}}}},
      {"UBLKCP", {{"cp.async.bulk"}, {}}},
      {"UBLKRED", {{"cp.reduce.async.bulk"}, {}}},
      {"UBLKPF", {{"cp.async.bulk.prefetch"}, {}}},
      {"UTMACMDFLUSH", {{"cp.async.bulk.commit_group"}, {}}},
      {"LDGDEPBAR", {{"cp.async.commit_group", "cp.async.wait_all"}, {}}},
      {"ARRIVES", {{"cp.async.mbarrier"}, {}}},
      {"LDTM", {{"tcgen05.ld"}, {}}},
      {"STTM", {{"tcgen05.st"}, {}}},
      {"UTCHMMA", {{"tcgen05.mma", "setp"}, {}}},
      {"UTCQMMA", {{"tcgen05.mma"}, {}}},
      {"UTCOMMA", {{"tcgen05.mma"}, {}}},
      {"UTCCP", {{"tcgen05.cp"}, {}}},
      {"UTCSHIFT", {{"tcgen05.shift"}, {}}},
      {"UTCBAR", {{"tcgen05.commit"}, {}}},
      {"USETMAXREG", {{"setmaxnreg"}, {}}},
      {"UCGABAR_ARV", {{"barrier.cluster.arrive"}, {}}},
      {"UCGABAR_WAIT", {{"barrier.cluster.wait"}, {}}},
      {"PREEXIT", {{"griddepcontrol.launch_dependents"}, {}}},
      {"ACQBULK", {{"griddepcontrol.wait"}, {}}},
      {"LDGMC", {{"multimem.ld_reduce"}, {}}},
      {"STAS", {{"st.async"}, {}}},
      {"REDAS", {{"red.async"}, {}}},
      {"PMTRIG", {{"pmevent"}, {}}},
      {"NANOSLEEP", {{"nanosleep", "mbarrier", "tcgen05.alloc"}, {}}},
      {"VABSDIFF", {{"sad", "vabsdiff"}, {}}},
      {"I2IP", {{"cvt.pack"}, {}}},
  };
  return k_rules;
}

}  // namespace whet::test

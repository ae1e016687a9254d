// Every signature on code that has the method and on code that has not. SASS as a disassembler shows it.
#include <gtest/gtest.h>

#include <algorithm>

#include "diagnose/signature.h"
#include "util/text.h"

namespace whet {
namespace signature_table_test {

struct Row {
  std::string_view method;
  std::string_view has;      // all of it stands in the hot loop
  std::string_view has_not;  // for a method that removes instructions: the parent
};

constexpr Row k_rows[] = {
    {"compute.block_scaled_precision", "UTCOMMA.2CTA", "UTCHMMA HMMA.16816.F32"},
    {"compute.branch_eliminate", "FSEL FFMA BRA", "BSSY BRA FFMA BRA FFMA BSYNC BRA"},
    {"compute.fast_math", "MUFU.EX2 FMUL", "MUFU.EX2 FMUL FFMA CALL.REL.NOINC"},
    {"compute.fp64_to_fp32", "FFMA", "F2F.F64.F32 DFMA F2F.F32.F64"},
    {"compute.fp8_fast_accumulation_mode", "QGMMA.64x256x32.F32.E4M3.E4M3", "HGMMA.64x256x16.F32"},
    {"compute.gemm_softmax_interleave", "HGMMA.64x128x16.F32 MUFU.EX2", "HGMMA.64x128x16.F32 FADD"},
    {"compute.ilp_unroll_register_tile", "LDS.128 FFMA FFMA FFMA FFMA FFMA", "LDS LDS FFMA"},
    {"compute.loop_unroll", "LDG.E FFMA LDG.E FFMA BRA", "LDG.E FFMA BRA"},
    {"compute.lop3_bit_manipulation", "LOP3.LUT LOP3.LUT PRMT", "LOP3.LUT I2F.U8 I2F.U8"},
    {"compute.mixed_precision", "HFMA2.MMA", "FFMA H2F"},
    {"compute.mufu_ex2_softmax_replacement", "FFMA FFMA FFMA FFMA", "MUFU.EX2 FFMA"},
    {"compute.reduction", "SHFL.BFLY FADD", "LDS FADD BAR.SYNC.DEFER_BLOCKING"},
    {"compute.strength_reduce", "IMAD.HI.U32 SHF.R.U32.HI",
     "I2F.U32.RP MUFU.RCP F2I.FTZ.U32 IMAD IMAD.HI.U32 ISETP.GE.U32"},
    {"compute.tensor_core", "HGMMA.64x64x16.F32", "FFMA HFMA2"},
    {"compute.tf32_emulation", "HMMA.1688.F32.TF32", "HMMA.16816.F32"},
    {"compute.two_level_accumulation_promotion", "QGMMA.64x64x32.F32.E4M3.E4M3 FADD", "QGMMA.64x64x32.F32.E4M3.E4M3"},
    {"compute.warp_shuffle", "SHFL.DOWN", "LDS STS"},
    {"compute.warp_specialization", "SYNCS.ARRIVE.TRANS64 SYNCS.PHASECHK.TRANS64.TRYWAIT", "BAR.SYNC.DEFER_BLOCKING"},
    {"latency.asymmetric_mbarrier_sync", "SYNCS.ARRIVE.TRANS64.A1T0 SYNCS.PHASECHK.TRANS64.TRYWAIT",
     "BAR.SYNC BAR.ARV"},
    {"latency.async_pipeline", "LDGSTS.E.BYPASS.128 LDGDEPBAR DEPBAR.LE FFMA", "LDG.E.128 STS.128 FFMA"},
    {"latency.atomic_optimize", "ATOMS.ADD", "REDG.E.ADD"},
    {"latency.cluster_launch_control_scheduler", "UGETNEXTWORKID.BROADCAST", "S2UR"},
    {"latency.cooperative_cluster", "UCGABAR_ARV UCGABAR_WAIT", "BAR.SYNC"},
    {"latency.fewer_fences", "MEMBAR.SC.CTA", "MEMBAR.SC.GPU MEMBAR.SC.GPU"},
    {"latency.intra_wg_gemm_softmax_pipeline", "HGMMA.64x64x16.F32 MUFU.EX2 WARPGROUP.DEPBAR.LE",
     "HGMMA.64x64x16.F32 WARPGROUP.ARRIVE"},
    {"latency.launch_bounds", "FFMA", "FFMA LDL"},
    {"latency.pdl_overlap", "ACQBULK PREEXIT", "EXIT"},
    {"latency.pingpong_warpgroup_schedule", "HGMMA.64x64x16.F32 BAR.ARV BAR.SYNC", "HGMMA.64x64x16.F32 BAR.SYNC"},
    {"latency.prefetch_registers", "LDG.E LDG.E FFMA", "LDG.E FFMA"},
    {"latency.producer_regdealloc_setmaxnreg", "USETMAXREG.DEALLOC.CTAPOOL USETMAXREG.TRY_ALLOC.CTAPOOL",
     "WARPSYNC.ALL"},
    {"latency.reduce_sync_count", "FFMA", "FFMA BAR.SYNC.DEFER_BLOCKING"},
    {"latency.split_k_parallel_reduce", "FFMA REDG.E.ADD.F32.FTZ.RN.STRONG.GPU", "FFMA STG.E REDUX.SUM"},
    {"latency.stream_k_load_balancing", "FFMA ATOMG.E.ADD.STRONG.GPU", "FFMA STG.E"},
    {"latency.warp_aggregated_atomics", "VOTE.ANY POPC REDG.E.ADD", "REDG.E.ADD"},
    {"latency.warp_shuffle_sync", "SHFL.DOWN", "LDS STS BAR.SYNC"},
    {"memory.async_copy", "LDGSTS.E.BYPASS.128", "LDG.E.128 STS.128 LDGDEPBAR"},
    {"memory.cache_and_readonly", "LDG.E.CONSTANT", "LDG.E"},
    {"memory.cache_hint", "LDG.E.EF", "LDG.E"},
    {"memory.distributed_smem", "UCGABAR_ARV LD.E", "LDS LDG.E"},
    {"memory.ldmatrix_stmatrix", "LDSM.16.M88.4", "LDS LDS LDS LDS"},
    {"memory.local_array", "FFMA", "LDL FFMA STL"},
    {"memory.multi_stage_pipeline", "LDGSTS.E.BYPASS.128 LDGDEPBAR DEPBAR.LE HMMA.16816.F32",
     "LDG.E STS HMMA.16816.F32"},
    {"memory.register_pressure", "FFMA", "FFMA LDL"},
    {"memory.smem_register_spilling", "LDS STS", "LDL STL"},
    {"memory.tiling_smem", "STS.128 LDS.128", "LDG.E.128"},
    {"memory.tma_copy", "UTMALDG.2D", "UBLKCP.S.G LDGSTS.E"},
    {"memory.tma_im2col_implicit_conv", "UTMALDG.4D.IM2COL", "UTMALDG.4D"},
    {"memory.tma_multicast", "UTMALDG.2D.MULTICAST", "UTMALDG.2D"},
    {"memory.vectorized_access", "LDG.E.128", "LDG.E LDS.128"},
};

struct Code {
  KernelCode code;
  CubinFunction function{.name = "k", .signature = "k()"};
};

// A kernel that is one hot loop. A local access counts as a spill; a kernel with one also has more registers.
Code code_of(std::string_view text) {
  Code result;
  LoopCode loop;
  for (const std::string_view word : split(text, ' ')) {
    Instruction instruction;
    instruction.name = word.substr(0, word.find('.'));
    instruction.modifiers = word.substr(instruction.name.size());
    instruction.op_class = OpClass::integer;
    loop.all.push_back(static_cast<uint32_t>(result.code.instructions.size()));
    result.code.instructions.push_back(instruction);
    if (instruction.name == "LDL") ++result.code.spill_loads;
  }
  result.code.loops = {loop};
  result.code.hot_loop = 0;
  result.function.registers = result.code.spill_loads > 0 ? 64 : 32;
  return result;
}

Proof prove(const Signature& signature, const Code& code, const Code* parent) {
  const FunctionCode function{&code.function, &code.code};
  return verify(signature, {100, 'a'}, function,
                parent ? std::optional(FunctionCode{&parent->function, &parent->code}) : std::nullopt)
      .proof;
}

class SignatureTable : public testing::TestWithParam<Row> {};

TEST_P(SignatureTable, ProvesItsMethodAndNothingElse) {
  const auto signature = load_signature(Knowledge(), GetParam().method);
  ASSERT_TRUE(signature) << describe(signature.error());
  const Code has = code_of(GetParam().has), has_not = code_of(GetParam().has_not);
  EXPECT_EQ(prove(*signature, has, &has_not), Proof::proven);
  EXPECT_NE(prove(*signature, has_not, &has), Proof::proven);
  EXPECT_EQ(prove(*signature, has, &has), Proof::not_gained);
  if (signature->comparative) return;
  EXPECT_EQ(prove(*signature, has, nullptr), Proof::proven);
  EXPECT_EQ(prove(*signature, has_not, nullptr), Proof::absent);
}

INSTANTIATE_TEST_SUITE_P(All, SignatureTable, testing::ValuesIn(k_rows), [](const auto& info) {
  std::string name(info.param.method);
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
});

TEST(SignatureTable, NamesEverySignature) {
  for (const std::string& method : signature_methods(Knowledge())) {
    EXPECT_TRUE(std::any_of(std::begin(k_rows), std::end(k_rows), [&](const Row& row) { return row.method == method; }))
        << method;
  }
}

}  // namespace signature_table_test
}  // namespace whet

#include "profile/memory_levels.h"

#include <initializer_list>

namespace whet {

namespace {

constexpr double k_sector_bytes = 32, k_wavefront_bytes = 128;

struct Term {
  std::string_view metric;
  double factor = 1;
};

// The sum of the terms that there are; nothing if there is none.
std::optional<double> sum_of_terms(const MetricSet& metrics, std::initializer_list<Term> terms) {
  std::optional<double> sum;
  for (const Term& term : terms) {
    if (const auto value = metrics.find(term.metric)) sum = sum.value_or(0) + term.factor * *value;
  }
  return sum;
}

// The first sum of which there is any term.
std::optional<double> first_of(const MetricSet& metrics, std::initializer_list<std::initializer_list<Term>> sums) {
  for (const auto& terms : sums) {
    if (const auto sum = sum_of_terms(metrics, terms)) return sum;
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of(MemoryLevel level) {
  constexpr std::string_view k_names[] = {"DRAM", "L2", "shared memory"};
  return k_names[static_cast<size_t>(level)];
}

std::optional<double> bytes_at(MemoryLevel level, const MetricSet& metrics) {
  switch (level) {
    case MemoryLevel::dram:
      return first_of(metrics, {{{"dram__bytes.sum"}}, {{"dram__bytes_read.sum"}, {"dram__bytes_write.sum"}}});
    case MemoryLevel::l2:
      return first_of(metrics, {{{"lts__t_bytes.sum"}},
                                {{"lts__t_sectors.sum", k_sector_bytes}},
                                {{"lts__t_sectors_srcunit_tex.sum", k_sector_bytes}}});
    case MemoryLevel::shared:
      return first_of(metrics, {{{"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", k_wavefront_bytes}},
                                {{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", k_wavefront_bytes},
                                 {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", k_wavefront_bytes},
                                 {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", k_wavefront_bytes}}});
  }
  return std::nullopt;
}

std::optional<double> counted_flops(const MetricSet& metrics) {
  const auto tensor = metrics.find("sm__inst_executed_pipe_tensor.sum");
  const auto half = sum_of_terms(metrics, {{"smsp__sass_thread_inst_executed_op_hadd_pred_on.sum"},
                                           {"smsp__sass_thread_inst_executed_op_hmul_pred_on.sum"},
                                           {"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum"}});
  const auto flops = sum_of_terms(metrics, {{"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum"},
                                            {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum"},
                                            {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", 2},
                                            {"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum"},
                                            {"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum"},
                                            {"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", 2}});
  constexpr double k_negligible = 0.05;  // compilers move constants with half instructions
  if (!flops || tensor.value_or(0) > 0 || half.value_or(0) > k_negligible * *flops) return std::nullopt;
  return flops;
}

}  // namespace whet

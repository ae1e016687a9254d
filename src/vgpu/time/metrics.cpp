#include "vgpu/time/metrics.h"

#include <algorithm>
#include <set>

#include "vgpu/sass/access_groups.h"
#include "vgpu/time/pipes.h"

namespace whet::vgpu {

namespace {

using Group = AccessGroup;

struct AccessRow {
  std::string_view name;
  std::vector<AccessGroup> groups;
  double (*value)(const AccessCount&);
};

double requests(const AccessCount& count) {
  return static_cast<double>(count.requests);
}
double sectors(const AccessCount& count) {
  return static_cast<double>(count.sectors);
}
double bytes(const AccessCount& count) {
  return 32.0 * static_cast<double>(count.sectors);
}
double l1_hits(const AccessCount& count) {
  return static_cast<double>(count.l1_hits);
}
double l2_reads(const AccessCount& count) {
  return static_cast<double>(count.l2_reads);
}
double l2_writes(const AccessCount& count) {
  return static_cast<double>(count.l2_writes);
}
double l2_hits(const AccessCount& count) {
  return static_cast<double>(count.l2_hits);
}
double l2_all(const AccessCount& count) {
  return static_cast<double>(count.l2_reads + count.l2_writes);
}
double wavefronts(const AccessCount& count) {
  return static_cast<double>(count.wavefronts);
}

const std::vector<AccessRow>& access_rows() {
  const std::vector<Group> all{Group::global_load,      Group::global_store, Group::global_atomic,
                               Group::global_reduction, Group::async_copy,   Group::local_load,
                               Group::local_store,      Group::bulk_load,    Group::bulk_store};
  const std::vector<Group> plain{Group::global_load, Group::global_store, Group::async_copy, Group::local_load,
                                 Group::local_store, Group::bulk_load,    Group::bulk_store};
  static const std::vector<AccessRow> rows{
      {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", {Group::global_load, Group::async_copy}, requests},
      {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", {Group::global_store}, requests},
      {"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", {Group::global_atomic}, requests},
      {"l1tex__t_requests_pipe_lsu_mem_global_op_red.sum", {Group::global_reduction}, requests},
      {"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", {Group::local_load}, requests},
      {"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum", {Group::local_store}, requests},
      {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", {Group::global_load, Group::async_copy}, sectors},
      {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", {Group::global_store}, sectors},
      {"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", {Group::global_atomic}, sectors},
      {"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", {Group::global_reduction}, sectors},
      {"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", {Group::local_load}, sectors},
      {"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", {Group::local_store}, sectors},
      {"l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum", {Group::global_load, Group::async_copy}, bytes},
      {"l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum", {Group::global_store}, bytes},
      {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", {Group::global_load, Group::async_copy}, l1_hits},
      {"l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit.sum", {Group::local_load}, l1_hits},
      // Instructions whose guard held for at least one lane, so that they made a request.
      {"smsp__sass_inst_executed_op_global_ld.sum", {Group::global_load}, requests},
      {"smsp__sass_inst_executed_op_global_st.sum", {Group::global_store}, requests},
      {"smsp__sass_inst_executed_op_local_ld.sum", {Group::local_load}, requests},
      {"smsp__sass_inst_executed_op_local_st.sum", {Group::local_store}, requests},
      {"smsp__sass_inst_executed_op_shared_ld.sum", {Group::shared_load}, requests},
      {"smsp__sass_inst_executed_op_shared_st.sum", {Group::shared_store}, requests},
      {"smsp__sass_inst_executed_op_ldgsts.sum", {Group::async_copy}, requests},
      {"lts__t_sectors_srcunit_tex_op_read.sum", plain, l2_reads},
      {"lts__t_sectors_srcunit_tex_op_write.sum", plain, l2_writes},
      {"lts__t_sectors_srcunit_tex.sum", all, l2_all},
      {"lts__t_sectors_srcunit_tex_lookup_hit.sum", all, l2_hits},
      {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", {Group::shared_load, Group::matrix_load}, wavefronts},
      {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", {Group::shared_store}, wavefronts},
      {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", {Group::shared_atomic}, wavefronts},
  };
  return rows;
}

struct MachineRow {
  std::string_view name;
  bool (*holds)(const Instruction&);
  double MachineCount::* field;
};

template <size_t length>
struct Name {
  char text[length];
  constexpr Name(const char (&from)[length]) { std::copy_n(from, length, text); }
};
template <Name name>
bool is(const Instruction& in) {
  return in.name == std::string_view(name.text);
}
template <Pipe pipe>
bool in_pipe(const Instruction& in) {
  return pipe_of(in) == pipe;
}
bool any(const Instruction&) {
  return true;
}

constexpr MachineRow k_machine_rows[] = {
    {"smsp__inst_executed.sum", any, &MachineCount::warps},
    {"sm__inst_executed.sum", any, &MachineCount::warps},
    {"smsp__thread_inst_executed.sum", any, &MachineCount::lanes},
    {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", is<"FADD">, &MachineCount::lanes_on},
    {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", is<"FMUL">, &MachineCount::lanes_on},
    {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", is<"FFMA">, &MachineCount::lanes_on},
    {"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum", is<"DADD">, &MachineCount::lanes_on},
    {"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum", is<"DMUL">, &MachineCount::lanes_on},
    {"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", is<"DFMA">, &MachineCount::lanes_on},
    {"smsp__sass_thread_inst_executed_op_hadd_pred_on.sum", is<"HADD2">, &MachineCount::lanes_on},
    {"smsp__sass_thread_inst_executed_op_hmul_pred_on.sum", is<"HMUL2">, &MachineCount::lanes_on},
    {"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum", is<"HFMA2">, &MachineCount::lanes_on},
    {"smsp__sass_inst_executed_op_ldsm.sum", is<"LDSM">, &MachineCount::warps},
    {"smsp__inst_executed_pipe_fp64.sum", in_pipe<Pipe::fp64>, &MachineCount::warps},
    {"smsp__inst_executed_pipe_xu.sum", in_pipe<Pipe::special>, &MachineCount::warps},
};

void add_access_rows(std::vector<NamedCount>& found, const AccessTotals& totals) {
  for (const AccessRow& row : access_rows()) {
    double value = 0;
    for (const Group group : row.groups) value += row.value(totals[group]);
    found.push_back({row.name, value});
  }
}

void add_machine_rows(std::vector<NamedCount>& found, const MachineCounts& machine, const KernelCode& code) {
  for (const MachineRow& row : k_machine_rows) {
    double value = 0;
    for (size_t i = 0; i < code.instructions.size(); ++i) {
      if (row.holds(code.instructions[i])) value += machine.instructions[i].*row.field;
    }
    found.push_back({row.name, value});
  }
}

uint64_t scaled(uint64_t count, double factor) {
  return static_cast<uint64_t>(static_cast<double>(count) * factor + 0.5);
}

}  // namespace

std::vector<NamedCount> metrics(const Program& program, const Counts& counts, const MachineCounts* machine,
                                const KernelCode* code) {
  std::vector<NamedCount> found;
  if (machine && code) add_machine_rows(found, *machine, *code);
  add_access_rows(found, access_totals(program, counts, machine, code));
  found.push_back({"dram__bytes_read.sum", static_cast<double>(counts.dram_read_bytes)});
  found.push_back({"dram__bytes_write.sum", static_cast<double>(counts.dram_write_bytes)});
  found.push_back({"smsp__warps_launched.sum", static_cast<double>(counts.warps)});
  return found;
}

std::optional<double> find_metric(const std::vector<NamedCount>& metrics, std::string_view name) {
  const auto found =
      std::find_if(metrics.begin(), metrics.end(), [&](const NamedCount& count) { return count.name == name; });
  return found == metrics.end() ? std::nullopt : std::optional(found->value);
}

Counts scaled_to_grid(Counts counts) {
  if (counts.blocks == 0 || !counts.sampled()) return counts;
  const double factor = static_cast<double>(counts.grid_blocks) / static_cast<double>(counts.blocks);
  for (ExecutionCount& count : counts.instructions) {
    count = {scaled(count.warps, factor), scaled(count.lanes, factor)};
  }
  for (AccessCount& count : counts.accesses) {
    for (const auto field : k_access_fields) count.*field = scaled(count.*field, factor);
  }
  for (uint64_t& taken : counts.taken) taken = scaled(taken, factor);
  for (uint64_t& diverged : counts.diverged) diverged = scaled(diverged, factor);
  counts.hottest = {scaled(counts.hottest.sectors, factor), scaled(counts.hottest.lanes, factor),
                    scaled(counts.hottest.slow_lanes, factor)};
  counts.dirty_bytes = std::min(scaled(counts.dirty_bytes, factor), std::max(counts.dirty_bytes, counts.l2_bytes));
  counts.dram_read_bytes = scaled(counts.dram_read_bytes, factor);
  counts.dram_write_bytes = scaled(counts.dram_write_bytes, factor);
  counts.warps = scaled(counts.warps, factor);
  counts.blocks = counts.grid_blocks;
  return counts;
}

}  // namespace whet::vgpu

#include "vgpu/time/memory_features.h"

#include <algorithm>

#include "vgpu/program/line_join.h"
#include "vgpu/sass/access_groups.h"

namespace whet::vgpu {

namespace {

using enum AccessGroup;

constexpr double k_sectors_of_a_line = 4;

double number(uint64_t count) {
  return static_cast<double>(count);
}

void count_caches(const AccessTotals& totals, TimeFeatures& features) {
  for (const AccessGroup group :
       {global_load, global_store, global_atomic, global_reduction, async_copy, local_load, local_store}) {
    const AccessCount& count = totals[group];
    features.global_requests += number(count.requests);
    features.global_lines += number(count.lines);
    features.global_sectors += number(count.sectors);
    features.l2_bytes += k_sector * number(count.l2_reads + count.l2_writes);
  }
  for (const AccessGroup group : {global_store, local_store}) {
    features.l2_write_bytes += k_sector * number(totals[group].l2_reads + totals[group].l2_writes);
    features.store_lines += number(totals[group].lines);
  }
  for (const AccessGroup group : {global_atomic, global_reduction}) {
    features.atomic_sectors += number(totals[group].sectors);
    features.atomic_lines += number(totals[group].lines);
  }
  for (const AccessGroup group : {bulk_load, bulk_store})
    features.l2_bytes += k_sector * number(totals[group].l2_reads + totals[group].l2_writes);
  features.l2_write_bytes += k_sector * number(totals[bulk_store].l2_reads + totals[bulk_store].l2_writes);
}

void count_shared(const AccessTotals& totals, TimeFeatures& features) {
  for (const AccessGroup group :
       {shared_load, matrix_load, shared_store, shared_atomic, async_copy, bulk_load, bulk_store}) {
    features.shared_wavefronts += number(totals[group].wavefronts);
  }
  features.atomic_serial = number(totals[shared_atomic].serial);
}

// How isolated the accessed sectors are: 0 for whole lines, 1 for one sector per line.
double loneliness(const AccessCount& count) {
  if (count.lines == 0) return 0;
  return std::clamp((k_sectors_of_a_line - number(count.sectors) / number(count.lines)) / (k_sectors_of_a_line - 1),
                    0.0, 1.0);
}

// Estimates how much DRAM traffic is isolated. If the bytes of all stores cover what is written back, L2 merged the
// stores; otherwise the rest of the written sectors must be read first.
void count_dram(const Program& program, const Counts& counts, const AccessTotals& totals, TimeFeatures& features) {
  features.dram_bytes = number(counts.dram_read_bytes + counts.dram_write_bytes);
  features.dirty_bytes = number(counts.dirty_bytes);
  for (uint32_t i = 0; i < counts.accesses.size(); ++i) {
    const AccessCount& count = counts.accesses[i];
    if (count.requests == 0 || !is_load(op_kind_of(program.instruction(i)))) continue;
    features.lone_bytes +=
        k_sector * number(count.l2_reads - std::min(count.l2_reads, count.l2_hits)) * loneliness(count);
  }
  const double written = number(counts.dram_write_bytes);
  const AccessCount& stores = totals[global_store];
  if (written == 0 || stores.bytes == 0) return;
  const double open = 1 - std::min(1.0, number(stores.bytes) / written);
  features.fill_bytes = written * std::min(1.0, 2 * open);
  features.lone_bytes += (written * open + features.fill_bytes) * loneliness(stores);
}

}  // namespace

void count_memory(const TimeInputs& inputs, TimeFeatures& features) {
  const AccessTotals totals = access_totals(*inputs.program, *inputs.counts, inputs.machine, inputs.code);
  count_caches(totals, features);
  count_shared(totals, features);
  count_dram(*inputs.program, *inputs.counts, totals, features);
  features.hot_sectors = number(inputs.counts->hottest.sectors);
  features.hot_lanes = number(inputs.counts->hottest.lanes);
  features.hot_slow_lanes = number(inputs.counts->hottest.slow_lanes);
}

}  // namespace whet::vgpu

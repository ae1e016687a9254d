#include "vgpu/program/counters.h"

namespace whet::vgpu {

void AccessCount::add(const AccessCount& other) {
  requests += other.requests;
  lanes += other.lanes;
  bytes += other.bytes;
  sectors += other.sectors;
  ideal_sectors += other.ideal_sectors;
  lines += other.lines;
  l1_hits += other.l1_hits;
  l2_reads += other.l2_reads;
  l2_writes += other.l2_writes;
  l2_hits += other.l2_hits;
  wavefronts += other.wavefronts;
  ideal_wavefronts += other.ideal_wavefronts;
  serial += other.serial;
  late += other.late;
}

}  // namespace whet::vgpu

// Latencies of memories, costs of barriers, launches and atomics; see knowledge/probes/latency.cu and atomics.cu.
#include <fmt/format.h>

#include <algorithm>

#include "calibrate/probe_family.h"

namespace whet {

namespace {

constexpr uint64_t k_line = 128;

// A ring of `nodes` (a power of two) words, `stride` bytes apart, in an order that no prefetcher follows.
struct Ring {
  uint64_t nodes = 0, stride = k_line;

  uint64_t next(uint64_t node) const { return (node * 1664525 + 1013904223) % nodes; }
  uint64_t after(int steps) const {
    uint64_t node = 0;
    for (int i = 0; i < steps; ++i) node = next(node);
    return node;
  }
  // The addresses; far apart they are written one by one.
  std::vector<ProbePatch> content(uint64_t address) const {
    std::vector<ProbePatch> patches;
    const bool dense = stride == k_line;
    if (dense) patches.push_back({0, std::string(nodes * stride, '\0')});
    for (uint64_t node = 0; node < nodes; ++node) {
      const uint64_t to = address + next(node) * stride;
      const std::string bytes(reinterpret_cast<const char*>(&to), sizeof(to));
      if (dense)
        patches.front().bytes.replace(node * stride, bytes.size(), bytes);
      else
        patches.push_back({node * stride, bytes});
    }
    return patches;
  }
};

ProbeLaunch chase(const Ring& ring, int steps) {
  ProbeLaunch launch{.arrays = {{ring.nodes * ring.stride, [ring](uint64_t address) { return ring.content(address); }},
                                {sizeof(uint64_t)}},
                     .passes = steps,
                     .work = static_cast<double>(steps),
                     .result = 1};
  launch.check = [=](std::string_view result, uint64_t address) -> std::string {
    const uint64_t found = values_of<uint64_t>(result).front(), expected = address + ring.after(steps) * ring.stride;
    return found == expected ? "" : fmt::format("the chain ends at {:#x} instead of {:#x}", found, expected);
  };
  return launch;
}

// Both launches pass over the whole ring, so that the longer one finds it in the cache.
ProbeLaunch chase_l1(const ProbeScale&, ProbeSize size) {
  const Ring ring{64};
  return chase(ring, sized(size, 40, 16 * static_cast<int>(ring.nodes)));
}

ProbeLaunch chase_l2(const ProbeScale&, ProbeSize size) {
  const Ring ring{2048};
  return chase(ring, sized(size, 40, 2 * static_cast<int>(ring.nodes)));
}

// Each step goes to a line of its own; the array is several times as large as L2.
ProbeLaunch chase_dram(const ProbeScale& scale, ProbeSize size) {
  const uint64_t nodes = size == ProbeSize::check ? 64 : 4096;
  const uint64_t bytes = size == ProbeSize::check ? 1 << 20 : std::min<uint64_t>(scale.most_bytes, 256 << 20);
  return chase({nodes, std::max(2 * k_line, bytes / nodes / k_line * k_line)}, sized(size, 40, 4096));
}

ProbeLaunch chase_shared(const ProbeScale&, ProbeSize size) {
  const int steps = sized(size, 40, 2048);
  ProbeLaunch launch{
      .shape = {.block = {32}}, .arrays = {{sizeof(uint32_t)}}, .passes = steps, .work = static_cast<double>(steps)};
  launch.check = [steps](std::string_view result, uint64_t) -> std::string {
    uint32_t node = 0;
    for (int i = 0; i < steps; ++i) node = (node * 5 + 7) % 256;
    const uint32_t found = values_of<uint32_t>(result).front();
    return found == node ? "" : fmt::format("the chain ends at {} instead of {}", found, node);
  };
  return launch;
}

CeilingProbe latency_probe(std::string id, std::string title, const char* kernel,
                           std::function<ProbeLaunch(const ProbeScale&, ProbeSize)> launch) {
  return {.id = std::move(id),
          .title = std::move(title),
          .unit = ProbeUnit::seconds,
          .file = "latency",
          .kernel = kernel,
          .launch = std::move(launch)};
}

// Every block stores `passes`.
ProbeLaunch barriers(uint32_t blocks, uint32_t threads, int passes) {
  ProbeLaunch launch{.shape = {.grid = {blocks}, .block = {threads}},
                     .arrays = {{uint64_t{blocks} * sizeof(uint32_t)}},
                     .passes = passes,
                     .work = static_cast<double>(passes)};
  launch.check = [passes](std::string_view result, uint64_t) -> std::string {
    for (const uint32_t found : values_of<uint32_t>(result)) {
      if (found != static_cast<uint32_t>(passes)) return fmt::format("a block passed {} of {} barriers", found, passes);
    }
    return "";
  };
  return launch;
}

ProbeLaunch grid_barriers(const ProbeScale& scale, ProbeSize size) {
  const auto blocks = static_cast<uint32_t>(size == ProbeSize::check ? 2 : scale.sms);
  ProbeLaunch launch = barriers(blocks, 128, sized(size, 3, 8 * std::min(scale.loops, 8)));
  launch.shape.cooperative = true;
  launch.arrays.insert(launch.arrays.begin(), ProbeArray{.bytes = sizeof(uint32_t), .is_zeroed = true});
  launch.result = 1;
  return launch;
}

ProbeLaunch cluster_barriers(const ProbeScale& scale, ProbeSize size) {
  constexpr uint32_t k_cluster = 8;
  const auto clusters = static_cast<uint32_t>(size == ProbeSize::check ? 1 : std::max(1, scale.sms / 16));
  ProbeLaunch launch = barriers(clusters * k_cluster, 128, sized(size, 3, 64));
  launch.shape.cluster = Extent{k_cluster};
  return launch;
}

ProbeLaunch launches(const ProbeScale&, ProbeSize size, int count) {
  ProbeLaunch launch{.shape = {.block = {32}}, .repeats = size == ProbeSize::full ? count : 1};
  launch.work = launch.repeats;
  return launch;
}

// Each word must hold the sum over the threads that share it.
std::string check_atomics(std::string_view result, uint32_t threads, uint32_t spread, int passes) {
  const auto found = values_of<uint32_t>(result);
  std::vector<uint32_t> expected(found.size());
  for (uint32_t thread = 0; thread < threads; ++thread)
    expected[thread % spread] += (thread % 7 + 1) * static_cast<uint32_t>(passes);
  for (size_t i = 0; i < found.size(); ++i) {
    if (found[i] != expected[i]) return fmt::format("word {} is {} instead of {}", i, found[i], expected[i]);
  }
  return {};
}

CeilingProbe atomic_probe(const char* id, const char* title, uint32_t sharing) {
  CeilingProbe probe{
      .id = id, .title = title, .unit = ProbeUnit::operations_per_second, .file = "atomics", .kernel = "probe_atomics"};
  probe.launch = [sharing](const ProbeScale& scale, ProbeSize size) {
    const auto blocks = static_cast<uint32_t>(size == ProbeSize::check ? 2 : scale.sms * 4);
    const uint32_t threads = blocks * 256, spread = sharing > 0 ? sharing : threads;
    const int passes = sized(size, 3, 8 * std::min(scale.loops, 4));
    ProbeLaunch launch{.shape = {.grid = {blocks}, .block = {256}},
                       .arrays = {{.bytes = uint64_t{spread} * sizeof(uint32_t), .is_zeroed = true}},
                       .scalars = {spread},
                       .passes = passes,
                       .work = static_cast<double>(threads) * passes};
    launch.check = [=](std::string_view result, uint64_t) { return check_atomics(result, threads, spread, passes); };
    return launch;
  };
  return probe;
}

}  // namespace

std::vector<CeilingProbe> atomic_probes() {
  return {atomic_probe("atomic_one", "atomics, one address", 1),
          atomic_probe("atomic_line", "atomics, 32 addresses of one line", 32),
          atomic_probe("atomic_many", "atomics, an address each", 0)};
}

std::vector<CeilingProbe> latency_probes() {
  std::vector<CeilingProbe> probes = {
      latency_probe("latency_shared", "latency of shared memory", "probe_chase_shared", chase_shared),
      latency_probe("latency_l1", "latency of L1", "probe_chase", chase_l1),
      latency_probe("latency_l2", "latency of L2", "probe_chase_l2", chase_l2),
      latency_probe("latency_dram", "latency of DRAM", "probe_chase_l2", chase_dram),
      latency_probe("launch", "launch of an empty kernel", "probe_empty",
                    [](const ProbeScale& scale, ProbeSize size) { return launches(scale, size, 1); }),
      latency_probe("launch_next", "each further launch of a row", "probe_empty",
                    [](const ProbeScale& scale, ProbeSize size) { return launches(scale, size, 9); })};
  probes[4].has_part = false;
  return probes;
}

std::vector<CeilingProbe> barrier_probes(const Architecture& architecture) {
  std::vector<CeilingProbe> probes;
  for (const uint32_t threads : {32u, 256u, 1024u}) {
    probes.push_back(
        latency_probe(fmt::format("barrier_{}", threads), fmt::format("barrier of a block of {} threads", threads),
                      "probe_block_barrier", [threads](const ProbeScale& scale, ProbeSize size) {
                        const auto blocks = static_cast<uint32_t>(size == ProbeSize::check ? 2 : scale.sms);
                        return barriers(blocks, threads, sized(size, 3, 256));
                      }));
  }
  probes.push_back(
      latency_probe("barrier_grid", "barrier of a grid of one block an SM", "probe_grid_barrier", grid_barriers));
  if (architecture.sm >= 90)
    probes.push_back(latency_probe("barrier_cluster", "barrier of a cluster of 8 blocks", "probe_cluster_barrier",
                                   cluster_barriers));
  return probes;
}

}  // namespace whet

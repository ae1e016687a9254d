// Bandwidth of DRAM, L2 and shared memory; see knowledge/probes/memory.cu.
#include <fmt/format.h>

#include <algorithm>

#include "calibrate/probe_family.h"

namespace whet {

namespace {

constexpr uint64_t k_block_bytes = 1024 * 16;  // of a block that reads or writes
constexpr uint64_t k_copy_block_threads = 128, k_copy_block_bytes = k_copy_block_threads * 16;
constexpr uint64_t k_l2_block_bytes = 2048 * 16, k_shared_block_bytes = 1024 * 16;
constexpr uint32_t k_warp = 32;

uint32_t content_word(uint32_t i) {
  return i * 2654435761u ^ 0x9e3779b9u;
}

std::string content_bytes(uint64_t bytes) {
  std::vector<uint32_t> words(bytes / sizeof(uint32_t));
  for (uint32_t i = 0; i < words.size(); ++i) words[i] = content_word(i);
  return bytes_of(words);
}

// Only what is checked needs its content from here; the rest of a large array repeats it.
ProbeArray patterned(uint64_t bytes) {
  constexpr uint64_t k_most_written = 1 << 20;
  ProbeArray array = holding(content_bytes(std::min(bytes, k_most_written)));
  array.bytes = bytes;
  return array;
}

// XOR of the four words of a 16-byte unit.
uint32_t folded_unit(uint32_t unit) {
  return content_word(4 * unit) ^ content_word(4 * unit + 1) ^ content_word(4 * unit + 2) ^ content_word(4 * unit + 3);
}

std::string compare_words(std::string_view result, const std::vector<uint32_t>& expected) {
  const auto found = values_of<uint32_t>(result.substr(0, expected.size() * sizeof(uint32_t)));
  for (size_t i = 0; i < expected.size(); ++i) {
    if (i >= found.size() || found[i] != expected[i])
      return fmt::format("word {} is {:#x} instead of {:#x}", i, i < found.size() ? found[i] : 0, expected[i]);
  }
  return {};
}

// One word a warp: the XOR over its lanes of what each thread of the block comes to.
template <typename OfThread>
std::vector<uint32_t> warp_sums(uint32_t blocks, uint32_t threads, const OfThread& of_thread) {
  std::vector<uint32_t> sums(size_t{blocks} * threads / k_warp);
  for (uint32_t block = 0; block < blocks; ++block) {
    for (uint32_t thread = 0; thread < threads; ++thread)
      sums[(block * threads + thread) / k_warp] ^= of_thread(block, thread);
  }
  return sums;
}

uint64_t streamed_bytes(const ProbeScale& scale, ProbeSize size) {
  const uint64_t bytes = sized<uint64_t>(size, 2 * k_block_bytes, scale.most_bytes);
  return std::max(k_block_bytes, bytes / k_block_bytes * k_block_bytes);
}

LaunchShape streaming_shape(uint64_t bytes) {
  return {.grid = {static_cast<uint32_t>(bytes / k_block_bytes)}, .block = {256}};
}

ProbeLaunch write_launch(const ProbeScale& scale, ProbeSize size) {
  const uint64_t bytes = streamed_bytes(scale, size);
  ProbeLaunch launch{.shape = streaming_shape(bytes), .arrays = {{bytes}}, .work = static_cast<double>(bytes)};
  launch.check = [bytes](std::string_view result, uint64_t) {
    return compare_words(result, values_of<uint32_t>(content_bytes(bytes)));
  };
  return launch;
}

ProbeLaunch copy_launch(const ProbeScale& scale, ProbeSize size) {
  const uint64_t bytes = streamed_bytes(scale, size);
  ProbeLaunch launch{.shape = {.grid = {static_cast<uint32_t>(bytes / k_copy_block_bytes)},
                               .block = {static_cast<uint32_t>(k_copy_block_threads)}},
                     .arrays = {patterned(bytes), {bytes}},
                     .work = 2 * static_cast<double>(bytes),
                     .result = 1};
  launch.check = [bytes](std::string_view result, uint64_t) {
    return compare_words(result, values_of<uint32_t>(content_bytes(bytes)));
  };
  return launch;
}

ProbeLaunch read_launch(const ProbeScale& scale, ProbeSize size) {
  const uint64_t bytes = streamed_bytes(scale, size);
  const LaunchShape shape = streaming_shape(bytes);
  ProbeLaunch launch{.shape = shape,
                     .arrays = {patterned(bytes), {uint64_t{shape.grid.x} * 256 / k_warp * 4}},
                     .work = static_cast<double>(bytes),
                     .result = 1};
  launch.check = [blocks = shape.grid.x](std::string_view result, uint64_t) {
    return compare_words(result, warp_sums(blocks, 256, [](uint32_t block, uint32_t thread) {
                           uint32_t sum = 0;
                           for (uint32_t i = 0; i < 4; ++i) sum ^= folded_unit(block * 1024 + thread + 256 * i);
                           return sum;
                         }));
  };
  return launch;
}

// sum = sum * 3 + what a pass reads
template <typename OfPass>
uint32_t after_passes(int passes, const OfPass& of_pass) {
  uint32_t sum = 0;
  for (int pass = 0; pass < passes; ++pass) sum = sum * 3 + of_pass(static_cast<uint32_t>(pass));
  return sum;
}

// A quarter of L2, so that nothing is evicted; as many blocks for each SM.
ProbeLaunch l2_launch(const ProbeScale& scale, ProbeSize size) {
  const uint64_t most = std::max<uint64_t>(1, scale.l2_bytes / 4 / k_l2_block_bytes);
  const uint64_t of_sm = std::clamp<uint64_t>(most / static_cast<uint64_t>(scale.sms), 1, 4);
  const auto blocks = static_cast<uint32_t>(size == ProbeSize::check ? 2 : of_sm * static_cast<uint64_t>(scale.sms));
  const int passes = sized(size, 3, 64 * scale.loops);
  ProbeLaunch launch{.shape = {.grid = {blocks}, .block = {512}},
                     .arrays = {patterned(blocks * k_l2_block_bytes), {uint64_t{blocks} * 512 / k_warp * 4}},
                     .passes = passes,
                     .work = static_cast<double>(blocks * k_l2_block_bytes) * passes,
                     .result = 1};
  launch.check = [blocks, passes](std::string_view result, uint64_t) {
    return compare_words(result, warp_sums(blocks, 512, [passes](uint32_t block, uint32_t thread) {
                           uint32_t each = 0;
                           for (uint32_t i = 0; i < 4; ++i) each ^= folded_unit(block * 2048 + thread + 512 * i);
                           return after_passes(passes, [each](uint32_t) { return each; });
                         }));
  };
  return launch;
}

ProbeLaunch shared_launch(const ProbeScale& scale, ProbeSize size) {
  const auto blocks = static_cast<uint32_t>(size == ProbeSize::check ? 2 : scale.sms * 8);
  const int passes = sized(size, 5, 128 * scale.loops);
  ProbeLaunch launch{.shape = {.grid = {blocks}, .block = {256}},
                     .arrays = {patterned(k_shared_block_bytes), {uint64_t{blocks} * 256 / k_warp * 4}},
                     .passes = passes,
                     .work = static_cast<double>(blocks * k_shared_block_bytes) * passes,
                     .result = 1};
  launch.check = [blocks, passes](std::string_view result, uint64_t) {
    return compare_words(result, warp_sums(blocks, 256, [passes](uint32_t, uint32_t thread) {
                           return after_passes(passes, [thread](uint32_t pass) {
                             uint32_t each = 0;
                             for (uint32_t i = 0; i < 4; ++i)
                               each ^= folded_unit(((thread + 32 * pass) & 1023) ^ 256 * i);
                             return each;
                           });
                         }));
  };
  return launch;
}

CeilingProbe memory_probe(const char* id, const char* title, const char* kernel,
                          ProbeLaunch (*launch)(const ProbeScale&, ProbeSize), bool has_sizes) {
  return {.id = id,
          .title = title,
          .unit = ProbeUnit::bytes_per_second,
          .file = "memory",
          .kernel = kernel,
          .launch = launch,
          .has_sizes = has_sizes};
}

}  // namespace

std::vector<CeilingProbe> memory_probes() {
  return {memory_probe("dram_read", "DRAM read", "probe_read", read_launch, true),
          memory_probe("dram_write", "DRAM write", "probe_write", write_launch, true),
          memory_probe("dram_copy", "DRAM copy", "probe_copy", copy_launch, true),
          memory_probe("l2", "L2 read", "probe_l2", l2_launch, false),
          memory_probe("shared", "shared memory read", "probe_shared", shared_launch, false)};
}

}  // namespace whet

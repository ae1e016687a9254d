// Candidates in a row through one device in a runner, every tenth of which misbehaves.
//   judge_endurance [N]
// Prints what became of them, and what the judge holds after a hundredth, at the middle and at the end.
#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "judge/remote_device.h"
#include "util/files.h"
#include "util/self.h"

namespace whet::bench {
namespace {

constexpr const char* k_kernels = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry add(.param .u64 in, .param .u64 out, .param .u32 what) {
  .reg .b32 %r<4>;
  .reg .b64 %a<4>;
  ld.param.u64 %a0, [in];
  ld.param.u64 %a1, [out];
  ld.param.u32 %r2, [what];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %a2, %r0, 4;
  add.u64 %a0, %a0, %a2;
  add.u64 %a1, %a1, %a2;
  ld.global.u32 %r1, [%a0];
  add.u32 %r1, %r1, %r2;
  st.global.u32 [%a1], %r1;
  ret;
}
.visible .entry endless() {
  .reg .b32 %r<2>;
again:
  add.u32 %r0, %r0, 1;
  bra again;
}
)";

// What every tenth candidate does, in turn, and what the judge must say of it.
struct Misdeed {
  const char* function;  // nullptr: the endless kernel
  RunnerFailure expected;
};
constexpr Misdeed k_misdeeds[] = {{"crash", RunnerFailure::crashed},
                                  {"hang", RunnerFailure::hung},
                                  {"eat_memory", RunnerFailure::too_much_memory},
                                  {nullptr, RunnerFailure::hung},
                                  {"flood", RunnerFailure::too_much_output},
                                  {"stop", RunnerFailure::crashed},
                                  {"open_everything", RunnerFailure::lost},
                                  {"forge", RunnerFailure::garbled}};

constexpr std::chrono::milliseconds k_patience{10'000}, k_patience_with_hangs{250};
constexpr uint32_t k_count = 256;

template <typename T>
std::string bytes_of(const T& value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Allocates, runs, models the time, reads and compares every element.
Result<bool> honest(RemoteDevice& device, const Build& build, uint32_t number) {
  std::vector<uint32_t> values(k_count);
  for (uint32_t i = 0; i < k_count; ++i) values[i] = i * number;
  TRY(module, device.load(build));
  TRY(in, device.allocate(4 * k_count, "in"));
  TRY(out, device.allocate(4 * k_count, "out"));
  TRY_VOID(device.write(in, {reinterpret_cast<const char*>(values.data()), 4 * k_count}));
  TRY_VOID(device.fill(out, 0xff, 4 * k_count));
  const Launch launch{module, "add", {{1}, {k_count}}, {bytes_of(in), bytes_of(out), bytes_of(number)}};
  TRY_VOID(device.launch(launch));
  TRY(time, device.time(launch));
  TRY(bytes, device.read(out, 4 * k_count));
  TRY_VOID(device.free(in));
  TRY_VOID(device.free(out));
  bool right = time.seconds > 0;
  for (uint32_t i = 0; i < k_count; ++i) {
    uint32_t result = 0;
    std::memcpy(&result, bytes.data() + 4 * i, 4);
    right &= result == values[i] + number;
  }
  return right;
}

bool caught(RemoteDevice& device, const Build& kernels, const Build& library, const Misdeed& misdeed) {
  const auto module = device.load(misdeed.function ? library : kernels);
  if (!module) return false;
  const Launch launch{*module, misdeed.function ? misdeed.function : "endless", {{1}, {32}}, {}};
  device.set_call_deadline(misdeed.expected == RunnerFailure::hung ? k_patience_with_hangs : k_patience);
  const bool failed = !device.launch(launch);
  device.set_call_deadline(k_patience);
  return failed && device.last_failure() == misdeed.expected;
}

struct Holding {
  double resident_mb = 0;
  size_t files = 0, children = 0;
};

size_t entries(const char* directory) {
  size_t count = 0;
  DIR* const open = ::opendir(directory);
  while (open && ::readdir(open)) ++count;
  if (open) ::closedir(open);
  return count - 2;
}

// With a runner running, whatever the last candidate did to it.
Holding holding(RemoteDevice& device) {
  if (const auto address = device.allocate(4, "present")) (void)device.free(*address);
  Holding now;
  long size = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> size >> resident;
  now.resident_mb = static_cast<double>(resident * ::sysconf(_SC_PAGESIZE)) / 1e6;
  now.files = entries("/proc/self/fd") - 1;  // less the one that lists them
  std::ifstream children(fmt::format("/proc/self/task/{}/children", ::getpid()));
  for (long pid = 0; children >> pid;) ++now.children;
  return now;
}

int run(uint32_t candidates) {
  const Knowledge knowledge;
  RemoteSettings settings;
  settings.device.device = "virtual:h200";
  settings.device.virtual_options.threads = 1;
  settings.program = join_path(directory_of(own_path()), "whet");
  settings.call_deadline = k_patience;
  settings.memory_bytes = 256 << 20;
  settings.output_bytes = 64 << 10;
  auto opened = RemoteDevice::open(settings, knowledge);
  if (!opened) return std::fputs(describe(opened.error()).c_str(), stderr), 1;
  RemoteDevice& device = **opened;
  Build kernels, library;
  kernels.architecture = device.facts().architecture;
  kernels.ptx = k_kernels;
  library.library = DiskFileSystem().read(WHET_MISBEHAVING).value();
  fmt::print("{} candidates on {}, sandbox {}\n\n", candidates, device.facts().name, describe(device.sandbox()));

  std::map<std::string, std::pair<uint32_t, uint32_t>> misdeeds;  // tried, caught
  uint32_t honest_count = 0, right = 0, next_misdeed = 0;
  std::vector<double> costs;
  std::string table =
      "| after | right of honest | caught of misbehaving | RSS | open files | children | elapsed |\n"
      "| --: | --: | --: | --: | --: | --: | --: |\n";
  uint32_t caught_count = 0, bad_count = 0;
  const auto start = std::chrono::steady_clock::now();
  for (uint32_t i = 1; i <= candidates; ++i) {
    if (i % 10 == 0) {
      const Misdeed& misdeed = k_misdeeds[next_misdeed++ % std::size(k_misdeeds)];
      auto& [tried, found] = misdeeds[misdeed.function ? misdeed.function : "endless kernel"];
      const bool ok = caught(device, kernels, library, misdeed);
      ++tried, ++bad_count;
      found += ok, caught_count += ok;
    } else {
      const auto begun = std::chrono::steady_clock::now();
      const auto result = honest(device, kernels, i);
      costs.push_back(seconds_since(begun));
      ++honest_count;
      right += result.ok() && *result;
      if (!result) std::fputs(describe(result.error()).c_str(), stderr);
    }
    if (i == std::max(1u, candidates / 100) || i == candidates / 2 || i == candidates) {
      const Holding now = holding(device);
      table += fmt::format("| {} | {} of {} | {} of {} | {:.1f} MB | {} | {} | {:.1f} s |\n", i, right, honest_count,
                           caught_count, bad_count, now.resident_mb, now.files, now.children, seconds_since(start));
    }
  }
  std::sort(costs.begin(), costs.end());
  fmt::print("{}\n| misdeed | tried | caught as what it is |\n| --- | --: | --: |\n", table);
  for (const auto& [name, counts] : misdeeds) fmt::print("| {} | {} | {} |\n", name, counts.first, counts.second);
  fmt::print(
      "\nhonest candidate: median {:.2f} ms, 99 % below {:.2f} ms (those after a misdeed start a runner); {} runners\n",
      1e3 * costs[costs.size() / 2], 1e3 * costs[costs.size() * 99 / 100], device.generation());
  return right == honest_count && caught_count == bad_count ? 0 : 1;
}

}  // namespace
}  // namespace whet::bench

int main(int argc, char** argv) {
  const long candidates = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 10000;
  return candidates > 0 ? whet::bench::run(static_cast<uint32_t>(candidates)) : 3;
}

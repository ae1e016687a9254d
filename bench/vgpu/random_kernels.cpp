// Random kernels on the virtual GPU against the host's compiler, until a number of them was compared.
//
//   vgpu_random COUNT [FIRST_SEED [DIRECTORY]]      failing kernels are made small and written to DIRECTORY
#include <cstdio>
#include <cstdlib>

#include "compile/toolkit/toolkit.h"
#include "random_kernels/grower.h"
#include "random_kernels/shrink.h"
#include "random_kernels/trial.h"
#include "util/system/files.h"

namespace {

using namespace whet;
using namespace whet::random_kernels;

constexpr uint64_t k_batch = 25;

struct Tally {
  uint64_t compared = 0, different = 0, refused = 0;
};

void keep(Trial& trial, const Style& style, const Kernel& kernel, const std::string& difference,
          const TrialSettings& settings) {
  std::printf("seed %llu, %s:\n%s", static_cast<unsigned long long>(kernel.seed), style.name.c_str(),
              difference.c_str());
  std::fflush(stdout);
  const char* rounds = std::getenv("WHET_SHRINK_ROUNDS");
  const Kernel small = shrink(trial, style, kernel, rounds ? std::atoi(rounds) : 60);
  const auto again = trial.run({small}, style);
  const std::string path = settings.directory + "/seed_" + std::to_string(kernel.seed) + ".cu";
  (void)DiskFileSystem().write(path, as_file(small, style, again ? again->at(0) : difference, settings.preludes));
  std::printf("  made small: %s\n", path.c_str());
}

void run_batch(Trial& trial, const TrialSettings& settings, uint64_t first, uint64_t count, Tally& tally) {
  std::vector<Kernel> kernels;
  for (uint64_t i = 0; i < count; ++i) kernels.push_back(grow_kernel(first + i));
  const Style& style = styles()[first / k_batch % styles().size()];
  const auto differences = trial.run(kernels, style);
  if (!differences) {
    std::printf("seeds from %llu, %s: %s\n", static_cast<unsigned long long>(first), style.name.c_str(),
                describe(differences.error()).c_str());
    tally.refused += count;
    return;
  }
  for (size_t i = 0; i < kernels.size(); ++i) {
    ++tally.compared;
    if (differences->at(i).empty()) continue;
    ++tally.different;
    keep(trial, style, kernels[i], differences->at(i), settings);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: vgpu_random COUNT [FIRST_SEED [DIRECTORY]]\n"), 64;
  const uint64_t count = std::strtoull(argv[1], nullptr, 10), seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  DiskFileSystem files;
  SystemProcessRunner processes;
  const auto toolkit = find_toolkit("", files, processes);
  if (!toolkit || toolkit->nvrtc.empty()) return std::fprintf(stderr, "there is no NVRTC here\n"), 3;
  const TrialSettings settings{WHET_PRELUDES, WHET_HOST_COMPILER, argc > 3 ? argv[3] : "/tmp", toolkit->nvrtc};
  Trial trial(settings);
  Tally tally;
  for (uint64_t at = 0; at < count; at += k_batch) {
    run_batch(trial, settings, seed + at, std::min(k_batch, count - at), tally);
    if (at / k_batch % 8 == 7)
      std::printf("%llu compared, %llu different\n", (unsigned long long)tally.compared,
                  (unsigned long long)tally.different);
    std::fflush(stdout);
  }
  std::printf("%llu kernels compared, %llu different, %llu not compiled\n",
              static_cast<unsigned long long>(tally.compared), static_cast<unsigned long long>(tally.different),
              static_cast<unsigned long long>(tally.refused));
  return tally.different || tally.refused ? 1 : 0;
}

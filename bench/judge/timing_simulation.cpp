// The error rates of the speed verdicts on simulated noise: the first table of bench/judge/timing.md.
//   judge_simulation [COMPARISONS]
#include <cstdio>
#include <cstdlib>

#include "judge/simulated_noise.h"

int main(int argc, char** argv) {
  using namespace whet::test;
  const int comparisons = argc > 1 ? std::atoi(argv[1]) : 1000;
  std::printf("| noise | equal: called different | same | inconclusive | 2 %% slower: found | 1 %% slower: found |\n");
  std::printf("| --- | --: | --: | --: | --: | --: |\n");
  for (const NoiseModel& noise : noise_models()) {
    const OutcomeShares equal = outcome_shares(noise, 1, comparisons);
    std::printf("| %s | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %.1f %% |\n", noise.name.c_str(),
                100 * (equal.faster + equal.slower), 100 * equal.same, 100 * equal.inconclusive,
                100 * outcome_shares(noise, 1.02, comparisons).slower,
                100 * outcome_shares(noise, 1.01, comparisons).slower);
  }
}

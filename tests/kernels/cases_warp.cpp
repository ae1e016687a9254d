#include <bit>

#include "kernels/cases.h"

namespace whet::kernels {

namespace {

int32_t word(double value) {
  return static_cast<int32_t>(value);
}

KernelCase made(const std::string& kernel, uint32_t threads, std::vector<Argument> arguments, Reference reference) {
  return launch("warps.cu", kernel, 1, threads, std::move(arguments), std::move(reference));
}

KernelCase of_ints(const std::string& kernel, uint32_t threads, Reference reference) {
  return made(kernel, threads, {input("in", i32, threads, -1000, 1000), output("out", i32, threads)},
              std::move(reference));
}

void shuffle_types(Values& v) {
  for (size_t lane = 0; lane < 32; ++lane) {
    v[2][lane] = v[0][lane ^ 5] - v[0][lane | 7];
    const auto from = static_cast<double>(lane % 16 + 3 < 16 ? lane + 3 : lane);
    v[3][lane] = from * 0x1p40 + from;
    v[4][lane] = v[1][lane % 16 >= 9 ? lane - 9 : lane];
  }
}

void halves(Values& v) {
  for (size_t first = 0; first < v[0].size(); first += 32) {
    double sum = 0, high = -1e9;
    for (size_t lane = 0; lane < 32; ++lane) {
      if (lane & 1)
        sum += v[0][first + lane];
      else
        high = std::fmax(high, v[0][first + lane]);
    }
    for (size_t lane = 0; lane < 32; ++lane) v[1][first + lane] = lane & 1 ? sum : high;
  }
}

void tiles(Values& v) {
  std::vector<int> sums(v[0].size() / 8);
  for (size_t i = 0; i < v[0].size(); ++i) {
    int value = word(v[0][i]);
    for (int k = 0; k < static_cast<int>(i % 32 % 3); ++k) value = value * 3 + k;
    sums[i / 8] += value;
  }
  const auto turned = [&](size_t i) { return sums[i / 8] ^ (sums[i / 8] + static_cast<int>((i % 32 & 28) + 1)); };
  for (size_t i = 0; i < v[0].size(); ++i) {
    int odd = 0;
    for (size_t j = i / 8 * 8; j < i / 8 * 8 + 8; ++j) odd += turned(j) & 1;
    v[1][i] = turned(i) + (i & 8 ? odd : 0);
  }
}

void parts(Values& v) {
  for (size_t first = 0; first < v[0].size(); first += 32) {
    double sum = 0, low = 1e9;
    int all_xor = 0;
    for (size_t lane = 0; lane < 32; ++lane) {
      const double value = v[0][first + lane];
      if (lane < 11)
        sum += value;
      else if (lane < 20)
        low = std::fmin(low, value);
      else
        all_xor ^= word(value);
    }
    for (size_t lane = 0; lane < 32; ++lane) v[1][first + lane] = lane < 11 ? sum : lane < 20 ? low : all_xor;
  }
}

void partial(Values& v) {
  const size_t n = v[0].size();
  for (size_t i = 0; i < n; ++i) v[1][i] = v[0][i] + (i + 1 < n && i % 32 != 31 ? v[0][i + 1] : 0);
  for (size_t first = 0; first < n; first += 32) {
    const size_t end = std::min(first + 32, n);
    int odd = 0;
    for (size_t i = first; i < end; ++i) odd += word(v[1][i]) & 1;
    for (size_t i = first; i < end; ++i) v[1][i] += odd * 1000;
  }
}

void exchanged(Values& v) {
  v[1] = v[0];
  for (size_t step = 1; step < 32; step *= 2) {
    const std::vector<double> before = v[1];
    for (size_t i = 0; i < before.size(); ++i) v[1][i] = before[i] + before[i ^ step] * static_cast<double>(step);
  }
}

void left_by_vote(Values& v) {
  std::vector<double> left = v[0];
  double rounds = 0;
  while (*std::max_element(left.begin(), left.end()) > 0) {
    for (double& each : left) each -= 3;
    rounds += *std::min_element(left.begin(), left.end()) > 0 ? 100 : 1;
  }
  for (double& out : v[1]) out = rounds;
}

double masks(const Values&, size_t i) {
  const uint32_t eq = 1u << i % 32, lt = eq - 1, le = eq | lt, gt = ~le, ge = ~lt;
  return eq ^ lt * 3 ^ le * 5 ^ gt * 7 ^ ge * 11;
}

void votes(Values& v) {
  uint32_t ballot = 0, odd = 0;
  int any = 0, all = 1;
  for (size_t i = 0; i < 32; ++i) {
    ballot |= uint32_t{v[0][i] > 0} << i;
    odd |= uint32_t(word(v[0][i]) & 1) << i;
    any |= v[0][i] > 1, all &= v[0][i] > 2;
  }
  for (size_t i = 0; i < 32; ++i) {
    uint32_t same = 0, same_square = 0;
    for (size_t j = 0; j < 32; ++j) {
      same |= uint32_t{v[0][j] == v[0][i]} << j;
      same_square |= uint32_t{std::fabs(v[0][j]) == std::fabs(v[0][i])} << j;
    }
    uint32_t sum = ballot + any + all + same + same_square;  // no value is common to all lanes
    if (word(v[0][i]) & 1) sum += std::popcount(odd);
    v[1][i] = sum;
  }
}

void voted(Values& v) {
  int count = 0, all = 1, any = 0;
  for (const double value : v[0]) count += value > 0, all &= value > 1, any |= value > 2;
  for (double& out : v[1]) out = count + all * 1024 + any * 2048;
}

void address_space(Values& v) {
  for (size_t i = 0; i < 32; ++i) {
    const int which = word(v[0][0]);
    const double local[] = {1, 2, 3, static_cast<double>(i)};
    v[1][i] = which == 0 ? static_cast<double>(i) + 1 : which == 1 ? local[word(v[0][1]) & 3] + 4 : v[0][0] + 2;
  }
}

KernelCase spaces(int which) {
  KernelCase kernel_case =
      made("address_spaces", 32, {given("p", i32, {double(which), 3}), output("out", i32, 32)}, address_space);
  kernel_case.name += "_" + std::to_string(which);
  kernel_case.file = corpus("special_registers.cu");
  return kernel_case;
}

KernelCase from_corpus(KernelCase kernel_case, const std::string& file) {
  kernel_case.file = corpus(file);
  return kernel_case;
}

}  // namespace

Cases warp_cases() {
  Cases cases = {
      made("shuffle_types", 32,
           {input("in", f64, 32), input("shorts", i16, 32, -30000, 30000), output("out", f64, 32),
            output("wide", i64, 32), output("small", i32, 32)},
           shuffle_types),
      of_ints("shuffle_halves", 64, halves),
      of_ints("shuffle_tiles", 96, tiles),
      made("count_by_match", 150, {input("in", i32, 140, 0, 9), output("counts", i32, 9), integer("n", 140)},
           [](Values& v) {
             for (const double value : v[0]) ++v[1][static_cast<size_t>(value)];
           }),
      of_ints("reduce_parts", 64, parts),
      of_ints("partial_warp", 45, partial),
      of_ints("exchange_through_shared", 64, exchanged),
      made("leave_by_vote", 32, {input("in", i32, 32, 5, 60), output("out", i32, 32)}, left_by_vote),
      made("masks", 50, {output("out", u32, 50)}, each(0, masks)),
      made("places", 1, {output("out", i32, 3 * 2 * 2 * 60)},
           each(0,
                [](const Values&, size_t i) {
                  const size_t thread = i % 60;
                  return static_cast<double>(i / 60 * 1000 + thread % 32 + 100 * (thread / 15) + 10 * (thread / 5 % 3));
                })),
      from_corpus(made("votes", 32, {input("in", i32, 32, -4, 5), output("out", u32, 32)}, votes), "votes.cu"),
      from_corpus(made("votes_of_block", 128, {input("in", i32, 128, -3, 5), output("out", i32, 128)}, voted),
                  "named_barriers.cu"),
      from_corpus(made("hand_over", 256, {input("in", f32, 640), output("out", f32, 640), integer("rounds", 5)},
                       each(1, [](const Values& v, size_t i) { return 2 * v[0][i]; })),
                  "named_barriers.cu"),
      spaces(0),
      spaces(1),
      spaces(2),
  };
  for (KernelCase& kernel_case : cases) {
    if (kernel_case.name != "places") continue;
    const uint32_t grid[] = {3, 2, 2}, block[] = {5, 3, 4};
    std::copy(grid, grid + 3, kernel_case.grid);
    std::copy(block, block + 3, kernel_case.block);
  }
  return cases;
}

}  // namespace whet::kernels

#include <map>

#include "kernels/cases.h"

namespace whet::kernels {

namespace {

KernelCase made(const std::string& kernel, uint32_t blocks, uint32_t threads, std::vector<Argument> arguments,
                Reference reference) {
  return launch("locks.cu", kernel, blocks, threads, std::move(arguments), std::move(reference));
}

void served(Values& v) {
  const size_t blocks = v[3].size();
  v[0][0] = v[1][0] = static_cast<double>(blocks);
  v[2][0] = 2 * static_cast<double>(blocks);
  for (size_t i = 0; i < blocks; ++i) v[3][i] = 2 * static_cast<double>(i);
}

void counted(Values& v) {
  std::map<double, int> counts;
  for (const double key : v[0]) ++counts[key];
  for (size_t i = 0; i < v[0].size(); ++i) v[3][i] = counts[v[0][i]];
}

// A table of `slots` words as the kernel builds it, and how often each key was put in.
std::pair<std::vector<double>, std::vector<double>> hash_table(const std::vector<double>& keys, uint32_t slots) {
  std::vector<double> table(slots), counts(slots);
  for (const double key : keys) {
    uint32_t slot = static_cast<uint32_t>(key) * 2654435761u % slots;
    while (table[slot] != 0 && table[slot] != key) slot = (slot + 1) % slots;
    table[slot] = key;
    ++counts[slot];
  }
  return {table, counts};
}

KernelCase hash_find() {
  const std::vector<double> keys = values_of(u32, random_bytes(u32, 60, 3, 1, 100));
  const auto [table, counts] = hash_table(keys, 101);
  return made("hash_find", 3, 64,
              {input("keys", u32, 150, 1, 120), given("table", u32, table), given("counts", u32, counts),
               output("out", u32, 150), integer("n", 150), scalar("slots", u32, 101)},
              [keys](Values& v) {
                for (size_t i = 0; i < v[0].size(); ++i) {
                  v[3][i] = static_cast<double>(std::count(keys.begin(), keys.end(), v[0][i]));
                }
              });
}

void relayed(Values& v) {
  for (size_t i = 0; i < v[1].size(); ++i) {
    v[0][i] = 1;
    v[1][i] = i ? std::fmod(v[1][i - 1] * 3, 1009) : 1;
  }
}

// A ring with chords: vertex i leads to i + 1 and 3 i.
KernelCase bfs_step() {
  constexpr int vertices = 90;
  std::vector<double> offsets(vertices + 1), edges, levels(vertices, -1);
  for (int i = 0; i < vertices; ++i) {
    offsets[i + 1] = 2 * (i + 1);
    edges.push_back((i + 1) % vertices), edges.push_back(3 * i % vertices);
  }
  for (const int seen : {4, 5, 12, 13, 40}) levels[seen] = seen < 10 ? 2 : 3;
  return made("bfs_step", 3, 40,
              {given("offsets", i32, offsets), given("edges", i32, edges), in_out(given("levels", i32, levels)),
               output("found", i32, 1), integer("vertices", vertices), integer("level", 3)},
              [](Values& v) {
                const std::vector<double> before = v[2];
                for (size_t i = 0; i < v[1].size(); ++i) {
                  double& level = v[2][static_cast<size_t>(v[1][i])];
                  if (before[i / 2] == 3 && level == -1) level = 4, ++v[3][0];
                }
              });
}

void worked(Values& v) {
  v[0][0] = static_cast<double>(v[2].size()) + 4;
  for (size_t i = 0; i < v[1].size(); ++i) v[2][i / 64] += v[1][i] > 0;
}

void maximum(Values& v) {
  const auto high = static_cast<float>(*std::max_element(v[0].begin(), v[0].end()));
  uint32_t bits;
  std::memcpy(&bits, &high, sizeof bits);
  v[1][0] = bits;
}

void message(Values& v) {
  for (size_t i = 0; i < 32; ++i) v[0][i] = 3 * static_cast<double>(i), v[2][i] = v[0][i] + 2;
  for (double& flag : v[1]) flag = 1;
}

void fences(Values& v) {
  for (size_t i = 0; i < 32; ++i) v[0][i] = static_cast<double>(i), v[0][i + 32] = 1, v[0][i + 64] = 2, v[1][i] = 1;
}

}  // namespace

Cases lock_cases() {
  Cases cases = {
      made("spin_lock", 3, 40, {output("counter", i32, 1), integer("rounds", 2)}, [](Values& v) { v[0][0] = 240; }),
      made("spin_then_enter", 2, 64, {output("lock", i32, 1), output("counter", i32, 1)},
           [](Values& v) { v[1][0] = 128; }),
      made("ticket_lock", 20, 32,
           {output("next", u32, 1), output("serving", u32, 1), output("counter", i32, 1), output("seen", i32, 20)},
           served),
      made("hash_count", 1, 256,
           {input("keys", u32, 1000, 1, 300), scratch("table", u32, 512), scratch("counts", u32, 512),
            output("out", u32, 1000), integer("n", 1000), scalar("slots", u32, 512)},
           counted),
      hash_find(),
      made("relay", 50, 32, {output("flags", i32, 50), output("values", i32, 50), integer("n", 50)}, relayed),
      made("hand_to_neighbour", 1, 32, {output("box", i32, 32), output("out", i32, 32)},
           [](Values& v) {
             for (size_t i = 0; i < 32; ++i) v[0][i] = v[1][i] = 1 + static_cast<double>(i * (i + 1) / 2);
           }),
      bfs_step(),
      made("work_queue", 4, 64,
           {output("next", i32, 1), input("in", i32, 64 * 13, -100, 100), output("out", i32, 13), integer("n", 13)},
           worked),
      made("float_maximum", 4, 100, {input("in", f32, 390, 0, 1000), output("out", u32, 1), integer("n", 390)},
           maximum),
      made("message", 2, 32, {output("data", i32, 32), output("flag", i32, 96), output("out", i32, 32)}, message),
      made("fences", 1, 32, {output("data", i32, 96), output("flag", i32, 32)}, fences),
      made("proxies", 1, 20, {output("data", i32, 20)}, each(0, [](const Values&, size_t) { return 1.0; })),
  };
  for (KernelCase& kernel_case : cases) {
    if (kernel_case.name == "message") kernel_case.bits_equal_on_gpu = false;  // reads flags that may come later
    const bool old = kernel_case.name == "message" || kernel_case.name == "fences" || kernel_case.name == "proxies";
    if (old) kernel_case.file = corpus("fences.cu");
  }
  return cases;
}

}  // namespace whet::kernels

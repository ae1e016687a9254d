#include "kernels/cases.h"

namespace whet::kernels {

namespace {

int at(const std::vector<double>& values, size_t i) {
  return static_cast<int>(values[i]);
}
int32_t wrapped(int64_t value) {
  return static_cast<int32_t>(static_cast<uint32_t>(value));
}

double constants(const Values& v, size_t i) {
  constexpr double wide[] = {1.5, -2.0, 3.25, 0.125, 7.0, -0.5, 10.0, 100.0}, rest[] = {-1, 300, 5};
  const std::string text = "the quick brown fox jumps over the lazy dog";
  const int k = at(v[0], i), slot = k & 63;
  const double entry = slot < 3 ? slot + 1 : slot == 10 ? 11 : slot == 63 ? 64 : 0;
  return wide[k & 7] + text[static_cast<size_t>(k) % 43] + 7 * 0.25 + rest[k % 3] + entry;
}

void module_variables(Values& v) {
  for (int i = 0; i < 4; ++i) v[0][i] = 10 * (i + 1);
  for (int i = 0; i < 30; ++i) v[0][i & 3] += i;
  v[0][4] = v[0][1];
  const std::string messages[] = {"zero", "one", "seventeen"};
  for (size_t i = 0; i < 3; ++i) {
    for (const char c : messages[i]) v[0][5 + i] += c;
  }
}

double carved(const Values& v, size_t i) {
  const size_t n = v[0].size();
  return v[0][i * 7 % n] * ((i + 1) % n & 1 ? -1 : 1);
}

double local_matrix(const Values& v, size_t lane) {
  int64_t m[6][6];
  for (int i = 0; i < 36; ++i) m[i / 6][i % 6] = i * at(v[0], lane);
  for (int i = 0; i < 12; ++i) {
    const int a = at(v[0], lane + i) % 6, b = at(v[0], lane + i + 1) % 6;
    const int64_t kept = m[a][b];
    m[a][b] = m[b][a] + i, m[b][a] = kept;
  }
  int64_t sum = 0;
  for (int i = 0; i < 36; ++i) sum = wrapped(sum * 3 + m[i % 6][i / 6]);
  return static_cast<double>(sum);
}

double local_addresses(const Values& v, size_t i) {
  int mine = at(v[0], i), box = mine;
  int halves[] = {1, 2, 3, 4};
  int& where = mine & 1 ? mine : box;
  for (int k = 0; k < 3; ++k) {
    const int by = mine & 7;
    where += by, halves[by & 3] = by;
  }
  return mine * 1000 + box + halves[0] + halves[1] + halves[2] + halves[3];
}

double borrowed(const Values&, size_t lane) {
  double sum = 0;
  for (int i = 0; i < 16; ++i) sum += (15 - i) * static_cast<double>(lane) * i;
  return sum;
}

KernelCase made(const std::string& kernel, uint32_t threads, std::vector<Argument> arguments, Reference reference) {
  return launch("memories.cu", kernel, 1, threads, std::move(arguments), std::move(reference));
}

KernelCase with_shared(KernelCase kernel_case, uint32_t bytes) {
  kernel_case.dynamic_shared_bytes = bytes;
  return kernel_case;
}

// A float, 100 integers, and a double behind four bytes of padding.
Argument big_structure() {
  std::string bytes = bytes_of(f32, {0.5});
  for (int i = 0; i < 100; ++i) bytes += bytes_of(i32, {i * 7.0 - 90});
  bytes += std::string(4, '\0') + bytes_of(f64, {1000.25});
  return {.name = "big", .kind = Argument::Kind::scalar, .element = raw, .bytes = bytes};
}

void unaligned(Values& v) {
  for (size_t i = 0; i < v[1].size(); ++i) {
    v[1][i] = 0;
    for (size_t j = 4; j-- > 0;) v[1][i] = v[1][i] * 256 + v[0][3 * i + 1 + j];
  }
}

double grouped(const Values& v, size_t t) {
  int64_t sum = 0;
  for (size_t group = 0; group < 4; ++group) {
    for (size_t i = 0; i < 4; ++i) {
      const size_t place = (4 * t + 17 * i) & 127;
      const bool there = group < 3 || place < static_cast<size_t>(v[2][0]);
      sum = wrapped(sum * 5 + (there ? at(v[0], group * 128 + place) : 0));
    }
  }
  return static_cast<double>(sum);
}

double hinted(const Values& v, size_t i) {
  return static_cast<float>(v[0][i + 64]) + (static_cast<float>(v[0][i]) + static_cast<float>(v[0][i + 32]));
}

void hints(Values& v) {
  for (size_t i = 0; i < 32; ++i) {
    float sum = 0;
    for (size_t k = 0; k < 6; ++k) sum += static_cast<float>(v[0][i + 32 * k]);
    sum += static_cast<float>(v[2][i]);
    v[2][i + 32] = sum;
    for (size_t k = 0; k < 4; ++k) v[1][i + 32 * k] = sum;
  }
}

double polynomial_of_locals(const Values& v, size_t lane) {
  float sum = 0;
  for (int i = 0; i < 64; ++i) {
    const size_t which = static_cast<size_t>(at(v[0], i) & 63);
    sum = std::fma(static_cast<float>(v[1][lane + which * 32]), static_cast<float>(i), sum);
  }
  return sum;
}

void spilling(Values& v) {
  for (size_t lane = 0; lane < 64; ++lane) {
    float x[80];
    for (size_t i = 0; i < 80; ++i) x[i] = static_cast<float>(v[0][lane + i * 1024]);
    for (int round = 0; round < 4; ++round) {
      for (size_t i = 0; i < 80; ++i) x[i] = std::fma(x[i], x[(i + 7) % 80], x[(i + 13) % 80]);
    }
    for (size_t i = 0; i < 80; ++i) v[1][lane + i * 1024] = x[i];
  }
}

Cases corpus_memories() {
  const auto old = [](KernelCase kernel_case, const std::string& file) {
    kernel_case.file = corpus(file);
    return kernel_case;
  };
  KernelCase rolled =
      old(made("spilling", 64, {input("in", f32, 80 * 1024), output("out", f32, 80 * 1024)}, spilling), "spill.cu");
  KernelCase indexed =
      old(made("indexed_locals", 32, {input("order", i32, 64, 0, 1000), input("in", f32, 2048), output("out", f32, 32)},
               each(2, polynomial_of_locals)),
          "spill.cu");
  KernelCase generic =
      old(made("generic_copies", 16,
               {input("in", f64, 64),
                output("out", f64, 64),
                input("bytes", u8, 64, 0, 256),
                output("to", u8, 64),
                {.name = "shared", .kind = Argument::Kind::scalar, .element = u8, .bytes = std::string(1, '\0')}},
               [](Values& v) { std::copy_n(v[2].begin(), 16, v[3].begin()); }),
          "cache_hints.cu");
  KernelCase doubles =
      old(made("copy_doubles", 50, {input("in", f64, 200), output("out", f64, 200)}, [](Values& v) { v[1] = v[0]; }),
          "wide_loads.cu");
  doubles.min_sm = 100;  // before, the kernel copies a quarter
  return {
      rolled,
      indexed,
      doubles,
      generic,
      old(made("local_bytes", 20, {input("in", i8, 32, -128, 128), output("out", f64, 20), integer("n", 77)},
               each(1, [](const Values& v, size_t) { return v[0][77 & 7] * 0.5 + v[0][77 & 31]; })),
          "spill.cu"),
      old(made("large_parameter", 64,
               {packed("big", i32, values_of(i32, random_bytes(i32, 300, 9, -1e6, 1e6))), output("out", i32, 64),
                integer("at", 250)},
               each(1, [](const Values& v, size_t i) { return v[0][250] + v[0][i]; })),
          "constant_memory.cu"),
      old(made("hints", 32, {input("in", f32, 192), output("out", f32, 128), in_out(input("shy", f32, 64))}, hints),
          "cache_hints.cu"),
      old(made("say", 32, {input("in", f32, 50), integer("n", 50)}, [](Values&) {}), "printf_assert.cu"),
      old(made("insist", 40, {input("in", i32, 40, 0, 40), integer("n", 40)}, [](Values&) {}), "printf_assert.cu"),
  };
}

}  // namespace

Cases memory_cases() {
  Cases cases = {
      made("constants", 100, {input("in", i32, 90, 0, 1000), output("out", f64, 90), integer("n", 90)},
           each(1, constants)),
      made("module_variables", 32, {output("out", i32, 8), integer("n", 30)}, module_variables),
      with_shared(made("carved", 64, {input("in", f64, 45), output("out", f64, 45), integer("n", 45)}, each(1, carved)),
                  45 * 13),
      with_shared(
          made("large_shared", 128, {input("in", i32, 20000, 0, 1e6), output("out", i32, 20000), integer("n", 20000)},
               each(1, [](const Values& v, size_t i) { return at(v[0], 19999 - i) ^ static_cast<int>(i); })),
          80000),
      made("local_matrix", 40, {input("in", i32, 60, 0, 100), output("out", i32, 40)}, each(1, local_matrix)),
      made("local_addresses", 64, {input("in", i32, 64, 0, 100), output("out", i32, 64)}, each(1, local_addresses)),
      made("prints", 32, {input("in", i32, 32, -100, 100), output("out", i32, 32), integer("n", 32)},
           each(1, [](const Values& v, size_t i) { return v[0][i] + 1; })),
      made("borrows", 50, {output("out", i32, 50)}, each(0, borrowed)),
      made("by_value", 60, {big_structure(), input("in", i32, 60, 0, 1000), output("out", f64, 60)},
           each(2, [](const Values& v, size_t i) { return (at(v[1], i) % 100 * 7 - 90) * 0.5 + 1000.25; })),
      made("unaligned", 100, {input("in", u8, 300, 0, 256), output("out", u32, 98), integer("n", 98)}, unaligned),
      made("hinted", 32, {input("in", f32, 96), output("out", f32, 32), output("shy", f32, 32)},
           [](Values& v) {
             for (size_t i = 0; i < 32; ++i) {
               v[2][i] = static_cast<float>(v[0][i]) + static_cast<float>(v[0][i + 32]);
               v[1][i] = static_cast<float>(hinted(v, i));
             }
           }),
      made("copies_in_groups", 32, {input("in", i32, 512, -1e6, 1e6), output("out", i32, 32), integer("n", 77)},
           each(1, grouped)),
  };
  append(cases, corpus_memories());
  return cases;
}

}  // namespace whet::kernels

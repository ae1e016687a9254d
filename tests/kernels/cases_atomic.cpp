#include <bit>

#include "kernels/cases.h"

namespace whet::kernels {

namespace {

int32_t whole(double value) {
  return static_cast<int32_t>(static_cast<int64_t>(value));
}

void own_cells(Values& v) {
  v[1] = v[0];
  for (size_t i = 0; i < v[0].size(); i += 10) {
    double* c = &v[0][i];
    c[0] += 5, c[1] -= 7, c[2] = static_cast<double>(i / 10), c[3] = std::fmin(c[3], 0), c[4] = std::fmax(c[4], 0);
    c[5] = whole(c[5]) & 0x0ff0, c[6] = whole(c[6]) | 0x0ff0, c[7] = whole(c[7]) ^ 0x0ff0;
    c[8] = c[8] == 0 ? 99 : c[8];
    c[9] = c[9] < 0 || c[9] >= 50 ? 0 : c[9] + 1;
  }
}

void crowded(Values& v) {
  uint64_t high[2] = {}, all_xor = 0;
  uint32_t lows[3], all_or = 0;
  for (size_t k = 0; k < 3; ++k) lows[k] = static_cast<uint32_t>(v[2][k]);
  for (size_t i = 0; i < v[0].size(); ++i) {
    const int32_t value = whole(v[0][i]);
    v[1][i % 3] += value, v[4][i & 3] += value;
    lows[i % 3] = std::min(lows[i % 3], static_cast<uint32_t>(value + 1000));
    high[i % 2] = std::max(high[i % 2], static_cast<uint64_t>(value + 1000) << 33);
    all_xor ^= 1ull << (i & 63), all_or |= 1u << (i & 31);
  }
  v[1][3] = static_cast<int32_t>(all_or);
  for (size_t k = 0; k < 3; ++k) {
    const uint64_t wide = k < 2 ? high[k] : all_xor;
    v[2][k] = lows[k];
    v[3][2 * k] = static_cast<uint32_t>(wide), v[3][2 * k + 1] = static_cast<uint32_t>(wide >> 32);
  }
}

void summed(Values& v) {
  v[1][0] = 0;
  for (const double value : v[0]) v[1][0] += value;
}

void short_cells(Values& v) {
  v[1] = v[0];
  for (size_t i = 0; i < v[0].size(); ++i) {
    if (v[0][i] == static_cast<double>(i * 3)) v[0][i] = static_cast<double>(i + 1000);
  }
}

void two_places(Values& v) {
  for (size_t i = 0; i < 32; ++i) {
    const double before = i & 1 ? static_cast<double>(i) : v[0][i];
    const size_t other = i ^ 1;
    v[1][i] = before * 1000 + before + 10 + static_cast<double>(other + (other & 1 ? 10 : 0));
  }
  for (size_t i = 0; i < 32; i += 2) v[0][i] += 10;
}

// The kernels of the corpus run with one thread: their lanes would meet in the same cells.
void one_thread_results(Values& v) {
  auto &a = v[0], &b = v[1];
  double sum = 0;
  for (size_t i = 0; i < 9; ++i) sum += a[i];
  for (size_t i = 0; i < 4; ++i) sum += b[i];
  a[2] = 0, a[3] = std::fmin(a[3], 0), a[4] = std::fmax(a[4], 0), a[5] = a[5] == 0 ? 1 : a[5], a[6] = 0;
  b[0] = b[0] >= 7 ? 0 : b[0] + 1, b[1] = b[1] == 0 || b[1] > 9 ? 9 : b[1] - 1, b[2] = std::fmin(b[2], 3),
  b[3] = std::fmax(b[3], 5);
  v[2][0] = sum;
}

void one_thread_drops(Values& v) {
  auto &a = v[0], &b = v[1], &c = v[2];
  a[1] = std::fmin(a[1], 0), a[2] = std::fmax(a[2], 0), a[3] = 0;
  b[0] = b[0] >= 7 ? 0 : b[0] + 1, b[1] = std::fmax(b[1], 7);
  c[0] += 1, c[1] = std::fmin(c[1], 5), c[2] = static_cast<double>(static_cast<uint64_t>(c[2]) ^ 5);
}

void one_thread_wide(Values& v) {
  auto &a = v[0], &b = v[1];
  v[2][0] = a[0] + a[1] + a[2] + a[3] + b[0] + a[4];
  a[0] += 3, a[1] = 4, a[2] = a[2] == 5 ? 6 : a[2], a[3] = static_cast<double>(static_cast<uint64_t>(a[3]) | 7);
  b[0] = std::fmax(b[0], -3), a[4] = std::fmin(a[4], 8);
}

void one_thread_floats(Values& v) {
  v[3][0] = static_cast<float>(v[0][0]) + static_cast<float>(v[0][1]) + static_cast<float>(v[1][0]) +
            static_cast<float>(v[2][0]);
  v[0][0] += 1, v[0][1] = 2, v[1][0] += 1, v[2][0] += 1, v[2][1] += 2;
}

void float_drops(Values& v) {
  for (size_t i = 0; i < 40; ++i) {
    v[0][i] += 1, v[1][i] += 1, v[4][i] += 1;
    for (size_t arg : {2, 3}) v[arg][2 * i] += 1, v[arg][2 * i + 1] += 2;
  }
}

void scopes(Values& v) {
  auto& a = v[0];
  v[1][0] = a[0] + a[1] + a[2] + v[2][0] + a[5];
  a[0] += 1, a[1] += 2, a[2] = a[2] == 3 ? 4 : a[2], v[2][0] = v[2][0] == 1 ? 2 : v[2][0];
  a[3] += 5, a[4] = std::fmax(a[4], 5), a[5] += 1, a[6] += 1;
}

// where = a: add 1 to a[0], compare a[1] with 2, a float 1 to a[2], or 4 into a[3].
void generic_place(Values& v) {
  auto& a = v[0];
  v[1][0] = a[0] + a[1];
  a[0] += 1, a[1] = a[1] == 2 ? 3 : a[1], a[2] = 0x40000000, a[3] = whole(a[3]) | 4;
}

KernelCase made(const std::string& file, const std::string& kernel, uint32_t blocks, uint32_t threads,
                std::vector<Argument> arguments, Reference reference) {
  KernelCase made = launch(file, kernel, blocks, threads, std::move(arguments), std::move(reference));
  made.name = "atomics_" + kernel;
  return made;
}

Cases corpus_atomics() {
  const auto one = [](const std::string& kernel, std::vector<Argument> arguments, void (*reference)(Values&),
                      uint32_t threads = 1) {
    return made(corpus("atomics.cu"), kernel, 1, threads, std::move(arguments), reference);
  };
  const auto whole_floats = [](const std::string& name, Element element, size_t n) {
    return in_out(given(name, element, values_of(i32, random_bytes(i32, n, n, -20, 20))));
  };
  const Argument local = {
      .name = "local", .kind = Argument::Kind::scalar, .element = u8, .bytes = std::string(1, '\0')};
  return {
      one("integer_results",
          {in_out(given("a", i32, {4, 9, -7, 5, -3, 0, 77, 31, 12})), in_out(given("b", u32, {7, 0, 9, 2})),
           output("out", i32, 1)},
          one_thread_results),
      one("integer_drops",
          {in_out(given("a", i32, {4, 9, -7, 5, -3, 6})), in_out(given("b", u32, {3, 2})),
           in_out(given("c", u64, {8, 9, 12}))},
          one_thread_drops),
      one("wide_results",
          {in_out(given("a", u64, {10, 20, 5, 40, 50})), in_out(given("b", i64, {-60})), output("out", u64, 1)},
          one_thread_wide),
      one("float_results",
          {in_out(given("a", f32, {1.5, -2})), in_out(given("b", f64, {0.25})), in_out(given("c", f16, {3, 4})),
           output("out", f32, 1)},
          one_thread_floats),
      one("float_drops",
          {whole_floats("a", f32, 40), whole_floats("b", f64, 40), whole_floats("c", f16, 80),
           whole_floats("d", bf16, 80), whole_floats("e", f16, 40)},
          float_drops, 40),
      one("scopes",
          {in_out(given("a", i32, {1, 2, 3, 4, 5, 6, 7})), output("out", i32, 1), in_out(given("b", u16, {1}))},
          scopes),
      one("generic_place", {in_out(given("a", i32, {4, 2, 0x3f800000, 9})), output("out", i32, 1), local},
          generic_place),
  };
}

}  // namespace

Cases atomic_cases() {
  const std::string own = "atomics_all.cu";
  Argument cells = input("cells", i32, 500, -100, 100);
  std::vector<double> values = values_of(i32, cells.bytes);
  for (size_t i = 8; i < values.size(); i += 10) values[i] = i % 20 == 8 ? 0 : values[i];
  cells.bytes = bytes_of(i32, values);
  Cases cases = {
      made(own, "own_cells", 2, 32, {in_out(cells), output("old", i32, 500), integer("n", 50)}, own_cells),
      made(own, "crowded", 4, 96,
           {input("in", i32, 350, -900, 900), output("sums", i32, 4), in_out(given("lows", u32, {5000, 5000, 5000})),
            output("wide", u32, 6), output("block_sums", i32, 4), integer("n", 350)},
           crowded),
      made(own, "tickets", 5, 64, {output("counter", u32, 1), output("given", u8, 300), integer("n", 300)},
           [](Values& v) {
             v[0][0] = 300;
             for (double& given : v[1]) given = 1;
           }),
      made(own, "count_down", 2, 64, {output("counter", u32, 1), output("zeros", u32, 1), integer("n", 100)},
           [](Values& v) { v[0][0] = 5, v[1][0] = 15; }),  // 0 6 5 4 3 2 1, fourteen times and two more
      made(own, "swap_sum", 2, 64, {input("in", f64, 100), output("sum", f64, 1), integer("n", 100)}, summed),
      made(own, "short_cells", 1, 40, {in_out(input("cells", u16, 40, 0, 120)), output("old", u16, 40)}, short_cells),
      made(own, "two_places", 1, 32, {in_out(input("far", i32, 32, -100, 100)), output("out", i32, 32)}, two_places),
  };
  for (KernelCase& kernel_case : cases) {
    if (kernel_case.kernel == "swap_sum") kernel_case.absolute = 1e-12, kernel_case.bits_equal_on_gpu = false;
    if (kernel_case.kernel != "short_cells") continue;
    std::vector<double> short_values = values_of(u16, kernel_case.arguments[0].bytes);
    for (size_t i = 0; i < 40; i += 2) short_values[i] = static_cast<double>(i * 3);
    kernel_case.arguments[0].bytes = bytes_of(u16, short_values);
  }
  append(cases, corpus_atomics());
  return cases;
}

}  // namespace whet::kernels

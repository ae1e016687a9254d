#include <numeric>

#include "kernels/cases.h"

namespace whet::kernels {

namespace {

int at(const std::vector<double>& values, size_t i) {
  return static_cast<int>(values[i]);
}

double collatz(const Values& v, size_t i) {
  int count = 0;
  for (auto value = static_cast<int64_t>(v[0][i]); value != 1; ++count) value = value & 1 ? 3 * value + 1 : value / 2;
  return count;
}

void search_pairs(Values& v) {
  const int n = at(v[2], 0), wanted = at(v[3], 0);
  const auto search = [&](int first, int& looked) {
    for (int i = first; i < n; i += 7) {
      if (at(v[0], i) % 5 == 0) continue;
      for (int j = i + 1; j < n && v[0][j] >= 0; ++j) {
        ++looked;
        if (at(v[0], i) + at(v[0], j) == wanted) return i * n + j;
      }
    }
    return -1;
  };
  for (int first = 0; first < 40; ++first) {
    int looked = 0;
    v[1][2 * first] = search(first, looked);
    v[1][2 * first + 1] = looked;
  }
}

struct Machine {
  int a, b, turns = 0, at = 0;

  // One instruction of the kernel's switch; unsigned sums so that they wrap.
  void step(unsigned code) {
    const auto wrap = [](unsigned x) { return static_cast<int>(x); };
    switch ((code + (a & 1)) & 15) {
      case 0:
        a = wrap(unsigned(a) + unsigned(b));
        break;
      case 1:
        a = wrap(unsigned(a) - 3);
        [[fallthrough]];
      case 2:
        b ^= a;
        break;
      case 3:
        a = wrap(unsigned(a) * 5 + 1);
        break;
      case 4:
        b = a >> 2;
        break;
      case 5:
        at += a > b ? 2 : 0;
        break;
      case 6:
        a = std::min(a, 1000);
        break;
      case 7:
        b = wrap(unsigned(b) << 1 | 1);
        [[fallthrough]];
      case 8:
        a ^= 0x55;
        break;
      case 9:
        std::swap(a, b);
        break;
      case 10:
        a = ~a;
        break;
      case 11:
        at = turns < 100 ? -1 : at;
        break;
      case 12:
        a = wrap(unsigned(a) + unsigned(turns));
        break;
      default:
        b = wrap(unsigned(b) + unsigned(at));
        break;
    }
  }
};

void small_machine(Values& v) {
  for (size_t lane = 0; lane < v[1].size(); ++lane) {
    Machine machine = {at(v[1], lane), static_cast<int>(lane)};
    for (; machine.at < at(v[3], 0) && machine.turns < 200; ++machine.at, ++machine.turns) {
      machine.step(static_cast<unsigned>(v[0][machine.at]));
    }
    v[2][2 * lane] = machine.a, v[2][2 * lane + 1] = machine.b;
  }
}

void structs(Values& v) {
  for (size_t lane = 0; lane < v[1].size(); ++lane) {
    double sum = 0.5;
    int count = 0, odd = 0;
    const auto gather = [&](size_t first, size_t last) {
      for (size_t i = first; i < last; ++i) sum += v[0][i], ++count, odd += at(v[0], i) & 1;
    };
    for (size_t round = 0; round < lane % 4; ++round) gather(round, lane + round);
    if (lane & 1) gather(0, 3);
    v[1][lane] = sum, v[2][lane] = count * 100 + odd;
  }
}

int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

double by_lane(const Values& v, size_t i) {
  int value = at(v[0], i);
  for (int k = 0; k < 5; ++k) {
    const int results[] = {value + k + 1, value - (k + 1), value * (k + 1), std::max(value, k + 1)};
    value = results[(i + k) & 3];
  }
  return value;
}

double lambdas(const Values& v, size_t i) {
  const int value = at(v[0], i);
  return value & 1 ? value + 2 * v[2][0] : 3 * value * value;
}

double tree(const Values& v, size_t i) {
  const int in = at(v[0], i);
  const bool outer = in & 2, second = in & 1;
  const int a = 2 + in, b = 2 + (outer ? 2 * in : 0) + (outer && second ? 2 * in : 0);
  return outer ? a * 10 + (second ? b * 10 : 1) + b * 10 : a * 10;
}

double ackermann(int m, int n) {
  const double closed[] = {n + 1.0, n + 2.0, 2 * n + 3.0, std::pow(2, n + 3) - 3};
  return closed[m];
}

void sorted_parts(Values& v) {
  for (auto first = v[0].begin(); first != v[0].end(); first += at(v[1], 0)) std::sort(first, first + at(v[1], 0));
}

void interpret(Values& v) {
  // 0 add 1.5, 5 square plus 2, 4 negate, 3 root of the magnitude, 7 floor, 8 minimum with the next value
  const auto first = v[1];
  for (size_t lane = 0; lane < 32; ++lane) {
    float x = static_cast<float>(first[lane]);
    x = -std::fma(x + 1.5f, x + 1.5f, 2.0f);
    x = std::sqrt(std::fabs(x));
    v[1][lane] = std::fmin(std::floor(x), static_cast<float>(first[6]));
  }
}

Cases own() {
  const auto single = [](const std::string& kernel, std::vector<Argument> arguments, uint32_t threads, auto reference) {
    return KernelCase{.name = kernel,
                      .file = "control.cu",
                      .kernel = kernel,
                      .block = {threads, 1, 1},
                      .arguments = std::move(arguments),
                      .reference = reference};
  };
  return {
      single("collatz", {input("in", i32, 200, 1, 10000), output("steps", i32, 200), integer("n", 200)}, 224,
             each(1, collatz)),
      single("euclid",
             {input("a", u32, 70, 1, 0x1p32), input("b", u32, 70, 1, 0x1p32), output("out", u32, 70), integer("n", 70)},
             96,
             each(2,
                  [](const Values& v, size_t i) {
                    return static_cast<double>(
                        std::gcd(static_cast<uint32_t>(v[0][i]), static_cast<uint32_t>(v[1][i])));
                  })),
      single("search_pairs",
             {input("in", i32, 60, -20, 200), output("out", i32, 80), integer("n", 60), integer("wanted", 133)}, 40,
             search_pairs),
      single("small_machine",
             {input("code", u8, 64, 0, 16), input("in", i32, 50, -500, 500), output("out", i32, 100),
              integer("length", 60)},
             50, small_machine),
      single("call_with_structs", {input("in", i32, 64, 0, 100), output("sums", f64, 45), output("counts", i32, 45)},
             45, structs),
      single(
          "recurse_by_lane", {output("out", i32, 40)}, 40,
          each(0, [](const Values&, size_t i) { return fibonacci(static_cast<int>(i % 9)) * 2 + (i % 13 % 2 == 0); })),
      single("quicksort", {in_out(input("data", i32, 33 * 21, -1000, 1000)), integer("length", 21)}, 33, sorted_parts),
      single("call_by_lane", {input("in", i32, 37, -50, 50), output("out", i32, 37)}, 37, each(1, by_lane)),
      single("lambdas", {input("in", i32, 64, -100, 100), output("out", i32, 64), integer("by", 7)}, 64,
             each(1, lambdas)),
      single("virtual_tree", {input("in", i32, 40, 0, 16), output("out", i32, 40)}, 40, each(1, tree)),
      single("leave_early", {input("in", i32, 128, -100, 100), output("out", i32, 64)}, 128,
             each(1, [](const Values& v,
                        size_t i) { return v[0][i] + v[0][i + 32] + (i < 64 ? v[0][i + 32] + v[0][i + 64] : 0); })),
  };
}

}  // namespace

Cases control_cases() {
  Cases cases = own();
  const Cases others = {
      {.name = "call_smooth",
       .file = corpus("calls.cu"),
       .kernel = "call_smooth",
       .block = {50, 1, 1},
       .arguments = {input("in", f32, 50), output("out", f32, 50)},
       .reference = each(1,
                         [](const Values& v, size_t i) {
                           const double t = v[0][i];
                           return v[0][0] + (v[0][1] - v[0][0]) * t * t * (3 - 2 * t);
                         }),
       .absolute = 1e-5,
       .bits_equal_on_gpu = false},
      {.name = "recurse_ackermann",
       .file = corpus("calls.cu"),
       .kernel = "recurse",
       .block = {40, 1, 1},
       .arguments = {in_out(input("io", i32, 40, 0, 100))},
       .reference = each(0, [](const Values& v, size_t i) { return ackermann(at(v[0], i) & 3, 2); })},
      {.name = "call_pointer",
       .file = corpus("calls.cu"),
       .kernel = "call_pointer",
       .block = {33, 1, 1},
       .arguments = {input("which", i32, 33, 0, 100), in_out(input("io", f32, 33))},
       .reference =
           each(1, [](const Values& v,
                      size_t i) { return at(v[0], i) & 1 ? 0.5 * v[1][i] : static_cast<float>(v[1][i] * v[1][i]); })},
      {.name = "call_virtual",
       .file = corpus("calls.cu"),
       .kernel = "call_virtual",
       .block = {30, 1, 1},
       .arguments = {input("in", f32, 31, 0.1, 1), output("out", f32, 30)},
       .reference = each(1, [](const Values& v, size_t i) { return static_cast<float>(v[0][i] * v[0][i]); })},
      {.name = "interpret_six",
       .file = corpus("switch_table.cu"),
       .kernel = "interpret",
       .block = {32, 1, 1},
       .arguments = {given("program", i32, {0, 5, 4, 3, 7, 8, 99}), in_out(input("values", f32, 32, -3, 3)),
                     integer("length", 6)},
       .reference = interpret,
       .bits_equal_on_gpu = false},
  };
  append(cases, others);
  return cases;
}

}  // namespace whet::kernels

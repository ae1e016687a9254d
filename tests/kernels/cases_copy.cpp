#include "kernels/cases.h"

namespace whet::kernels {

namespace {

KernelCase copy(const std::string& kernel, Element from, Element to, size_t values, int elements) {
  return {.name = kernel + "_" + std::to_string(elements),
          .file = corpus("copy.cu"),
          .kernel = kernel,
          .grid = {3, 1, 1},
          .block = {96, 1, 1},
          .arguments = {input("in", from, values, size_of(from) < 4 ? -100 : -1e9, 1e9), output("out", to, values),
                        integer("n", elements)},
          .reference = each(1, [](const Values& v, size_t i) { return v[0][i]; })};
}

// The same 512 KiB whatever the width.
KernelCase of_family(const std::string& kernel, int bytes) {
  KernelCase made = copy(kernel, raw, raw, 1 << 19, (1 << 19) / bytes);
  made.family = "copy";
  made.grid[0] = 264, made.block[0] = 256;
  return made;
}

KernelCase narrow(const std::string& kernel, Element from, double high) {
  KernelCase made = copy(kernel, from, i32, 250, 250);
  made.arguments[0] = input("in", from, 250, -high, high);
  return made;
}

}  // namespace

Cases copy_cases() {
  return {
      copy("copy_u8", raw, raw, 1000, 1000),
      copy("copy_u16", raw, raw, 2 * 777, 777),
      copy("copy_32", i32, i32, 1001, 1001),
      copy("copy_64", raw, raw, 8 * 301, 301),
      copy("copy_128", raw, raw, 16 * 500, 500),
      of_family("copy_u8", 1),
      of_family("copy_u16", 2),
      of_family("copy_32", 4),
      of_family("copy_64", 8),
      of_family("copy_128", 16),
      narrow("copy_s8_to_int", i8, 128),
      narrow("copy_s16_to_int", i16, 32768),
      {.name = "stage_through_shared_900",
       .file = corpus("copy.cu"),
       .kernel = "stage_through_shared",
       .grid = {4, 1, 1},
       .block = {256, 1, 1},
       .arguments = {input("in", u8, 900, 0, 256), output("out", u8, 900), integer("n", 900)},
       .reference = each(1,
                         [](const Values& v, size_t i) {
                           const size_t mirrored = i / 256 * 256 + 255 - i % 256;
                           const double staged = mirrored < 900 ? v[0][mirrored] : 0;
                           return std::fmod(staged + static_cast<double>(i ^ 1), 256);
                         })},
  };
}

}  // namespace whet::kernels

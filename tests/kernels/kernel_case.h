// A kernel with its launch, arguments and a reference in double: run by the tests on the virtual GPU and by
// bench/vgpu on a real one.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace whet::kernels {

enum class Element { f16, bf16, f32, f64, i8, u8, i16, u16, i32, u32, i64, u64, raw };

struct Argument {
  std::string name;
  enum class Kind { scalar, buffer } kind = Kind::buffer;
  Element element = Element::f32;
  std::string bytes;    // a scalar's value, or a buffer's first content
  bool output = false;  // compared after the run
};

// Values of all buffers as doubles (raw: one per byte), in the order of arguments; scalars are one value.
using Values = std::vector<std::vector<double>>;

struct KernelCase {
  std::string name;    // unique: "scan_warp_1000"
  std::string family;  // variants of one kernel on one problem share it; empty: none
  std::string file;    // in tests/kernels/code, or tests/corpus as "../../corpus/x.cu"
  std::string kernel;  // plain name, or the whole demangled signature when there are several
  std::vector<std::string> defines;
  uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  uint32_t dynamic_shared_bytes = 0;
  bool cooperative = false;
  std::vector<Argument> arguments;
  // Turns the inputs into the expected contents, in place.
  std::function<void(Values&)> reference;
  double absolute = 0, relative = 0;  // allowed error of a floating-point output; both 0: exact
  bool bits_equal_on_gpu = true;      // integer and IEEE operations only: a GPU gives the same bits
  int min_sm = 75;
};

// Every case, built anew (inputs are made from fixed seeds).
std::vector<KernelCase> all_cases();

// The text of a case's file, which the library carries; empty when there is none of that name.
std::string_view source_of(std::string_view file);

// Where what a run left differs from what was expected: "out[17] is 3, expected 4"; empty when nothing does.
std::string difference(const KernelCase& kernel_case, const Values& expected, const Values& actual);

// Bytes of `count` values, uniform in [low, high); of raw, any bytes.
std::string random_bytes(Element element, size_t count, uint64_t seed, double low = -1, double high = 1);
std::string bytes_of(Element element, const std::vector<double>& values);
std::vector<double> values_of(Element element, const std::string& bytes);
int size_of(Element element);

}  // namespace whet::kernels

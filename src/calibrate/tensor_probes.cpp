// Rates of tensor cores by mma.sync and wgmma; see knowledge/probes/mma.cu and wgmma.cu.
#include <fmt/format.h>

#include <cmath>

#include "calibrate/probe_family.h"

namespace whet {

namespace {

constexpr int k_row_bytes = 32;  // of A and of B along k, whatever the type

// A type of operand, as bits.
struct TensorType {
  const char* name;  // "fp16"
  int number;        // TYPE in the sources
  int bytes;
  int exponent_bits, fraction_bits;  // of a float; 0: an integer
  bool is_float() const { return exponent_bits > 0; }
};
constexpr TensorType k_types[] = {
    {"fp16", 1, 2, 5, 10}, {"bf16", 2, 2, 8, 7}, {"tf32", 3, 4, 8, 10}, {"int8", 4, 1, 0, 0}, {"fp8", 5, 1, 4, 3}};

// A float from 0.25 to 1 of either sign, or any small integer, from random bits. tf32 has its bits at the top.
uint32_t random_element(const TensorType& type, uint32_t random) {
  if (!type.is_float()) return random & 0xff;
  const int bias = (1 << (type.exponent_bits - 1)) - 1;
  const uint32_t exponent = static_cast<uint32_t>(bias) - 1 - (random >> 16 & 1);
  const uint32_t fraction = random & ((1u << type.fraction_bits) - 1), sign = random >> 17 & 1;
  const int width = 1 + type.exponent_bits + type.fraction_bits;
  return (sign << (width - 1) | exponent << type.fraction_bits | fraction) << (8 * type.bytes - width);
}

double value_of(const TensorType& type, uint32_t bits) {
  if (!type.is_float()) return static_cast<int8_t>(bits);
  const int width = 1 + type.exponent_bits + type.fraction_bits;
  bits >>= 8 * type.bytes - width;
  const int bias = (1 << (type.exponent_bits - 1)) - 1;
  const auto exponent = static_cast<int>(bits >> type.fraction_bits & ((1u << type.exponent_bits) - 1));
  const double fraction = 1 + std::ldexp(bits & ((1u << type.fraction_bits) - 1), -type.fraction_bits);
  return (bits >> (width - 1) & 1 ? -1 : 1) * std::ldexp(fraction, exponent - bias);
}

// Rows of 32 bytes along k.
std::string random_rows(const TensorType& type, int rows, uint32_t seed) {
  std::string bytes(static_cast<size_t>(rows) * k_row_bytes, '\0');
  uint32_t state = seed;
  for (size_t at = 0; at < bytes.size(); at += static_cast<size_t>(type.bytes)) {
    state = state * 1664525 + 1013904223;
    const uint32_t element = random_element(type, state >> 8);
    std::memcpy(bytes.data() + at, &element, static_cast<size_t>(type.bytes));
  }
  return bytes;
}

double element(const TensorType& type, const std::string& rows, int row, int k) {
  uint32_t bits = 0;
  std::memcpy(&bits, rows.data() + row * k_row_bytes + k * type.bytes, static_cast<size_t>(type.bytes));
  return value_of(type, bits);
}

struct TensorForm {
  const TensorType& type;
  int rows, columns;    // of the product
  int tiles;            // equal products whose sum is stored
  int products;         // of a pass, into each tile
  int stores_of_block;  // sums that a block stores
  double tolerance() const { return type.is_float() ? 1e-3 : 0; }
  int depth() const { return k_row_bytes / type.bytes; }
};

constexpr int k_stored_columns = 8;  // sums over all columns that are 8 apart

// Tensor cores round sums in their own way.
std::string check_sums(std::string_view result, const TensorForm& form, const std::string& a, const std::string& b,
                       int passes) {
  const auto floats = values_of<float>(result);
  const auto integers = values_of<int32_t>(result);
  const double times = static_cast<double>(form.products) * passes * form.tiles;
  for (size_t at = 0; at < floats.size(); ++at) {
    const int place = static_cast<int>(at % static_cast<size_t>(form.rows * k_stored_columns));
    double expected = 0, size = 0;
    for (int column = place % k_stored_columns; column < form.columns; column += k_stored_columns) {
      for (int k = 0; k < form.depth(); ++k) {
        const double product = element(form.type, a, place / k_stored_columns, k) * element(form.type, b, column, k);
        expected += product;
        size += std::abs(product);
      }
    }
    const double found = form.type.is_float() ? floats[at] : integers[at];
    if (!(std::abs(found - times * expected) <= form.tolerance() * times * size))
      return fmt::format("value {} is {} instead of {}", at, found, times * expected);
  }
  return {};
}

ProbeLaunch tensor_launch(const TensorForm& form, const ProbeScale& scale, ProbeSize size, int full_passes) {
  const std::string a = random_rows(form.type, form.rows, 1), b = random_rows(form.type, form.columns, 2);
  const auto blocks = static_cast<uint32_t>(size == ProbeSize::check ? 1 : (form.rows == 64 ? 1 : 4) * scale.sms);
  const int passes = sized(size, 1, full_passes);
  const double stores = static_cast<double>(blocks) * form.stores_of_block;
  const double product = static_cast<double>(form.rows) * form.columns * form.depth();
  ProbeLaunch launch{
      .shape = {.grid = {blocks}, .block = {256}},
      .arrays = {holding(a), holding(b), {static_cast<uint64_t>(stores * form.rows) * k_stored_columns * 4}},
      .passes = passes,
      .work = 2 * product * stores * form.tiles * form.products * passes,
      .result = 2};
  launch.check = [=](std::string_view result, uint64_t) { return check_sums(result, form, a, b, passes); };
  return launch;
}

CeilingProbe tensor_probe(const TensorType& type, bool by_group, bool is_fastest) {
  const char* const instruction = by_group ? "wgmma" : "mma.sync";
  CeilingProbe probe{.id = std::string(is_fastest ? "tensor_" : "mma_") + type.name,
                     .title = fmt::format("{} tensor, {}", type.name, instruction),
                     .unit = ProbeUnit::operations_per_second,
                     .file = by_group ? "wgmma" : "mma",
                     .defines = {fmt::format("TYPE={}", type.number)},
                     .kernel = by_group ? "probe_wgmma" : "probe_mma"};
  probe.launch = [&type, by_group](const ProbeScale& scale, ProbeSize size) {
    // On a GPU several milliseconds, in which its power and clock settle.
    const bool is_short = scale.loops == 1;
    return by_group ? tensor_launch({type, 64, 256, 1, 8, 2}, scale, size, is_short ? 10 : 512 * scale.loops)
                    : tensor_launch({type, 16, 8, 8, 4, 8}, scale, size, is_short ? 16 : 128 * scale.loops);
  };
  return probe;
}

}  // namespace

void add_tensor_probes(const Architecture& architecture, ProbeSet& set) {
  const int sm = architecture.sm;
  if (sm < 80) {
    set.left_out.push_back("tensor cores: the probes need sm_80 or newer");
    return;
  }
  const bool by_groups = sm == 90, by_blocks = sm >= 100 && sm < 120;  // wgmma; tcgen05
  for (const TensorType& type : k_types) {
    if (by_groups) set.probes.push_back(tensor_probe(type, true, true));
    if (std::string_view(type.name) == "fp8" && sm != 89 && sm < 120)
      set.left_out.push_back(fmt::format("fp8 tensor, mma.sync: sm_{} has no instruction for it", sm));
    else
      set.probes.push_back(tensor_probe(type, false, !by_groups && !by_blocks));
  }
  if (by_blocks) set.left_out.push_back("tensor cores by tcgen05: there is no probe, so the data sheet's peaks count");
}

}  // namespace whet

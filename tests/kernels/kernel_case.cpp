#include "kernels/kernel_case.h"

#include <cmath>
#include <cstring>
#include <span>

#include "kernels/cases.h"
#include "kernels/small_floats.h"
#include "util/system/knowledge.h"

namespace whet {
std::span<const EmbeddedFile> embedded_kernel_code();
std::span<const EmbeddedFile> embedded_corpus();
}  // namespace whet

namespace whet::kernels {

namespace {

template <typename T>
void put(std::string& bytes, double value) {
  const T narrow = static_cast<T>(value);
  bytes.append(reinterpret_cast<const char*>(&narrow), sizeof narrow);
}

template <typename T>
double get(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return static_cast<double>(value);
}

struct Codec {
  int bytes;
  void (*put)(std::string&, double);
  double (*get)(const char*);
};

template <typename T>
constexpr Codec codec() {
  return {sizeof(T), put<T>, get<T>};
}

template <const FloatFormat& format>
constexpr Codec half_codec() {
  return {2, [](std::string& bytes, double value) { put<uint16_t>(bytes, encode(value, format)); },
          [](const char* bytes) { return decode(static_cast<uint32_t>(get<uint16_t>(bytes)), format); }};
}

// In the order of Element.
constexpr Codec k_codecs[] = {half_codec<k_f16>(), half_codec<k_bf16>(), codec<float>(),   codec<double>(),
                              codec<int8_t>(),     codec<uint8_t>(),     codec<int16_t>(), codec<uint16_t>(),
                              codec<int32_t>(),    codec<uint32_t>(),    codec<int64_t>(), codec<uint64_t>(),
                              codec<uint8_t>()};

const Codec& codec_of(Element element) {
  return k_codecs[static_cast<int>(element)];
}

// Splitmix64.
uint64_t next_random(uint64_t& state) {
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

bool is_float(Element element) {
  return element <= Element::f64;
}

bool agree(const KernelCase& kernel_case, Element element, double expected, double actual) {
  if (expected == actual) return true;
  if (!is_float(element) || std::isinf(expected)) return false;
  return std::fabs(actual - expected) <= kernel_case.absolute + kernel_case.relative * std::fabs(expected);
}

}  // namespace

int size_of(Element element) {
  return codec_of(element).bytes;
}

std::string bytes_of(Element element, const std::vector<double>& values) {
  std::string bytes;
  for (const double value : values) codec_of(element).put(bytes, value);
  return bytes;
}

std::vector<double> values_of(Element element, const std::string& bytes) {
  std::vector<double> values;
  const size_t step = static_cast<size_t>(size_of(element));
  for (size_t at = 0; at + step <= bytes.size(); at += step) values.push_back(codec_of(element).get(bytes.data() + at));
  return values;
}

std::string random_bytes(Element element, size_t count, uint64_t seed, double low, double high) {
  std::vector<double> values(count);
  for (double& value : values) {
    const double unit = static_cast<double>(next_random(seed) >> 11) * 0x1p-53;
    value = element == Element::raw ? std::floor(unit * 256) : low + unit * (high - low);
    if (!is_float(element)) value = std::floor(value);
  }
  return bytes_of(element, values);
}

std::string_view source_of(std::string_view file) {
  constexpr std::string_view corpus = "../../corpus/";
  const bool in_corpus = file.starts_with(corpus);
  if (in_corpus) file.remove_prefix(corpus.size());
  for (const EmbeddedFile& embedded : in_corpus ? embedded_corpus() : embedded_kernel_code()) {
    if (embedded.path == file) return embedded.content;
  }
  return {};
}

std::string difference(const KernelCase& kernel_case, const Values& expected, const Values& actual) {
  for (size_t i = 0; i < kernel_case.arguments.size(); ++i) {
    const Argument& argument = kernel_case.arguments[i];
    for (size_t j = 0; argument.output && j < expected[i].size(); ++j) {
      if (agree(kernel_case, argument.element, expected[i][j], actual[i][j])) continue;
      char text[160];
      std::snprintf(text, sizeof text, "%s[%zu] is %.17g, expected %.17g", argument.name.c_str(), j, actual[i][j],
                    expected[i][j]);
      return text;
    }
  }
  return "";
}

std::vector<KernelCase> all_cases() {
  std::vector<KernelCase> all;
  for (const auto topic : k_topics) append(all, topic());
  return all;
}

}  // namespace whet::kernels

#include "lift/confirm/trial_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace whet::lift {
namespace {

constexpr size_t k_margin = 1024;  // bytes before and after each array

// Large numbers of both signs: what is read where nothing may be read shows in a sum, a maximum or a minimum. No two
// words are the same, so that a copy of one shows too.
std::string margin_pattern(size_t bytes, uint64_t seed) {
  std::string text(bytes, '\0');
  for (size_t i = 0; i + 4 <= bytes; i += 4) {
    const auto word = static_cast<uint32_t>(i / 4);
    const uint32_t scrambled = (word * 2654435761u + static_cast<uint32_t>(seed) * 40503u) & 0xffffff;
    const uint32_t value = (((word / 2 + seed) & 1) != 0 ? 0xfe000000u : 0x7e000000u) | scrambled;
    std::memcpy(&text[i], &value, 4);
  }
  return text;
}

double read_real(const char* bytes, int width, NumberFormat format) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, static_cast<size_t>(width));
  return number_of(bits, format);
}

// What a mask stores where nothing is to be seen.
bool is_surely_infinite(const Estimate& e) {
  return std::isinf(e.value) && e.error == 0;
}

// Well enough to tell right from wrong, beside the largest value that its statement stores.
bool is_known_well(const StoredElement& stored, double rounding, double largest) {
  const Estimate& e = stored.real;
  if (stored.kind == StoredElement::Kind::integer) return true;
  if (stored.kind == StoredElement::Kind::real && is_surely_infinite(e)) return true;
  return stored.kind == StoredElement::Kind::real && std::isfinite(e.value) &&
         e.error <=
             std::max(0.01, 8 * rounding) * std::abs(e.value) + std::max(1e-5, rounding / 8) * std::min(1.0, largest);
}

// By statement.
std::vector<double> largest_values(const LazyArray& array) {
  std::vector<double> largest;
  for (int64_t i = 0; i < array.size(); ++i) {
    const StoredElement& stored = array.stored(i);
    if (stored.kind != StoredElement::Kind::real || !std::isfinite(stored.real.value)) continue;
    const auto statement = static_cast<size_t>(stored.statement);
    if (statement >= largest.size()) largest.resize(statement + 1);
    largest[statement] = std::max(largest[statement], std::abs(stored.real.value));
  }
  return largest;
}

// An element after the kernel and before it.
struct ElementPair {
  const char *now, *before;
  int width;
  NumberFormat format;
  uint64_t bits() const {
    uint64_t read = 0;
    std::memcpy(&read, now, static_cast<size_t>(width));
    return read;
  }
};

bool real_agrees(const Estimate& expected, double found, double rounding) {
  if (is_surely_infinite(expected)) return found == expected.value;
  if (!std::isfinite(expected.value) || !std::isfinite(expected.error)) return true;  // nothing is known
  return std::abs(found - expected.value) <= expected.error + 2 * rounding * std::abs(expected.value) + 1e-37;
}

bool element_agrees(const StoredElement& stored, const ElementPair& pair, double rounding) {
  switch (stored.kind) {
    case StoredElement::Kind::none:
      return std::memcmp(pair.now, pair.before, static_cast<size_t>(pair.width)) == 0;
    case StoredElement::Kind::real:
      return real_agrees(stored.real, read_real(pair.now, pair.width, pair.format), rounding);
    case StoredElement::Kind::integer: {
      const uint64_t mask = pair.width == 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * pair.width)) - 1;
      return pair.bits() == (static_cast<uint64_t>(stored.integer) & mask);
    }
    default:
      return true;
  }
}

std::string difference_text(const StoredElement& stored, const ElementPair& pair) {
  if (stored.kind == StoredElement::Kind::none) return "is written, which the meaning does not do";
  if (stored.kind == StoredElement::Kind::integer) {
    const int shift = 64 - 8 * pair.width;
    const int64_t found = static_cast<int64_t>(pair.bits() << shift) >> shift;
    return fmt::format("is {}, by the meaning {}", found, stored.integer);
  }
  const double found = read_real(pair.now, pair.width, pair.format);
  std::string text = fmt::format("{:.9g}", found), expected = fmt::format("{:.9g}", stored.real.value);
  if (text == expected) text = fmt::format("{:.17g}", found), expected = fmt::format("{:.17g}", stored.real.value);
  return fmt::format("is {}, by the meaning {}", text, expected);
}

}  // namespace

std::string TrialMemory::name(size_t number) const {
  return number < names_.size() && !names_[number].empty() ? names_[number] : fmt::format("p{}", number);
}

// An array with a margin on both sides. Elements that the meaning does not read look like the margin.
Result<std::string> TrialMemory::place(int number, const Surroundings& surroundings, int round, size_t least) {
  buffers_.resize(std::max(buffers_.size(), static_cast<size_t>(number) + 1));
  Buffer& buffer = buffers_[static_cast<size_t>(number)];
  const auto at = surroundings.arrays.find(number);
  buffer.array = at != surroundings.arrays.end() ? &at->second : nullptr;
  const size_t used = buffer.array != nullptr ? static_cast<size_t>(buffer.array->size() * buffer.array->bytes()) : 0;
  const size_t bytes = std::max(used, least);
  buffer.margin = k_margin;
  buffer.image = margin_pattern(bytes + 2 * k_margin, static_cast<uint64_t>(round + 2 * number + 1));
  if (buffer.array != nullptr) buffer.array->write_image(buffer.image.data() + k_margin);
  TRY(address, memory_.allocate(buffer.image.size(), name(static_cast<size_t>(number))));
  buffer.address = address;
  TRY_VOID(memory_.write(address, buffer.image.data(), buffer.image.size()));
  const uint64_t start = address + k_margin;
  return std::string(reinterpret_cast<const char*>(&start), sizeof start);
}

Result<void> TrialMemory::fill_variable(int number, uint64_t address, uint64_t bytes, const Surroundings& surroundings,
                                        int round) {
  buffers_.resize(std::max(buffers_.size(), static_cast<size_t>(number) + 1));
  Buffer& buffer = buffers_[static_cast<size_t>(number)];
  buffer.address = address;
  buffer.is_own = false;
  buffer.image = scalar(number, bytes, surroundings);
  const auto at = surroundings.arrays.find(number);
  if (at != surroundings.arrays.end()) {
    buffer.array = &at->second;
    if (static_cast<uint64_t>(at->second.size() * at->second.bytes()) > bytes)
      return failed("the variable `" + name(static_cast<size_t>(number)) + "` is shorter than what is read of it");
    buffer.image = margin_pattern(bytes, static_cast<uint64_t>(round + 2 * number + 1));
    at->second.write_image(buffer.image.data());
  }
  return memory_.write(address, buffer.image.data(), buffer.image.size());
}

// A number, or the members of a struct that the meaning reads.
std::string TrialMemory::scalar(int number, uint64_t bytes, const Surroundings& surroundings) const {
  std::string image(std::max<uint64_t>(bytes, 8) + 8, '\0');
  for (const auto& [key, value] : surroundings.integers) {
    const auto offset = static_cast<uint64_t>(key.second);
    const uint64_t width = offset + 8 <= bytes && !uses_[static_cast<size_t>(number)].has_members ? 8 : 4;
    if (key.first == number && offset + width <= bytes) std::memcpy(&image[offset], &value, width);
    if (key.first == number && bytes < 4) std::memcpy(image.data(), &value, bytes);
  }
  for (const auto& [key, value] : surroundings.reals) {
    const auto offset = static_cast<uint64_t>(key.second);
    if (key.first != number) continue;
    const auto narrow = static_cast<float>(value);
    const uint64_t half = bits_of(value, format_of(2, uses_[static_cast<size_t>(number)].is_bfloat));
    if (bytes == 2) std::memcpy(image.data(), &half, 2);
    const bool is_double = bytes == 8 && !uses_[static_cast<size_t>(number)].has_members;
    if (is_double) std::memcpy(image.data(), &value, 8);
    if (!is_double && offset + 4 <= bytes) std::memcpy(&image[offset], &narrow, 4);
  }
  image.resize(bytes);
  return image;
}

Result<void> TrialMemory::release() {
  for (const Buffer& buffer : buffers_) {
    if (buffer.address != 0 && buffer.is_own) TRY_VOID(memory_.free(buffer.address));
  }
  buffers_.clear();
  return {};
}

Result<RunOutcome> TrialMemory::compare(double rounding) {
  RunOutcome outcome;
  for (size_t i = 0; i < buffers_.size() && outcome.kind == RunOutcome::Kind::agrees; ++i) {
    if (buffers_[i].address != 0 && !buffers_[i].is_forgotten) TRY_VOID(compare_array(i, rounding, outcome));
  }
  return outcome;
}

Result<void> TrialMemory::compare_array(size_t number, double rounding, RunOutcome& outcome) {
  const Buffer& buffer = buffers_[number];
  std::string found(buffer.image.size(), '\0');
  TRY_VOID(memory_.read(buffer.address, found.data(), found.size()));
  const int width = buffer.array != nullptr ? buffer.array->bytes() : 1;
  const NumberFormat format = buffer.array != nullptr ? buffer.array->format() : NumberFormat::fp32;
  const size_t margin = buffer.margin, end = found.size() - margin;
  const std::vector<double> largest = buffer.array != nullptr ? largest_values(*buffer.array) : std::vector<double>();
  for (size_t at = 0; at < found.size(); at += static_cast<size_t>(width)) {
    const int64_t index = (static_cast<int64_t>(at) - static_cast<int64_t>(margin)) / width;
    const ElementPair pair{&found[at], &buffer.image[at], width, format};
    const bool is_element = at >= margin && at < end && buffer.array != nullptr && index < buffer.array->size();
    const StoredElement stored = is_element ? buffer.array->stored(index) : StoredElement();
    if (stored.kind != StoredElement::Kind::none) {
      const auto statement = static_cast<size_t>(stored.statement);
      const double beside = statement < largest.size() ? largest[statement] : 0;
      outcome.decided.add(stored.statement, is_known_well(stored, rounding, beside));
    }
    if (element_agrees(stored, pair, rounding)) continue;
    outcome.kind = RunOutcome::Kind::differs;
    outcome.text = fmt::format("{}[{}] {}", name(number), index, difference_text(stored, pair));
    return {};
  }
  return {};
}

}  // namespace whet::lift

#include "kernels/cases.h"

namespace whet::kernels {

namespace {

uint64_t seed_of(const std::string& name, size_t count) {
  uint64_t hash = 0xcbf29ce484222325 + count;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

}  // namespace

Argument input(std::string name, Element element, size_t count, double low, double high) {
  std::string bytes = random_bytes(element, count, seed_of(name, count), low, high);
  return {.name = std::move(name), .element = element, .bytes = std::move(bytes)};
}

Argument input(std::string name, Element element, const std::vector<double>& values) {
  return {.name = std::move(name), .element = element, .bytes = bytes_of(element, values)};
}

Argument output(std::string name, Element element, size_t count) {
  std::string bytes(count * static_cast<size_t>(size_of(element)), '\0');
  return {.name = std::move(name), .element = element, .bytes = std::move(bytes), .output = true};
}

Argument in_out(Argument filled) {
  filled.output = true;
  return filled;
}

Argument scalar(std::string name, Element element, double value) {
  return packed(std::move(name), element, {value});
}

Argument packed(std::string name, Element element, const std::vector<double>& values) {
  return {
      .name = std::move(name), .kind = Argument::Kind::scalar, .element = element, .bytes = bytes_of(element, values)};
}

}  // namespace whet::kernels

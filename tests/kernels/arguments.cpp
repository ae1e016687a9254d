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

Argument given(std::string name, Element element, const std::vector<double>& values) {
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

Argument scratch(std::string name, Element element, size_t count) {
  Argument buffer = output(std::move(name), element, count);
  buffer.output = false;
  return buffer;
}

Argument scalar(std::string name, Element element, double value) {
  return packed(std::move(name), element, {value});
}

Argument packed(std::string name, Element element, const std::vector<double>& values) {
  return {
      .name = std::move(name), .kind = Argument::Kind::scalar, .element = element, .bytes = bytes_of(element, values)};
}

KernelCase launch(const std::string& file, const std::string& kernel, uint32_t blocks, uint32_t threads,
                  std::vector<Argument> arguments, Reference reference) {
  return {.name = kernel,
          .file = file,
          .kernel = kernel,
          .grid = {blocks, 1, 1},
          .block = {threads, 1, 1},
          .arguments = std::move(arguments),
          .reference = std::move(reference)};
}

KernelCase nearly(KernelCase made, double absolute, double relative) {
  made.absolute = absolute, made.relative = relative;
  made.bits_equal_on_gpu = false;
  return made;
}

void append(Cases& cases, Cases more) {
  cases.insert(cases.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace whet::kernels

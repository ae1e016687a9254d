#include "write/text/aligned_scratch.h"

#include <fmt/format.h>

#include "write/text/joined_kernels.h"

namespace whet::write {

namespace {

constexpr int64_t k_word = 16;  // bytes

bool has_word(const std::string& text, const std::string& word) {
  return with_word(text, word, "") != text;
}

}  // namespace

void align_scratch(WrittenKernel& kernel, const std::string& array, int64_t bytes_of_element) {
  const std::string begin = fmt::format("\n  {0} = next_aligned<{1}>({0});", array, k_word), end_of_head = ") {";
  std::string& code = kernel.code;
  for (size_t at = code.find("__global__"); at != std::string::npos; at = code.find("__global__", at + 1)) {
    const size_t body = code.find(end_of_head, at);
    if (body == std::string::npos || !has_word(code.substr(at, body - at), array)) continue;
    code.insert(body + end_of_head.size(), begin);
  }
  for (WrittenScratch& each : kernel.scratch) {
    if (each.name == array) each.shape = fmt::format("{} + {}", k_word / bytes_of_element - 1, each.shape);
  }
}

}  // namespace whet::write

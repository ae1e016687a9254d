#include "judge/check/questions_in_code.h"

#include <fmt/format.h>

#include <algorithm>

#include "vgpu/program/surroundings.h"

namespace whet {

namespace {

// An instruction of this name, and not the end of a longer word.
bool has_instruction(std::string_view ptx, std::string_view name) {
  for (size_t at = ptx.find(name); at != std::string_view::npos; at = ptx.find(name, at + 1)) {
    if (at > 0 && (ptx[at - 1] == ' ' || ptx[at - 1] == '\t' || ptx[at - 1] == '\n' || ptx[at - 1] == ';')) return true;
  }
  return false;
}

}  // namespace

bool meets_other_threads(std::string_view ptx) {
  if (has_instruction(ptx, "atom.") || has_instruction(ptx, "red.") || has_instruction(ptx, "mbarrier.")) return true;
  constexpr std::string_view k_words[] = {".volatile.", ".relaxed.", ".acquire."};
  return std::any_of(std::begin(k_words), std::end(k_words),
                     [&](std::string_view word) { return ptx.find(word) != std::string_view::npos; });
}

std::vector<std::string> timers_asked(std::string_view ptx) {
  std::vector<std::string> asked;
  for (const std::string_view name : vgpu::timer_names()) {
    for (const std::string_view end : {";", " ", "\n"}) {
      if (ptx.find(fmt::format("%{}{}", name, end)) == std::string_view::npos) continue;
      asked.push_back(fmt::format("`%{}`", name));
      break;
    }
  }
  return asked;
}

}  // namespace whet

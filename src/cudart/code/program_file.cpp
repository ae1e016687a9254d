#include "cudart/code/program_file.h"

#include <algorithm>
#include <iterator>

#include "binary/container/elf.h"

namespace whet::cudart {

namespace {

constexpr int64_t k_needed_tag = 1;
constexpr uint64_t k_dynamic_entry_bytes = 16;
constexpr const char* k_offered[] = {"libcudart.so.13", "libcudart.so.12"};
constexpr const char* k_advice = "build it with nvcc -cudart shared";

std::vector<std::string> needed_libraries(const Elf& elf) {
  std::vector<std::string> needed;
  const ElfSection* const dynamic = elf.find(".dynamic");
  if (!dynamic || dynamic->link >= elf.sections.size()) return needed;
  const ByteView names = elf.sections[dynamic->link].content;
  for (uint64_t at = 0; at + k_dynamic_entry_bytes <= dynamic->content.size(); at += k_dynamic_entry_bytes) {
    const auto tag = read_at<int64_t>(dynamic->content, at);
    const auto name = read_at<uint64_t>(dynamic->content, at + 8);
    if (!tag || !name || *tag == 0) break;
    if (*tag == k_needed_tag) needed.emplace_back(text_at(names, *name));
  }
  return needed;
}

}  // namespace

std::string ProgramFile::runtime() const {
  const auto found = std::find_if(needed.begin(), needed.end(),
                                  [](const std::string& name) { return name.starts_with("libcudart.so"); });
  return found == needed.end() ? "" : *found;
}

Result<ProgramFile> read_program_file(ByteView bytes) {
  ProgramFile program;
  program.is_elf = is_elf(bytes);
  if (!program.is_elf) return program;
  TRY(elf, read_elf(bytes));
  program.needed = needed_libraries(elf);
  program.has_device_code = elf.find(".nv_fatbin") != nullptr;
  return program;
}

Result<std::string> choose_runtime(const ProgramFile& program, const std::string& path) {
  const std::string wanted = program.runtime();
  if (wanted.empty() && program.has_device_code)
    return bad_input("the program has the CUDA runtime linked into it, so whet cannot take its place", path, k_advice);
  if (wanted.empty()) return std::string(k_offered[0]);  // programs that it starts may need it
  if (std::find(std::begin(k_offered), std::end(k_offered), wanted) != std::end(k_offered)) return wanted;
  return bad_input("the program uses " + printable(wanted) + ", whet has " + k_offered[0] + " and " + k_offered[1],
                   path, "build it with nvcc 12 or 13 and -cudart shared");
}

}  // namespace whet::cudart

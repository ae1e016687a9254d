#include "binary/container/cubin_identity.h"

#include <fmt/format.h>

#include <algorithm>

#include "binary/container/nv_info.h"

namespace whet {

namespace {

constexpr int k_newest_abi = 8;
constexpr int k_known_sm[] = {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121};
constexpr uint32_t k_old_abi_accelerated = 0x800;                      // e_flags of ABI 7: an 'a' architecture
constexpr auto k_compat_accelerated = static_cast<NvAttribute>(0x09);  // .nv.compat: 1 for an 'a' architecture

// The descriptor of a note. It follows the 12-byte header and the name, which is padded to 4 bytes.
ByteView note_descriptor(const Elf& elf, std::string_view section_name) {
  const ElfSection* section = elf.find(section_name);
  if (!section) return {};
  const auto name_bytes = read_at<uint32_t>(section->content, 0), bytes = read_at<uint32_t>(section->content, 4);
  if (!name_bytes || !bytes) return {};
  return slice(section->content, 12 + (uint64_t{*name_bytes} + 3) / 4 * 4, *bytes).value_or(ByteView{});
}

// The compiler's recorded command line: "-lineinfo -arch sm_100f -m 64".
std::string_view command_line(const Elf& elf) {
  const ByteView note = note_descriptor(elf, ".note.nv.tkinfo");
  constexpr uint64_t k_strings = 24;  // the strings follow six numbers; the last is the offset of the arguments
  const auto start = read_at<uint32_t>(note, 20);
  return start ? text_at(note, k_strings + *start) : std::string_view{};
}

bool compat_says_accelerated(const Elf& elf) {
  const ElfSection* section = elf.find(".nv.compat");
  if (!section) return false;
  const auto records = read_nv_info(section->content);
  if (!records) return false;
  return std::any_of(records->begin(), records->end(),
                     [](const NvInfoRecord& r) { return r.attribute == k_compat_accelerated && r.value == 1; });
}

// Only the command line distinguishes a family target ('f') from a plain one.
char suffix_of(const Elf& elf, int sm) {
  if (elf.abi_version < k_newest_abi && (elf.flags & k_old_abi_accelerated)) return 'a';
  if (compat_says_accelerated(elf)) return 'a';
  const std::string_view arguments = command_line(elf);
  const std::string target = fmt::format("sm_{}", sm);
  const size_t at = arguments.find(target);
  if (at == std::string_view::npos || at + target.size() >= arguments.size()) return 0;
  const char next = arguments[at + target.size()];
  return next == 'a' || next == 'f' ? next : 0;
}

}  // namespace

Result<Architecture> cubin_architecture(const Elf& elf) {
  if (elf.machine != k_machine_cuda)
    return bad_input(fmt::format("this is an ELF file for machine {}, not a cubin", elf.machine), {},
                     "compile the kernel with nvcc -cubin");
  if (elf.abi_version > k_newest_abi)
    return bad_input(
        fmt::format("this is a cubin of ABI version {}, this whet reads up to {}", elf.abi_version, k_newest_abi), {},
        "compile the kernel with CUDA 13 or older, or use a newer whet");
  const int sm = elf.abi_version >= k_newest_abi ? (elf.flags >> 8) & 0xff : elf.flags & 0xff;
  if (std::find(std::begin(k_known_sm), std::end(k_known_sm), sm) == std::end(k_known_sm))
    return bad_input(fmt::format("this is a cubin for sm_{}, which this whet does not know", sm), {},
                     "compile the kernel for a GPU of sm_50 to sm_121");
  return Architecture{sm, suffix_of(elf, sm)};
}

std::string cubin_toolkit(const Elf& elf) {
  const auto version = read_at<uint16_t>(note_descriptor(elf, ".note.nv.cuinfo"), 4);
  return version && *version != 0 ? fmt::format("{}.{}", *version / 10, *version % 10) : std::string();
}

}  // namespace whet

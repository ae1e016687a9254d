#include "binary/container/device_image.h"

#include <fmt/format.h>

#include <utility>

#include "binary/container/archive.h"
#include "binary/container/cubin_identity.h"
#include "binary/container/elf.h"
#include "binary/container/fatbin.h"
#include "binary/container/ptx_header.h"

namespace whet {

namespace {

constexpr uint64_t k_machine_offset = 18;  // e_machine

bool is_data(const ElfSection& section) {
  constexpr uint32_t k_progbits = 1;
  constexpr uint64_t k_allocated = 2, k_executable = 4;
  return section.type == k_progbits && (section.flags & (k_allocated | k_executable)) == k_allocated;
}

// Walks a file and passes its images on.
class ImageWalk {
 public:
  explicit ImageWalk(const std::function<Result<void>(DeviceImage)>& visit) : visit_(visit) {}

  const ImageCount& count() const { return count_; }

  Result<void> visit_file(ByteView bytes, const std::string& origin) {
    switch (detect_kind(bytes)) {
      case FileKind::cubin:
        return visit_cubin(bytes, origin);
      case FileKind::fatbin:
        return visit_fatbins(bytes, origin, true);
      case FileKind::host_elf:
        return visit_host_elf(bytes, origin);
      case FileKind::archive:
        return visit_archive(bytes);
      case FileKind::ptx:
        return hand_out(
            {ImageKind::ptx, ptx_target(as_text(bytes)).value_or(Architecture{}), std::string(as_text(bytes)), origin});
      case FileKind::unknown:
        return {};
    }
    return {};
  }

 private:
  Result<void> hand_out(DeviceImage image) {
    ++count_.images;
    return visit_(std::move(image));
  }

  Result<void> visit_cubin(ByteView bytes, const std::string& origin) {
    TRY(elf, read_elf(bytes));
    TRY(architecture, cubin_architecture(elf));
    return hand_out({ImageKind::cubin, architecture, std::string(as_text(bytes)), origin});
  }

  Result<void> visit_archive(ByteView bytes) {
    TRY(members, read_archive(bytes));
    for (const ArchiveMember& member : members) {
      if (!is_archive(member.content)) TRY_VOID(visit_file(member.content, printable(member.name)));
    }
    return {};
  }

  // nvcc puts fatbins into separate sections; some libraries (cuFFT, cuBLASLt) also keep some as plain data.
  Result<void> visit_host_elf(ByteView bytes, const std::string& origin) {
    TRY(elf, read_elf(bytes));
    for (const ElfSection& section : elf.sections) {
      const bool is_fatbin_section = section.name == ".nv_fatbin" || section.name == "__nv_relfatbin";
      if (!is_fatbin_section && !is_data(section)) continue;
      const std::string place =
          origin.empty() ? printable(section.name) : fmt::format("{}: {}", origin, printable(section.name));
      TRY_VOID(visit_fatbins(section.content, place, is_fatbin_section));
    }
    return {};
  }

  // Reads consecutive fatbins with padding between them. With `nothing_else`, other content counts as damage.
  Result<void> visit_fatbins(ByteView bytes, const std::string& place, bool nothing_else) {
    for (uint64_t at = 0; at < bytes.size();) {
      const ByteView rest = bytes.subspan(at);
      const auto word = read_at<uint64_t>(rest, 0).value_or(0);
      if (word == 0 || (!nothing_else && !is_fatbin(rest))) {
        at += sizeof(uint64_t);
        continue;
      }
      auto fatbin = read_fatbin(rest);
      const std::string origin = place.empty() ? "" : fmt::format("{} + {:#x}, ", place, at);
      if (!fatbin) return at_place(std::move(fatbin).error(), origin);
      TRY_VOID(visit_entries(*fatbin, origin));
      at += (fatbin->bytes + 7) / 8 * 8;
    }
    return {};
  }

  Result<void> visit_entries(const Fatbin& fatbin, const std::string& place) {
    for (size_t i = 0; i < fatbin.entries.size(); ++i) {
      const FatbinEntry& entry = fatbin.entries[i];
      if (entry.kind != FatbinKind::cubin && entry.kind != FatbinKind::ptx) {
        ++count_.skipped;
        continue;
      }
      const std::string origin = fmt::format("{}entry {}", place, i + 1);
      auto content = unpack(entry);
      if (!content) return at_place(std::move(content).error(), origin);
      const ImageKind kind = entry.kind == FatbinKind::ptx ? ImageKind::ptx : ImageKind::cubin;
      const Architecture architecture = exact_architecture(kind, *content, entry.architecture);
      TRY_VOID(hand_out({kind, architecture, std::move(content).value(), origin}));
    }
    return {};
  }

  // The architecture that the image itself states, including the suffix; if the image cannot be read, that of its
  // entry.
  static Architecture exact_architecture(ImageKind kind, std::string_view content, Architecture of_entry) {
    if (kind == ImageKind::ptx) return ptx_target(content).value_or(of_entry);
    const auto elf = read_elf(as_bytes(content));
    if (!elf) return of_entry;
    const auto architecture = cubin_architecture(*elf);
    return architecture ? *architecture : of_entry;
  }

  static Error at_place(Error error, const std::string& place) {
    error.where = place;
    return error;
  }

  const std::function<Result<void>(DeviceImage)>& visit_;
  ImageCount count_;
};

Error no_images(ByteView bytes, size_t skipped) {
  if (skipped > 0)
    return bad_input(fmt::format("the device code of this file is intermediate code only ({} fatbin entries)", skipped),
                     {}, "link it for a GPU first: nvcc -dlto -arch=sm_90");
  switch (detect_kind(bytes)) {
    case FileKind::host_elf:
      return bad_input("this ELF file holds no device code", {},
                       "give a cubin, a fatbin, PTX, or a file that nvcc built");
    case FileKind::archive:
      return bad_input("this archive holds no device code", {}, "give a library that nvcc built");
    case FileKind::fatbin:
      return bad_input("this fatbin is empty");
    default:
      return bad_input("this is neither a cubin, a fatbin, PTX, nor a file that holds them");
  }
}

}  // namespace

FileKind detect_kind(ByteView bytes) {
  if (is_elf(bytes))
    return read_at<uint16_t>(bytes, k_machine_offset) == k_machine_cuda ? FileKind::cubin : FileKind::host_elf;
  if (is_archive(bytes)) return FileKind::archive;
  if (const auto magic = read_at<uint32_t>(bytes, 0); magic == k_fatbin_magic) return FileKind::fatbin;
  return is_ptx(as_text(bytes)) ? FileKind::ptx : FileKind::unknown;
}

Result<std::vector<DeviceImage>> read_device_images(ByteView bytes) {
  constexpr uint64_t k_most_bytes = uint64_t{4} << 30;
  std::vector<DeviceImage> images;
  uint64_t total = 0;
  TRY(count, for_each_device_image(bytes, [&](DeviceImage image) -> Result<void> {
        total += image.content.size();
        if (total > k_most_bytes) return bad_input("the device code of this file unpacks to more than 4 GiB");
        images.push_back(std::move(image));
        return {};
      }));
  if (images.empty()) return no_images(bytes, count.skipped);
  return images;
}

Result<ImageCount> for_each_device_image(ByteView bytes, const std::function<Result<void>(DeviceImage)>& visit) {
  ImageWalk walk(visit);
  TRY_VOID(walk.visit_file(bytes, {}));
  return walk.count();
}

}  // namespace whet

#include "binary/container/fatbin.h"

#include <fmt/format.h>
#include <lz4.h>
#include <zstd.h>

namespace whet {

namespace {

constexpr uint16_t k_version = 1;
constexpr uint64_t k_flag_old_compression = 0x1000, k_flag_lz4 = 0x2000, k_flag_zstd = 0x8000;

// Limits that keep a damaged size field from exhausting memory: no image is nearly as large, and no data compresses
// better (zstd needs 4 bytes for 128 KiB, LZ4 more).
constexpr uint64_t k_largest_image = uint64_t{1} << 30;
constexpr uint64_t k_largest_ratio = 1 << 15;

struct FatbinHeader {
  uint32_t magic;
  uint16_t version, header_bytes;
  uint64_t bytes;  // without the header
};
static_assert(sizeof(FatbinHeader) == 16);

struct EntryHeader {
  uint16_t kind, version;
  uint32_t header_bytes;
  uint64_t padded_bytes;
  uint32_t packed_bytes, unknown_20;
  uint16_t minor, major;
  uint32_t sm;
  uint64_t unknown_32, flags, unknown_48, unpacked_bytes;
};
static_assert(sizeof(EntryHeader) == 64);

Error damaged_fatbin(std::string_view what) {
  return bad_input(fmt::format("the fatbin is damaged: {}", what), {},
                   "build or copy the file again; it is cut off or overwritten");
}

// Reads the entry at `at` and advances `at` to the next.
Result<FatbinEntry> read_entry(ByteView bytes, uint64_t& at) {
  const auto header = read_at<EntryHeader>(bytes, at);
  if (!header) return damaged_fatbin("an entry is cut off");
  if (header->header_bytes < sizeof(EntryHeader))
    return damaged_fatbin(fmt::format("an entry has a header of {} bytes", header->header_bytes));
  const auto padded = slice(bytes, at + header->header_bytes, header->padded_bytes);
  if (!padded) return damaged_fatbin("an entry reaches past the end");
  const bool is_packed = header->flags & (k_flag_zstd | k_flag_lz4);
  const auto payload = slice(*padded, 0, is_packed ? header->packed_bytes : header->padded_bytes);
  if (!payload) return damaged_fatbin("a compressed entry is larger than its place");
  at += header->header_bytes + header->padded_bytes;
  const Architecture architecture{static_cast<int>(header->sm & 0xffff), 0};
  return FatbinEntry{static_cast<FatbinKind>(header->kind), architecture, header->flags,
                     is_packed ? header->unpacked_bytes : 0, *payload};
}

// Decompresses with `decompress(to, to_bytes)`, which returns the number of bytes written; any other number is a
// failure.
template <typename Decompress>
Result<std::string> decompress_entry(const FatbinEntry& entry, std::string_view format, Decompress decompress) {
  if (entry.unpacked_bytes > k_largest_image || entry.unpacked_bytes > entry.payload.size() * k_largest_ratio)
    return damaged_fatbin(
        fmt::format("an entry of {} bytes claims to unpack to {}", entry.payload.size(), entry.unpacked_bytes));
  std::string content(entry.unpacked_bytes, '\0');
  if (decompress(content.data(), content.size()) != content.size())
    return damaged_fatbin(fmt::format("an entry is not sound {} data", format));
  return content;
}

std::string raw_content(const FatbinEntry& entry) {
  std::string content(as_text(entry.payload));
  if (entry.kind == FatbinKind::ptx) content.resize(content.find_last_not_of('\0') + 1);  // PTX is padded with zeros
  return content;
}

}  // namespace

bool is_fatbin(ByteView bytes) {
  const auto header = read_at<FatbinHeader>(bytes, 0);
  return header && header->magic == k_fatbin_magic && header->version == k_version &&
         header->header_bytes == sizeof(FatbinHeader) && slice(bytes, sizeof(FatbinHeader), header->bytes).has_value();
}

Result<Fatbin> read_fatbin(ByteView bytes) {
  const auto header = read_at<FatbinHeader>(bytes, 0);
  if (!header || header->magic != k_fatbin_magic) return bad_input("this is not a fatbin");
  if (header->version != k_version || header->header_bytes != sizeof(FatbinHeader))
    return bad_input(
        fmt::format("this is a fatbin of version {}, this whet reads version {}", header->version, k_version));
  const auto body = slice(bytes, sizeof(FatbinHeader), header->bytes);
  if (!body)
    return damaged_fatbin(
        fmt::format("it claims {} bytes and has {}", header->bytes, bytes.size() - sizeof(FatbinHeader)));
  Fatbin fatbin{sizeof(FatbinHeader) + header->bytes, {}};
  for (uint64_t at = 0; at < body->size();) {
    TRY(entry, read_entry(*body, at));
    fatbin.entries.push_back(entry);
  }
  return fatbin;
}

Result<std::string> unpack(const FatbinEntry& entry) {
  const char* from = as_text(entry.payload).data();
  const size_t from_bytes = entry.payload.size();
  if (entry.flags & k_flag_zstd)
    return decompress_entry(entry, "zstd",
                            [&](char* to, size_t bytes) { return ZSTD_decompress(to, bytes, from, from_bytes); });
  if (entry.flags & k_flag_lz4)
    return decompress_entry(entry, "LZ4", [&](char* to, size_t bytes) {
      return static_cast<size_t>(LZ4_decompress_safe(from, to, static_cast<int>(from_bytes), static_cast<int>(bytes)));
    });
  if (entry.flags & k_flag_old_compression)
    return bad_input("a fatbin entry is compressed as CUDA did before 2015, which whet does not read", {},
                     "build the file again with a newer nvcc");
  return raw_content(entry);
}

}  // namespace whet

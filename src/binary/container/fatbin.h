// Fatbins: nvcc's container for the cubins and the PTX of one translation unit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "binary/container/architecture.h"
#include "util/bytes.h"
#include "util/result.h"

namespace whet {

constexpr uint32_t k_fatbin_magic = 0xba55ed50;

enum class FatbinKind : uint16_t {
  ptx = 1,
  cubin = 2
};  // others exist, such as intermediate code for link-time optimization

// One entry; its payload is in the file, usually compressed.
struct FatbinEntry {
  FatbinKind kind{};
  Architecture architecture;  // without the suffix, which only the payload has
  uint64_t flags = 0;
  uint64_t unpacked_bytes = 0;  // of a compressed payload
  ByteView payload;
};

struct Fatbin {
  uint64_t bytes = 0;  // size in the file, header included
  std::vector<FatbinEntry> entries;
};

// Whether a complete fatbin starts here.
bool is_fatbin(ByteView bytes);

// The fatbin at the start of `bytes`; what follows it is ignored.
Result<Fatbin> read_fatbin(ByteView bytes);

// The content of an entry: zstd and LZ4 payloads are decompressed, others returned unchanged.
Result<std::string> unpack(const FatbinEntry& entry);

}  // namespace whet

// Fatbins: the container in which nvcc puts the cubins and the PTX of one translation unit.
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
};  // others exist: intermediate code for link-time optimisation ...

// One entry; its payload lies in the file, as a rule compressed.
struct FatbinEntry {
  FatbinKind kind{};
  Architecture architecture;  // without the suffix, which only the payload tells
  uint64_t flags = 0;
  uint64_t unpacked_bytes = 0;  // of a compressed payload
  ByteView payload;
};

struct Fatbin {
  uint64_t bytes = 0;  // in the file, with the header
  std::vector<FatbinEntry> entries;
};

// Whether a fatbin starts here and fits.
bool is_fatbin(ByteView bytes);

// The fatbin at the start of `bytes`; what comes behind it is left alone.
Result<Fatbin> read_fatbin(ByteView bytes);

// What an entry holds: zstd and LZ4 payloads decompressed, others as they are.
Result<std::string> unpack(const FatbinEntry& entry);

}  // namespace whet

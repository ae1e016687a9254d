// Fatbins: the container in which nvcc puts the cubins and PTX of one translation unit.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "binary/architecture.h"
#include "util/bytes.h"
#include "util/result.h"

namespace whet {

enum class FatbinKind : uint16_t { ptx = 1, cubin = 2 };  // other values exist: intermediate code, sources

// One entry; its payload lies in the file, as a rule compressed.
struct FatbinEntry {
  FatbinKind kind{};
  Architecture architecture;  // without a suffix: entries do not record it
  uint64_t flags = 0;
  uint64_t unpacked_bytes = 0;  // of a compressed payload
  ByteView payload;
};

bool is_fatbin(ByteView bytes);

// The entries of the fatbin at the start of `bytes`, in order, and how many bytes it takes with its header.
struct Fatbin {
  std::vector<FatbinEntry> entries;
  uint64_t bytes = 0;
};
Result<Fatbin> read_fatbin(ByteView bytes);

// What an entry holds, decompressed.
Result<std::string> unpack(const FatbinEntry& entry);

}  // namespace whet

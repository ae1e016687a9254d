#include "vgpu/memory/poison.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace whet::vgpu {

namespace {

constexpr uint64_t k_table_bytes = 64 << 10;
constexpr uint64_t k_host_line = 64;
constexpr uint64_t k_tile_bytes = 4 << 20;
constexpr uint64_t k_tile_step = 64 << 10;     // alignment of tiles in the file: a multiple of every page size
constexpr uint64_t k_small_bytes = 256 << 10;  // filled directly, without the file

constexpr uint64_t k_most_filled = 64 << 20;

// SplitMix64.
uint64_t mixed(uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return x ^ x >> 31;
}

void fill_words(std::byte* to, uint64_t bytes, uint64_t seed) {
  for (uint64_t at = 0; at < bytes; at += sizeof(uint64_t)) {
    const uint64_t word = mixed(seed + at);
    std::memcpy(to + at, &word, sizeof word);
  }
}

}  // namespace

Poison::Poison(uint64_t seed) : seed_(mixed(seed)), table_(k_table_bytes) {
  fill_words(table_.data(), k_table_bytes, seed_);
}

Poison::~Poison() {
  if (tile_ >= 0) ::close(tile_);
}

uint64_t Poison::start_of(Kind kind, uint64_t place) const {
  const uint64_t bits = mixed(mixed(seed_ ^ static_cast<uint64_t>(kind)) + place);
  return bits % (k_table_bytes / k_host_line) * k_host_line;
}

void Poison::fill(std::byte* to, uint64_t bytes, Kind kind, uint64_t place) const {
  for (uint64_t from = start_of(kind, place); bytes > 0; from = 0) {
    const uint64_t part = std::min(bytes, k_table_bytes - from);
    std::memcpy(to, table_.data() + from, part);
    to += part;
    bytes -= part;
  }
}

void Poison::fill_masks(std::byte* to, uint64_t bytes, uint64_t place) const {
  fill(to, bytes, Kind::registers, place);
  for (uint64_t at = 0; at + sizeof(uint32_t) <= bytes; at += sizeof(uint32_t)) {
    uint32_t mask;
    std::memcpy(&mask, to + at, sizeof mask);
    mask = 0u - (mask & 1);
    std::memcpy(to + at, &mask, sizeof mask);
  }
}

int Poison::tile() {
  if (tried_) return tile_;
  tried_ = true;
  const int file = ::memfd_create("poison", MFD_CLOEXEC);
  if (file < 0) return tile_;
  void* const words = ::ftruncate(file, k_tile_bytes) == 0
                          ? ::mmap(nullptr, k_tile_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                          : MAP_FAILED;
  if (words == MAP_FAILED) {
    ::close(file);
    return tile_;
  }
  fill_words(static_cast<std::byte*>(words), k_tile_bytes, mixed(seed_));
  ::munmap(words, k_tile_bytes);
  return tile_ = file;
}

// Maps the pages of a file privately: a page uses memory only once it is written, even in an allocation of gigabytes.
std::byte* Poison::map(uint64_t bytes, uint64_t place) {
  constexpr int k_own = MAP_PRIVATE | MAP_NORESERVE;
  void* const pages = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, k_own | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return nullptr;
  auto* const start = static_cast<std::byte*>(pages);
  uint64_t done = 0;
  const int file = bytes > k_small_bytes ? tile() : -1;
  uint64_t from = start_of(Kind::allocation, place) / k_host_line % (k_tile_bytes / k_tile_step) * k_tile_step;
  while (file >= 0 && done < bytes) {
    const uint64_t part = std::min(bytes - done, k_tile_bytes - from);
    if (::mmap(start + done, part, PROT_READ | PROT_WRITE, k_own | MAP_FIXED, file, static_cast<off_t>(from)) ==
        MAP_FAILED) {
      break;
    }
    done += part;
    from = 0;
  }
  // Without the file, only k_most_filled bytes are filled: more would use up the host's memory.
  fill(start + done, std::min(bytes - done, k_most_filled), Kind::allocation, place);
  return start;
}

}  // namespace whet::vgpu

#include "cli/frame/secret_seed.h"

#include <charconv>
#include <random>

#include "problem/file/section.h"

namespace whet {

Result<uint64_t> read_seed(const std::string& given) {
  if (given.empty()) {
    std::random_device random;
    return (uint64_t{random()} << 31) ^ random();
  }
  uint64_t seed = 0;
  const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), seed);
  if (error == std::errc() && end == given.data() + given.size()) return seed;
  return bad_input(in_quotes(given) + " is no seed", "--seed", "give a whole number from 0 on");
}

}  // namespace whet

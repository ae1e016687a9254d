#include "cli/frame/secret_seed.h"

#include <charconv>

#include "problem/file/section.h"
#include "util/system/secret_number.h"

namespace whet {

Result<uint64_t> read_seed(const std::string& given) {
  if (given.empty()) return secret_number() >> 1;  // JSON and SQL have signed numbers
  uint64_t seed = 0;
  const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), seed);
  if (error == std::errc() && end == given.data() + given.size()) return seed;
  return bad_input(in_quotes(given) + " is not a seed", "--seed", "give a whole number, 0 or more");
}

}  // namespace whet

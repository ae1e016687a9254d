// A key in a file that nobody else can read.
#pragma once

#include <sys/types.h>

#include <string>

#include "mind/key/secret_key.h"

namespace whet {

// Refuses a file that `owner` does not own, or whose permissions are not 0600 or 0400.
Result<SecretKey> read_key_file(const std::string& path, uid_t owner);

}  // namespace whet

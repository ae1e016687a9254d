// Static libraries (.a): the members of an ar archive.
#pragma once

#include <string>
#include <vector>

#include "util/bytes.h"
#include "util/result.h"

namespace whet {

struct ArchiveMember {
  std::string name;
  ByteView content;
};

bool is_archive(ByteView bytes);

// The members in order, without the symbol and name tables.
Result<std::vector<ArchiveMember>> read_archive(ByteView bytes);

}  // namespace whet

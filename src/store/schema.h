// The tables of a store, as steps from one version to the next. A version once released is never edited: a change is a
// further step.
#pragma once

#include <span>

#include "store/database.h"

namespace whet::store {

struct Migration {
  const char* what;  // it brings
  const char* sql;
};

// Step i makes version i + 1 out of version i; an empty file is version 0.
std::span<const Migration> migrations();
int newest_version();

// Brings the file to `version`, in one transaction. A newer file, or one that is not a whet store, is refused and left
// as it is.
Result<void> migrate(Database& database, int version = newest_version());

}  // namespace whet::store

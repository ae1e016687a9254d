// The tables of a store, as migrations from one version to the next. A released migration is never edited: each change
// is a new one.
#pragma once

#include "store/database.h"

namespace whet::store {

// An empty file has version 0.
int newest_version();

// Migrates the file to `version` in one transaction. A newer file, or one that is not a whet store, is rejected and
// left unchanged.
Result<void> migrate(Database& database, int version = newest_version());

}  // namespace whet::store

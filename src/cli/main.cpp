#include <malloc.h>

#include "cli/frame/commands.h"
#include "util/system/leavings.h"

namespace {

// whet allocates and frees hundreds of arrays of some megabytes. If they were returned to the system each time, it
// would clear each of them again.
void keep_freed_memory() {
  constexpr int k_apart = 32 << 20, k_most_kept = 256 << 20;  // bytes
  mallopt(M_MMAP_THRESHOLD, k_apart);
  mallopt(M_TRIM_THRESHOLD, k_most_kept);
}

}  // namespace

int main(int argc, char** argv) {
  keep_freed_memory();
  whet::clear_leavings_on_signals();
  return whet::run_cli(whet::all_commands(), argc, argv);
}

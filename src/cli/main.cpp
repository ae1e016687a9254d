#include <malloc.h>

#include "cli/commands.h"
#include "util/leavings.h"

namespace {

// Arrays of some megabytes come and go by the hundred; given back each time, the system clears each of them anew.
void keep_freed_memory() {
  constexpr int k_apart = 32 << 20, k_most_kept = 256 << 20;  // bytes
  mallopt(M_MMAP_THRESHOLD, k_apart);
  mallopt(M_TRIM_THRESHOLD, k_most_kept);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace whet;
  keep_freed_memory();
  clear_leavings_on_signals();
  return run_cli({inspect_command(),    sass_command(),     run_command(),    check_command(),    bench_command(),
                  exec_command(),       optimize_command(), tune_command(),   resume_command(),   start_command(),
                  submit_command(),     ablate_command(),   finish_command(), replay_command(),   runs_command(),
                  show_command(),       report_command(),   memory_command(), specs_command(),    doctor_command(),
                  completion_command(), runner_command(),   worker_command(), sanitized_command()},
                 argc, argv);
}

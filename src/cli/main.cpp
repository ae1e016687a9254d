#include "cli/commands.h"
#include "util/leavings.h"

int main(int argc, char** argv) {
  using namespace whet;
  clear_leavings_on_signals();
  return run_cli({inspect_command(),    sass_command(),     run_command(),    check_command(),    bench_command(),
                  exec_command(),       optimize_command(), tune_command(),   resume_command(),   start_command(),
                  submit_command(),     ablate_command(),   finish_command(), replay_command(),   runs_command(),
                  show_command(),       report_command(),   memory_command(), specs_command(),    doctor_command(),
                  completion_command(), runner_command(),   worker_command(), sanitized_command()},
                 argc, argv);
}

#include "cli/commands.h"

int main(int argc, char** argv) {
  using namespace whet;
  return run_cli({inspect_command(), sass_command(), run_command(), check_command(), bench_command(), exec_command(),
                  optimize_command(), tune_command(), resume_command(), replay_command(), runs_command(),
                  show_command(), memory_command(), specs_command(), doctor_command(), completion_command(),
                  runner_command(), worker_command(), sanitized_command()},
                 argc, argv);
}

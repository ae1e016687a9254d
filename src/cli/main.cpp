#include "cli/commands.h"

int main(int argc, char** argv) {
  using namespace whet;
  return run_cli({inspect_command(), sass_command(), run_command(), exec_command(), specs_command(), doctor_command(),
                  completion_command()},
                 argc, argv);
}

#include "cli/commands.h"
#include "util/leavings.h"

int main(int argc, char** argv) {
  whet::clear_leavings_on_signals();
  return whet::run_cli(whet::all_commands(), argc, argv);
}

#include "write/text/written.h"

#include <fmt/format.h>

#include "util/text.h"

namespace whet::write {

namespace {

constexpr const char* k_of_scratch =
    "# Scratch is of one call: calls that may run at the same time, on several streams, need their own.\n";

}  // namespace

std::string WrittenKernel::sidecar() const {
  std::string text = scratch.empty() ? "" : k_of_scratch;
  for (const WrittenScratch& each : scratch)
    text +=
        fmt::format("[[scratch]]\nname = \"{}\"\ntype = \"{}\"\nshape = [\"{}\"]\n", each.name, each.type, each.shape);
  for (const WrittenLaunch& launch : launches) {
    text += fmt::format("[[launch]]\nentry = \"{}\"\nargs = [{}]\ngrid = [\"{}\"]\nblock = [{}]\n", launch.entry,
                        join(launch.arguments, ", "), launch.grid, launch.block);
    if (launch.shared > 0) text += fmt::format("shared = {}\n", launch.shared);
  }
  return text;
}

std::string WrittenKernel::file() const {
  return "/* whet\n" + sidecar() + "*/\n" + source;
}

std::string WrittenKernel::describe() const {
  std::string text = schedule;
  for (const WrittenConstant& constant : constants) text += fmt::format(" {}={}", constant.name, constant.value);
  return text;
}

}  // namespace whet::write

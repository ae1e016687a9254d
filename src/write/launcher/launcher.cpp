#include "write/launcher/launcher.h"

#include <fmt/format.h>

#include "write/launcher/kernel_call.h"
#include "write/launcher/launcher_function.h"

namespace whet::write {

namespace {

std::string comment_of(const Problem& original, const LauncherFunction& function) {
  std::vector<std::string> entries;
  for (const ProblemLaunch& each : original.launches) entries.push_back("`" + each.entry + "`");
  std::string text = wrapped("// Takes the place of ", entries, ".\n");
  text += "// A call that these kernels are not for launches nothing and returns cudaErrorInvalidValue.\n";
  for (const FurtherSize& each : function.further)
    text +=
        fmt::format("// `{}` is a size that no argument tells: the original has it from its grid.\n", each.parameter);
  return text;
}

}  // namespace

Result<std::string> launcher_text(const Problem& original, const Problem& candidate, const LauncherTerms& terms) {
  TRY(function, launcher_function(original, candidate, terms));
  std::string text = "\n#ifndef __CUDACC_RTC__  // host code\n";
  for (const std::string& each : function.headers()) text += fmt::format("#include <{}>\n", each);
  text += "\n" + comment_of(original, function);
  text += wrapped(fmt::format("cudaError_t launch_{}(", plain_name(original)), function.declarations(), ")") + " {\n";
  return text + function.body() + "}\n#endif\n";
}

}  // namespace whet::write

// Kernels that are there already, as launchers take them: the files of candidates, and tables by size.
#pragma once

#include <optional>
#include <string>

#include "cli/frame/context.h"
#include "problem/file/problem.h"
#include "write/launcher/launcher.h"
#include "write/writer.h"

namespace whet {

// An error for a macro that only the command line of its compiler gives, as the judge does: a file that stands alone
// has none.
Result<void> refuse_macros(const Problem& candidate);

// The kernels that whet writes for a problem, by which those among candidates are known.
class KnownKernels {
 public:
  KnownKernels(const Problem& problem, const std::string& device, Context& context);

  // What a caller may pass to a candidate. One that whet writes is known by its text.
  write::LauncherTerms terms_of(const Problem& candidate) const;

 private:
  std::optional<write::WrittenKernels> written_;
};

// The file with all kernels of the table at `path`, whose files are beside it.
Result<std::string> launched_table(const Problem& problem, const std::string& path, const std::string& device,
                                   Context& context);

}  // namespace whet

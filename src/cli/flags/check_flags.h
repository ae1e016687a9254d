// The flags of `whet check`.
#pragma once

#include <string>
#include <vector>

#include "cli/flags/compile_options.h"
#include "problem/data/resolve.h"
#include "problem/from_signature.h"

namespace whet {

struct CheckFlags {
  std::string problem, candidate, device = "auto", case_name, dims, tunables, seed;
  CompileOptions compile;
  SignatureRequest signature;  // its kernel and dims are `problem` and `dims`
  std::string save = k_not_saved;
  int reference_limit = 0;  // seconds; 0: as usual
  int time_limit = 0;       // seconds; 0: the limit of the judge's policy
  bool quick = false, sanitize = false, json = false, markdown = false;

  static constexpr const char* k_not_saved = "-";  // not empty: --save without a value leaves it empty
  bool saves() const { return save != k_not_saved; }
};

std::vector<Option> check_option_table(CheckFlags* flags);

// The sizes and tunables that --dims and --set replace. `is_described`: --dims became part of the problem.
Result<ResolveOptions> resolve_options(const CheckFlags& flags, bool is_described);

// The flags that repeat this check, without --candidate and --seed: " --ref ref.py --dims n=1024".
std::string repeated_flags(const CheckFlags& flags);

}  // namespace whet

#include "cli/flags/check_flags.h"

#include "cli/frame/show.h"

namespace whet {

std::vector<Option> check_option_table(CheckFlags* flags) {
  SignatureRequest& signature = flags->signature;
  std::vector<Option> table = {
      {"problem", "folder with problem.toml, the file itself, or FILE.cu", &flags->problem, "FILE", {}, true},
      {"--candidate", "another kernel for the problem", &flags->candidate, "FILE"},
      {"-d,--device", "virtual:GPU, cuda:N or auto (default auto)", &flags->device, "DEVICE"},
      {"-c,--case", "one case of the problem, by name or index (default: all)", &flags->case_name, "CASE"},
      {"--dims", "other sizes: M=4096,N=1K", &flags->dims, "SIZES"},
      {"--set", "values of [tune]: TILE=32", &flags->tunables, "VALUES"},
      {"--seed", "seed of all data (default: random, shown afterwards)", &flags->seed, "N"},
      {"--quick", "run only the first trials", &flags->quick},
      {"--sanitize", "watch every access, race and barrier in each case, not once at a small size", &flags->sanitize},
      {"--ref", "for FILE.cu without a problem: the file that computes the result (default: FILE.cu itself)",
       &signature.reference, "FILE"},
      {"--entry", "for FILE.cu: name of the kernel in FILE.cu", &signature.entry, "NAME"},
      {"--shape", "for FILE.cu: shape of an array, A=M,K; may be repeated", &signature.shapes, "SHAPE"},
      {"--inout", "for FILE.cu: arrays that are read and written: C,D", &signature.inout, "NAMES"},
      {"--grid", "for FILE.cu: blocks of the grid, \"ceil_div(N, 16),M\"", &signature.grid, "EXTENTS"},
      {"--block", "for FILE.cu: threads per block, 16,16", &signature.block, "EXTENTS"},
      {"--shared", "for FILE.cu: dynamic shared memory per block, in bytes", &signature.shared, "BYTES"},
      {"--save",
       "for FILE.cu: write problem.toml next to the kernel, or to FILE",
       &flags->save,
       "FILE",
       {},
       false,
       true},
      {"--reference-limit", "seconds that a reference may take (default 300; 30 if the original can answer for it)",
       &flags->reference_limit, "N"},
      {"--time-limit", "seconds for a candidate's compiler, and for its trials (default 20 and 15, or 10 originals)",
       &flags->time_limit, "N"},
      {"--md", "print the report as Markdown", &flags->markdown},
      json_option(&flags->json),
  };
  for (Option& option : compile_option_table(&flags->compile)) table.push_back(std::move(option));
  return table;
}

Result<ResolveOptions> resolve_options(const CheckFlags& flags, bool is_described) {
  ResolveOptions options;
  if (!is_described) {  // else --dims became part of the problem
    TRY(dims, parse_assignments(flags.dims, "--dims"));
    options.dims = std::move(dims);
  }
  TRY(tunables, parse_assignments(flags.tunables, "--set"));
  options.tunables = std::move(tunables);
  return options;
}

std::string repeated_flags(const CheckFlags& flags) {
  std::string text;
  const auto add = [&](const char* flag, const std::string& value) {
    if (value.empty()) return;
    const bool quotes = value.find_first_of(" ()*<>&;$") != std::string::npos;
    text += std::string(" ") + flag + " " + (quotes ? "'" + value + "'" : value);
  };
  const SignatureRequest& signature = flags.signature;
  add("--ref", signature.reference);
  add("--entry", signature.entry);
  add("--dims", flags.dims);
  for (const std::string& shape : signature.shapes) add("--shape", shape);
  add("--inout", signature.inout);
  add("--grid", signature.grid);
  add("--block", signature.block);
  add("--shared", signature.shared);
  text += repeated_options(flags.compile);
  add("--case", flags.case_name);
  add("--set", flags.tunables);
  if (flags.device != CheckFlags{}.device) add("--device", flags.device);
  return text;
}

}  // namespace whet

#include "compile/build_one.h"

#include <algorithm>

#include "compile/log/compile_error.h"
#include "compile/nvcc.h"
#include "compile/nvrtc/nvrtc_compile.h"
#include "source/kernel/kernels.h"
#include "util/text.h"

namespace whet {

namespace {

using Choice = CompileRequest::Choice;

const char* const k_install_hint = "install the CUDA toolkit, or name its directory with WHET_CUDA";

// The choice of compilers for one architecture.
class Run {
 public:
  Run(const BuildJob& job, const Architecture& architecture)
      : job_(job),
        begin_(job.clock.monotonic_ns()),
        architecture_(architecture),
        lines_(job.request.file, job.request.source, job.files) {}

  Result<Build> go() {
    if (extension_of(job_.request.file) == ".ptx") return assemble();
    if (!job_.request.host_function.empty()) return with_host_code();
    switch (job_.request.choice) {
      case Choice::nvcc:
        return with_nvcc("");
      case Choice::nvrtc:
        return with_nvrtc_alone();
      case Choice::automatic:
        break;
    }
    if (const std::string reason = reason_for_nvcc(job_.request, job_.facts); !reason.empty()) return with_nvcc(reason);
    const std::string difference = difference_to_nvcc(job_.facts, architecture_);
    const bool prefer_nvcc = job_.request.exact && !difference.empty() && !job_.toolkit.nvcc.empty();
    return prefer_nvcc ? with_nvcc_else_nvrtc(difference) : with_nvrtc_then_nvcc();
  }

 private:
  Result<Build> assemble() {
    if (job_.toolkit.ptxas.empty())
      return missing("there is no ptxas to assemble `" + job_.request.file + "`", {}, k_install_hint);
    TRY(attempt, assemble_with_ptxas(job_.request, architecture_, job_.toolkit, job_.readable, job_.files,
                                     job_.processes, lines_));
    return finish(std::move(attempt), "");
  }

  Result<Build> with_nvcc(const std::string& why) {
    if (job_.toolkit.nvcc.empty()) return nvcc_is_missing(why);
    TRY(attempt, compile_with_nvcc(job_.request, architecture_, job_.toolkit, job_.readable, job_.files, job_.processes,
                                   lines_));
    return finish(std::move(attempt), why);
  }

  Result<Build> with_host_code() {
    if (job_.toolkit.nvcc.empty()) return nvcc_is_missing("it holds host code");
    TRY(attempt, compile_library_with_nvcc(job_.request, architecture_, job_.toolkit, job_.readable, job_.files,
                                           job_.processes, lines_));
    return finish(std::move(attempt), "it holds host code");
  }

  // If nvcc is only preferred and does not work, as without a host compiler, NVRTC is used instead.
  Result<Build> with_nvcc_else_nvrtc(const std::string& why) {
    auto attempt =
        compile_with_nvcc(job_.request, architecture_, job_.toolkit, job_.readable, job_.files, job_.processes, lines_);
    const bool works =
        attempt && (attempt->accepted || attempt->unknown_architecture || attempt->timed_out || names_a_line(*attempt));
    return works ? finish(std::move(attempt).value(), why) : with_nvrtc_then_nvcc();
  }

  Result<Attempt> try_nvrtc() {
    if (job_.toolkit.nvrtc.empty()) return missing("NVRTC is not installed", {}, k_install_hint);
    return compile_with_nvrtc(job_.nvrtc, job_.request, architecture_, job_.toolkit, job_.facts.headers,
                              job_.facts.device_code, job_.readable, lines_);
  }

  Result<Build> with_nvrtc_alone() {
    std::string unknown;
    if (!nvrtc_flags(job_.request.extra_flags, unknown)) {
      return bad_input("NVRTC does not accept the flag `" + unknown + "`", {}, "leave it out, or compile with nvcc");
    }
    auto tried = try_nvrtc();
    if (!tried) return tried.error().kind == ErrorKind::failed ? compiler_crash(job_.request) : tried.error();
    return finish_nvrtc(std::move(tried).value());
  }

  Result<Build> with_nvrtc_then_nvcc() {
    auto tried = try_nvrtc();
    if (!tried) return without_nvrtc(tried.error());
    Attempt attempt = std::move(tried).value();
    if ((attempt.accepted && holds_kernel(attempt)) || attempt.timed_out || job_.toolkit.nvcc.empty())
      return finish_nvrtc(std::move(attempt));
    CompileRequest rest = job_.request;
    rest.seconds = std::max(1.0, rest.seconds - seconds_so_far());
    auto by_nvcc =
        compile_with_nvcc(rest, architecture_, job_.toolkit, job_.readable, job_.files, job_.processes, lines_);
    const bool nvcc_works = by_nvcc && (by_nvcc->accepted || names_a_line(*by_nvcc) || !names_a_line(attempt));
    if (!nvcc_works) return finish_nvrtc(std::move(attempt));
    add_columns(attempt.messages, by_nvcc->messages);
    return finish(std::move(by_nvcc).value(), why_not_nvrtc(attempt));
  }

  Result<Build> without_nvrtc(const Error& error) {
    if (!job_.toolkit.nvcc.empty()) return with_nvcc(error.what);
    if (error.kind == ErrorKind::failed) return compiler_crash(job_.request);
    return missing("there is no CUDA compiler: neither NVRTC nor nvcc was found", {}, k_install_hint);
  }

  // Adds a note when nvcc would have generated different code.
  Result<Build> finish_nvrtc(Attempt attempt) {
    const std::string difference = difference_to_nvcc(job_.facts, architecture_);
    if (!difference.empty())
      attempt.messages.push_back(
          {Severity::note, job_.request.file, 0, 0, difference + ": its machine code may differ"});
    return finish(std::move(attempt), "");
  }

  Result<Build> finish(Attempt attempt, std::string why) {
    if (attempt.unknown_architecture) return unknown_architecture(attempt);
    if (!attempt.accepted) return compile_error(job_.request, attempt, lines_);
    if (attempt.library.empty() && !holds_kernel(attempt)) return no_kernel();
    Build build;
    build.architecture = architecture_;
    build.cubin = std::move(attempt.cubin);
    build.ptx = std::move(attempt.ptx);
    build.library = std::move(attempt.library);
    build.messages = std::move(attempt.messages);
    build.resources = std::move(attempt.resources);
    build.compiler = std::move(attempt.compiler);
    build.why_this_compiler = std::move(why);
    return build;
  }

  static bool holds_kernel(const Attempt& attempt) { return attempt.ptx.find(".entry") != std::string::npos; }

  static bool names_a_line(const Attempt& attempt) {
    return std::any_of(attempt.messages.begin(), attempt.messages.end(), [](const CompilerMessage& message) {
      return message.severity == Severity::error && message.line > 0;
    });
  }

  // nvcc loses columns after macros; NVRTC, which rejected the same source, has them.
  static void add_columns(const std::vector<CompilerMessage>& from, std::vector<CompilerMessage>& to) {
    for (CompilerMessage& message : to) {
      const auto same = std::find_if(from.begin(), from.end(), [&](const CompilerMessage& other) {
        return other.file == message.file && other.line == message.line && other.text == message.text;
      });
      if (message.column == 0 && same != from.end()) message.column = same->column;
    }
  }

  static std::string why_not_nvrtc(const Attempt& attempt) {
    if (attempt.accepted) return "NVRTC generated no kernel from it";
    for (const CompilerMessage& message : attempt.messages) {
      if (message.severity != Severity::error) continue;
      const std::string place = message.line > 0 ? " at " + message.file + ":" + std::to_string(message.line) : "";
      if (message.text.find("in JIT mode") != std::string::npos) return "NVRTC does not accept the host code" + place;
      return "NVRTC stopped" + place + ": " + message.text.substr(0, message.text.find(';'));
    }
    return "NVRTC failed";
  }

  Error unknown_architecture(const Attempt& attempt) const {
    std::string supported = join(attempt.supported, ", ");
    if (supported.empty() && !job_.toolkit.nvcc.empty()) supported = nvcc_architectures(job_.toolkit, job_.processes);
    return bad_input("the compiler does not know " + architecture_.name(), {},
                     supported.empty() ? "name another architecture" : "name one of " + supported);
  }

  Error nvcc_is_missing(const std::string& why) const {
    return missing(
        "compiling `" + job_.request.file + "` needs nvcc, which is not installed" + (why.empty() ? "" : ": " + why),
        {}, k_install_hint);
  }

  Error no_kernel() const {
    for (const KernelSource& kernel : find_kernels(job_.facts.outline)) {
      if (!kernel.is_template) continue;
      return bad_input(
          "`" + job_.request.file + "` holds no kernel: `" + kernel.name + "` is a template that nothing instantiates",
          job_.request.file + ":" + std::to_string(kernel.line),
          "add an explicit instantiation such as `template __global__ void " + kernel.name + "<float>(...);`");
    }
    return bad_input("`" + job_.request.file + "` holds no kernel", {}, "name a file with a __global__ function");
  }

  double seconds_so_far() const { return 1e-9 * static_cast<double>(job_.clock.monotonic_ns() - begin_); }

  const BuildJob& job_;
  int64_t begin_;
  const Architecture& architecture_;
  SourceLines lines_;
};

// PyTorch compiles its extensions with it, so their kernels use std::numeric_limits without a thought. Those are
// constants; other functions of the host stay refused, as their author's own nvcc refuses them.
const char* const k_relaxed = "--expt-relaxed-constexpr";
const char* const k_limits = "numeric_limits";

// Whether each error is about such a constant; the line of the source follows the error.
bool is_about_limits_alone(const Error& error) {
  const auto lines = split(error.details, '\n');
  bool is_any = false;
  for (size_t i = 0; i + 1 < lines.size(); ++i) {
    if (lines[i].find(": error: ") == std::string::npos) continue;
    if (lines[i + 1].find(k_limits) == std::string::npos) return false;
    is_any = true;
  }
  return is_any;
}

Result<Build> relaxed_where_asked(const BuildJob& job, const Architecture& architecture) {
  auto strict = Run(job, architecture).go();
  const bool is_asked =
      !strict && strict.error().mend.find(k_relaxed) != std::string::npos && is_about_limits_alone(strict.error());
  if (!is_asked) return strict;
  CompileRequest request = job.request;
  request.extra_flags.emplace_back(k_relaxed);
  const BuildJob relaxed{request, job.toolkit, job.facts, job.readable, job.nvrtc, job.files, job.processes, job.clock};
  auto built = Run(relaxed, architecture).go();
  return built ? std::move(built) : std::move(strict);
}

}  // namespace

Result<Build> build_one(const BuildJob& job, const Architecture& architecture) {
  const int64_t begin = job.clock.monotonic_ns();
  TRY(build, relaxed_where_asked(job, architecture));
  build.compile_ms = static_cast<double>(job.clock.monotonic_ns() - begin) / 1e6;
  return build;
}

}  // namespace whet

// A kernel of a test described as a problem, compiled, and run on the virtual GPU with every check on.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "compile/compiler.h"
#include "describe/describe.h"
#include "device/staged_problem.h"
#include "device/virtual/fault_error.h"
#include "device/virtual/virtual_device.h"
#include "problem/build.h"
#include "problem/signature/candidate.h"
#include "util/clock.h"
#include "util/system/process.h"

namespace whet::test {

// Everything that is watched.
constexpr vgpu::CheckSet k_all_checks{true, true, true, true};

class ProblemRun {
 public:
  ProblemRun() : compiler_({cache(), 1ull << 30, ""}, files_, processes_, clock_) {}

  Result<Problem> describe(const std::string& file, const std::string& entry, const std::string& inout = {},
                           const std::vector<std::string>& shapes = {}) {
    SignatureRequest request;
    request.kernel = file;
    request.entry = entry;
    request.inout = inout;
    request.shapes = shapes;
    TRY(description, describe_kernel(request, {files_, compiler_, knowledge_}));
    return description.problem;
  }

  // To see whether it is accepted: without most optimisations, which take most of the time.
  Result<std::vector<Build>> compile_fast(const std::string& source, Architecture architecture) {
    CompileRequest request;
    request.file = "written.cu";
    request.source = source;
    request.architectures = {architecture};
    request.exact = false;
    request.extra_flags = {"--Ofast-compile=max"};
    return compiler_.compile(request);
  }

  // How far the compiler optimises what is run. Most of it costs four times as long to compile as some, which runs up
  // to twice as long: some is for what runs once.
  enum class Effort { as_for_users, quick };

  // Runs the launches at these sizes and returns the outputs as numbers. `offset` moves every array
  // by so many of its elements; inputs are drawn, or are the contents, by index of the argument.
  Result<std::vector<std::vector<double>>> run(const Problem& problem, const std::map<std::string, int64_t>& dims,
                                               uint64_t offset, Effort effort = Effort::as_for_users,
                                               const std::string& gpu = "h200", const ArrayContents& inputs = {}) {
    TRY(resolved, resolve_case(problem, problem.cases.front(), {.dims = dims}));
    TRY(device, VirtualDevice::open(gpu, {}, knowledge_));
    CompileRequest request = compile_request(problem, resolved, {device->facts().architecture});
    request.exact = request.machine_code = false;
    if (effort == Effort::quick) request.extra_flags.emplace_back("--Ofast-compile=mid");
    TRY(builds, compiler_.compile(request));
    TRY(staged, StagedProblem::stage(problem, resolved, builds.front(), *device, {.offset_elements = offset}));
    TRY_VOID(inputs.empty() ? staged.fill({1, 1}, files_) : staged.write(inputs, {}));
    for (const Launch& launch : staged.launches()) {
      TRY(report, device->run(launch, {k_all_checks, false, 0}));
      if (!report.result.faults.empty()) return fault_error(*report.program, report.result.faults.front());
    }
    TRY(contents, staged.outputs());
    std::vector<std::vector<double>> outputs;
    for (size_t i = 0; i < contents.size(); ++i) {
      if (!contents[i].empty()) outputs.push_back(decode_elements(resolved.arguments[i].type, contents[i].bytes()));
    }
    return outputs;
  }

  Compiler& compiler() { return compiler_; }

 protected:
  static std::string cache() {
    const char* const set = std::getenv("WHET_CACHE");
    return set ? set : (std::filesystem::temp_directory_path() / "whet_write_test").string();
  }

  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  Knowledge knowledge_;
  Compiler compiler_;
};

}  // namespace whet::test

// A problem on a virtual GPU, once, compared with its reference.
#pragma once

#include <gtest/gtest.h>

#include "device/staged_problem.h"
#include "device/virtual/virtual_device.h"
#include "problem/build.h"
#include "problem/verdict.h"
#include "support/support.h"

namespace whet::test {

class ProblemTest : public testing::Test {
 protected:
  // Error of kind `missing`: there is no compiler.
  Result<Verdict> run(const Problem& problem, const ResolvedCase& resolved, const std::string& gpu) {
    TRY(device, VirtualDevice::open(gpu, {}, knowledge_));
    CompileRequest request = compile_request(problem, resolved, {device->facts().architecture});
    request.exact = false;
    Compiler compiler({}, files_, processes_, clock_);
    TRY(builds, compiler.compile(request));
    TRY(staged, StagedProblem::stage(problem, resolved, builds.front(), *device));
    TRY_VOID(staged.fill({.seed = 1}, files_));
    for (const Launch& launch : staged.launches()) TRY_VOID(device->launch(launch));
    TRY(after, staged.outputs());
    ArrayContents before(resolved.own_arguments);
    for (size_t i = 0; i < before.size(); ++i) {
      if (!resolved.arguments[i].is_scalar) before[i] = make_data(resolved.arguments[i], {.seed = 1}, files_).value();
    }
    TemporaryDirectory directory;
    TRY(reference, CppReference::build(problem, directory.path(), files_, processes_));
    return judge(problem, resolved, reference, before, after);
  }

  // Skips where there is no compiler.
  static void expect_correct(const Result<Verdict>& verdict) {
    if (!verdict && verdict.error().kind == ErrorKind::missing) GTEST_SKIP() << verdict.error().what;
    ASSERT_TRUE(verdict.ok()) << describe(verdict.error());
    for (const OutputVerdict& output : verdict->outputs)
      EXPECT_EQ(output.comparison.mismatches, 0u) << output.name << " is off by " << output.comparison.max_absolute;
  }

  const Knowledge knowledge_;
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
};

}  // namespace whet::test

// Golden files of what is read from machine code and hardware facts: inspect, sass, verify, specs. The cubins are
// seeds of the fuzz targets, so that no compiler is needed.
#include "binary/analysis/kernel_code.h"
#include "binary/cubin/cubin.h"
#include "compile/toolkit/target.h"
#include "diagnose/kernel_profile.h"
#include "diagnose/rule.h"
#include "diagnose/sass_diff.h"
#include "diagnose/signature.h"
#include "report/facts/specs_list_view.h"
#include "report/facts/specs_measured_view.h"
#include "report/facts/specs_view.h"
#include "report/facts/specs_why_view.h"
#include "report/golden.h"
#include "report/inspect/inspect_view.h"
#include "report/inspect/sass_diff_view.h"
#include "report/inspect/sass_view.h"
#include "report/inspect/verify_view.h"
#include "support/source_folder.h"

namespace whet {

namespace golden_code_test {

using test::expect_golden_view;

const Knowledge k_golden_knowledge;
const Hardware k_golden_hardware(k_golden_knowledge);

// One kernel of a cubin, analysed. The bytes stay: functions point into them.
struct ReadKernel {
  std::string bytes;
  Cubin cubin;
  KernelCode code;

  explicit ReadKernel(const char* name) {
    const std::string path = test::source_folder() + "/tests/fuzz/corpus/fuzz_elf/" + name;
    bytes = DiskFileSystem().read(path).value();
    cubin = read_cubin(as_bytes(bytes)).value();
    code = analyse_function(cubin.functions.front(), cubin.architecture).value();
  }
  const CubinFunction& function() const { return cubin.functions.front(); }
  FunctionCode function_code() const { return {&function(), &code}; }
};

InspectView inspected(const ReadKernel& kernel, bool detailed) {
  InspectView view;
  view.file = "small.cubin";
  view.target = "H200 SXM 141GB (sm_90a)";
  view.detailed = detailed;
  view.other_architectures = {"sm_80"};
  const auto profile = profile_kernel(kernel.function(), kernel.cubin.architecture,
                                      target_of(kernel.cubin.architecture, k_golden_hardware).capability, {64, 0}, {});
  EXPECT_TRUE(profile);
  view.kernels = {
      collect_kernel(*profile, load_advice(k_golden_knowledge), [](const std::string&) { return std::nullopt; })};
  return view;
}

TEST(GoldenInspect, OneKernel) {
  expect_golden_view("inspect", inspected(ReadKernel("sm_90a.cubin"), false));
}

TEST(GoldenInspect, InFull) {
  expect_golden_view("inspect_verbose", inspected(ReadKernel("sm_90a.cubin"), true));
}

TEST(GoldenSass, Listing) {
  const ReadKernel kernel("sm_90a.cubin");
  const auto listing = collect_listing(kernel.function(), kernel.cubin.architecture, kernel.code, "");
  ASSERT_TRUE(listing) << describe(listing.error());
  expect_golden_view("sass", SassView{"small.cubin", {*listing}, true});
}

TEST(GoldenSass, Difference) {
  const ReadKernel before("sm_80.cubin"), after("sm_90a.cubin");
  SassDiffView view{
      "before.cubin", "after.cubin", {diff_kernels(before.function_code(), after.function_code())}, {}, {}};
  view.only_before = {"gone(int)"};
  view.only_after = {"added(float*)"};
  expect_golden_view("sass_diff", view);
}

TEST(GoldenSass, Verify) {
  const ReadKernel kernel("sm_90a.cubin");
  const auto signature = load_signature(k_golden_knowledge, "memory.vectorized_access");
  ASSERT_TRUE(signature);
  const SignatureVerdict verdict =
      verify(*signature, kernel.cubin.architecture, kernel.function_code(), kernel.function_code());
  expect_golden_view("verify", VerifyView{"after.cubin", "before.cubin", {{kernel.function().signature, verdict}}});
}

TEST(GoldenSpecs, OfAGpu) {
  expect_golden_view("specs", collect_specs(*k_golden_hardware.gpu("h200")));
}

TEST(GoldenSpecs, WhyAFactIsWhatItIs) {
  expect_golden_view("specs_why", *collect_why(*k_golden_hardware.gpu("h200"), "l2", *k_golden_hardware.sources()));
}

TEST(GoldenSpecs, Measured) {
  expect_golden_view(
      "specs_measured",
      collect_measured(*k_golden_hardware.gpu("h200"), *k_golden_hardware.measurements(), *k_golden_hardware.curves()));
}

TEST(GoldenSpecs, List) {
  expect_golden_view("specs_list", collect_list(*k_golden_hardware.all_gpus(), *k_golden_hardware.all_capabilities()));
}

}  // namespace golden_code_test
}  // namespace whet

// Products by their element type: what tensor cores take is told to use them, fp32 is not without consent.
#include <gtest/gtest.h>

#include <algorithm>

#include <fmt/format.h>

#include "compile/compiler.h"
#include "device/open/open_device.h"
#include "diagnose/diagnose_problem.h"
#include "problem/build.h"
#include "support/support.h"
#include "util/clock.h"
#include "util/system/process.h"

namespace whet {
namespace product_type_test {

struct ProductCase {
  const char *name, *type, *sum, *c_type, *c_sum, *load;
  bool takes_tensor_cores;
};

constexpr const char* k_kernel = R"(#include <cuda_bf16.h>
#include <cuda_fp16.h>
extern "C" __global__ void product(const {0}* a, const {0}* b, {1}* c, int n) {{
  const int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
  {1} sum = 0;
  for (int k = 0; k < n; ++k) sum += {2}(a[i * n + k]) * {2}(b[k * n + j]);
  c[i * n + j] = sum;
}}
)";

constexpr const char* k_problem = R"(kernel = "product.cu"
entry = "product"
[dims]
n = 256
[[args]]
name = "a"
type = "{0}"
shape = ["n", "n"]
[[args]]
name = "b"
type = "{0}"
shape = ["n", "n"]
[[args]]
name = "c"
type = "{1}"
shape = ["n", "n"]
role = "out"
[[args]]
name = "n"
type = "i32"
[launch]
grid = ["n / 16", "n / 16"]
block = [16, 16]
)";

class ProductOf : public testing::TestWithParam<ProductCase> {
 protected:
  Result<Plan> planned() {
    const ProductCase& each = GetParam();
    TRY_VOID(files_.write(directory_.path("product.cu"), fmt::format(k_kernel, each.c_type, each.c_sum, each.load)));
    TRY_VOID(files_.write(directory_.path("problem.toml"), fmt::format(k_problem, each.type, each.sum)));
    TRY(problem, load_problem(directory_.path("problem.toml"), files_));
    const KernelMeaning meaning = find_kernel_meaning(problem, compiler_);
    EXPECT_TRUE(meaning.is_confirmed) << meaning.why_not;
    EXPECT_EQ(meaning.product_types, std::vector<std::string>{each.type});
    TRY(opened, open_virtual_device("virtual:h200", {}, knowledge_));
    TRY(chosen, find_case(problem, ""));
    TRY(resolved, resolve_case(problem, chosen));
    TRY(builds, compiler_.compile(compile_request(problem, resolved, {opened->facts().architecture})));
    const SourceText source = [&](const std::string&) { return problem.source; };
    const DiagnoseRequest request{problem, resolved, builds.front(),    opened->facts(),
                                  source,  book_,    without_consent(), &meaning};
    TRY(found, diagnose_problem(request, *opened, files_));
    return found.front().advice.plan;
  }

  test::TemporaryDirectory directory_;
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  const Knowledge knowledge_;
  const AdviceBook book_ = load_advice(knowledge_);
  Compiler compiler_{{.cache_directory = testing::TempDir() + "whet_diagnose_cache"}, files_, processes_, clock_};
};

TEST_P(ProductOf, IsToldOfTensorCoresIfTheyTakeItsType) {
  const auto plan = planned();
  ASSERT_TRUE(plan.ok()) << describe(plan.error());
  const bool told = std::any_of(plan->methods.begin(), plan->methods.end(), [](const PlannedMethod& each) {
    return each.method.id == "compute.tensor_core" || each.method.id == "compute.tf32_emulation";
  });
  EXPECT_EQ(told, GetParam().takes_tensor_cores);
}

INSTANTIATE_TEST_SUITE_P(Types, ProductOf,
                         testing::Values(ProductCase{"bf16", "bf16", "f32", "__nv_bfloat16", "float", "float", true},
                                         ProductCase{"f16", "f16", "f32", "__half", "float", "float", true},
                                         ProductCase{"i8", "i8", "i32", "signed char", "int", "int", true},
                                         ProductCase{"f32", "f32", "f32", "float", "float", "float", false}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace product_type_test
}  // namespace whet

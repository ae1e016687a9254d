// Written text: the same meaning gives the same bytes (tests/write/golden; `scripts/regenerate.sh` writes them anew),
// and every variant of every schedule compiles for old and new architectures.
#include <gtest/gtest.h>

#include <cstdlib>

#include "support/source_folder.h"
#include "util/hash.h"
#include "util/text.h"
#include "write/launcher/launcher.h"
#include "write/launcher/table_launcher.h"
#include "written_names.h"
#include "written_run.h"

namespace whet {
namespace golden_text_test {

const std::string k_folder = test::source_folder() + "/tests/write/";

// A kernel of kernels/FILE.cu that the schedule is for.
struct Example {
  std::string schedule, file, kernel;
  std::vector<int> architectures = {80, 90};
  std::vector<std::pair<std::string, int64_t>> fast_at = {};  // empty: the sizes of the description
  std::string golden = {};                                    // the files' name; empty: that of the schedule
  std::optional<PrecisionClass> precision = {};               // that the problem names
  bool allows_split = false;                                  // likewise

  const std::string& name() const { return golden.empty() ? schedule : golden; }
};

const std::vector<std::pair<std::string, int64_t>> k_images = {
    {"batch", 32}, {"channels", 128}, {"height", 56}, {"width", 56}, {"filters", 128}};

const std::vector<std::pair<std::string, int64_t>> k_layers = {
    {"rows", 2048}, {"in", 1024}, {"hidden", 4096}, {"outs", 1024}};

class WrittenText : public testing::TestWithParam<Example> {
 protected:
  // The variants of the schedule.
  std::vector<write::WrittenKernel> variants() {
    const Example& example = GetParam();
    auto problem = bench_.describe(k_folder + "kernels/" + example.file + ".cu", example.kernel);
    EXPECT_TRUE(problem.ok()) << problem.error().what;
    if (!problem) return {};
    if (!example.fast_at.empty()) problem->cases.front().dims = example.fast_at;
    problem->precision = example.precision;
    problem->allows_split = example.allows_split;
    problem_ = *problem;
    const auto written = bench_.write(*problem);
    EXPECT_TRUE(written.ok()) << written.error().what;
    if (!written) return {};
    std::vector<write::WrittenKernel> found;
    for (const write::WrittenKernel& kernel : written->kernels) {
      if (kernel.schedule == example.schedule) found.push_back(kernel);
    }
    EXPECT_FALSE(found.empty()) << example.schedule;
    return found;
  }

  test::WrittenRun bench_;
  Problem problem_;
};

void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = k_folder + "golden/" + name;
  DiskFileSystem files;
  if (std::getenv("WHET_REGENERATE")) {
    ASSERT_TRUE(files.write(path, text)) << path;
    return;
  }
  const auto golden = files.read(path);
  ASSERT_TRUE(golden) << path << " is missing: run scripts/regenerate.sh and read what it writes";
  EXPECT_EQ(text, *golden) << path << " differs: if that is meant, run scripts/regenerate.sh";
}

// The first variant as it is, and its launcher; of all of them numbers and hash. The GPU has no part in it.
TEST_P(WrittenText, IsTheSameByteForByte) {
  const auto kernels = variants();
  ASSERT_FALSE(kernels.empty());
  std::string list;
  for (const write::WrittenKernel& kernel : kernels)
    list += sha256_hex(kernel.file()).substr(0, 16) + "  " + kernel.describe() + "\n";
  expect_golden(GetParam().name() + ".cu", kernels.front().file());
  expect_golden(GetParam().name() + ".txt", list);
  const auto candidate = with_candidate(problem_, "written.cu", kernels.front().file());
  ASSERT_TRUE(candidate) << candidate.error().what;
  const auto launcher = write::launcher_text(problem_, *candidate, {.in_place = kernels.front().in_place});
  ASSERT_TRUE(launcher) << launcher.error().what;
  expect_golden(GetParam().name() + "_launcher.txt", *launcher);
}

// What a person reads: no name without a use, no two that are nearly one, no long lines. The settings before it are
// data.
TEST_P(WrittenText, HasClearNamesAndShortLines) {
  const auto golden = DiskFileSystem().read(k_folder + "golden/" + GetParam().name() + ".cu");
  ASSERT_TRUE(golden);
  EXPECT_EQ(test::unused_names(*golden), std::vector<std::string>{});
  EXPECT_EQ(test::similar_names(*golden), std::vector<std::string>{});
  for (const auto line : split(test::without_settings(*golden), '\n')) EXPECT_LE(line.size(), 120U) << line;
}

// What the architecture has the instructions for, a namespace for each.
std::string in_one_file(const std::vector<write::WrittenKernel>& kernels, const Architecture& architecture) {
  std::string includes, all;
  for (const write::WrittenKernel& kernel : kernels) {
    if (!kernel.architecture.empty() && kernel.architecture != architecture.name()) continue;
    std::string code;
    for (const auto line : split(kernel.source, '\n')) {
      const bool is_include = line.starts_with("#include");
      if (!is_include || includes.find(line) == std::string::npos)
        (is_include ? includes : code) += std::string(line) + "\n";
    }
    all += fmt::format("namespace variant_{} {{\n{}\n}}\n", all.size(), code);
  }
  return includes + all;
}

// All variants in one file, a namespace for each: the compiler starts once. NVRTC accepts them, for those who compile
// while they run.
TEST_P(WrittenText, CompilesForItsArchitectures) {
  const auto kernels = variants();
  for (const int sm : GetParam().architectures) {
    const Architecture architecture{sm, sm >= 90 ? 'a' : '\0'};
    const auto builds = bench_.compile_fast(in_one_file(kernels, architecture), architecture);
    ASSERT_TRUE(builds.ok()) << builds.error().what << "\n" << builds.error().details;
    EXPECT_TRUE(builds->front().compiler.starts_with("NVRTC")) << builds->front().why_this_compiler;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Schedules, WrittenText,
    testing::Values(
        Example{"map", "maps", "saxpy"}, Example{"rows", "rows", "softmax"},
        Example{"columns", "columns", "column_sum"}, Example{"split", "split", "sum_stride"},
        Example{"tiles", "tiles", "transpose"}, Example{"stencil", "stencils", "heat"},
        Example{"histogram", "histograms", "byte_histogram"}, Example{"scatter", "histograms", "scatter_rows"},
        Example{"scan", "scans", "scan"}, Example{"pairwise", "pairs", "n_body"},
        Example{"attention", "attention", "attention_of_halves"},
        Example{"warpgroup_attention", "attention", "causal_attention", {90}, {{"heads", 64}, {"seq", 4096}}},
        Example{"plain_attention", "attention", "attention_with_bias"},
        Example{"split_keys",
                "attention",
                "decode_attention",
                {80, 90},
                {{"batch", 2}, {"heads", 16}, {"keys", 4096}, {"dim", 64}}},
        Example{"product", "products", "product"},
        Example{"product", "convolutions", "convolution", {80, 90}, {}, "convolution"},
        Example{"product",
                "whole_line_products",
                "odd_product",
                {80, 90},
                {{"m", 2047}, {"n", 2047}, {"k", 2047}},
                "product_with_copies"},
        Example{"chain", "chains", "two_layers", {80, 90}, {{"rows", 256}, {"in", 64}, {"hidden", 64}, {"outs", 64}}},
        Example{"chain_apart",
                "chains",
                "layers_of_batches",
                {80, 90},
                {{"batch", 4}, {"rows", 2048}, {"in", 256}, {"hidden", 1024}, {"outs", 1024}}},
        Example{"chain_apart", "chains", "layers_of_halves", {80, 90}, k_layers, "chain_apart_of_halves"},
        Example{"tensor_chain",
                "chains",
                "layers_of_halves",
                {80, 90},
                {{"rows", 8192}, {"in", 256}, {"hidden", 512}, {"outs", 64}}},
        Example{"products_apart",
                "gated_products",
                "geglu_of_halves",
                {80, 90},
                {{"rows", 2048}, {"in", 1024}, {"outs", 4096}}},
        Example{"thin", "thin_products", "few_rows", {80, 90}, {{"m", 4}, {"n", 4096}, {"k", 4096}}},
        Example{"tensor", "tensor_products", "product_of_bytes"},
        Example{"tensor", "rough_products", "rough_product", {80, 90}, {}, "tensor_of_floats", PrecisionClass::tf32},
        Example{"tensor",
                "split_products",
                "split_product",
                {80, 90},
                {},
                "tensor_of_split_numbers",
                PrecisionClass::fp32,
                true},
        Example{"warpgroup",
                "split_products",
                "split_product",
                {90},
                {{"m", 2048}, {"n", 2048}, {"k", 2048}},
                "warpgroup_of_split_numbers",
                PrecisionClass::fp32,
                true},
        Example{"tensor", "small_float_products", "product_of_e4m3", {80}, {}, "tensor_of_small_floats"},
        Example{"warpgroup", "tensor_products", "product_of_halves", {90}},
        Example{"warpgroup", "convolutions", "convolution_of_halves", {90}, k_images, "convolution_by_groups"},
        Example{"tensor", "convolutions", "convolution_of_halves_last", {80, 90}, k_images, "convolution_of_chunks"},
        Example{"warpgroup", "rough_products", "rough_product", {90}, {}, "warpgroup_of_floats", PrecisionClass::tf32},
        Example{"bulk", "tensor_products", "product_of_halves", {90}},
        Example{"bulk", "batched_products", "scores_of_heads", {90}, {}, "bulk_of_batches"},
        Example{"bulk", "rough_products", "rough_layer", {90}, {}, "bulk_of_floats", PrecisionClass::tf32},
        Example{"bulk",
                "activated_products",
                "gated_residual",
                {90},
                {{"m", 1000}, {"n", 3001}, {"k", 2049}},
                "bulk_with_copies"},
        Example{"bulk", "gated_products", "geglu_of_halves", {90}, {}, "bulk_of_two_sums"}),
    [](const auto& info) { return info.param.name(); });

// A table of the first variant of a map and the original.
TEST(TableText, IsTheSameByteForByte) {
  test::WrittenRun bench;
  const auto problem = bench.describe(k_folder + "kernels/maps.cu", "saxpy");
  ASSERT_TRUE(problem) << problem.error().what;
  const auto written = bench.write(*problem);
  ASSERT_TRUE(written) << written.error().what;
  const write::WrittenKernel& first = written->kernels.front();
  const auto candidate = with_candidate(*problem, "dispatch_002.cu", first.file());
  ASSERT_TRUE(candidate) << candidate.error().what;
  const write::SizeTable table{90,
                               write::k_original,
                               "modelled, confirmed",
                               "n",
                               {{4096, {}, write::k_original}, {std::nullopt, {}, "dispatch_002.cu"}}};
  const auto text = write::table_launcher_text(*problem, table,
                                               {{"dispatch_002.cu", *candidate, {.in_place = first.in_place}},
                                                {write::k_original, *problem, {.is_original = true}}});
  ASSERT_TRUE(text) << text.error().what;
  expect_golden("by_size.cu", *text);
}

}  // namespace golden_text_test
}  // namespace whet

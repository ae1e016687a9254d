// The loop on the examples, by the modelled time. Sizes are small, so that the virtual GPU is quick; the time limit
// never binds, so that the same comes out on every machine.
#include "support/source_folder.h"
#include "whole_run.h"

#include <fmt/format.h>

namespace whet {
namespace examples_test {

struct Example {
  const char* name;
  const char* dims;
  bool declared = true;  // what [tune] names alone, all of it
};

void PrintTo(const Example& example, std::ostream* out) {
  *out << example.name << " at " << example.dims;
}

class Examples : public test::WholeRunTest, public testing::WithParamInterface<Example> {
 protected:
  static std::vector<std::string> flags(const Example& example) {
    std::vector<std::string> flags = {"--dims", example.dims, "--candidates", "12"};
    if (example.declared) flags.push_back("--declared");
    return flags;
  }
};

TEST_P(Examples, BecomeFaster) {
  const std::string problem = copy_of(GetParam().name, "problem");
  const Finished finished = run(optimize(problem, flags(GetParam())));
  EXPECT_EQ(finished.exit_code, 0) << finished.out << finished.err;
  EXPECT_NE(finished.out.find("x faster"), std::string::npos) << finished.out;
  const auto found = stored(problem);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->state, store::RunState::finished);
  EXPECT_GT(found->low, 1) << "the whole interval is a gain: " << *found;
  EXPECT_GT(found->attributions, 0u);
}

constexpr Example k_softmax = {"softmax", "rows=128,cols=512"};
INSTANTIATE_TEST_SUITE_P(Virtual, Examples,
                         testing::Values(k_softmax, Example{"layernorm", "rows=16,cols=8192"},
                                         Example{"nbody", "n=512", false},
                                         Example{"sgemm_naive", "m=128,n=64,k=256", false},
                                         Example{"transpose", "rows=256,cols=256"}),
                         [](const auto& info) { return std::string(info.param.name); });

// From the source alone: what the problem is, what the kernel computes and how to launch it is found out.
class BareExamples : public test::WholeRunTest, public testing::WithParamInterface<Example> {};

TEST_P(BareExamples, BecomeFaster) {
  const Example& example = GetParam();
  const std::string folder = directory_.path("bare"), file = folder + "/" + example.name + ".cu";
  ASSERT_TRUE(files_.make_directories(folder));
  std::filesystem::copy_file(fmt::format("{}/examples/{}/{}.cu", test::source_folder(), example.name, example.name),
                             file);
  const Finished finished = run(optimize(file, {"--dims", example.dims, "--candidates", "6"}));
  EXPECT_EQ(finished.exit_code, 0) << finished.out << finished.err;
  const auto found = stored(folder);
  ASSERT_TRUE(found);
  EXPECT_GT(found->low, 1) << "the whole interval is a gain: " << *found;
}

INSTANTIATE_TEST_SUITE_P(Virtual, BareExamples,
                         testing::Values(Example{"softmax", "rows=256,cols=512"},
                                         Example{"layernorm", "rows=64,cols=1024"},
                                         Example{"rmsnorm", "rows=64,cols=1024"}, Example{"histogram", "n=262144"},
                                         Example{"nbody", "n=1024"}),
                         [](const auto& info) { return std::string(info.param.name); });

class SameSeed : public test::WholeRunTest {};

TEST_F(SameSeed, GivesTheSameChampionAndTheSameSpeed) {
  const std::vector<std::string> flags = {"--dims", k_softmax.dims, "--candidates", "10", "--batch", "3"};
  const std::string first = copy_of(k_softmax.name, "first"), second = copy_of(k_softmax.name, "second");
  const Finished one = run(optimize(first, flags)), other = run(optimize(second, flags));
  EXPECT_EQ(one.exit_code, 0) << one.out << one.err;
  EXPECT_EQ(other.exit_code, 0) << other.out << other.err;
  const auto before = stored(first), after = stored(second);
  ASSERT_TRUE(before && after);
  EXPECT_EQ(*before, *after);
  EXPECT_GT(before->speedup, 1);
  EXPECT_EQ(one.out.substr(0, one.out.find('\n')), other.out.substr(0, other.out.find('\n')));
}

}  // namespace examples_test
}  // namespace whet

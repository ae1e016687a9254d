// What an edit claims is in the machine code of the edited kernel, and was not in that of the original.
#include <gtest/gtest.h>

#include "diagnose/method.h"
#include "edit/edited_kernel.h"
#include "edit/edits.h"
#include "optimize/ablation/candidate_builder.h"
#include "support/problem_run.h"
#include "support/source_folder.h"

namespace whet {
namespace edit_proof_test {

struct ProvenEdit {
  const char *kernel, *edit;
};

void PrintTo(const ProvenEdit& proven, std::ostream* out) {
  *out << proven.edit << " in " << proven.kernel;
}

class EditProof : public testing::TestWithParam<ProvenEdit> {
 protected:
  test::ProblemRun bench_;
};

TEST_P(EditProof, IsInTheCodeAfterAndNotBefore) {
  const std::string folder = test::source_folder() + "/tests/edit/kernels";
  for (const test::EditedKernel& kernel : test::edited_kernels(folder)) {
    if (kernel.name != GetParam().kernel) continue;
    const auto problem = bench_.describe(kernel.file, kernel.name);
    ASSERT_TRUE(problem.ok()) << problem.error().what;
    const edit::Edit* const made = edit::edit_named(GetParam().edit);
    ASSERT_TRUE(made && made->is_in_code);
    const auto draft = edit::make_all({made}, *problem);
    ASSERT_TRUE(draft.ok()) << draft.error().what;
    const CandidateBuilder builder(*problem, {}, {90, 0}, bench_.compiler());
    const auto with = builder.build({edit::file_of(*draft, *problem), "", {}, {}, ""}), without = builder.build({});
    ASSERT_TRUE(with.ok()) << with.error().what;
    ASSERT_TRUE(without.ok()) << without.error().what;
    const auto signature = load_signature(Knowledge{}, made->method);
    ASSERT_TRUE(signature.ok()) << signature.error().what;
    const MethodProof proof = prove(*signature, *with, *without);
    EXPECT_TRUE(proof.proven()) << proof.evidence;
    EXPECT_FALSE(prove(*signature, *without, *without).proven());
    return;
  }
  FAIL() << "there is no kernel " << GetParam().kernel;
}

INSTANTIATE_TEST_SUITE_P(
    Own, EditProof,
    testing::Values(ProvenEdit{"row_dot", "restrict"}, ProvenEdit{"soft_step", "single precision"},
                    ProvenEdit{"row_dot", "wide loads"}, ProvenEdit{"two_sums", "wide loads, four sums"},
                    ProvenEdit{"block_sums", "shuffled tree"}, ProvenEdit{"count_bytes", "warp atomics"},
                    ProvenEdit{"looked_up", "streaming"}, ProvenEdit{"count_bytes", "private counters"},
                    ProvenEdit{"divided_columns", "reciprocal"}),
    [](const auto& info) {
      std::string name = std::string(info.param.kernel) + "_" + info.param.edit;
      for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
      return name;
    });

// Every edit that says so has a method with a signature, and every other a method that says why it has none. Quick
// divisions count more instructions than before, for their preparation, and fewer are executed.
TEST(EditMethods, AreThoseOfTheKnowledge) {
  const MethodCatalog catalog = load_methods(Knowledge{});
  for (const edit::Edit& each : edit::all_edits()) {
    const Method* const method = catalog.find(each.method);
    ASSERT_TRUE(method) << each.name;
    const bool counts_more = each.name == std::string_view("quick division");
    EXPECT_EQ(method->signature.empty(), !each.is_in_code && !counts_more) << each.name;
  }
}

}  // namespace edit_proof_test
}  // namespace whet

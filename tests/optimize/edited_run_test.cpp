// The loop with the editor: what its champion's edits are worth, and what is taken back.
#include "loop_fixture.h"
#include "propose/editor.h"

namespace whet {
namespace edited_run_test {

class EditedRun : public test::LoopTest {
 protected:
  // A loop that computes in double precision by accident; pointers that may alias matter to nobody.
  void write_wasteful() {
    write_problem("A == 1 ? 300 : 20");
    std::string text = files_.read(directory_.path("twice.cu")).value();
    const std::string term = "sum += in[(i + k * 7) % n];";
    text.replace(text.find(term), term.size(), "sum = sum * 0.25 + sin(in[i] * 0.5 + k);");
    write("twice.cu", text);
    problem_ = load_problem(directory_.path(), files_).value();
  }
};

TEST_F(EditedRun, EachEditIsLeftOutAloneAndWhatBringsNothingIsTakenBack) {
  write_wasteful();
  open_run();
  Editor editor(problem_, {"edited: restrict + single precision"});
  settings_.batch = 1;
  settings_.most_candidates = 1;
  SystemProcessRunner processes;
  Compiler compiler({directory_.path("cache"), 1ull << 30, ""}, files_, processes, clock_);
  const CandidateBuilder builder(problem_, {}, {90, 0}, compiler);
  SearchServices services = this->services(editor);
  services.builder = &builder;
  const auto result = SearchLoop(settings_, problem_, run_, services).run(problem_.file);
  ASSERT_TRUE(result) << describe(result.error());
  ASSERT_EQ(result->end, OptimizeEnd::faster) << result->reason;
  EXPECT_EQ(result->champion.proposal.memo, "edited: single precision");
  EXPECT_EQ(result->taken_back, std::vector<std::string>{"restrict"});
  const store::CandidateRecord record = store_->candidate_record(result->champion.id).value();
  ASSERT_EQ(record.attributions.size(), 1u);
  const store::Attribution& part = record.attributions.front();
  EXPECT_EQ(part.kind, store::PartKind::edit);
  EXPECT_EQ(part.name, "single precision");
  EXPECT_EQ(part.verdict, store::PartVerdict::effective);
  ASSERT_TRUE(part.speedup);
  EXPECT_GT(part.speedup->value, 1.2);
  EXPECT_TRUE(part.evidence.starts_with("proven compute.fp64_to_fp32: ")) << part.evidence;
}

}  // namespace edited_run_test
}  // namespace whet

// The corpus as PTX for seven architectures: everything parses, and no two values that are needed at once share a
// place.
#include "binary/sass_corpus.h"
#include "ptx_text.h"
#include "slot_check.h"
#include "support/source_folder.h"

namespace whet::ptx {

namespace corpus_test {

using whet::test::Corpus;

void expect_sound(const Function& function) {
  const FlowGraph graph = build_flow_graph(function);
  const Uniformity uniformity = analyse_uniformity(function, graph);
  const SlotMap slots = assign_slots(function, graph, uniformity);
  test::SlotCheck(function, graph, slots).run();
}

class PtxCorpusOf : public testing::TestWithParam<const char*> {};

TEST_P(PtxCorpusOf, ParsesAndFindsPlaces) {
  REQUIRE_NVCC();
  const auto module = parse(Corpus(GetParam()).ptx(), "corpus.ptx");
  ASSERT_TRUE(module.ok()) << describe(module.error());
  size_t instructions = 0;
  for (const Function& function : module->functions) {
    instructions += function.body.size();
    if (!function.is_declaration) expect_sound(function);
  }
  EXPECT_GT(instructions, 10'000u);
}

INSTANTIATE_TEST_SUITE_P(Ptx, PtxCorpusOf,
                         testing::Values("sm_75", "sm_80", "sm_86", "sm_89", "sm_90a", "sm_100a", "sm_120a"),
                         [](const auto& instance) { return std::string(instance.param); });

// 64 accumulators, 16 operands and the addresses they come from; 847 registers in all.
TEST(PtxCorpus, ARegisterTileFitsTheCacheOfTheHost) {
  REQUIRE_NVCC();
  const auto source = DiskFileSystem().read(whet::test::source_folder() + "/examples/sgemm/sgemm_register_tile.cu");
  ASSERT_TRUE(source.ok());
  const auto compiled = whet::test::compile_cuda(*source, {"-ptx", "-arch=sm_90a"}, "kernel.ptx");
  const Module module = test::parsed(compiled.content);
  ASSERT_EQ(module.functions.size(), 1u);
  const Function& sgemm = module.functions[0];
  const FlowGraph graph = build_flow_graph(sgemm);
  const SlotMap slots = assign_slots(sgemm, graph, analyse_uniformity(sgemm, graph));
  EXPECT_LE(slots.live_lane_bytes, 100u * 128u);
}

}  // namespace corpus_test

}  // namespace whet::ptx

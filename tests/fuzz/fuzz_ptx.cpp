// Any text as PTX: a module whose every function can be analysed, or one clear error with a line. Linked with itself: a
// text or a clear error.
#include "fuzz_input.h"
#include "ptx/flow/slots.h"
#include "ptx/link/link.h"
#include "ptx/reader/parser.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace whet;
  if (size > fuzz::k_largest_input) return -1;
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto linked = ptx::link({text, text}); !linked) fuzz::require_clear(linked.error());
  const auto module = ptx::parse(text, "fuzz.ptx");
  if (!module) {
    fuzz::require_clear(module.error());
    fuzz::require(module.error().where.starts_with("fuzz.ptx:") && !module.error().mend.empty());
    return 0;
  }
  for (const ptx::Function& function : module->functions) {
    const ptx::FlowGraph graph = ptx::build_flow_graph(function);
    fuzz::require(graph.block_of.size() == function.body.size());
    const ptx::Uniformity uniformity = ptx::analyse_uniformity(function, graph);
    const ptx::SlotMap slots = ptx::assign_slots(function, graph, uniformity);
    fuzz::require(slots.registers.size() == function.registers.size() && slots.frame_bytes % 64 == 0);
    for (const ptx::Instruction& instruction : function.body) (void)ptx::source_text(*module, instruction);
  }
  return 0;
}

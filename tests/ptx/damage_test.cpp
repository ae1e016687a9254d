// Damaged PTX gives a value or an error, soon.
#include "binary/damage.h"
#include "ptx/flow/slots.h"
#include "ptx_text.h"

namespace whet::ptx {

namespace damage_test {

std::string small_text() {
  return std::string(test::k_head) +
         ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n"
         ".global .align 8 .u64 table[4] = {1, generic(text)+2, vprintf, 0d4000000000000000};\n"
         ".global .align 1 .b8 text[] = {104, 105, 0xFF(table), 0xFF00(table)};\n.extern .shared .align 16 .b8 dyn[];\n"
         ".visible .entry k(.param .u64 .ptr .align 1 a, .param .align 8 .b8 b[32])\n.maxntid 128\n{\n"
         ".local .align 8 .b8 depot[8];\n.reg .pred %p<9>; .reg .b32 %r<40>; .reg .b64 %rd<9>; .reg .f32 %f<9>;\n"
         ".loc 1 3 5\nld.param.u64 %rd1, [a];\nmov.u32 %r1, %tid.x;\nmad.lo.s32 %r2, %r1, -4, 0x1fU;\n"
         "setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3;\n@%p1 bra L1;\nts: .branchtargets L1, L2;\nbrx.idx %r1, ts;\n"
         "L1: ld.global.v4.f32 {%f1, %f2, _, %f4}, [%rd1+-16];\n.loc 2 1 1, function_name s+4, inlined_at 1 3 5\n"
         "{ .param .b64 p0; st.param.b64 [p0], %rd1; .param .b32 q0; call.uni (q0), vprintf, (p0, p0);\n"
         "ld.param.b32 %r3, [q0]; }\nL2: add.s32 %r1, %r1, 1; @!%p1 bra L1; mov.f32 %f3, 0f3F800000;\n"
         "fma.rn.f32 %f3, %f3, 1.5, %f1; st.global.f32 [%rd1], %f3; atom.global.cas.b32 %r4, [%rd1], 0, 1;\nret;\n}\n"
         ".section .debug_info { .b32 1 }\n.file 1 \"a.cu\"\n.file 2 \"b.h\", 1, 2\n";
}

std::optional<Error> read(ByteView bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto module = parse(text, "damaged.ptx");
  if (!module) return module.error();
  for (const Function& function : module->functions) {
    const FlowGraph graph = build_flow_graph(function);
    assign_slots(function, graph, analyse_uniformity(function, graph));
  }
  return std::nullopt;
}

TEST(DamagedPtx, TheWholeIsRead) {
  EXPECT_EQ(read(as_bytes(small_text())), std::nullopt);
}

TEST(DamagedPtx, TruncatedGivesAnError) {
  whet::test::survive_truncation(read, small_text());
}

TEST(DamagedPtx, WithFlippedBitsGivesAValueOrAnError) {
  whet::test::survive_bit_flips(read, small_text());
}

TEST(DamagedPtx, RandomBytesGiveAnError) {
  whet::test::survive_random_bytes(read, small_text(), std::string(test::k_head).size());
}

// Words of the text in another order, doubled or left out: what bit flips seldom reach.
TEST(DamagedPtx, WithMovedPiecesGivesAValueOrAnError) {
  std::mt19937 random(3);
  const std::string text = small_text();
  for (int round = 0; round < 20'000; ++round) {
    std::string damaged = text;
    for (unsigned moves = 1 + random() % 3; moves > 0; --moves) {
      const size_t from = random() % damaged.size(), length = random() % 40, to = random() % damaged.size();
      const std::string piece = damaged.substr(from, length);
      if (random() % 2) damaged.erase(from, length);
      damaged.insert(std::min(to, damaged.size()), piece);
      if (damaged.empty()) damaged = ".";
    }
    whet::test::expect_value_or_clear_error(read, damaged);
  }
}

}  // namespace damage_test

}  // namespace whet::ptx

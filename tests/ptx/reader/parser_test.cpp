#include "ptx/reader/parser.h"

#include <gtest/gtest.h>

#include "ptx_text.h"

namespace whet::ptx {

namespace parser_test {

using test::k_head;
using test::kernel;
using test::parsed;
using Kind = Operand::Kind;

TEST(Parser, ReadsTheHead) {
  const Module module = parsed("// made by hand\n.version 8.5\n.target sm_100a, debug\n.address_size 64\n");
  EXPECT_EQ(module.version_major, 8);
  EXPECT_EQ(module.version_minor, 5);
  EXPECT_EQ(module.target, "sm_100a");
  EXPECT_EQ(module.address_bits, 64);
}

TEST(Parser, ReadsParametersOfBothFrontEnds) {
  const Module module = parsed(std::string(k_head) +
                               ".visible .entry k(.param .u64 .ptr .global .align 1 a, .param .align 8 .b8 b[32],\n"
                               ".param .u64 .ptr .align 16 c, .param .f32 d)\n{ ret; }");
  ASSERT_EQ(module.functions.size(), 1u);
  const auto& parameters = module.functions[0].parameters;
  ASSERT_EQ(parameters.size(), 4u);
  EXPECT_TRUE(parameters[0].is_pointer);
  EXPECT_EQ(parameters[0].align, 8u);
  EXPECT_EQ(parameters[1].bytes, 32u);
  EXPECT_EQ(parameters[1].align, 8u);
  EXPECT_FALSE(parameters[3].is_pointer);
}

TEST(Parser, ReadsWhichBytesOfALoadMatter) {
  const Function function = kernel(
      ".pragma \"used_bytes_mask 7\"; ld.local.u32 %r1, [%rd1]; ld.local.u32 %r2, [%rd1]; .pragma \"nounroll\";"
      ".pragma \"used_bytes_mask 0xf0f\"; ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1]; ret;");
  EXPECT_EQ(function.body[0].used_bytes, 7u);
  EXPECT_EQ(function.body[1].used_bytes, ~0u);
  EXPECT_EQ(function.body[2].used_bytes, 0xf0fu);
}

TEST(Parser, ReadsLaunchBounds) {
  const Module module = parsed(std::string(k_head) +
                               ".entry k()\n.maxntid 128, 2\n.reqntid 64\n.minnctapersm 2\n.maxnreg 32\n"
                               ".explicitcluster\n.reqnctapercluster 2, 1, 1\n.blocksareclusters\n{ ret; }");
  const Function& k = module.functions[0];
  EXPECT_EQ(k.max_threads[0], 128u);
  EXPECT_EQ(k.max_threads[1], 2u);
  EXPECT_EQ(k.max_threads[2], std::nullopt);
  EXPECT_EQ(k.required_threads[0], 64u);
  EXPECT_EQ(k.cluster[0], 2u);
  EXPECT_EQ(k.body.size(), 1u);
}

TEST(Parser, ReadsFunctionsWithResults) {
  const Module module =
      parsed(std::string(k_head) +
             ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n"
             ".visible .func .attribute(.unified(1, 2)) (.param .align 8 .b8 r[32]) f(.param .b32 x)\n"
             ".noreturn\n{ ret; }");
  ASSERT_EQ(module.functions.size(), 2u);
  EXPECT_TRUE(module.function("vprintf")->is_declaration);
  EXPECT_FALSE(module.function("f")->is_entry);
  EXPECT_TRUE(module.function("f")->no_return);
  EXPECT_EQ(module.function("f")->returns[0].bytes, 32u);
  EXPECT_EQ(module.function("g"), nullptr);
}

TEST(Parser, ADefinitionTakesThePlaceOfItsDeclaration) {
  const Module module = parsed(std::string(k_head) + ".func f(.param .b32 x);\n.func f(.param .b32 x) { ret; }\n" +
                               ".func f(.param .b32 x);");
  ASSERT_EQ(module.functions.size(), 1u);
  EXPECT_FALSE(module.functions[0].is_declaration);
}

TEST(Parser, AnAliasIsTheFunctionUnderAnotherName) {
  const Module module = parsed(std::string(k_head) + ".func g();\n.func f() { ret; }\n.alias g, f;");
  EXPECT_EQ(module.function("g")->body.size(), 1u);
}

TEST(Parser, ReadsCallsOfEveryForm) {
  const Module module = parsed(std::string(k_head) +
                               ".func f(); .func (.param .b32 r) g(.param .b32 x);\n.entry k() { .reg .b64 %rd<2>;\n"
                               "{ .param .b32 p0; .param .b32 r0; call f; call.uni (r0), g, (p0); call f, (p0);\n"
                               "proto : .callprototype (.param .b32 _) _ (.param .b32 _);\n"
                               "call (r0), %rd1, (p0), proto; } ret; }");
  const auto& body = module.function("k")->body;
  ASSERT_EQ(body.size(), 5u);
  EXPECT_EQ(body[0].operands[0].name, "f");
  ASSERT_EQ(body[1].operands.size(), 3u);
  EXPECT_EQ(body[1].operands[0].kind, Kind::list);
  EXPECT_EQ(body[1].operands[0].elements[0].name, "r0");
  EXPECT_EQ(body[1].operands[2].elements[0].name, "p0");
  EXPECT_EQ(body[3].operands[1].kind, Kind::reg);
  EXPECT_EQ(body[3].operands[3].kind, Kind::symbol);
  EXPECT_EQ(body[3].operands[3].name, "proto");
}

TEST(Parser, ResolvesLabelsForwardsAndBackwards) {
  const Function k = kernel("A: bra B; mov.u32 %r1, 0; B: @%p1 bra A; bra.uni END; END:");
  EXPECT_EQ(k.body[0].operands[0].kind, Kind::label);
  EXPECT_EQ(k.body[0].operands[0].index, 2u);
  EXPECT_EQ(k.body[2].operands[0].index, 0u);
  EXPECT_EQ(k.body[3].operands[0].index, 4u);
  EXPECT_EQ(k.label_names, (std::vector<std::string>{"A", "B", "END"}));
  EXPECT_EQ(k.label_targets, (std::vector<uint32_t>{0, 2, 4}));
}

TEST(Parser, SpellsOutTablesOfTargets) {
  const Function k = kernel("ts: .branchtargets A, B, A;\nbrx.idx %r1, ts; A: ret; B: ret;");
  const Operand& table = k.body[0].operands[1];
  EXPECT_EQ(table.kind, Kind::list);
  ASSERT_EQ(table.elements.size(), 3u);
  EXPECT_EQ(table.elements[0].kind, Kind::label);
  EXPECT_EQ(table.elements[1].index, 2u);
  EXPECT_EQ(table.elements[2].index, 1u);
}

TEST(Parser, NamesOfInnerScopesAreTheirOwn) {
  const Function k = kernel(
      "{ .param .b32 p; .reg .b32 t; st.param.b32 [p], t; }\n"
      "{ .param .b64 p; .reg .b64 t; st.param.b64 [p+4], t; { st.param.b64 [p], t; } }");
  ASSERT_EQ(k.variables.size(), 2u);
  EXPECT_EQ(k.variables[0].name, "p");
  EXPECT_EQ(k.variables[1].name, "p#2");
  EXPECT_EQ(k.body[0].operands[0].name, "p");
  EXPECT_EQ(k.body[1].operands[0].name, "p#2");
  EXPECT_EQ(k.body[2].operands[0].name, "p#2");
  EXPECT_NE(k.body[0].operands[1].index, k.body[1].operands[1].index);
  EXPECT_EQ(k.body[1].operands[1].index, k.body[2].operands[1].index);
}

TEST(Parser, LabelsOfInnerScopesAreTheirOwn) {
  const Function k = kernel("{ @%p1 bra DONE; nanosleep.u32 20; DONE: }\n{ @%p1 bra DONE; trap; DONE: } ret;");
  EXPECT_EQ(k.body[0].operands[0].index, 2u);
  EXPECT_EQ(k.body[2].operands[0].index, 4u);
}

TEST(Parser, AVariableOfAFunctionAvoidsNamesOfTheModule) {
  const Module module = parsed(std::string(k_head) +
                               ".shared .b32 x;\n.entry k() { .reg .b32 %r<2>; mov.u32 %r0, x;\n"
                               "{ .shared .b32 x; mov.u32 %r1, x; } }");
  const Function& k = module.functions[0];
  EXPECT_EQ(k.body[0].operands[1].name, "x");
  EXPECT_EQ(k.body[1].operands[1].name, k.variables[0].name);
  EXPECT_NE(k.variables[0].name, "x");
}

TEST(Parser, SymbolsMayCarryAnOffset) {
  const Module module =
      parsed(std::string(k_head) + ".entry k() { .reg .b64 %rd<2>; mov.u64 %rd0, later+16; }\n.global .b8 later[32];");
  const Operand& symbol = module.functions[0].body[0].operands[1];
  EXPECT_EQ(symbol.kind, Kind::symbol);
  EXPECT_EQ(symbol.value, 16u);
}

TEST(Parser, SeveralInstructionsMayShareALine) {
  const Function k = kernel("{ mov.u32 %r1, 1; mov.u32 %r2, 2; } /* three */ mov.u32 %r3, 3;;");
  EXPECT_EQ(k.body.size(), 3u);
  EXPECT_EQ(k.body[0].line, k.body[2].line);
}

TEST(Parser, InstructionsKnowTheirLine) {
  const Function k = kernel("mov.u32 %r1, 1;\n\n// comment\nmov.u32 %r2, 2;");
  EXPECT_EQ(k.body[0].line, 6u);
  EXPECT_EQ(k.body[1].line, 9u);
}

TEST(Parser, PragmasAndSectionsAreSkipped) {
  const Module module =
      parsed(std::string(k_head) + ".entry k() { L: .pragma \"nounroll\"; bra L; }\n" +
             ".section .debug_info { .b32 871\n.b8 2\n.b32 .debug_abbrev\n.b64 $L__func_begin0\ninfo: .b8 1,2 }\n");
  EXPECT_EQ(module.functions[0].body[0].operands[0].index, 0u);
}

TEST(Parser, LineInformationIsKept) {
  const Module module = parsed(std::string(k_head) +
                               ".entry k() { .reg .b32 %r<5>; mov.u32 %r0, 0;\n"
                               ".loc 1 12 5\nmov.u32 %r1, 1;\n"
                               ".loc 2 7 3, function_name $L__info_string0, inlined_at 1 12 5\nmov.u32 %r2, 1;\n"
                               ".loc 2 9 1, function_name .debug_str+16, inlined_at 2 7 3\nmov.u32 %r3, 1;\n"
                               ".loc 1 12 5\nmov.u32 %r4, 1; }\n"
                               ".file 1 \"/src/kernel.cu\"\n.file 2 \"inner.h\", 1700000000, 2048\n");
  const auto& body = module.functions[0].body;
  EXPECT_EQ(body[0].place, k_none);
  EXPECT_EQ(source_text(module, body[0]), "");
  EXPECT_EQ(source_text(module, body[1]), "/src/kernel.cu:12");
  EXPECT_EQ(source_text(module, body[2]), "inner.h:7");
  EXPECT_EQ(body[1].place, body[4].place);
  const SourcePlace& inner = module.places[body[3].place];
  EXPECT_EQ(inner.inlined_at, body[2].place);
  EXPECT_EQ(module.places[inner.inlined_at].inlined_at, body[1].place);
  EXPECT_EQ(module.places.size(), 3u);
}

TEST(Parser, TextureReferencesPass) {
  const Module module =
      parsed(std::string(k_head) + ".global .texref t;\n.global .samplerref s = { filter_mode = linear };");
  EXPECT_EQ(module.variables.size(), 2u);
}

}  // namespace parser_test

}  // namespace whet::ptx

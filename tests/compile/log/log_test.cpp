#include "compile/log/log.h"

#include <gtest/gtest.h>

#include "compile/log/assembler_messages.h"
#include "support/support.h"

namespace whet {
namespace log_test {

CompilerLog parse(std::string_view log, std::string_view source) {
  test::FakeFileSystem files;
  SourceLines lines("a.cu", source, files);
  return parse_log(log, lines);
}

CompilerMessage only_message(std::string_view log, std::string_view source = "") {
  const CompilerLog parsed = parse(log, source);
  EXPECT_EQ(parsed.messages.size(), 1u);
  return parsed.messages.empty() ? CompilerMessage{} : parsed.messages[0];
}

TEST(CompilerLogs, AnErrorHasItsPlaceAndTheCaretsColumn) {
  const auto message =
      only_message("a.cu(1): error: identifier \"foo\" is undefined\n    foo(1);\n    ^\n\n", "  foo(1);");
  EXPECT_EQ(message.severity, Severity::error);
  EXPECT_EQ(message.file, "a.cu");
  EXPECT_EQ(message.line, 1);
  EXPECT_EQ(message.column, 3);
  EXPECT_EQ(message.text, "identifier \"foo\" is undefined");
}

TEST(CompilerLogs, AWarningKeepsItsNumber) {
  const auto message = only_message("b/a.cu(2): warning #177-D: variable \"x\" was declared but never referenced\n");
  EXPECT_EQ(message.severity, Severity::warning);
  EXPECT_EQ(message.text, "variable \"x\" was declared but never referenced [#177-D]");
}

TEST(CompilerLogs, AColumnBehindAMacroIsThatOfTheLineAsWritten) {
  const auto message = only_message(
      "a.cu(1): error: expected a \";\"\n  __attribute__((global)) void k() { x }\n                                    "
      "   ^\n",
      "__global__  void k() { /* c */  x }");
  EXPECT_EQ(message.column, 35);
}

TEST(CompilerLogs, AColumnInsideAMacroIsNotGuessed) {
  const auto message =
      only_message("a.cu(1): error: bad operand\n  f(1 + undefined_thing + 1);\n        ^\n", "f(BAD);");
  EXPECT_EQ(message.column, 0);
}

TEST(CompilerLogs, WithoutACaretTheQuotedNameGivesTheColumn) {
  const auto message = only_message(
      "a.cu(1): error: calling a __host__ function(\"host(int)\") from a __global__ function(\"k\") is not allowed\n\n",
      "  *p = host(3);");
  EXPECT_EQ(message.column, 8);
}

TEST(CompilerLogs, FurtherLinesBelongToTheText) {
  const auto message = only_message(
      "a.cu(1): error: no instance of function \"f\" matches the argument list\n            argument types are: "
      "(int)\n  f(1);\n  ^\n"
      "          detected during instantiation of \"g\" at line 3\n\n",
      "f(1);");
  EXPECT_EQ(message.text,
            "no instance of function \"f\" matches the argument list; argument types are: (int); detected during "
            "instantiation of \"g\" at line 3");
  EXPECT_EQ(message.column, 1);
}

TEST(CompilerLogs, ThePreprocessorGivesColumnsItself) {
  const auto message = only_message(
      "a.cu:1:10: fatal error: x.h: No such file or directory\n    1 | #include \"x.h\"\n      |          "
      "^~~~~\ncompilation terminated.\n");
  EXPECT_EQ(message.severity, Severity::error);
  EXPECT_EQ(message.line, 1);
  EXPECT_EQ(message.column, 10);
  EXPECT_EQ(message.text, "x.h: No such file or directory");
}

TEST(CompilerLogs, ToolsSpeakWithoutAPlace) {
  EXPECT_EQ(only_message("nvcc fatal   : Unsupported gpu architecture 'sm_30'").text,
            "Unsupported gpu architecture 'sm_30'");
  EXPECT_EQ(only_message("nvrtc: error: unrecognized option -x found").severity, Severity::error);
  EXPECT_EQ(
      only_message("ptxas error   : Entry function '_Z1kPi' uses too much shared data (0x3d0900 bytes, 0x38c00 max)")
          .line,
      0);
}

TEST(CompilerLogs, AssemblerMessagesMoveToTheSourceLine) {
  auto messages = parse(
                      "ptxas /tmp/x.ptx, line 4; error   : Unknown modifier '.instr'\nptxas fatal   : Ptx assembly "
                      "aborted due to errors\n",
                      "")
                      .messages;
  ASSERT_EQ(messages.size(), 1u);
  place_assembler_messages(".entry k\n\t.loc\t1 7 3\n\tadd\n\tbad.instr\n\t.loc 1 9 1\n.file\t1 \"/src/a.cu\"\n",
                           "/tmp/x.ptx", "/src/a.cu", messages);
  EXPECT_EQ(messages[0].file, "/src/a.cu");
  EXPECT_EQ(messages[0].line, 7);
}

TEST(CompilerLogs, ResourcesAreThoseOfTheKernels) {
  const auto log = parse(
      "ptxas info    : 48 bytes gmem\n"
      "ptxas info    : Compiling entry function '_Z1kPi' for 'sm_90a'\n"
      "ptxas info    : Function properties for _Z1kPi\n"
      "    96 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads\n"
      "ptxas info    : Function properties for helper\n"
      "    640 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 38 registers, used 1 barriers, 96 bytes cumulative stack size, 8192 bytes smem, 400 bytes "
      "cmem[0]\n"
      "ptxas info    : Compiling entry function 'two' for 'sm_90a'\n"
      "ptxas info    : Function properties for two\n"
      "ptxas         .     16 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 10 registers, used 0 barriers\n",
      "");
  EXPECT_TRUE(log.messages.empty());
  ASSERT_EQ(log.resources.size(), 2u);
  EXPECT_EQ(log.resources[0].kernel, "_Z1kPi");
  EXPECT_EQ(log.resources[0].registers, 38);
  EXPECT_EQ(log.resources[0].stack_bytes, 96);
  EXPECT_EQ(log.resources[0].spill_store_bytes, 8);
  EXPECT_EQ(log.resources[0].spill_load_bytes, 12);
  EXPECT_EQ(log.resources[0].shared_bytes, 8192);
  EXPECT_EQ(log.resources[1].stack_bytes, 16);
  EXPECT_EQ(log.resources[1].shared_bytes, 0);
}

}  // namespace log_test
}  // namespace whet

// The corpus of tests/lift/kernels: `// MEANING text` says what all kernels after it compute, `// REFUSES words` what
// the refusal of all kernels after it says.
#include "lift/meaning/meaning.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "compile/compiler.h"
#include "compile/toolkit/toolkit.h"
#include "lift/lifting_request.h"
#include "ptx/reader/parser.h"
#include "source/kernel/kernels.h"
#include "support/source_folder.h"
#include "support/support.h"
#include "util/text.h"

namespace whet::lift {
namespace meaning_test {

struct Expected {
  int line = 0;
  bool refuses = false;
  std::string text;
};

std::vector<Expected> expectations(const std::string& source) {
  std::vector<Expected> found;
  int number = 0;
  for (const auto line : split(source, '\n')) {
    ++number;
    for (const std::string word : {"// MEANING ", "// REFUSES "}) {
      if (line.starts_with(word)) found.push_back({number, word[3] == 'R', std::string(line.substr(word.size()))});
    }
  }
  return found;
}

Expected expected_at(const std::vector<Expected>& all, int line) {
  Expected last;
  for (const Expected& one : all) {
    if (one.line < line) last = one;
  }
  return last;
}

// Statements in one line, with semicolons between them.
std::string joined(std::string lines) {
  if (lines.ends_with('\n')) lines.pop_back();
  for (size_t at = 0; (at = lines.find('\n', at)) != std::string::npos;) lines.replace(at, 1, "; ");
  return lines;
}

std::vector<std::string> corpus() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(whet::test::source_folder() + "/tests/lift/kernels")) {
    names.push_back(entry.path().stem());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class MeaningTest : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto toolkit = find_toolkit("", files, processes);
    if (!toolkit || toolkit->nvrtc.empty()) GTEST_SKIP() << "there is no NVRTC here";
  }

  ptx::Module compile(const std::string& path, const std::string& source) {
    CompileRequest request;
    request.file = path;
    request.source = source;
    request.architectures = {{90, 'a'}};
    Compiler compiler({}, files, processes, clock);
    const auto builds = compiler.compile(lifting_request(request));
    if (!builds) ADD_FAILURE() << describe(builds.error()) << builds.error().details;
    auto module = builds ? ptx::parse(builds.value()[0].ptx, path) : Result<ptx::Module>(ptx::Module());
    EXPECT_TRUE(module.ok());
    return module ? std::move(module).value() : ptx::Module();
  }

  DiskFileSystem files;
  SystemProcessRunner processes;
  SystemClock clock;
};

TEST_P(MeaningTest, EachKernelHasTheMeaningThatItsFileSays) {
  const std::string path = whet::test::source_folder() + "/tests/lift/kernels/" + GetParam() + ".cu";
  const auto source = files.read(path);
  ASSERT_TRUE(source.ok());
  const ptx::Module module = compile(path, source.value());
  const auto all = expectations(source.value());
  for (const KernelSource& kernel : find_kernels(source.value())) {
    const Expected expected = expected_at(all, kernel.line);
    ASSERT_FALSE(expected.text.empty()) << kernel.name;
    Arena arena;
    const auto meaning = find_meaning(module, kernel.name, read_parameters(kernel.parameters), arena);
    const std::string found = meaning ? print(arena, meaning.value()) : describe(meaning.error());
    EXPECT_EQ(meaning.ok(), !expected.refuses) << kernel.name << ": " << found;
    if (meaning.ok() == expected.refuses) continue;
    if (meaning) {
      EXPECT_EQ(joined(found), expected.text) << kernel.name;
    } else {
      EXPECT_NE(found.find(expected.text), std::string::npos) << kernel.name << ": " << found;
    }
  }
}

// Another instruction in place of this one; false: it has no mutant.
bool mutate(ptx::Instruction& code) {
  if (code.opcode == "add" || code.opcode == "sub") {
    const ptx::Operand& last = code.operands[2];
    if (last.kind == ptx::Operand::Kind::immediate && last.value == 0) return false;
    code.opcode = code.opcode == "add" ? "sub" : "add";
    return true;
  }
  if (code.opcode == "mul" && code.has("f32")) return code.opcode = "add", true;
  if (code.opcode == "shl" && code.operands[2].kind == ptx::Operand::Kind::immediate)
    return ++code.operands[2].value, true;
  if (code.opcode != "setp" || ptx::is_float(code.type())) return false;
  constexpr std::pair<const char*, const char*> k_others[] = {{"lt", "le"}, {"le", "lt"}, {"gt", "ge"}, {"ge", "gt"}};
  for (const auto& [from, to] : k_others) {
    if (code.modifiers[0] == from) return code.modifiers[0] = to, true;
  }
  return false;
}

// `// SAME n: why` before a kernel: so many of its mutants do the same.
int equivalent_mutants(const std::string& source, int line) {
  const auto lines = split(source, '\n');
  const std::string_view before = line >= 2 ? lines[static_cast<size_t>(line) - 2] : std::string_view();
  return before.starts_with("// SAME ") ? std::stoi(std::string(before.substr(8))) : 0;
}

std::string text_of(const ptx::Module& module, const KernelSource& kernel) {
  Arena arena(20'000);  // ten times what a kernel of the corpus needs: a mutant that explodes is another meaning
  const auto meaning = find_meaning(module, kernel.name, read_parameters(kernel.parameters), arena);
  if (!meaning) return "";
  std::string text = print(arena, meaning.value());
  for (const std::string& assumption : meaning->assumptions) text += "assumes " + assumption + "\n";
  return text;
}

// What a meaning assumes of the launch is part of it.
TEST_P(MeaningTest, NoMutantHasTheMeaningOfItsOriginal) {
  const std::string path = whet::test::source_folder() + "/tests/lift/kernels/" + GetParam() + ".cu";
  const auto source = files.read(path);
  ASSERT_TRUE(source.ok());
  ptx::Module module = compile(path, source.value());
  int mutants = 0;
  for (const KernelSource& kernel : find_kernels(source.value())) {
    const std::string original = text_of(module, kernel);
    auto function = std::find_if(module.functions.begin(), module.functions.end(),
                                 [&](const auto& f) { return f.name == kernel.name; });
    ASSERT_NE(function, module.functions.end());
    int same = 0;
    std::string which;
    for (ptx::Instruction& code : function->body) {
      const ptx::Instruction before = code;
      if (original.empty() || !mutate(code)) continue;
      if (text_of(module, kernel) == original) {
        ++same;
        which +=
            "PTX line " + std::to_string(code.line) + ": " + before.full_opcode() + " -> " + code.full_opcode() + "\n";
      }
      code = before;
      ++mutants;
    }
    EXPECT_EQ(same, equivalent_mutants(source.value(), kernel.line)) << kernel.name << "\n" << which;
  }
  RecordProperty("mutants", mutants);
}

INSTANTIATE_TEST_SUITE_P(Corpus, MeaningTest, ::testing::ValuesIn(corpus()),
                         [](const auto& info) { return info.param; });

}  // namespace meaning_test
}  // namespace whet::lift

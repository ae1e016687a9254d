// Every form in instruction_forms.txt is either supported or rejected with its name.
#include <gtest/gtest.h>

#include <sstream>

#include "support/source_folder.h"
#include "support/support.h"
#include "vgpu/decode/loaded_module.h"

namespace whet::vgpu {
namespace instruction_forms_test {

std::string module_of(const std::string& instruction) {
  return ".version 9.0\n.target sm_90a\n.address_size 64\n.const .align 4 .b8 cst[64];\n"
         ".visible .entry k(.param .u64 b0) {\n.reg .b16 %h<9>; .reg .b32 %r<10>; .reg .f32 %f<6>; .reg .b64 %d<6>;"
         ".reg .f64 %e<4>; .reg .pred %q<5>; .reg .b128 %w<4>;\n" +
         instruction + "\nret;\n}\n";
}

// "" if the kernel can be run.
Error decoded(const std::string& instruction) {
  GlobalMemory memory(1 << 20);
  const auto module = LoadedModule::load(module_of(instruction), "form.ptx", memory);
  if (!module) return module.error();
  const auto program = (*module)->program("k");
  return program ? Error{} : program.error();
}

TEST(InstructionForms, AreKnownOrRefusedByName) {
  const auto text = DiskFileSystem().read(test::source_folder() + "/tests/vgpu/instruction_forms.txt");
  ASSERT_TRUE(text.ok());
  std::istringstream lines(*text);
  int count = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    ++count;
    const bool refused = line.starts_with("refused ");
    if (refused) line = line.substr(8);
    const Error error = decoded(line);
    if (!refused) {
      EXPECT_EQ(error.what, "") << line;
      continue;
    }
    EXPECT_EQ(error.kind, ErrorKind::missing) << line;
    EXPECT_NE(error.what.find(line.substr(0, line.find(' '))), std::string::npos) << error.what;
  }
  EXPECT_GT(count, 150);
}

}  // namespace instruction_forms_test
}  // namespace whet::vgpu

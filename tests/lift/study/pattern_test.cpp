// The class of each kernel of classes.cu, and its integer operations where it says how many.
#include "lift/study/pattern.h"

#include <gtest/gtest.h>

#include "lift/confirm/corpus.h"
#include "lift/study/work.h"
#include "support/source_folder.h"
#include "util/text.h"

namespace whet::lift {
namespace pattern_test {

class PatternTest : public test::CorpusTest {
 protected:
  void SetUp() override {
    const auto toolkit = find_toolkit("", files, processes);
    if (!toolkit || toolkit->nvrtc.empty()) GTEST_SKIP() << "there is no NVRTC here";
    const std::string path = whet::test::source_folder() + "/tests/lift/study/classes.cu";
    source = files.read(path).value();
    ptx = compile(path, source);
  }

  // The text after the last `// word ` before the kernel, if it stands after the kernel before.
  std::string said(const std::string& word, const std::string& kernel) const {
    const size_t at = source.find(" " + kernel + "(");
    const size_t before = source.rfind("\n}\n", at);
    const size_t begin = source.rfind("\n// " + word + " ", at);
    if (begin == std::string::npos || (before != std::string::npos && begin < before)) return "";
    const size_t text = begin + word.size() + 5;
    return source.substr(text, source.find('\n', text) - text);
  }
};

TEST_F(PatternTest, KernelsHaveTheirClassAndWork) {
  for (const KernelSource& kernel : find_kernels(source)) {
    Lifted lifted;
    lift(ptx, kernel, lifted);
    ASSERT_TRUE(lifted.meaning) << kernel.name << ": " << describe(lifted.meaning.error());
    EXPECT_EQ(join(patterns(lifted.arena, *lifted.meaning), "; "), said("CLASS", kernel.name)) << kernel.name;
    const std::string integers = said("INTEGERS", kernel.name);
    if (integers.empty()) continue;
    const Work work =
        derive_work(lifted.arena, *lifted.meaning, parameter_uses(lifted.arena, *lifted.meaning, lifted.parameters));
    EXPECT_EQ(print(lifted.arena, work.integer_operations, lifted.meaning->names), integers) << kernel.name;
  }
}

}  // namespace pattern_test
}  // namespace whet::lift

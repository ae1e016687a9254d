// Every file under bugs/ has a kernel with a bug and a corrected one, `buggy` and `fixed`. A comment `// BUG kind` is
// on the line where the finding is expected; all checks are on.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <set>
#include <sstream>

#include "compile/compiler.h"
#include "compile/toolkit/toolkit.h"
#include "support/source_folder.h"
#include "support/support.h"
#include "vgpu/check/checked_run.h"
#include "vgpu/decode/loaded_module.h"
#include "vgpu/program/fault_text.h"

namespace whet::vgpu {
namespace planted_bugs_test {

std::string bugs_directory() {
  return test::source_folder() + "/tests/vgpu/bugs";
}

std::vector<std::string> bug_names() {
  std::vector<std::string> names;
  for (const std::string& file : DiskFileSystem().list(bugs_directory())) {
    if (extension_of(file) == ".cu") names.push_back(file.substr(0, file.size() - 3));
  }
  return names;
}

const std::map<FaultKind, std::string> k_words = {{FaultKind::out_of_bounds, "out_of_bounds"},
                                                  {FaultKind::misaligned, "misaligned"},
                                                  {FaultKind::use_after_free, "use_after_free"},
                                                  {FaultKind::uninitialised, "uninitialised"},
                                                  {FaultKind::shared_race, "shared_race"},
                                                  {FaultKind::global_race, "global_race"},
                                                  {FaultKind::barrier_divergence, "barrier_divergence"},
                                                  {FaultKind::async_not_waited, "async_not_waited"},
                                                  {FaultKind::wrong_mask, "wrong_mask"},
                                                  {FaultKind::read_as_constant, "read_as_constant"},
                                                  {FaultKind::deadlock, "deadlock"},
                                                  {FaultKind::endless, "endless"},
                                                  {FaultKind::trap, "trap"},
                                                  {FaultKind::assertion, "assertion"},
                                                  {FaultKind::stack_overflow, "stack_overflow"},
                                                  {FaultKind::read_only, "read_only"}};

// "out_of_bounds kernel.cu:3"
using Marks = std::set<std::string>;

// The marks in a file.
struct Bug {
  std::string file, source;
  Marks marks;
  std::map<std::string, uint64_t> launch = {
      {"grid", 8}, {"block", 128}, {"shared", 0}, {"budget", 10'000'000}, {"cooperative", 0}};
};

Bug read_bug(const std::string& name) {
  Bug bug;
  bug.file = bugs_directory() + "/" + name + ".cu";
  bug.source = DiskFileSystem().read(bug.file).value();
  std::istringstream lines(bug.source);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (const size_t at = line.find("// BUG "); at != std::string::npos) {
      bug.marks.insert(line.substr(at + 7) + " " + name + ".cu:" + std::to_string(number));
    }
    if (!line.starts_with("// launch ")) continue;
    std::istringstream words(line.substr(10));
    for (std::string word; words >> word;) {
      bug.launch[word.substr(0, word.find('='))] = std::stoull(word.substr(word.find('=') + 1));
    }
  }
  return bug;
}

// The arguments that kernels may have, in this order: out, in, n, ints, a freed pointer, a null pointer.
class Arguments {
 public:
  explicit Arguments(GlobalMemory& memory) {
    memory.track_initialised(true);
    const uint64_t in = memory.allocate(4 * k_count, "in").value(), out = memory.allocate(4 * k_count, "out").value();
    const uint64_t ints = memory.allocate(4 * k_count, "ints").value(),
                   gone = memory.allocate(4 * k_count, "gone").value();
    for (uint32_t i = 0; i < k_count; ++i) {
      const float value = static_cast<float>(i * 13 % 101);
      const uint32_t number = i * 7 % 64;
      EXPECT_TRUE(memory.write(in + 4 * i, &value, 4).ok() && memory.write(ints + 4 * i, &number, 4).ok());
    }
    EXPECT_TRUE(memory.free(gone).ok());
    add(out), add(in), add(k_count), add(ints), add(gone), add(uint64_t{0});
  }
  std::vector<std::string> first(size_t count) const {
    return {bytes_.begin(), bytes_.begin() + static_cast<ptrdiff_t>(count)};
  }

 private:
  static constexpr uint32_t k_count = 1000;
  template <typename T>
  void add(T value) {
    bytes_.emplace_back(reinterpret_cast<const char*>(&value), sizeof value);
  }
  std::vector<std::string> bytes_;
};

class PlantedBugs : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto toolkit = find_toolkit("", files, processes);
    if (!toolkit || toolkit->nvrtc.empty()) GTEST_SKIP() << "there is no NVRTC here";
  }

  std::string compile(const Bug& bug) {
    Compiler compiler({}, files, processes, clock);
    CompileRequest request;
    request.file = bug.file;
    request.source = bug.source;
    request.architectures = {{90, 'a'}};
    request.exact = false;
    const auto builds = compiler.compile(request);
    if (!builds) ADD_FAILURE() << describe(builds.error());
    return builds ? builds->at(0).ptx : std::string();
  }

  Result<void> run_kernel(const Bug& bug, const std::string& ptx, const std::string& kernel,
                          const LaunchOrder& order = {}) {
    GlobalMemory memory(1 << 24);
    const Arguments arguments(memory);
    TRY(module, LoadedModule::load(ptx, bug.file, memory));
    TRY(program, module->program(kernel));
    LaunchConfig config;
    config.grid.x = static_cast<uint32_t>(bug.launch.at("grid"));
    config.block.x = static_cast<uint32_t>(bug.launch.at("block"));
    config.dynamic_shared_bytes = bug.launch.at("shared");
    config.cooperative = bug.launch.at("cooperative") != 0;
    const size_t count = program->module->functions[program->entry].parameters.size();
    TRY(parameters, pack_arguments(*program, arguments.first(count)));
    config.parameters = parameters;
    RunOptions options;
    options.counted = false;
    options.budget = bug.launch.at("budget");
    options.order = order;
    TRY(result, run(*program, config, memory, options, {true, true, true, true}));
    for (const Fault& fault : result.faults) note(fault, *program, bug.marks);
    return {};
  }

  // A race may be reported from either side.
  void note(const Fault& fault, const Program& program, const Marks& marks) {
    const std::string kind = k_words.at(fault.kind) + " ";
    const std::string here = kind + source_place(program, fault.instruction);
    const bool other = fault.other_instruction < program.origins.size();
    const std::string there = other ? kind + source_place(program, fault.other_instruction) : here;
    found.insert(marks.contains(there) ? there : here);
    texts += "  " + fault_text(fault, program) + "\n";
  }

  DiskFileSystem files;
  SystemProcessRunner processes;
  SystemClock clock;
  Marks found;
  std::string texts;
};

TEST_P(PlantedBugs, AreFoundWhereTheyAreAndNowhereElse) {
  const Bug bug = read_bug(GetParam());
  const std::string ptx = compile(bug);
  ASSERT_FALSE(ptx.empty());
  const auto buggy = run_kernel(bug, ptx, "buggy");
  ASSERT_TRUE(buggy) << describe(buggy.error());
  EXPECT_EQ(found, bug.marks) << texts;
  found.clear(), texts.clear();
  const auto fixed = run_kernel(bug, ptx, "fixed");
  ASSERT_TRUE(fixed) << describe(fixed.error());
  EXPECT_EQ(found, Marks()) << texts;
}

// Findings do not depend on which thread comes first, except for races within a warp, whose lanes have one order here.
TEST_P(PlantedBugs, AreFoundInOtherOrdersOfBlocksAndWarpsToo) {
  const Bug bug = read_bug(GetParam());
  const std::string ptx = compile(bug);
  for (const LaunchOrder& order :
       {LaunchOrder{k_backwards, false}, LaunchOrder{k_backwards, true}, LaunchOrder{6, true}}) {
    found.clear(), texts.clear();
    const auto buggy = run_kernel(bug, ptx, "buggy", order);
    ASSERT_TRUE(buggy) << describe(buggy.error());
    EXPECT_EQ(found, bug.marks) << order.blocks << order.take_turns << "\n" << texts;
    found.clear(), texts.clear();
    const auto fixed = run_kernel(bug, ptx, "fixed", order);
    ASSERT_TRUE(fixed) << describe(fixed.error());
    EXPECT_EQ(found, Marks()) << order.blocks << order.take_turns << "\n" << texts;
  }
}

INSTANTIATE_TEST_SUITE_P(All, PlantedBugs, ::testing::ValuesIn(bug_names()),
                         [](const auto& info) { return info.param; });

TEST(Bugs, ThereAreAtLeastTwentyEight) {
  EXPECT_GE(bug_names().size(), 28u);
}

}  // namespace planted_bugs_test
}  // namespace whet::vgpu

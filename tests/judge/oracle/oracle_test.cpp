#include "judge/oracle/oracle.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <set>
#include <tuple>

#include "judge/oracle/rounding_slack.h"
#include "judge_fixture.h"

namespace whet {
namespace oracle_test {

class OracleTest : public test::JudgeTest {
 protected:
  // The problem with another reference, written beside a copy of it.
  Problem with_reference(const std::string& name, ReferenceFile::Kind kind, const std::string& text) {
    Problem problem = load("scale_add");
    const std::string path = testing::TempDir() + name;
    EXPECT_TRUE(files_.write(path, text));
    problem.reference = {kind, path, "reference", 1};
    return problem;
  }

  std::string answer_of(const Problem& problem) {
    const auto made = trials(problem, Effort::quick);
    const auto asked = oracle(problem);
    if (!asked) return "none";
    const auto expected = asked->expected(*made[0].resolved, made[0].inputs);
    if (!expected) return expected.error().what;
    const double a = decode_element(ElementType::f32, made[0].inputs[0].data());
    const double b = decode_element(ElementType::f32, made[0].inputs[1].data());
    return std::abs((*expected)[2].front() - (0.75 * a + b)) < 1e-6 ? "right" : "another answer";
  }

  bool has_python() {
    const auto imports = [&](const char* python) {
      const auto finished = processes_.run({{python, "-c", "import numpy"}});
      return finished && finished->exit_code == 0;
    };
    return imports("python3") || imports("/usr/bin/python3");
  }
};

constexpr auto k_cpp = ReferenceFile::Kind::cpp;
constexpr auto k_python = ReferenceFile::Kind::python;
const std::string k_head =
    "extern \"C\" void reference(const double* a, const double* b, double* out, int64_t n, double factor) ";

TEST_F(OracleTest, AReferenceInCpp) {
  EXPECT_EQ(answer_of(load("scale_add")), "right");
}

TEST_F(OracleTest, ACrashOfTheReferenceIsTold) {
  const Problem problem = with_reference("crash.cpp", k_cpp, k_head + "{ *(volatile int*)8 = (int)n; }");
  EXPECT_EQ(answer_of(problem), "the reference gives no answer: it crashed: Segmentation fault");
}

// Integers come back in their own type, which is shorter; what is no element of it must not be made one on the way.
TEST_F(OracleTest, AnswersInIntegersStayWhatTheyAre) {
  for (const auto& [text, value, type] :
       std::vector<std::tuple<std::string, double, ElementType>>{{"200", 200, ElementType::u8},
                                                                 {"300", 300, ElementType::f64},
                                                                 {"-1", -1, ElementType::f64},
                                                                 {"2.5", 2.5, ElementType::f64},
                                                                 {"0.0 / 0.0", NAN, ElementType::f64}}) {
    const Problem problem = with_reference(
        "bytes.cpp", k_cpp, k_head + "{ for (int64_t i = 0; i < n; ++i) out[i] = 7; out[n - 1] = " + text + "; }");
    const auto made = trials(problem, Effort::quick);
    ResolvedCase resolved = *made[0].resolved;
    resolved.arguments[2].type = ElementType::u8;
    const auto asked = oracle(problem);
    ASSERT_TRUE(asked);
    const auto expected = asked->expected(resolved, made[0].inputs);
    ASSERT_TRUE(expected) << expected.error().what;
    const NumberArray& out = (*expected)[2];
    ASSERT_EQ(out.size(), resolved.arguments[2].count);
    EXPECT_EQ(out.type(), type) << text;
    EXPECT_EQ(out.front(), 7);
    EXPECT_TRUE(out.values().back() == value || (std::isnan(value) && std::isnan(out.values().back()))) << text;
  }
}

TEST_F(OracleTest, TheOriginalIsTheOracleWhereNoneIsGiven) {
  Problem problem = load("scale_add");
  problem.reference = {};
  EXPECT_EQ(answer_of(problem), "right");
  EXPECT_EQ(oracle_name(problem), "the original kernel");
}

TEST_F(OracleTest, AnotherKernelMayBeTheReference) {
  const Problem problem =
      with_reference("simple.cu", ReferenceFile::Kind::kernel,
                     "__global__ void plain(const float* a, const float* b, float* out, int n, float factor) {\n"
                     "  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)\n"
                     "    out[i] = a[i] * factor + b[i];\n}\n");
  EXPECT_EQ(answer_of(problem), "right");
}

TEST_F(OracleTest, AReferenceInPythonReturnsOrWrites) {
  if (!has_python()) GTEST_SKIP() << "python3 has no numpy";
  EXPECT_EQ(answer_of(with_reference("a.py", k_python, "def reference(a, b, factor, **rest): return a * factor + b\n")),
            "right");
  EXPECT_EQ(answer_of(with_reference("b.py", k_python, "def reference(a, b, out, factor): out[:] = a * factor + b\n")),
            "right");
  EXPECT_EQ(answer_of(with_reference("c.py", k_python, "def reference(**k): return {'out': k['a'] * 0.75 + k['b']}\n")),
            "right");
}

TEST_F(OracleTest, WhatPythonDoesWrongIsTold) {
  if (!has_python()) GTEST_SKIP() << "python3 has no numpy";
  EXPECT_EQ(answer_of(with_reference("d.py", k_python, "def reference(a, b): return a[:5]\n")),
            "the reference's answer does not fit: `out` has the shape [5], the problem says [3000]");
  EXPECT_EQ(answer_of(with_reference("e.py", k_python, "def reference(a, b): return a, b\n")),
            "the reference's answer does not fit: it returns 2 arrays, the problem has 1 outputs");
  EXPECT_EQ(answer_of(with_reference("f.py", k_python, "def other(): pass\n")),
            "the reference's answer does not fit: the file defines no `reference`");
  EXPECT_EQ(answer_of(with_reference("g.py", k_python, "def reference(a, b): return 1 / 0\n")), "the reference failed");
}

// One process for all questions, a fork for each: nothing of one reaches the next.
TEST_F(OracleTest, PythonIsStartedOnceAndEachAnswerIsFresh) {
  if (!has_python()) GTEST_SKIP() << "python3 has no numpy";
  const std::string notes = testing::TempDir() + "whet_oracle_processes";
  std::remove(notes.c_str());
  const Problem problem = with_reference("h.py", k_python,
                                         "import os\ncalls = 0\ndef reference(a, b, factor, **rest):\n"
                                         "    global calls\n    calls += 1\n    open('" +
                                             notes +
                                             "', 'a').write('%d %d\\n' % (os.getppid(), calls))\n"
                                             "    return a * factor + b\n");
  auto made = trials(problem, Effort::quick);
  auto opened = make_oracle(problem, {"", files_, processes_, compiler_, *device_});  // nothing is kept on disk
  ASSERT_TRUE(opened) << describe(opened.error());
  const auto asked = std::move(*opened);
  for (const Trial& trial : made) ASSERT_TRUE(asked->expected(*trial.resolved, trial.inputs));
  std::ifstream file(notes);
  std::set<std::string> parents, calls;
  int answers = 0;
  for (std::string parent, call; file >> parent >> call; ++answers) parents.insert(parent), calls.insert(call);
  EXPECT_GT(answers, 1);
  EXPECT_EQ(parents.size(), 1u);
  EXPECT_EQ(calls, (std::set<std::string>{"1"}));
}

TEST_F(OracleTest, PythonThatEndsItsProcessIsToldAndAskedAgain) {
  if (!has_python()) GTEST_SKIP() << "python3 has no numpy";
  const Problem problem =
      with_reference("i.py", k_python, "import os\ndef reference(a, b, factor, **rest): os._exit(0)\n");
  EXPECT_EQ(answer_of(problem), "the reference ends without an answer");
  EXPECT_EQ(answer_of(with_reference("j.py", k_python, "import os\ndef reference(**rest): os.kill(os.getpid(), 9)\n")),
            "the reference failed");
}

// A last bit of a large term is more than the sum that is left.
TEST_F(OracleTest, WhereSumsCancelThereIsRoom) {
  const Problem problem = load("product");
  auto made = trials(problem, Effort::quick);
  const auto asked = oracle(problem);
  const auto plain = *asked->expected(*made[0].resolved, made[0].inputs);
  const double ordinary = (*rounding_slack(problem, *asked, made[0], plain))[2].front();
  std::vector<double> large(made[0].resolved->arguments[0].count, 1000.0);
  for (size_t i = 0; i < large.size(); i += 2) large[i] = -1000.0;
  made[0].inputs[0] = encode_elements(ElementType::f32, large);
  const auto cancelled = *asked->expected(*made[0].resolved, made[0].inputs);
  EXPECT_GT((*rounding_slack(problem, *asked, made[0], cancelled))[2].front(), 100 * ordinary);
}

}  // namespace oracle_test
}  // namespace whet

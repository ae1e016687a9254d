// Every kernel of the corpus that lifts is confirmed; none of its mutants is confirmed with its meaning.
#include "lift/confirm/confirm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "lift/confirm/corpus.h"
#include "support/source_folder.h"
#include "util/text.h"

namespace whet::lift {
namespace confirm_test {

class ConfirmTest : public test::CorpusTest {};

const char* verdict_name(Confirmation::Verdict verdict) {
  constexpr const char* k_names[] = {"confirmed", "refuted", "not run"};
  return k_names[static_cast<int>(verdict)];
}

TEST_P(ConfirmTest, EachMeaningIsConfirmedAtFourSizes) {
  int confirmed = 0;
  for (const KernelSource& kernel : find_kernels(source)) {
    Lifted lifted;
    lift(ptx, kernel, lifted);
    if (!lifted.meaning) continue;
    const auto result = confirm(lifted.arena, *lifted.meaning, lifted.parameters, ptx, kernel.name);
    EXPECT_EQ(std::string(verdict_name(result.verdict)), "confirmed") << kernel.name << ": " << result.reason;
    if (result.verdict != Confirmation::Verdict::confirmed) continue;
    ++confirmed;
    EXPECT_EQ(result.sizes.size(), 4u) << kernel.name;
    EXPECT_GT(result.elements, 0u) << kernel.name;
  }
  RecordProperty("confirmed", confirmed);
}

// Another instruction in place of the one on this line of PTX; empty: it has no mutant.
std::string mutated_line(std::string line) {
  const std::pair<const char*, const char*> k_changes[] = {{"add.f32", "sub.f32"},
                                                           {"sub.f32", "add.f32"},
                                                           {"mul.f32", "add.f32"},
                                                           {"add.s32", "sub.s32"},
                                                           {"add.s64", "sub.s64"},
                                                           {"setp.lt.s", "setp.le.s"},
                                                           {"setp.le.s", "setp.lt.s"},
                                                           {"setp.gt.s", "setp.ge.s"},
                                                           {"setp.ge.s", "setp.gt.s"},
                                                           {"setp.lt.u", "setp.le.u"},
                                                           {"setp.ge.u", "setp.gt.u"},
                                                           {"mul.rn.f32", "add.rn.f32"},
                                                           {"max.f32", "min.f32"},
                                                           {"add.rn.f32", "sub.rn.f32"},
                                                           {"div.rn.f32", "mul.rn.f32"},
                                                           {"setp.gt.f32", "setp.lt.f32"},
                                                           {"setp.lt.f32", "setp.gt.f32"},
                                                           {"bar.sync", "// bar.sync"},
                                                           {"barrier.sync", "// barrier.sync"}};
  for (const auto& [from, to] : k_changes) {
    const size_t at = line.find(from);
    if (at == std::string::npos || line.find("//") != std::string::npos) continue;
    if (line.ends_with(", 0;")) return "";
    return line.replace(at, std::string(from).size(), to);
  }
  return "";
}

struct SameMutant {
  const char *kernel, *line;
};
// Mutants that store the same: a fifth element per thread is the first of the next thread; row n of a triangle is
// empty; sums beyond the edge of a matrix are not stored; a tail that strides from below also stores what others do; no
// thread or block has the number of all; one more bin in shared memory is set to zero; the sum of (x + mean)*(x - mean)
// is that of (x - mean)^2; a barrier where nothing is
// shared; weights that are the same from both sides; a third element of a pair is the first of the next; threads that
// count downwards from a block's first, where there are more blocks than the range needs and a guard leaves out the
// rest; a pair takes the place of one with the same value and the same index; nothing behind an array is what is
// counted; one more score in shared memory is not read; a softmax less its smallest score.
constexpr SameMutant k_same[] = {{"interior_2d", "%r1, %r7, %r8"},
                                 {"interior_2d", "%r2, %r11, %r12"},
                                 {"pipelined", "%p9, %r6, %r5"},
                                 {"copy_through_shared", "bar.sync"},
                                 {"copy_through_shared", "%p1, %r1, %r8"},
                                 {"gather_staged", "%p1, %r1, %r2"},
                                 {"gather_chunk", "%p1, %r2, %r5"},
                                 {"gather_staged", "bar.sync"},
                                 {"stencil_weights", "%r15, %r1, %r2"},
                                 {"silu_pairs", "%p1, %r2, 2"},
                                 {"column_block", "%p1, %r1, %r9"},
                                 {"column_2d_blocks", "%p2, %r10, 32"},
                                 {"matvec_block", "%p1, %r1, %r8"},
                                 {"norm_strided", "%f19, %f18, %f3"},
                                 {"norm_strided", "%f21, %f20, %f3"},
                                 {"four_each", ", 4;"},
                                 {"matrices_in_registers", "%p15"},
                                 {"matrices_in_registers", "%p16"},
                                 {"matrices_in_registers", "%r38, %r2, %r5"},
                                 {"vector_and_tail", "%r5, %r17, %r1;"},
                                 {"triangle", "%p1, %r1, %r4;"},
                                 {"in_shared_one_each", "%r1, 256;"},
                                 {"many_bins", "%p1, %r2, %r11;"},
                                 {"tiles", "%p2, %r3, %r19;"},
                                 {"tiles", "%p8, %r24, %r10;"},
                                 {"tiles", "%p10, %r2, %r9;"},
                                 {"tiles", "%p12, %r33, %r10;"},
                                 {"thread_per_row", "%f18, %f17, %f3;"},
                                 {"thread_per_row", "%f20, %f19, %f3;"},
                                 {"block_per_row", "%f20, %f19, %f3;"},
                                 {"block_per_row", "%f22, %f21, %f3;"},
                                 {"warp_per_row", "%f23, %f22, %f5;"},
                                 {"warp_per_row", "%f25, %f24, %f5;"},
                                 {"block_of_256", "%f29, %f27, %f28;"},
                                 {"barrier", "bar.sync"},
                                 {"block_tree", "%p1, %r1, %r8;"},
                                 {"block_of_warps", "%p1, %r1, %r11;"},
                                 {"max_tree", "%p1, %r1, %r8;"},
                                 {"max_tree_by_test", "%p1, %r1, %r10;"},
                                 {"block_steps", "%p1, %r2, %r9;"},
                                 {"block_steps_guarded", "%p1, %r2, %r9;"},
                                 {"last_of_block", "%p1, %r2, %r9;"},
                                 {"square", "%p2, %r2, %r5;"},
                                 {"rows_of_eight", "%p10, %r4, %r10;"},
                                 {"flat_tile", "%p2, %r4, %r7;"},
                                 {"written_out", "%p2, %r2, %r6;"},
                                 {"written_out", "%p6, %r3, %r6;"},
                                 {"stored_transposed", "%p2, %r2, %r5;"},
                                 {"warp_pairs", "%p9, %r9, %r7;"},
                                 {"warp_pairs_by_choices", "%p14, %r9, %r7;"},
                                 {"block_pairs", "%p24, %r9, %r7;"},
                                 {"count_in_rows", "%p1, %r2, %r3;"},
                                 {"votes_as_words", "%p5, %r1, %r5;"},
                                 {"four_each_unless_beyond", "%p1, %r2, 4;"},
                                 {"softmax_by_first_thread", "%p1, %r3, %r17;"},
                                 {"softmax_by_first_thread", "%p15, %f23, %f4;"}};

bool is_equivalent(const std::string& kernel, const std::string& line) {
  return std::any_of(std::begin(k_same), std::end(k_same), [&](const SameMutant& same) {
    return kernel == same.kernel && line.find(same.line) != std::string::npos;
  });
}

// The lines of the kernel's body.
std::pair<size_t, size_t> body_of(const std::vector<std::string_view>& lines, const std::string& kernel) {
  size_t begin = 0;
  while (begin < lines.size() && lines[begin].find(".entry " + kernel + "(") == std::string_view::npos) ++begin;
  size_t end = begin;
  while (end < lines.size() && !lines[end].starts_with("}")) ++end;
  return {begin, end};
}

struct Mutant {
  size_t line;
  std::string text;
};

// All without a barrier, and a few of the others, from all of the kernel. Kernels with barriers take longer.
std::vector<Mutant> mutants_of(const std::vector<std::string_view>& lines, const std::string& kernel) {
  constexpr size_t k_with_barriers = 3, k_without = 10;
  std::vector<Mutant> chosen, others;
  const auto [begin, end] = body_of(lines, kernel);
  for (size_t i = begin; i < end; ++i) {
    const std::string changed = mutated_line(std::string(lines[i]));
    if (changed.empty() || is_equivalent(kernel, changed)) continue;
    (changed.find("//") != std::string::npos ? chosen : others).push_back({i, changed});
  }
  const size_t count = std::min(others.size(), chosen.empty() ? k_without : k_with_barriers);
  for (size_t i = 0; i < count; ++i) chosen.push_back(others[i * others.size() / count]);
  return chosen;
}

// The block with which the original is confirmed.
void set_block(ConfirmOptions& options, const Confirmation& original) {
  if (original.sizes.empty()) return;
  const auto* const threads = &original.sizes[0].numbers.launch[static_cast<size_t>(Special::ntid_x)];
  options.launch.block = vgpu::Dim3{static_cast<uint32_t>(threads[0]), static_cast<uint32_t>(threads[1]),
                                    static_cast<uint32_t>(threads[2])};
}

// Mutants that do not end would take seconds each with the usual budget; a twentieth is enough for nearly all
// originals.
ConfirmOptions options_of_mutants(const std::function<Confirmation(const ConfirmOptions&)>& confirm_original) {
  ConfirmOptions options;
  options.budget /= 20;
  Confirmation original = confirm_original(options);
  if (original.verdict != Confirmation::Verdict::confirmed) {
    options = {};
    original = confirm_original(options);
  }
  set_block(options, original);
  return options;
}

// Refuted, or cut off: a mutant whose loop does not end, of an original that does.
bool is_caught(const Confirmation& result) {
  return result.verdict == Confirmation::Verdict::refuted || result.is_cut_off;
}

TEST_P(ConfirmTest, NoMutantIsConfirmedWithTheMeaningOfItsOriginal) {
  const auto lines = split(ptx, '\n');
  int mutants = 0, caught = 0;
  for (const KernelSource& kernel : find_kernels(source)) {
    Lifted lifted;
    lift(ptx, kernel, lifted);
    if (!lifted.meaning) continue;
    const ConfirmOptions options = options_of_mutants([&](const ConfirmOptions& tried) {
      return confirm(lifted.arena, *lifted.meaning, lifted.parameters, ptx, kernel.name, tried);
    });
    for (const Mutant& mutant : mutants_of(lines, kernel.name)) {
      std::vector<std::string> copy(lines.begin(), lines.end());
      copy[mutant.line] = mutant.text;
      const auto result =
          confirm(lifted.arena, *lifted.meaning, lifted.parameters, join(copy, "\n"), kernel.name, options);
      EXPECT_NE(result.verdict, Confirmation::Verdict::confirmed)
          << kernel.name << ", PTX line " << mutant.line + 1 << ": " << lines[mutant.line] << " -> " << mutant.text
          << (result.sizes.empty() ? "" : " (" + result.sizes[0].launch + ")");
      ++mutants;
      caught += is_caught(result) ? 1 : 0;
    }
  }
  EXPECT_GE(caught, mutants - mutants / 50);  // a few are not run because they take too long
  RecordProperty("mutants", mutants);
  std::printf("%d mutants of %s\n", mutants, GetParam().c_str());
}

class MutantCount : public test::CorpusTest {};

// The parameter is not used: the fixture reads one file, the test all of them.
TEST_P(MutantCount, ThereAreAtLeastFiveHundredInTheCorpus) {
  size_t all = 0, barriers = 0;
  for (const std::string& name : test::corpus()) {
    const std::string path = whet::test::source_folder() + "/tests/lift/kernels/" + name + ".cu";
    source = files.read(path).value();
    ptx = compile(path, source);
    const auto lines = split(ptx, '\n');
    for (const KernelSource& kernel : find_kernels(source)) {
      Lifted lifted;
      lift(ptx, kernel, lifted);
      if (!lifted.meaning) continue;
      const auto mutants = mutants_of(lines, kernel.name);
      all += mutants.size();
      barriers += static_cast<size_t>(std::count_if(mutants.begin(), mutants.end(), [](const Mutant& mutant) {
        return mutant.text.find("//") != std::string::npos;
      }));
    }
  }
  std::printf("%zu mutants in all, %zu of them without a barrier\n", all, barriers);
  EXPECT_GE(all, 500u);
  EXPECT_GT(barriers, 50u);
}

INSTANTIATE_TEST_SUITE_P(Corpus, MutantCount, ::testing::Values("copy"));
INSTANTIATE_TEST_SUITE_P(Corpus, ConfirmTest, ::testing::ValuesIn(test::corpus()),
                         [](const auto& info) { return info.param; });

}  // namespace confirm_test
}  // namespace whet::lift

// What patterns say about a new run: which candidates to begin with, and which methods to put first.
//
// A pattern speaks about kernels of its family on its architecture, and only about times of its own kind: what the
// virtual GPU modelled says nothing on a GPU, and the other way round. The same meaning counts more than the same
// family, like sizes more than others.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "diagnose/plan.h"
#include "learn/learned_method.h"
#include "store/pattern.h"
#include "write/text/written.h"

namespace whet::learn {

struct RankedPattern {
  const store::Pattern* pattern = nullptr;
  double score = 0;  // its weight, by how near it is
};

// Of one kind, best first; those that are out of use are left out. Patterns about kernels that nobody understands are
// for methods alone.
std::vector<RankedPattern> ranked(const std::vector<store::Pattern>& patterns, store::PatternKind kind,
                                  const store::PatternSubject& subject, const store::PatternPlace& place);

// A candidate to begin with, and the pattern that says so.
struct LearnedStart {
  store::PatternId pattern = 0;
  std::string memo;                         // of a written or edited kernel
  std::map<std::string, int64_t> tunables;  // if there is no memo

  bool operator==(const LearnedStart&) const = default;
};

struct Advice {
  std::vector<LearnedStart> starts;    // best first
  std::vector<LearnedMethod> methods;  // likewise
};

// `kernels` are those that can be written: a pattern whose numbers none has stands for the one that is most like it.
Advice advise(const std::vector<store::Pattern>& patterns, const store::PatternSubject& subject,
              const store::PatternPlace& place, const std::vector<write::WrittenKernel>& kernels);

// The methods of the plan that helped before come first; none is added, and each keeps its promise.
void put_first(const std::vector<LearnedMethod>& methods, const std::string& bottleneck, Plan& plan);

// Lines for a prompt: "`memory.vectorized_access`: 1.8x [1.6 2.0], in 3 of 4 tries".
std::vector<std::string> method_lines(const std::vector<LearnedMethod>& methods, const std::string& bottleneck);

}  // namespace whet::learn

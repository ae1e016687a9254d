// The one place that decides what to advise for a kernel. `inspect`, `run`, `diagnose` and `optimize` all ask it, each
// with the facts that it knows:
//
//   machine code alone    what the code looks like; each finding is a question that counts would answer
//   code and a launch     what costs time by the counts, and a plan; of the code's findings only those that the counts
//                         confirm are kept, and the others are named as costing nothing
#pragma once

#include <string>
#include <vector>

#include "diagnose/advice_check.h"
#include "diagnose/plan.h"
#include "diagnose/rule.h"

namespace whet {

struct AdviceBook {
  std::vector<Rule> code;  // over machine code: knowledge/rules/inspect
  std::vector<Rule> run;   // over launches: knowledge/rules/run
  std::vector<Method> methods;
  AdviceTable nvidia;         // which rules look at what a rule of Nsight Compute looks at
  std::vector<Error> errors;  // of files that did not load; the others did
};

AdviceBook load_advice(const Knowledge& knowledge);

struct KernelAdvice {
  bool is_counted = false;            // false: from machine code alone
  Diagnosis diagnosis;                // highest rank first
  std::vector<Finding> confirmed;     // of the code: what counts confirm; empty if not counted
  std::vector<Finding> costs_little;  // of the code: what costs little by the counts
  Plan plan;                          // without methods if not counted
};

// A plan of what the writer of a kernel may do alone.
inline PlanRequest without_consent() {
  PlanRequest request;
  request.consents.clear();
  return request;
}

// Whether rules are undecided for want of what the kernel computes.
bool asks_for_meaning(const KernelAdvice& advice);

KernelAdvice advise(const AdviceBook& book, const Facts& facts, const PlanRequest& request = without_consent());

}  // namespace whet

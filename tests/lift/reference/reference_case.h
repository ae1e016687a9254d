// A kernel of the corpus with data at which its meaning was evaluated, for references made of that meaning.
#pragma once

#include <string>
#include <vector>

#include "lift/confirm/corpus.h"
#include "lift/confirm/trial_surroundings.h"
#include "lift/reference/cpp_reference.h"

namespace whet::lift::test {

class ReferenceCaseTest : public CorpusTest {
 protected:
  struct Case {
    std::string name;
    Lifted lifted;
    std::vector<ParameterUse> uses;
    ConfirmTrial trial;
    double rounding = 0;
  };

  // Evaluates the meaning, where there is one without variables of the module: they have no reference yet.
  bool evaluate(const KernelSource& kernel, Case& one) {
    one.name = kernel.name;
    lift(ptx, kernel, one.lifted);
    if (!one.lifted.meaning || !one.lifted.meaning->module_variables.empty()) return false;
    const Meaning& meaning = *one.lifted.meaning;
    one.uses = parameter_uses(one.lifted.arena, meaning, one.lifted.parameters);
    const auto module = ptx::parse(ptx, "corpus.ptx");
    const ptx::Function& function = *module->function(kernel.name);
    TrialSurroundings trials(one.lifted.arena, meaning, one.uses, *module, function);
    const LaunchPlanner planner(one.lifted.arena, meaning, *module, function);
    one.trial = trials.make(planner, planner.plans({}).at(0), 0, Flavour::fractions, 1);
    one.rounding = trials.rounding();
    if (one.trial.failure.find("not evaluated") != std::string::npos) return false;  // nothing to compare it with yet
    EXPECT_EQ(one.trial.failure, "") << kernel.name;
    return one.trial.failure.empty();
  }

  static ReferenceForm form_of(const ConfirmTrial& trial) {
    ReferenceForm form;
    for (int i = 0; i < 12; ++i) {
      form.launch[static_cast<Special>(i)] = std::to_string(trial.surroundings.launch[static_cast<size_t>(i)]);
    }
    return form;
  }
};

}  // namespace whet::lift::test

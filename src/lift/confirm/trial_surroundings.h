// Sizes, numbers and arrays with which a meaning is evaluated and its kernel run.
#pragma once

#include <string>
#include <vector>

#include "lift/confirm/confirm.h"
#include "lift/confirm/trial_sizes.h"
#include "lift/evaluate/meaning_values.h"

namespace whet::lift {

struct ConfirmTrial {
  Surroundings surroundings;  // after the meaning was evaluated
  vgpu::Dim3 grid;
  std::vector<std::pair<std::string, int64_t>> sizes;
  OperationCounts counts;
  std::string failure;  // why there is none
};

class TrialSurroundings {
 public:
  TrialSurroundings(const Arena& arena, const Meaning& meaning, const std::vector<ParameterUse>& uses,
                    const ptx::Module& module, const ptx::Function& kernel);

  // The first sizes of the set at which the meaning can be evaluated.
  ConfirmTrial make(const LaunchPlanner& planner, const LaunchPlan& plan, int set, Flavour flavour,
                    int64_t granule) const;
  ConfirmedSizes summary(const ConfirmTrial& trial, const std::string& launch) const;
  double rounding() const { return rounding_; }

 private:
  using Member = std::pair<int, int>;  // number of the parameter, offset in it

  ConfirmTrial attempt(const LaunchPlanner& planner, const LaunchPlan& plan, int set, Flavour flavour, int64_t granule,
                       int attempt) const;
  void fill_arrays(ConfirmTrial& trial, Flavour flavour, int set, const Surroundings* extents) const;
  void choose_grid(ConfirmTrial& trial, const LaunchPlanner& planner, const LaunchPlan& plan, int set) const;
  std::string member_name(Member member) const;

  const Arena& arena_;
  const Meaning& meaning_;
  const std::vector<ParameterUse>& uses_;
  std::vector<Member> integers_, reals_;
  bool has_permutation_ = false;
  double rounding_ = 0;
};

}  // namespace whet::lift

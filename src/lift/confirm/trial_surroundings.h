// Sizes, numbers and arrays with which a meaning is evaluated and its kernel run.
#pragma once

#include <map>
#include <string>
#include <tuple>
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
  std::string failure;   // why there is none
  bool is_poor = false;  // a range is empty everywhere: other sizes show more
  uint64_t steps = 0;    // of evaluation, in finding it
};

class TrialSurroundings {
 public:
  TrialSurroundings(const Arena& arena, const Meaning& meaning, const std::vector<ParameterUse>& uses,
                    const ptx::Module& module, const ptx::Function& kernel);

  // The first sizes of the set at which the meaning can be evaluated.
  // `skipped` of the attempts at finding sizes are left out: those at which the data left too much undecided.
  ConfirmTrial make(const LaunchPlanner& planner, const LaunchPlan& plan, int set, Flavour flavour, int64_t granule,
                    size_t skipped = 0);
  ConfirmedSizes summary(const ConfirmTrial& trial, const std::string& launch) const;
  double rounding() const { return precision_.rounding; }

 private:
  using Member = std::pair<int, int>;  // number of the parameter, offset in it

  // Such as elements are too: what compares both may find them equal.
  enum class Numbers : uint8_t { as_sizes, small, negative };
  static int64_t number_like(int64_t size, Numbers how);

  // Which sizes, and how they are filled and launched.
  struct Attempt {
    std::vector<int64_t> sizes;
    int set;
    Flavour flavour;
    bool has_few_blocks = false;
    Numbers numbers = Numbers::as_sizes;  // that are no sizes
    bool has_one_block = false;
    // Grids that the meaning leaves open depend on it.
    int round() const { return has_one_block ? k_size_sets : has_few_blocks ? k_size_sets + set : set; }
  };
  ConfirmTrial attempt(const LaunchPlanner& planner, const LaunchPlan& plan, const Attempt& how, bool is_simple) const;
  std::vector<Attempt> attempts(const LaunchPlanner& planner, const LaunchPlan& plan, int set, Flavour flavour,
                                int64_t granule) const;
  std::vector<int64_t> launched_sizes(const LaunchPlanner& planner, const LaunchPlan& plan, const Attempt& how) const;
  void set_numbers(ConfirmTrial& trial, const Attempt& how) const;
  bool leaves_variables(const Surroundings& surroundings) const;
  bool is_too_much(Surroundings& surroundings) const;
  bool nests_too_much(Surroundings& surroundings) const;
  void fill_arrays(ConfirmTrial& trial, Flavour flavour, int set, const Surroundings* extents) const;
  std::optional<int64_t> limit_of(int array, Surroundings& surroundings) const;
  std::vector<int64_t> factors_of(Expr count, Surroundings& surroundings, int64_t unknown) const;
  int64_t longest_part(ConfirmTrial& trial, LaunchPlan::Cover cover, int64_t unknown) const;
  void choose_grid(ConfirmTrial& trial, const LaunchPlanner& planner, const LaunchPlan& plan, int set) const;
  std::string member_name(Member member) const;

  const Arena& arena_;
  const Meaning& meaning_;
  const std::vector<ParameterUse>& uses_;
  size_t first_variable_ = 0;
  std::vector<Member> integers_, reals_;
  bool has_permutation_ = false;
  Precision precision_;
  AskedValues asked_;
  bool depends_on_launch_ = false;
  std::map<std::tuple<int, Flavour, int64_t, size_t>, ConfirmTrial>
      made_;  // what does not depend on the launch is made once
};

}  // namespace whet::lift

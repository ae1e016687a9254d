// NVIDIA's advice compared with whet's findings: which rules look at the same, and what they say.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "diagnose/rule.h"
#include "profile/profile.h"

namespace whet {

// Which rules of whet look at what a rule of Nsight Compute looks at: knowledge/profile/ncu_rules.toml.
class AdviceTable {
 public:
  struct Row {
    std::vector<std::string> rules;  // of whet
    std::string why;                 // if there are none
  };
  static Result<AdviceTable> load(const Knowledge& knowledge);
  static Result<AdviceTable> parse(std::string_view text, const std::string& file);
  const Row* find(const std::string& rule) const;
  const std::map<std::string, Row>& all() const { return rows_; }

 private:
  std::map<std::string, Row> rows_;  // by the name of NVIDIA's rule
};

enum class AdviceRelation { agrees, differs, undecided, not_covered };
std::string_view name_of(AdviceRelation relation);

struct CheckedAdvice {
  Advice advice;
  AdviceRelation relation = AdviceRelation::not_covered;
  std::vector<std::string> rules;  // of whet: those that agree, differ or are undecided
  std::string why;                 // as a sentence
};

// In the order of the advice.
std::vector<CheckedAdvice> check_advice(const std::vector<Advice>& advice, const Diagnosis& diagnosis,
                                        const std::vector<Rule>& rules, const Facts& facts, const AdviceTable& table);

}  // namespace whet

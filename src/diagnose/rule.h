// Rules are data: a condition over facts, what it means, and what to try. knowledge/rules/inspect/*.toml
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diagnose/facts.h"
#include "util/system/knowledge.h"
#include "util/text/expression.h"
#include "util/text/template_text.h"

namespace whet {

struct Rule {
  std::string id;
  Expression when;
  Expression rank;  // 0..1: share of the hot code it touches; orders the findings
  TemplateText finding;
  std::vector<std::string> evidence;     // facts shown with their values
  std::vector<std::string> suggestions;  // what to try, the most promising first
  std::string needs;                     // what must hold for it to be allowed or to work
  std::vector<std::string> conflicts;    // rules whose suggestion works against this one
};

struct Evidence {
  std::string fact;
  double value = 0;
};

struct Finding {
  std::string rule;
  std::string text;
  double rank = 0;
  std::string condition;  // the rule's condition, as written
  std::vector<Evidence> evidence;
  std::vector<std::string> suggestions;
  std::string needs;
  std::vector<std::string> conflicts;  // those that fired too
};

// A rule that could not be decided, and the facts it lacked.
struct Undecided {
  std::string rule;
  std::vector<std::string> absent;
};

struct Diagnosis {
  std::vector<Finding> findings;  // highest rank first
  std::vector<Undecided> undecided;
};

// All rules under `prefix`. Errors carry file:line; a rule that names a fact no profile can have does not load.
Result<std::vector<Rule>> load_rules(const Knowledge& knowledge, std::string_view prefix);

Diagnosis diagnose(const std::vector<Rule>& rules, const Facts& facts);

}  // namespace whet

// Which metrics facts are made of, found by asking the facts themselves.
#pragma once

#include <string>
#include <vector>

#include "diagnose/rule.h"

namespace whet {

// The facts of launches that a rule looks at or shows, each once.
std::vector<std::string> facts_of_rules(const std::vector<Rule>& rules);
std::vector<std::string> all_run_facts();

// The metrics that these facts ask for, whatever they find: a fact that has one number goes on to ask for the next.
// Facts that are none of a launch ask for nothing.
std::vector<std::string> metrics_of_facts(const std::vector<std::string>& facts);

}  // namespace whet

// Reads what knowledge files say about facts: names and expressions, each checked against the facts that exist.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diagnose/facts.h"
#include "util/text/expression.h"
#include "util/text/toml.h"

namespace whet {

// "knowledge/rules/spill.toml:4": the line of a member, or of its table when it is absent.
std::string member_place(const TomlValue& table, std::string_view key, const std::string& file);

// A misspelt fact would silently make a rule or method undecidable: it is an error that names similar facts.
Result<void> check_fact_names(const std::vector<std::string>& names, const std::string& place);

Result<Expression> required_fact_expression(const TomlValue& table, std::string_view key, const std::string& file);
Result<std::optional<Expression>> optional_fact_expression(const TomlValue& table, std::string_view key,
                                                           const std::string& file);

// The lookup that Expression::evaluate takes. `facts` must outlive it.
NumberLookup lookup_in(const Facts& facts);

}  // namespace whet

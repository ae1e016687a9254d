#include "search/space/outcome.h"

#include <array>
#include <utility>

namespace whet::search {

namespace {

constexpr std::array<std::pair<Failure, std::string_view>, 6> k_names{{{Failure::none, "none"},
                                                                       {Failure::compile, "compile"},
                                                                       {Failure::launch, "launch"},
                                                                       {Failure::wrong, "wrong"},
                                                                       {Failure::timeout, "timeout"},
                                                                       {Failure::constraint, "constraint"}}};

}  // namespace

std::string_view name_of(Failure failure) {
  for (const auto& [kind, name] : k_names) {
    if (kind == failure) return name;
  }
  return {};
}

std::optional<Failure> failure_named(std::string_view name) {
  for (const auto& [kind, text] : k_names) {
    if (text == name) return kind;
  }
  return std::nullopt;
}

}  // namespace whet::search

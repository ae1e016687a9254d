// Methods: what one can write to make a kernel faster, when facts call for it, and what it should bring. They are data,
// in knowledge/methods/*.toml (its README explains the fields).
//
//   trigger   "shared.excess > 1.3 and shared.share > 0.3"     the facts call for it
//   acts_on   "bound.memory"     gain  "shared.excess"         that share of the time should shrink by this factor
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diagnose/consent.h"
#include "diagnose/facts.h"
#include "profile/resource.h"
#include "source/tunable/tunables.h"
#include "util/error.h"
#include "util/system/knowledge.h"
#include "util/text/expression.h"

namespace whet {

inline constexpr std::array k_axes = {Axis::memory, Axis::compute, Axis::latency};

enum class Shift { down, same, up };
std::string_view shift_name(Shift change);

struct ExpectedShift {
  std::string fact;
  Shift change = Shift::same;
};

struct MethodNeeds {
  std::optional<int> since, until;    // compute capability times ten, both included
  std::vector<std::string> features;  // facts that must be 1: "arch.has_wgmma"
  std::optional<Expression> given;    // a precondition that facts can tell
  std::optional<Consent> consent;
  std::vector<std::string> text;  // preconditions that only the writer can tell
};

struct MethodResources {
  Shift registers = Shift::same, shared = Shift::same, occupancy = Shift::same;
  std::string text;
};

struct SkipRule {
  Expression when;
  std::string because;
};

struct Method {
  std::string id;  // "memory.async_copy"
  Axis axis = Axis::compute;
  std::string name;
  int priority = 1;  // within its axis, 1 is the first to consider
  std::string what;  // what one writes
  MethodNeeds needs;
  Expression trigger;
  Expression strength;  // 0..1: how strongly the facts call for it
  Expression acts_on;   // 0..1: share of the time it can shorten
  Expression gain;      // at least 1: by which factor that share shrinks
  std::string because;  // the reason for `gain`
  std::vector<ExpectedShift> expects;
  MethodResources resources;
  std::vector<std::string> conflicts;  // methods not to be combined with it
  std::vector<std::string> after;      // methods that come first if both are wanted
  std::vector<SkipRule> skip;          // when not to try it although it is triggered
  std::string signature;               // of knowledge/signatures; empty: `no_signature` says why there is none
  std::string no_signature;
  std::string skill;                    // of knowledge/skills: explains it
  std::vector<TunableKind> turns = {};  // of what a tuner varies: what may bring the method about
};

// The methods that load and the errors, with file:line, of those that do not.
struct MethodCatalog {
  std::vector<Method> methods;
  std::vector<Error> errors;

  const Method* find(std::string_view id) const;
};

MethodCatalog load_methods(const Knowledge& knowledge);

// True when either names the other as a conflict.
bool in_conflict(const Method& a, const Method& b);

}  // namespace whet

// One kernel that was tried: its source, its parameters, its parent, and the stage it reached.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/run.h"
#include "store/speedup.h"
#include "util/text/json.h"

namespace whet::store {

// The last completed stage.
enum class CandidateState : uint8_t { proposed, compiled, checked, screened, compared };
inline constexpr std::array<std::string_view, 5> k_candidate_states = {"proposed", "compiled", "checked", "screened",
                                                                       "compared"};
constexpr const auto& names_of(CandidateState) {
  return k_candidate_states;
}
inline std::string_view name_of(CandidateState state) {
  return k_candidate_states[static_cast<size_t>(state)];
}

struct Candidate {
  CandidateId id = 0;  // given by the store, unique in the project
  RunId run = 0;
  int round = 0;
  int index = 0;                     // within the run, given by the store: 1, 2, ...
  std::string source_hash;           // given by the store; `Store::source` has the text
  Json tunables = Json::object();    // {"TILE": 32}
  std::string launch;                // the sidecar's TOML; empty: the problem's launch
  std::vector<std::string> methods;  // claimed by its author
  std::string memo;                  // its author's description
  std::optional<CandidateId> parent;
  CandidateState state = CandidateState::proposed;
  std::string outcome;  // the judge's word; empty: not judged yet
  std::string reason;
  std::optional<double> seconds;   // the best known median over all cases
  std::optional<Speedup> speedup;  // over the run's baseline; absent where the time does not count
};

// Whether a judged candidate may be used, that is, the judge did not reject it.
bool is_sound(std::string_view outcome);
// Whether it shows what not to do, by the outcome of the judge or of an attribution; `inconclusive` does not.
bool is_negative(std::string_view outcome);

}  // namespace whet::store

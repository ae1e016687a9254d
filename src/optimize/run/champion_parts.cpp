#include "optimize/run/champion_parts.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "optimize/ablation/ablation.h"
#include "optimize/ablation/part_ablation.h"

namespace whet {

namespace {

// The cost of putting one change back, in candidates: it is judged and compared.
constexpr double k_ablation_candidates = 2;

// `take_apart` finds out what the parts of the simpler candidate are worth.
Result<void> accept_simpler(ActiveRun& state, const SimplerCandidate& simpler, size_t worthless,
                            const std::function<Result<void>(RunCandidate&)>& take_apart, OptimizeResult& result) {
  Confirmation confirmation;
  if (simpler.candidate) {
    TRY(confirmed, state.contest().confirm(*simpler.candidate, state.original()));
    confirmation = std::move(confirmed);
  }
  const bool taken = confirmation.confirmed();
  result.simplification =
      simplification_text(taken ? simpler.taken_back.size() : 0, worthless, simpler.last, state.origin());
  if (!taken) return {};
  result.taken_back = simpler.taken_back;
  TRY_VOID(state.set_leader(*simpler.candidate));
  TRY_VOID(state.accept(*simpler.candidate, confirmation, result));
  return take_apart(*simpler.candidate);
}

// A kernel that was written anew has one part, itself: what it is worth is what was confirmed.
Result<void> attribute_whole(ActiveRun& state, const OptimizeResult& result) {
  store::Attribution whole;
  whole.candidate = state.leader().id;
  whole.kind = store::PartKind::method;
  whole.name = state.leader().proposal.memo;
  whole.speedup = result.comparison.stored();
  return store_attributions({whole}, state.services().store);
}

// An edited kernel: each edit is left out alone. Of a written one the same is done with its numbers.
Result<void> take_edits_apart(ActiveRun& state, const Proposer& proposer, OptimizeResult& result,
                              const CandidateBuilder* builder) {
  TRY(by_size, state.size_candidates(result.champion.id));
  const double reserved = state.dispatch_seconds(by_size), candidate_seconds = state.time().candidate_seconds();
  const auto has_time = [&] { return state.has_time_for(reserved + k_ablation_candidates * candidate_seconds); };
  const RunServices& services = state.services();
  PartAblation ablation(state.contest(), services.ledger, services.store, proposer,
                        {[&](const std::string& now) { state.report(now); }, has_time, state.settings().margin},
                        builder, services.knowledge);
  if (proposer.is_whole(state.leader().proposal)) TRY_VOID(attribute_whole(state, result));
  TRY(parts, ablation.take_apart(state.leader(), state.original()));
  if (const size_t left = ablation.left_out(); left > 0)
    result.dropped.push_back(fmt::format("what {} of {} parts are worth", left, left + parts.size()));
  const auto worthless = static_cast<size_t>(std::count_if(parts.begin(), parts.end(), [](const AblatedPart& part) {
    return part.attribution.verdict == store::PartVerdict::ineffective;
  }));
  if (worthless == 0) return {};
  if (!state.has_time_for(reserved + state.confirm_seconds() + candidate_seconds)) {
    result.dropped.push_back(fmt::format("a champion without what brings nothing ({} of its parts)", worthless));
    return {};
  }
  TRY(simpler, ablation.simplify(state.leader(), parts));
  const auto again = [&](RunCandidate& champion) -> Result<void> {
    if (proposer.is_whole(champion.proposal)) TRY_VOID(attribute_whole(state, result));
    TRY_VOID(ablation.take_apart(champion, state.original()));
    return {};
  };
  return accept_simpler(state, simpler, worthless, again, result);
}

}  // namespace

Result<void> take_champion_apart(ActiveRun& state, const Proposer& proposer, OptimizeResult& result,
                                 const CandidateBuilder* builder) {
  const Proposal& champion = state.leader().proposal;
  if (!proposer.parts(champion).empty()) return take_edits_apart(state, proposer, result, builder);
  if (champion.tunables.empty() && !champion.source.empty()) return attribute_whole(state, result);
  TRY(by_size, state.size_candidates(result.champion.id));
  const double reserved = state.dispatch_seconds(by_size);
  const double candidate_seconds = state.time().candidate_seconds();
  const auto has_time = [&] { return state.has_time_for(reserved + k_ablation_candidates * candidate_seconds); };
  const RunServices& services = state.services();
  Ablation ablation(state.contest(), services.ledger, services.store, proposer,
                    {[&](const std::string& now) { state.report(now); }, has_time, state.settings().margin});
  TRY(parts, ablation.take_apart(state.leader()));
  if (const size_t left = ablation.left_out(); left > 0)
    result.dropped.push_back(fmt::format("what {} of {} changes are worth", left, left + parts.size()));
  const size_t worthless = ineffective(parts).size();
  if (worthless > 0 && !state.has_time_for(reserved + state.confirm_seconds() + candidate_seconds)) {
    result.dropped.push_back(fmt::format("a champion without what brings nothing ({} of its changes)", worthless));
    return {};
  }
  TRY(simpler, ablation.simplify(state.leader(), parts));
  const auto again = [&](RunCandidate& simple) -> Result<void> {
    TRY_VOID(ablation.take_apart(simple));
    return {};
  };
  return accept_simpler(state, simpler, worthless, again, result);
}

}  // namespace whet

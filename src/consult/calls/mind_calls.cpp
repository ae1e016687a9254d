#include "consult/calls/mind_calls.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "mind/open/open_mind.h"
#include "util/hash.h"
#include "util/text/record.h"

namespace whet {

template <>
struct Record<MindUsage> {
  static constexpr auto fields =
      std::tuple(defaulted("input", &MindUsage::input), defaulted("cache_read", &MindUsage::cache_read),
                 defaulted("cache_written", &MindUsage::cache_written), defaulted("output", &MindUsage::output),
                 defaulted("known", &MindUsage::known));
};

template <>
struct Record<MindAnswer> {
  static constexpr auto fields = std::tuple(required("text", &MindAnswer::text), defaulted("cut", &MindAnswer::cut),
                                            defaulted("usage", &MindAnswer::usage));
};

template <>
struct Record<consult::MindCall> {
  using Call = consult::MindCall;
  static constexpr auto fields = std::tuple(required("mind", &Call::mind), required("request", &Call::request),
                                            required("answer", &Call::answer), defaulted("seconds", &Call::seconds));
};

namespace consult {

std::string hash_of(const std::string& mind, const MindPrompt& prompt) {
  std::string text = mind + '\0' + prompt.constant + '\0' + prompt.fresh;
  for (const MindPrompt::Exchange& each : prompt.exchanges) text += '\0' + each.answer + '\0' + each.reply;
  return sha256_hex(text);
}

Result<MindCalls> MindCalls::make(std::vector<OpenedMind> minds, const MindLimits& limits) {
  for (const OpenedMind& each : minds) {
    auto ledger = MindLedger::open(limits, each.price, each.tells_usage);
    if (!ledger) {
      Error error = std::move(ledger).error();
      error.what = each.mind->name() + ": " + error.what;
      return error;
    }
  }
  return MindCalls(std::move(minds), limits);
}

// All minds of a run share its limits.
std::string MindCalls::limit_reached(size_t mind, const MindPrompt& prompt) const {
  const OpenedMind& opened = minds_[mind];
  const auto ledger = MindLedger::open(limits_, opened.price, opened.tells_usage, spent_);
  if (!ledger) return ledger.error().what;
  const auto allowed = ledger->may_ask(most_usage(prompt, MindOptions().longest_answer));
  return allowed ? "" : allowed.error().what;
}

Result<std::string> MindCalls::keep(const std::string& name, const std::function<Result<std::string>()>& make) {
  TRY(kept, services_.journal(name, [&]() -> Result<Json> {
    TRY(text, make());
    return Json(std::move(text));
  }));
  if (!kept.as_string()) return bad_input("`" + name + "` is not a text", "the journal of the run");
  return *kept.as_string();
}

Result<MindCall> MindCalls::ask_now(size_t mind, const MindPrompt& prompt, const std::string& request) {
  const OpenedMind& opened = minds_[mind];
  if (services_.asking) services_.asking(name(mind));
  const auto begun = std::chrono::steady_clock::now();
  auto answer = opened.mind->ask(prompt, services_.stopped);
  MindCall call;
  call.mind = name(mind);
  call.request = request;
  call.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  TRY(ledger, MindLedger::open({}, opened.price));
  for (const MindUsage& lost : *opened.lost) ledger.add_lost(lost);
  opened.lost->clear();
  if (!answer) {
    spent_ += ledger.spent();
    return std::move(answer).error();
  }
  ledger.add(answer->usage);
  call.spent = ledger.spent();
  call.answer = std::move(*answer);
  return call;
}

Result<MindAnswer> MindCalls::ask(size_t mind, const MindPrompt& prompt) {
  if (const std::string limit = limit_reached(mind, prompt); !limit.empty()) return failed(limit);
  const std::string request = hash_of(name(mind), prompt);
  // The same request may be made again: the answers differ.
  const auto before =
      std::count_if(calls_.begin(), calls_.end(), [&](const MindCall& each) { return each.request == request; });
  TRY(kept, services_.journal(fmt::format("{}{} {}", k_call_prefix, request, before), [&]() -> Result<Json> {
    TRY(call, ask_now(mind, prompt, request));
    return to_json(call);
  }));
  TRY(call, mind_call_from(kept));
  spent_ += call.spent;
  if (services_.transcript) services_.transcript(spent_.calls, prompt, call);
  calls_.push_back(std::move(call));
  return calls_.back().answer;
}

Json to_json(const MindCall& call) {
  Json json = record_json(call);
  json["spent"] = to_json(call.spent);
  return json;
}

Result<MindCall> mind_call_from(const Json& json) {
  const std::string where = "the journal of the run";
  TRY(call, read_record<MindCall>(json, where));
  const Json* const spent = json.find("spent");
  TRY(spending, read_spending(spent ? *spent : Json(), where));
  call.spent = spending;
  return call;
}

}  // namespace consult
}  // namespace whet

#include "report/store/mind_share.h"

#include <algorithm>

#include <fmt/format.h>

#include "consult/calls/mind_calls.h"
#include "report/canvas/number_text.h"

namespace whet {

namespace {

// The calls in the order in which they were made.
Result<std::vector<consult::MindCall>> calls_of(store::Store& store, store::RunId run) {
  std::vector<consult::MindCall> calls;
  TRY(events, store.events_of(run, "once"));
  for (const store::Event& event : events) {
    const Json* const name = event.data.find("name");
    const Json* const value = event.data.find("value");
    if (!name || !value || !name->as_string() || !name->as_string()->starts_with(consult::k_call_prefix)) continue;
    TRY(call, consult::mind_call_from(*value));
    calls.push_back(std::move(call));
  }
  return calls;
}

MindShare& share_of(const std::string& mind, std::vector<MindShare>& shares) {
  const auto known =
      std::find_if(shares.begin(), shares.end(), [&](const MindShare& each) { return each.mind == mind; });
  if (known != shares.end()) return *known;
  shares.push_back({mind, {}, 0, {}});
  return shares.back();
}

}  // namespace

Result<std::vector<MindShare>> collect_minds(store::Store& store, store::RunId run) {
  std::vector<MindShare> shares;
  TRY(calls, calls_of(store, run));
  if (calls.empty()) return shares;
  for (const consult::MindCall& call : calls) {
    MindShare& share = share_of(call.mind, shares);
    share.spent += call.spent;
    share.seconds += call.seconds;
  }
  TRY(record, store.record_of(run));
  for (const store::Candidate& candidate : record.candidates) {
    for (MindShare& share : shares) {
      if (candidate.memo.starts_with(share.mind + ": ")) share.candidates.push_back(candidate.index);
    }
  }
  return shares;
}

Result<Json> mind_ledger_json(store::Store& store, store::RunId run) {
  TRY(calls, calls_of(store, run));
  MindSpending all;
  for (const consult::MindCall& call : calls) all += call.spent;
  Json json = Json::object();
  json["spent"] = to_json(all);
  json["calls"] = json_array(calls, [](const consult::MindCall& call) {
    return Json(Json::Object{{"mind", call.mind},
                             {"request", call.request},
                             {"spent", to_json(call.spent)},
                             {"cut", call.answer.cut},
                             {"seconds", call.seconds}});
  });
  return json;
}

std::string spending_text(const MindSpending& spent) {
  std::string text = fmt::format("{} call{}", spent.calls, spent.calls == 1 ? "" : "s");
  if (spent.tokens() > 0) text += ", " + count_text(static_cast<double>(spent.tokens())) + " tokens";
  if (spent.usage.cache_read > 0)
    text += fmt::format(" ({} from the cache)", count_text(static_cast<double>(spent.usage.cache_read)));
  if (spent.calls_without_usage > 0) return text + ", cost not told";
  if (spent.calls_without_price > 0 && spent.dollars == 0) return text + ", price not known";
  return text + fmt::format(", {}${:.4f}", spent.dollars_are_whole() ? "" : "at least ", spent.dollars);
}

std::string mind_text(const MindShare& share) {
  std::string numbers;
  for (const int candidate : share.candidates) numbers += (numbers.empty() ? "" : ", ") + std::to_string(candidate);
  return fmt::format("{}: {}; brought {}", share.mind, spending_text(share.spent),
                     numbers.empty() ? "no candidate" : "candidates " + numbers);
}

Json to_json(const MindShare& share) {
  return Json::Object{{"mind", share.mind},
                      {"spent", to_json(share.spent)},
                      {"seconds", share.seconds},
                      {"candidates", json_array(share.candidates, [](int index) { return Json(index); })}};
}

}  // namespace whet

// Every call of a run's minds goes through here: it is looked up in the journal first, held to the limits, counted, and
// written down before its answer is used.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mind/money/ledger.h"
#include "util/text/json.h"

namespace whet::consult {

struct OpenedMind {
  std::unique_ptr<Mind> mind;
  std::optional<MindPrice> price;  // absent: not known
  bool tells_usage = true;
  // What tries without an answer used is put here.
  std::shared_ptr<std::vector<MindUsage>> lost = std::make_shared<std::vector<MindUsage>>();
};

// One call as the journal has it; a run's ledger is the list of them.
struct MindCall {
  std::string mind, request;  // the request's hash
  MindAnswer answer;
  MindSpending spent;  // by it, and by tries before it that brought no answer
  double seconds = 0;
};
Json to_json(const MindCall& call);
Result<MindCall> mind_call_from(const Json& json);

// The names under which calls are kept begin with this.
constexpr std::string_view k_call_prefix = "mind call ";

// The first call with a name stores what `make` gives; later calls, also those of a resumed run, return that.
using MindJournal = std::function<Result<Json>(const std::string& name, const std::function<Result<Json>()>& make)>;

struct CallServices {
  MindJournal journal = [](const std::string&, const std::function<Result<Json>()>& make) { return make(); };
  std::function<bool()> stopped = [] { return false; };
  std::function<void(const std::string&)> asking = {};  // told who, before it is asked: an answer may take minutes
  // Told of every call, also of those that the journal answers: its number, its prompt and its answer.
  std::function<void(int64_t, const MindPrompt&, const MindCall&)> transcript = {};
};

class MindCalls {
 public:
  // At least one mind. Limits that cannot be held are an error: dollars without a price, tokens of a mind that does not
  // say how many it uses.
  static Result<MindCalls> make(std::vector<OpenedMind> minds, const MindLimits& limits);

  void serve_with(CallServices services) { services_ = std::move(services); }
  size_t minds() const { return minds_.size(); }
  std::string name(size_t mind) const { return minds_[mind].mind->name(); }
  // An error ends the calls of this mind: it cannot be reached, a limit is reached, or the user stopped the run.
  Result<MindAnswer> ask(size_t mind, const MindPrompt& prompt);
  // A text that is made once for a run, however often it is resumed.
  Result<std::string> keep(const std::string& name, const std::function<Result<std::string>()>& make);
  // Why no further call is made; empty: there is room for this prompt.
  std::string limit_reached(size_t mind, const MindPrompt& prompt) const;
  bool is_stopped() const { return services_.stopped(); }
  const MindSpending& spent() const { return spent_; }
  const MindLimits& limits() const { return limits_; }
  const std::vector<MindCall>& calls() const { return calls_; }

 private:
  MindCalls(std::vector<OpenedMind> minds, const MindLimits& limits) : minds_(std::move(minds)), limits_(limits) {}
  Result<MindCall> ask_now(size_t mind, const MindPrompt& prompt, const std::string& request);

  std::vector<OpenedMind> minds_;
  MindLimits limits_;
  CallServices services_;
  MindSpending spent_;
  std::vector<MindCall> calls_;
};

std::string hash_of(const std::string& mind, const MindPrompt& prompt);

}  // namespace whet::consult

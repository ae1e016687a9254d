#include "judge/worker_client.h"

#include <fcntl.h>
#include <unistd.h>

#include "judge/process/device_protocol.h"
#include "judge/process/message_stream.h"
#include "util/self.h"
#include "util/system/private_directory.h"

namespace whet {

namespace {

constexpr MessageLimits k_answer_limits{1ull << 30, 0, 0};

// A worker is ours: it finds compilers and caches where we do.
std::vector<std::pair<std::string, std::string>> own_environment() {
  std::vector<std::pair<std::string, std::string>> variables;
  for (char** at = environ; at && *at; ++at) {
    const std::string text = *at;
    const size_t equals = text.find('=');
    if (equals != std::string::npos) variables.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return variables;
}

const Json& member(const Json& json, std::string_view name) {
  static const Json none;
  const Json* found = json.find(name);
  return found ? *found : none;
}

}  // namespace

Result<std::unique_ptr<WorkerClient>> WorkerClient::start(const std::string& program) {
  ChildCommand command{{program.empty() ? own_path() : program, "worker"}, {}, own_environment()};
  command.ends_gently = true;
  TRY(child, ChildProcess::start(command));
  ::fcntl(child.socket(), F_SETFL, 0);  // it is waited for
  return std::unique_ptr<WorkerClient>(new WorkerClient(std::move(child)));
}

// It ends its runner and compilers, and removes their directories; what it could not is removed here.
WorkerClient::~WorkerClient() {
  constexpr std::chrono::seconds k_patience{5};
  (void)child_.hang_up(k_patience);
  remove_abandoned_directories();
}

Result<Json> WorkerClient::call(std::string_view name, Json request) {
  Message message;
  message.head = std::move(request);
  message.head["call"] = name;
  message.head["id"] = next_++;
  TRY_VOID(send_message(child_.socket(), message));
  TRY(answer, receive_message(child_.socket(), k_answer_limits));
  if (!answer) return failed("the worker ended", {}, "run it again; `whet resume` goes on where it was");
  if (const Json* error = answer->head.find("error")) return error_from(*error);
  return std::move(answer->head);
}

Result<WorkerClient::Opened> WorkerClient::open(const WorkerOrder& order, const Knowledge& knowledge) {
  TRY(answer, call("open", to_json(order)));
  TRY(facts, facts_from(member(answer, "facts"), knowledge));
  TRY(original, verdict_from(member(answer, "original")));
  sandbox_ = sandbox_level_from(member(answer, "sandbox"));
  return Opened{std::move(facts), sandbox_, std::move(original)};
}

Result<void> WorkerClient::judge(const std::vector<WorkerCandidate>& candidates, const TakeVerdict& take) {
  Json request = Json::object();
  request["candidates"] = json_array(candidates, [](const WorkerCandidate& candidate) { return to_json(candidate); });
  TRY_VOID(call("queue", std::move(request)));
  for (size_t i = 0; i < candidates.size(); ++i) {
    TRY(answer, call("next", Json::object()));
    TRY(verdict, verdict_from(member(answer, "verdict")));
    TRY(wanted, take(i, verdict));
    if (wanted || i + 1 == candidates.size()) continue;
    TRY_VOID(call("drop", Json::object()));
    break;
  }
  return {};
}

Result<std::vector<WorkerVerdict>> WorkerClient::judge(const std::vector<WorkerCandidate>& candidates) {
  std::vector<WorkerVerdict> verdicts;
  TRY_VOID(judge(candidates, [&](size_t, const WorkerVerdict& verdict) -> Result<bool> {
    verdicts.push_back(verdict);
    return true;
  }));
  return verdicts;
}

Result<WorkerComparison> WorkerClient::compare(uint64_t baseline, uint64_t candidate, size_t of, Effort effort) {
  Json request = Json::object();
  request["baseline"] = baseline;
  request["candidate"] = candidate;
  request["of"] = of;
  request["quick"] = effort == Effort::quick;
  TRY(answer, call("compare", std::move(request)));
  return comparison_from(answer);
}

Result<void> WorkerClient::renew(uint64_t secret, Effort effort) {
  Json request = Json::object();
  request["secret"] = std::to_string(secret);
  request["full"] = effort == Effort::full;
  TRY_VOID(call("renew", std::move(request)));
  return {};
}

Result<void> WorkerClient::forget(uint64_t candidate) {
  Json request = Json::object();
  request["candidate"] = candidate;
  TRY_VOID(call("forget", std::move(request)));
  return {};
}

}  // namespace whet

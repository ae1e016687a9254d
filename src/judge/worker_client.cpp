#include "judge/worker_client.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

#include "judge/process/device_protocol.h"
#include "judge/process/message_stream.h"
#include "util/self.h"
#include "util/system/private_directory.h"

namespace whet {

namespace {

constexpr MessageLimits k_answer_limits{1ull << 30, 0, 0};
constexpr int k_generation_shift = 40;  // a candidate's number is the generation above, the worker's own number below
constexpr uint64_t k_own_number = (1ull << k_generation_shift) - 1;

// A worker is trusted: it uses the same compilers and caches as this process.
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
  std::unique_ptr<WorkerClient> client(new WorkerClient(program));
  TRY_VOID(client->start_child());
  return client;
}

Result<void> WorkerClient::start_child() {
  ChildCommand command{{program_.empty() ? own_path() : program_, "worker"}, {}, own_environment()};
  command.ends_gently = true;
  TRY(child, ChildProcess::start(command));
  ::fcntl(child.socket(), F_SETFL, 0);  // blocking, because the answer is waited for
  child_ = std::make_unique<ChildProcess>(std::move(child));
  has_ended_ = false;
  return {};
}

Result<void> WorkerClient::restart() {
  TRY_VOID(start_child());
  ++generation_;
  TRY_VOID(call("open", opened_));
  if (renewed_.as_object()) TRY_VOID(call("renew", renewed_));
  return {};
}

bool WorkerClient::has(uint64_t candidate) const {
  return candidate == 0 || candidate >> k_generation_shift == generation_;
}

// The worker ends its runner and compilers and removes their directories; this removes those that it could not.
WorkerClient::~WorkerClient() {
  constexpr std::chrono::seconds k_patience{5};
  if (child_) (void)child_->hang_up(k_patience);
  remove_abandoned_directories();
}

Result<void> WorkerClient::wait() {
  using Clock = std::chrono::steady_clock;
  while (deadline_ && !was_cut_) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline_ - Clock::now()).count();
    pollfd watched{child_->socket(), POLLIN, 0};
    const int ready = left <= 0 ? 0 : ::poll(&watched, 1, static_cast<int>(std::min<int64_t>(left, INT_MAX)));
    if (ready > 0) return {};
    if (ready < 0 && errno == EINTR) continue;
    if (Clock::now() < *deadline_) continue;
    was_cut_ = true;
    child_->kill();
  }
  return was_cut_ ? Result<void>(failed("the time was up while the worker was asked")) : Result<void>();
}

Result<std::optional<Message>> WorkerClient::exchange(const Message& message) {
  TRY_VOID(send_message(child_->socket(), message));
  TRY_VOID(wait());
  return receive_message(child_->socket(), k_answer_limits);
}

Result<Json> WorkerClient::call(std::string_view name, Json request) {
  constexpr std::chrono::milliseconds k_to_end{200};
  if (was_cut_) return failed("the worker was ended when the time was up");
  Message message;
  message.head = std::move(request);
  message.head["call"] = name;
  message.head["id"] = next_++;
  auto answer = exchange(message);
  has_ended_ = answer ? !*answer : !was_cut_ && child_->ended(k_to_end).has_value();
  if (!answer) return answer.error();
  if (!*answer) return failed("the worker ended", {}, "run it again; `whet resume` goes on where it was");
  if (const Json* error = (*answer)->head.find("error")) return error_from(*error);
  return std::move((*answer)->head);
}

Result<WorkerClient::Opened> WorkerClient::open(const SessionOrder& order, const Knowledge& knowledge) {
  opened_ = to_json(order);
  renewed_ = {};
  TRY(answer, call("open", opened_));
  TRY(facts, facts_from(member(answer, "facts"), knowledge));
  TRY(original, verdict_from(member(answer, "original")));
  sandbox_ = sandbox_level_from(member(answer, "sandbox"));
  return Opened{std::move(facts), sandbox_, std::move(original)};
}

Result<void> WorkerClient::queue(const std::vector<SentCandidate>& candidates, size_t from) {
  Json list = Json::array();
  for (size_t i = from; i < candidates.size(); ++i) list.push_back(to_json(candidates[i]));
  Json request = Json::object();
  request["candidates"] = std::move(list);
  TRY_VOID(call("queue", std::move(request)));
  return {};
}

// The candidate that ended the worker has failed; the remaining ones are judged by another worker.
Result<CandidateVerdict> WorkerClient::next_verdict(const std::vector<SentCandidate>& candidates, size_t at) {
  auto answer = call("next", Json::object());
  if (!answer && has_ended_ && !was_cut_) {
    TRY_VOID(restart());
    if (at + 1 < candidates.size()) TRY_VOID(queue(candidates, at + 1));
    CandidateVerdict verdict;
    verdict.outcome = Outcome::failed;
    verdict.reason = "the process that judged it ended";
    return verdict;
  }
  if (!answer) return answer.error();
  TRY(verdict, verdict_from(member(*answer, "verdict")));
  if (verdict.id > 0) verdict.id |= generation_ << k_generation_shift;
  return verdict;
}

Result<void> WorkerClient::judge(const std::vector<SentCandidate>& candidates, const TakeVerdict& take) {
  TRY_VOID(queue(candidates, 0));
  for (size_t i = 0; i < candidates.size(); ++i) {
    TRY(verdict, next_verdict(candidates, i));
    TRY(wanted, take(i, verdict));
    if (wanted || i + 1 == candidates.size()) continue;
    TRY_VOID(call("drop", Json::object()));
    break;
  }
  return {};
}

Result<std::vector<CandidateVerdict>> WorkerClient::judge(const std::vector<SentCandidate>& candidates) {
  std::vector<CandidateVerdict> verdicts;
  TRY_VOID(judge(candidates, [&](size_t, const CandidateVerdict& verdict) -> Result<bool> {
    verdicts.push_back(verdict);
    return true;
  }));
  return verdicts;
}

Result<CandidateComparison> WorkerClient::compare(uint64_t baseline, uint64_t candidate, size_t of, Effort effort) {
  Json request = Json::object();
  request["baseline"] = baseline & k_own_number;
  request["candidate"] = candidate & k_own_number;
  request["of"] = of;
  request["quick"] = effort == Effort::quick;
  if (!has(baseline) || !has(candidate)) return bad_input("a candidate is gone with the worker that had it");
  auto answer = call("compare", std::move(request));
  if (answer) return comparison_from(*answer);
  if (!has_ended_ || was_cut_) return answer.error();
  TRY_VOID(restart());
  return CandidateComparison{Outcome::failed, "the process that timed it ended", {}};
}

Result<void> WorkerClient::renew(uint64_t secret, Effort effort) {
  Json request = Json::object();
  request["secret"] = std::to_string(secret);
  request["full"] = effort == Effort::full;
  renewed_ = request;
  TRY_VOID(call("renew", std::move(request)));
  return {};
}

Result<void> WorkerClient::forget(uint64_t candidate) {
  Json request = Json::object();
  if (!has(candidate)) return {};
  request["candidate"] = candidate & k_own_number;
  TRY_VOID(call("forget", std::move(request)));
  return {};
}

}  // namespace whet

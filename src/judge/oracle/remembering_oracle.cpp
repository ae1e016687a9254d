#include "judge/oracle/remembering_oracle.h"

#include <algorithm>
#include <cstring>

#include "compile/source/packing.h"
#include "util/hash.h"

namespace whet {

namespace {

// Increased with every change of how references are called or answers are stored.
constexpr std::string_view k_answer_mark = "whet answer 3\n";
constexpr size_t k_digest_size = 64;

using SteadyClock = std::chrono::steady_clock;

// Answers in advance cost little time; they use the disk only if one takes longer than this multiple of `worth`.
constexpr int k_times_worth = 5;
constexpr uint64_t k_most_stored_bytes = 128 << 20;  // more takes as long to store as to compute

uint64_t bytes_of(const NumberArrays& answer) {
  uint64_t bytes = 0;
  for (const NumberArray& array : answer) bytes += array.size() * sizeof(double);
  return bytes;
}

bool is_held(const NumberArrays& answer) {
  return std::any_of(answer.begin(), answer.end(), [](const NumberArray& array) { return array.is_held(); });
}

}  // namespace

std::string question_of(const ResolvedCase& resolved, const ArrayContents& inputs) {
  Packer packer;
  packer.text(k_answer_mark);
  for (const NamedNumber& dimension : resolved.dims) packer.text(dimension.name), packer.number(dimension.value);
  for (size_t i = 0; i < resolved.own_arguments; ++i) {
    const ResolvedArgument& argument = resolved.arguments[i];
    packer.text(argument.name);
    packer.text(name_of(argument.type));
    packer.text(name_of(argument.role));
    packer.count(argument.shape.size());
    for (const uint64_t extent : argument.shape) packer.count(extent);
    packer.text(argument.encoded);
    packer.count(inputs[i].size());
    packer.text(inputs[i].key());
  }
  return packer.bytes();
}

std::string write_answer(const ResolvedCase& resolved, const NumberArrays& answer) {
  std::string payload;
  for (size_t i = 0; i < answer.size(); ++i) {
    if (!resolved.arguments[i].is_written()) continue;
    const std::vector<double>& values = answer[i].values();
    payload.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
  }
  return std::string(k_answer_mark) + sha256_hex(payload) + payload;
}

std::optional<NumberArrays> read_answer(const ResolvedCase& resolved, std::string_view content) {
  if (!content.starts_with(k_answer_mark) || content.size() < k_answer_mark.size() + k_digest_size) return std::nullopt;
  const std::string_view digest = content.substr(k_answer_mark.size(), k_digest_size);
  const std::string_view payload = content.substr(k_answer_mark.size() + k_digest_size);
  if (sha256_hex(payload) != digest) return std::nullopt;
  NumberArrays answer(resolved.own_arguments);
  size_t at = 0;
  for (size_t i = 0; i < answer.size(); ++i) {
    const ResolvedArgument& argument = resolved.arguments[i];
    if (!argument.is_written()) continue;
    const size_t size = argument.count * sizeof(double);
    if (size > payload.size() - at) return std::nullopt;
    std::vector<double> values(argument.count);
    std::memcpy(values.data(), payload.data() + at, size);
    answer[i] = std::move(values);
    at += size;
  }
  return at == payload.size() ? std::optional(std::move(answer)) : std::nullopt;
}

std::string RememberingOracle::key_of(const Question& question) const {
  return sha256_hex((store_ ? store_->reference : std::string()) + question_of(question.resolved, question.inputs));
}

NumberArrays RememberingOracle::remember(const std::string& key, NumberArrays answer) {
  if (is_held(answer)) {
    held_key_ = key;
    return held_ = std::move(answer);
  }
  const uint64_t bytes = bytes_of(answer);
  if (kept_bytes_ + bytes > k_most_bytes) answers_.clear(), kept_bytes_ = 0;
  kept_bytes_ += bytes;
  return answers_[key] = std::move(answer);
}

Result<NumberArrays> RememberingOracle::expected(const ResolvedCase& resolved, const ArrayContents& inputs) {
  const std::string key = key_of({resolved, inputs});
  take_ahead(key, resolved);
  if (const auto known = answers_.find(key); known != answers_.end()) return known->second;
  if (key == held_key_) return held_;
  held_.clear(), held_key_.clear();  // before the next one needs the room
  auto answer = kept(key, resolved);
  if (!answer) {
    TRY(fresh, asked(key, resolved, inputs));
    answer = std::move(fresh);
  }
  return remember(key, *std::move(answer));
}

// Slow answers may be on disk.
bool RememberingOracle::is_known(const std::string& key) {
  return answers_.contains(key) || std::find(ahead_keys_.begin(), ahead_keys_.end(), key) != ahead_keys_.end() ||
         (is_slow_ && store_->contents.find(key));
}

void RememberingOracle::prepare(const std::vector<Question>& questions) {
  ahead_.reset();
  ahead_keys_.clear();
  std::vector<Question> fresh;
  for (const Question& question : questions) {
    const std::string key = key_of(question);
    if (is_known(key)) continue;
    ahead_keys_.push_back(key);
    fresh.push_back(question);
  }
  ahead_ = fresh.empty() ? nullptr : inner_->answers(fresh);
  if (!ahead_) ahead_keys_.clear();
}

// Answers before the wanted one are remembered for later questions.
void RememberingOracle::take_ahead(const std::string& key, const ResolvedCase& resolved) {
  if (std::find(ahead_keys_.begin(), ahead_keys_.end(), key) == ahead_keys_.end()) return;
  for (bool found = false; !found;) {
    auto answer = ahead_->next();
    if (!answer) {
      ahead_.reset(), ahead_keys_.clear();  // the question is then asked directly, which gives the error
      return;
    }
    found = ahead_keys_.front() == key;
    if (is_slow_) store_->contents.store(ahead_keys_.front(), write_answer(resolved, *answer));
    remember(ahead_keys_.front(), *std::move(answer));
    ahead_keys_.pop_front();
  }
  if (ahead_keys_.empty()) ahead_.reset();
}

std::optional<NumberArrays> RememberingOracle::kept(const std::string& key, const ResolvedCase& resolved) {
  if (!store_) return std::nullopt;
  const auto content = store_->contents.find(key);
  if (!content) return std::nullopt;
  auto answer = read_answer(resolved, *content);
  if (!answer) store_->contents.remove(key);
  return answer;
}

Result<NumberArrays> RememberingOracle::asked(const std::string& key, const ResolvedCase& resolved,
                                              const ArrayContents& inputs) {
  const auto begin = SteadyClock::now();
  TRY(answer, inner_->expected(resolved, inputs));
  const auto taken = SteadyClock::now() - begin;
  const bool is_stored = store_ && bytes_of(answer) <= k_most_stored_bytes;
  is_slow_ = is_stored && taken >= k_times_worth * store_->worth;
  if (is_stored && taken >= store_->worth) store_->contents.store(key, write_answer(resolved, answer));
  return answer;
}

}  // namespace whet

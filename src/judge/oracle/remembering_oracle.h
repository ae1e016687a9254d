// An oracle that answers the same question once: within a session from memory, across sessions from disk.
#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "judge/oracle/oracle.h"
#include "util/system/content_store.h"

namespace whet {

// Answers on disk, under what they answer. Only those that took a while are worth it: most questions are asked with
// the secret seed of one run and never again.
struct AnswerStore {
  ContentStore contents;
  std::string reference;  // what stands for the reference: its content, entry and kind
  std::chrono::milliseconds worth{50};
};

class RememberingOracle : public Oracle {
 public:
  // Without a store it remembers in memory alone.
  RememberingOracle(std::unique_ptr<Oracle> inner, std::optional<AnswerStore> store)
      : inner_(std::move(inner)), store_(std::move(store)) {}

  Result<Expected> expected(const ResolvedCase& resolved, const std::vector<std::string>& inputs) override;
  void prepare(const std::vector<Question>& questions) override;

 private:
  std::string key_of(const Question& question) const;
  const Expected& remember(const std::string& key, Expected answer);
  bool is_known(const std::string& key);
  // Those of one `prepare` are of cases whose outputs have the same shapes.
  void take_ahead(const std::string& key, const ResolvedCase& resolved);
  std::optional<Expected> kept(const std::string& key, const ResolvedCase& resolved);
  Result<Expected> asked(const std::string& key, const ResolvedCase& resolved, const std::vector<std::string>& inputs);

  static constexpr uint64_t k_most_bytes = 1ull << 30;
  std::unique_ptr<Oracle> inner_;
  std::optional<AnswerStore> store_;
  std::map<std::string, Expected> answers_;
  uint64_t kept_bytes_ = 0;
  bool is_slow_ = false;                 // the last answer took so long that those to come are looked for on disk
  std::unique_ptr<AnswerStream> ahead_;  // being answered
  std::deque<std::string> ahead_keys_;   // to what, in order
};

// Sizes, types, shapes, scalars and a digest of every input: all that an answer depends on beside the reference.
std::string question_of(const ResolvedCase& resolved, const std::vector<std::string>& inputs);

// An answer as the content of a file; nothing when it is damaged or not of this case.
std::string write_answer(const ResolvedCase& resolved, const Expected& answer);
std::optional<Expected> read_answer(const ResolvedCase& resolved, std::string_view content);

}  // namespace whet

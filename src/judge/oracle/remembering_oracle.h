// A cache in front of an oracle: in memory within a session, on disk across sessions.
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

// Answers on disk, by their questions. Only slow answers are stored, because most questions come from the secret seed
// of one run and are never repeated.
struct AnswerStore {
  ContentStore contents;
  std::string reference;  // identifies the reference: its content, entry and kind
  std::chrono::milliseconds worth{50};
};

class RememberingOracle : public Oracle {
 public:
  // Without a store, answers are kept in memory only.
  RememberingOracle(std::unique_ptr<Oracle> inner, std::optional<AnswerStore> store)
      : inner_(std::move(inner)), store_(std::move(store)) {}

  Result<NumberArrays> expected(const ResolvedCase& resolved, const ArrayContents& inputs) override;
  void prepare(const std::vector<Question>& questions) override;

 private:
  std::string key_of(const Question& question) const;
  NumberArrays remember(const std::string& key, NumberArrays answer);
  bool is_known(const std::string& key);
  // The questions of one `prepare` belong to cases whose outputs have the same shapes.
  void take_ahead(const std::string& key, const ResolvedCase& resolved);
  std::optional<NumberArrays> kept(const std::string& key, const ResolvedCase& resolved);
  Result<NumberArrays> asked(const std::string& key, const ResolvedCase& resolved, const ArrayContents& inputs);

  static constexpr uint64_t k_most_bytes = 1ull << 30;
  std::unique_ptr<Oracle> inner_;
  std::optional<AnswerStore> store_;
  std::map<std::string, NumberArrays> answers_;
  uint64_t kept_bytes_ = 0;
  std::string held_key_;  // of the last answer on a device, whose memory is dear
  NumberArrays held_;
  bool is_slow_ = false;                 // the last answer was so slow that later ones are looked up on disk
  std::unique_ptr<AnswerStream> ahead_;  // answers being computed in advance
  std::deque<std::string> ahead_keys_;   // their keys, in order
};

// Sizes, types, shapes, scalars and a digest of every input: everything that an answer depends on besides the
// reference.
std::string question_of(const ResolvedCase& resolved, const ArrayContents& inputs);

// An answer as the content of a file; reading gives nothing if the file is damaged or belongs to another case.
std::string write_answer(const ResolvedCase& resolved, const NumberArrays& answer);
std::optional<NumberArrays> read_answer(const ResolvedCase& resolved, std::string_view content);

}  // namespace whet

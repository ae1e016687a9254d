// What a session has learnt from one candidate that saves work with the next: inputs are on the device already, and an
// output with the same bytes as one that was found right is right. Bytes are told by digests under a secret key, which
// kernels cannot forge; host code could, and gets none of this.
//
// Trials and their contents are known by where they lie in memory: they stay there until `forget`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "device/staged_problem.h"
#include "judge/trial/trial.h"
#include "problem/verdict.h"

namespace whet {

class CheckedOutputs : public InputSource {
 public:
  // Holds at most so much memory of the device, which must outlive it.
  CheckedOutputs(Device& device, uint64_t most_bytes);
  CheckedOutputs(const CheckedOutputs&) = delete;
  ~CheckedOutputs() override { forget(); }

  uint64_t key() const override { return key_; }
  uint64_t digest_of(const std::string& content) override;
  // From a copy on the device where one is intact, else from here.
  Result<void> put(uint64_t to, const std::string& content) override;

  // What was said of outputs with these digests in this trial; nullptr: they are new.
  const Verdict* right(const Trial& trial, const std::vector<uint64_t>& digests) const;
  void add_right(const Trial& trial, std::vector<uint64_t> digests, Verdict verdict);
  // Everything; other questions follow.
  void forget();

 private:
  struct Outputs {
    std::vector<uint64_t> digests;
    Verdict verdict;
  };
  bool put_copy(uint64_t to, const std::string& content, uint64_t digest);
  void keep(uint64_t from, const std::string& content, uint64_t digest);

  Device& device_;
  uint64_t most_bytes_, kept_bytes_ = 0;
  uint64_t key_;                             // of digests, random
  std::map<const char*, uint64_t> digests_;  // of contents
  std::map<uint64_t, uint64_t> copies_;      // on the device, by digest
  std::map<const Trial*, std::vector<Outputs>> right_;
};

}  // namespace whet

// What a session keeps from one candidate to save work with the next: inputs stay on the device, unless they are made
// there as quickly, and an output with the same bytes as one that was found right is right. Bytes are compared by
// digests under a secret key, which kernels cannot forge; host code could, so it is not used there.
//
// Trials are identified by their addresses, so they must stay in place until `forget`.
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
  // Keeps at most `most_bytes` on the device, which must outlive this object.
  CheckedOutputs(Device& device, uint64_t most_bytes);
  CheckedOutputs(const CheckedOutputs&) = delete;
  ~CheckedOutputs() override { forget(); }

  uint64_t key() const override { return key_; }
  // Copies from the device if an intact copy is there, else from `content`.
  Result<uint64_t> put(uint64_t to, const ArrayContent& content) override;

  // The verdict on outputs with these digests in this trial; nullptr: they are new.
  const Verdict* right(const Trial& trial, const std::vector<uint64_t>& digests) const;
  void add_right(const Trial& trial, std::vector<uint64_t> digests, Verdict verdict);
  // Forgets everything, because new questions follow.
  void forget();

 private:
  struct Outputs {
    std::vector<uint64_t> digests;
    Verdict verdict;
  };
  struct Digested {
    ArrayContent content;  // lives on, so that nothing else gets its identity
    uint64_t digest;
  };
  uint64_t digest_of(const ArrayContent& content);
  bool put_copy(uint64_t to, const ArrayContent& content, uint64_t digest);
  void keep(uint64_t from, const ArrayContent& content, uint64_t digest);

  Device& device_;
  uint64_t most_bytes_, kept_bytes_ = 0;
  uint64_t key_;                             // of digests, random
  std::map<const void*, Digested> digests_;  // of contents, by identity
  std::map<uint64_t, uint64_t> copies_;      // on the device, by digest
  std::map<const Trial*, std::vector<Outputs>> right_;
};

}  // namespace whet

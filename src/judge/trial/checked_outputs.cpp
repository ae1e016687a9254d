#include "judge/trial/checked_outputs.h"

#include <algorithm>

#include "util/hash.h"
#include "util/system/secret_number.h"

namespace whet {

namespace {

constexpr size_t k_most_outputs = 16;  // per trial: kernels that sum in different orders give different bytes

}  // namespace

CheckedOutputs::CheckedOutputs(Device& device, uint64_t most_bytes)
    : device_(device), most_bytes_(most_bytes), key_(secret_number()) {}

uint64_t CheckedOutputs::digest_of(const ArrayContent& content) {
  const auto [known, is_new] = digests_.try_emplace(content.identity(), Digested{content, 0});
  if (is_new) known->second.digest = quick_digest(content, key_);
  return known->second.digest;
}

Result<uint64_t> CheckedOutputs::put(uint64_t to, const ArrayContent& content) {
  if (device_.has_maker() && content.recipe()) {  // to make it takes no longer than to copy it
    TRY(is_made_there, device_.make(to, content));
    return is_made_there ? device_.digest(to, content.size(), key_) : Result<uint64_t>(digest_of(content));
  }
  const uint64_t digest = digest_of(content);
  if (put_copy(to, content, digest)) return digest;
  TRY_VOID(device_.write(to, content));
  keep(to, content, digest);
  return digest;
}

// The result of the copy is verified: a candidate may have overwritten the source, and a dead runner has lost it.
bool CheckedOutputs::put_copy(uint64_t to, const ArrayContent& content, uint64_t digest) {
  const auto copy = copies_.find(digest);
  if (copy == copies_.end()) return false;
  if (device_.copy(to, copy->second, content.size())) {
    const auto arrived = device_.digest(to, content.size(), key_);
    if (arrived && *arrived == digest) return true;
  }
  (void)device_.free(copy->second);
  kept_bytes_ -= content.size();
  copies_.erase(copy);
  return false;
}

// If there is no room, nothing is kept.
void CheckedOutputs::keep(uint64_t from, const ArrayContent& content, uint64_t digest) {
  if (kept_bytes_ + content.size() > most_bytes_) return;
  const auto address = device_.allocate(content.size(), "inputs kept");
  if (!address) return;
  if (!device_.copy(*address, from, content.size())) {
    (void)device_.free(*address);
    return;
  }
  kept_bytes_ += content.size();
  copies_[digest] = *address;
}

const Verdict* CheckedOutputs::right(const Trial& trial, const std::vector<uint64_t>& digests) const {
  const auto known = right_.find(&trial);
  if (known == right_.end()) return nullptr;
  const auto same = std::find_if(known->second.begin(), known->second.end(),
                                 [&](const Outputs& outputs) { return outputs.digests == digests; });
  return same == known->second.end() ? nullptr : &same->verdict;
}

void CheckedOutputs::add_right(const Trial& trial, std::vector<uint64_t> digests, Verdict verdict) {
  std::vector<Outputs>& known = right_[&trial];
  if (known.size() < k_most_outputs) known.push_back({std::move(digests), std::move(verdict)});
}

void CheckedOutputs::forget() {
  for (const auto& [digest, address] : copies_) (void)device_.free(address);
  copies_.clear();
  digests_.clear();
  right_.clear();
  kept_bytes_ = 0;
}

}  // namespace whet

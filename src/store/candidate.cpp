#include "store/candidate.h"

#include <algorithm>
#include <initializer_list>

namespace whet::store {

namespace {

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

bool is_sound(std::string_view outcome) {
  return is_one_of(outcome, {"correct", "faster", "slower", "same", "inconclusive"});
}

bool is_negative(std::string_view outcome) {
  return is_one_of(outcome, {"slower", "same", "wrong", "invalid", "failed", "ineffective", "not implemented"});
}

}  // namespace whet::store

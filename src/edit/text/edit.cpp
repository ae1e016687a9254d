#include "edit/text/edit.h"

#include <algorithm>

#include "source/text/word_list.h"

namespace whet::edit {

namespace {

constexpr WordList k_joint_words("__shared__ __syncthreads __syncthreads_or __syncthreads_and __syncthreads_count bar");
constexpr WordList k_warp_words(
    "cooperative_groups cg warpSize wmma nvcuda __syncwarp __activemask __all_sync "
    "__any_sync __ballot_sync __all __any __ballot tiled_partition this_thread_block");

bool is_warp_word(std::string_view word) {
  return k_warp_words.holds(word) || word.starts_with("__shfl") || word.starts_with("__match") ||
         word.starts_with("__reduce_") || word.starts_with("__redux");
}

PrecisionClass strictest_class(const Problem& problem) {
  PrecisionClass strictest = PrecisionClass::fp8;
  for (const ProblemArgument& argument : problem.arguments) {
    if (argument.is_scalar() || argument.role == ArgumentRole::in || argument.role == ArgumentRole::scratch) continue;
    if (precision_of(argument.type) == PrecisionClass::exact) continue;  // integers: no rounding to differ by
    strictest = std::min(strictest, problem.precision_for(argument.type).precision);
  }
  return strictest;
}

template <typename Is>
std::string first_word(const KernelText& text, const Is& is) {
  for (size_t i = text.body_first(); i < text.body_last(); ++i) {
    if (text.token(i).is_identifier() && is(text.token(i).text)) return std::string(text.token(i).text);
  }
  return {};
}

}  // namespace

bool allows_rounding(const Problem& problem) {
  return strictest_class(problem) > PrecisionClass::exact;
}

bool allows_single(const Problem& problem) {
  return strictest_class(problem) > PrecisionClass::fp64;
}

Error unfit(const KernelText& text, const std::string& why) {
  return bad_input(why, text.problem().kernel);
}

std::string warp_work(const KernelText& text) {
  return first_word(text, is_warp_word);
}

std::string joint_work(const KernelText& text) {
  return first_word(text, [](std::string_view word) { return is_warp_word(word) || k_joint_words.holds(word); });
}

}  // namespace whet::edit

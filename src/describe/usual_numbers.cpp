#include "describe/usual_numbers.h"

#include <algorithm>
#include <cctype>

#include "source/text/word_list.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr WordList k_windows(
    "kernel kernel_size kernelsize ksize k_size kernel_h kernel_w kernel_d kernel_height kernel_width kh kw kd khkw "
    "filter "
    "filter_size filter_h filter_w filter_height filter_width window window_size pool_size pool_h pool_w mask_width "
    "mask_size filtersize masksize pool pool_k");
constexpr WordList k_short_windows("k r s f ks kk kx ky kz");
constexpr WordList k_steps("stride stride_h stride_w stride_d strideh stridew stride_x stride_y sh sw sd str");
constexpr WordList k_borders(
    "pad padding pad_h pad_w pad_d padh padw pad_x pad_y padding_h padding_w padding_d paddingh paddingw ph pw pd");
constexpr WordList k_spreads("dilation dil dilation_h dilation_w dilation_d dil_h dil_w dilationh dilationw dilate");
constexpr WordList k_groups("groups group num_groups ngroups n_groups group_count");
constexpr WordList k_group_sizes("group_size groupsize gs qgroup");
constexpr WordList k_factors("scale scale_factor factor upscale upscale_factor scale_h scale_w downscale ratio");
constexpr WordList k_shares(
    "p prob probability dropout p_drop drop_prob dropout_p dropout_prob pdrop drop_p drop keep_prob");
constexpr WordList k_small("eps epsilon");
constexpr WordList k_radii("radius rad halo");

// What single letters mean among the other sizes: k, s, p and d are those of a pool where k, s and p are there.
class NamedWindows {
 public:
  explicit NamedWindows(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      const std::string word = lower(name);
      has_border_ |= k_borders.holds(word) || k_spreads.holds(word);
      has_window_ |= k_windows.holds(word);
      has_k_ |= word == "k", has_s_ |= word == "s", has_p_ |= word == "p";
    }
  }

  bool is_step(const std::string& name) const {
    const std::string word = lower(name);
    return (has_border_ && k_steps.holds(word)) || (is_short() && word == "s");
  }
  bool is_border(const std::string& name) const {
    return k_borders.holds(lower(name)) || (is_short() && lower(name) == "p");
  }
  bool is_spread(const std::string& name) const { return k_spreads.holds(lower(name)) || (is_short() && name == "d"); }
  bool is_window(const std::string& name) const {
    const std::string word = lower(name);
    if (k_windows.holds(word)) return true;
    return !is_step(name) &&
           ((has_border_ && !has_window_ && k_short_windows.holds(word)) || (is_short() && word == "k"));
  }

 private:
  bool is_short() const { return has_k_ && has_s_ && has_p_; }

  bool has_border_ = false, has_window_ = false, has_k_ = false, has_s_ = false, has_p_ = false;
};

}  // namespace

std::vector<int64_t> usual_numbers(const std::string& name, const std::vector<std::string>& names) {
  const std::string word = lower(name);
  const NamedWindows windows(names);
  if (windows.is_window(name)) return {3, 2, 3, 4};
  if (windows.is_border(name)) return {1, 2, 1, 3};
  if (windows.is_spread(name)) return {1, 2, 1, 2};
  if (windows.is_step(name)) return {2, 1, 3, 2};
  const bool is_letter = name == "G" && std::find(names.begin(), names.end(), "C") != names.end();
  if (k_groups.holds(word) || is_letter) return {4, 2, 3, 5};
  if (k_group_sizes.holds(word)) return {128, 32, 96, 64};
  if (k_factors.holds(word)) return {2, 3, 4, 2};
  if (k_radii.holds(word)) return {2, 1, 3, 4};
  return {};
}

namespace {

constexpr WordList k_axes("h w d l t height width depth length len y x");
constexpr WordList k_first_letters("h w d l t");

// "OH", "out_h", "H_out", "height_col" -> "h", "height"; empty: no size of a result along an axis.
std::string result_axis(const std::string& name) {
  const std::string word = lower(name);
  for (const std::string_view head : {"output_", "out_", "output", "out", "o_", "o"}) {
    if (word.starts_with(head) && k_axes.holds(word.substr(head.size()))) return word.substr(head.size());
  }
  for (const std::string_view tail : {"_output", "_out", "_col", "_o", "out", "o"}) {
    if (word.ends_with(tail) && k_axes.holds(word.substr(0, word.size() - tail.size())))
      return word.substr(0, word.size() - tail.size());
  }
  return {};
}

bool is_source_along(const std::string& name, const std::string& axis) {
  const std::string word = lower(name);
  for (const std::string_view head : {"input_", "in_", "input", "in", "i", ""}) {
    if (word == std::string(head) + axis) return true;
  }
  return word == axis + "_in" || word == axis + "in" || word == axis + "_input";
}

// Of the names in a list of words the one along the axis, else one without an axis; empty: none.
template <typename Test>
std::string along(const std::vector<std::string>& names, const std::string& axis, const Test& test) {
  std::string common;
  for (const std::string& name : names) {
    if (!test(name)) continue;
    const std::string word = lower(name), letter = axis.substr(0, 1);
    if (word.ends_with("_" + axis) || (word.size() <= 8 && word.size() > 1 && word.ends_with(letter))) return name;
    const bool has_axis = word.size() > 1 && k_first_letters.holds(word.substr(word.size() - 1)) && word != "pad" &&
                          word != "kernel" && word != "pool";
    if (!has_axis && common.empty()) common = name;
  }
  return common;
}

}  // namespace

std::string windows_along(const std::string& name, const std::vector<std::string>& names) {
  const std::string axis = result_axis(name);
  const auto source = std::find_if(names.begin(), names.end(), [&](const std::string& other) {
    return other != name && !axis.empty() && is_source_along(other, axis);
  });
  if (source == names.end()) return {};
  const NamedWindows windows(names);
  const std::string step = along(names, axis, [&](const auto& each) { return windows.is_step(each); });
  const std::string window = along(names, axis, [&](const auto& each) { return windows.is_window(each); });
  const std::string border = along(names, axis, [&](const auto& each) { return windows.is_border(each); });
  const std::string spread = along(names, axis, [&](const auto& each) { return windows.is_spread(each); });
  if (window.empty()) return {};
  const std::string reach = spread.empty() ? window : spread + " * (" + window + " - 1) + 1";
  std::string room =
      *source + (border.empty() ? "" : " + 2 * " + border) + " - " + (spread.empty() ? window : "(" + reach + ")");
  return step.empty() ? room + " + 1" : "floor((" + room + ") / " + step + ") + 1";
}

std::string usual_real(const std::string& name) {
  const std::string word = lower(name);
  return k_shares.holds(word) ? "0.25" : k_small.holds(word) ? "1e-5" : "1.5";
}

}  // namespace whet

// The sizes of a described problem: their values, those at which the kernel is tried, and those of its cases.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "describe/host_facts.h"
#include "problem/file/size_flags.h"

namespace whet {

struct PlannedSize {
  std::string name;
  std::string formula;  // of other sizes; empty: it has a value
  int64_t value = 0;
  bool is_fixed = false;  // a small number of the host's, such as a radius, or one that is no size: it is not varied
  bool is_given = false;  // by the user
  int64_t host = 0;       // the number of the host code; 0: none
  std::vector<int64_t> usual = {};  // what its name tells: a window, a step; empty: nothing
};

// Which of several sizes are the greatest.
enum class SizeOrder : uint8_t { as_named, falling, rising };

class SizePlan {
 public:
  // `given` is the user's --dims. Sentences about chosen values go to `notes`.
  SizePlan(const HostFacts& facts, const GivenSizes& given, std::vector<std::string>& notes);

  const std::vector<PlannedSize>& sizes() const { return sizes_; }
  void add(PlannedSize size);
  // Halves the sizes that nobody gave, and says so in the notes; false: they are small already.
  bool halve(std::vector<std::string>& notes);
  // The kernel does nothing unless sizes fall, or rise: the smallest is a window and becomes one, the notes say so.
  void put_in_order(SizeOrder order, std::vector<std::string>& notes);
  // "n=4096,m=n * 2": as --dims takes them.
  std::string assignments() const;
  std::vector<std::string> varied() const;
  std::vector<std::string> free() const;  // those of them whose names tell nothing
  // Sizes for a try, different for each number and each name, multiples of `step`. Small enough that arrays of their
  // products fit; tiny ones for kernels that take long.
  std::map<std::string, int64_t> trial(int number, int64_t step, bool is_tiny = false,
                                       SizeOrder order = SizeOrder::as_named) const;
  // The user's sizes, for 1, 2, ... with the first, the second, ... doubled: what one has to be of another mostly stays
  // so. Empty where the user did not give all of them, or they are large.
  std::map<std::string, int64_t> near_given(int number) const;
  // Sizes of a case: odd ones below the usual, or tiny ones.
  std::map<std::string, int64_t> odd(int64_t step) const;
  std::map<std::string, int64_t> small(int64_t step) const;
  // The host's sizes, or else large ones, at which the kernel takes a while. Empty: the plan has no smaller ones.
  std::map<std::string, int64_t> large() const;

 private:
  void add_usual(std::map<std::string, int64_t>& chosen, int number) const;
  void change(PlannedSize& size, int64_t value, std::vector<std::string>& notes);

  std::vector<PlannedSize> sizes_;
  SizeOrder order_ = SizeOrder::as_named;
};

}  // namespace whet

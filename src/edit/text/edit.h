// One kind of change to a kernel's text that keeps its meaning: when it may be made, and how.
#pragma once

#include <cstdint>
#include <string>

#include "edit/text/kernel_text.h"

namespace whet::edit {

struct Edit {
  std::string name;    // "coarsen 4"
  std::string family;  // a kernel has at most one edit of a family: "coarsen"
  std::string what;    // what is written, as a sentence
  std::string method;  // of knowledge/methods
  bool is_in_code;     // the method's signature shows it in the machine code
  // The draft with the edit; an error says why it does not fit. `number` is that of the edit.
  Result<Draft> (*make)(const KernelText& text, int64_t number);
  int64_t number = 0;
};

// Whether results may differ from the original's by rounding, and whether single precision is enough for them.
bool allows_rounding(const Problem& problem);
bool allows_single(const Problem& problem);

// The refusal of an edit, at the kernel's file.
Error unfit(const KernelText& text, const std::string& why);

// Why lanes of a warp or threads of a block depend on each other in the body: the word that shows it. Empty: they do
// not.
std::string joint_work(const KernelText& text);  // barriers, shared memory, warp functions
std::string warp_work(const KernelText& text);   // functions of a warp and cooperative groups

}  // namespace whet::edit

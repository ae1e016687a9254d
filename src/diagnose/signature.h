// SASS signatures: what a method must leave in the machine code. They are in knowledge/signatures/*.toml.
//
//   counts.copies = ["LDGSTS*", "UTMALDG*"]     present = "copies > 0"     gained = "copies > parent.copies"
//
// Instructions are counted per function by whole mnemonics, so that LDG.* does not match LDGSTS; `hot.copies` counts
// the hot loop only; `registers` and `spills` are predefined.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "binary/analysis/kernel_code.h"
#include "util/system/knowledge.h"
#include "util/text/expression.h"

namespace whet {

struct SignatureCount {
  std::string name;
  std::vector<std::string> patterns;
};

struct Signature {
  std::string method;  // "memory.async_copy"
  std::string proves;
  std::optional<int> since;  // first sm that supports it
  bool comparative = false;  // needs a parent: most kernels have these instructions, or it removes some
  std::vector<SignatureCount> counts;
  Expression present;  // over the function alone
  Expression gained;   // over the function and its parent
};

struct CountedPattern {
  std::string name;
  int count = 0, hot = 0;
  std::optional<int> parent, parent_hot;
};

// impossible: the architecture does not support it; needs_parent: a comparative method has no parent to compare with.
enum class Proof { proven, absent, not_gained, impossible, needs_parent };
std::string_view proof_name(Proof proof);

struct SignatureVerdict {
  std::string method, proves;
  Proof proof = Proof::absent;
  std::string condition;  // the expression that decided
  std::vector<CountedPattern> counts;
};

// The error for an unknown method lists similar names; that for a damaged file has file:line.
Result<Signature> load_signature(const Knowledge& knowledge, std::string_view method);
std::vector<std::string> signature_methods(const Knowledge& knowledge);

// A function's code, to be verified alone or against its parent.
struct FunctionCode {
  const CubinFunction* function = nullptr;
  const KernelCode* code = nullptr;
};
SignatureVerdict verify(const Signature& signature, Architecture architecture, const FunctionCode& function,
                        const std::optional<FunctionCode>& parent);

}  // namespace whet

// SASS signatures of methods: what a method must leave in the machine code. knowledge/signatures/*.toml
//
//   counts.copies = ["LDGSTS*", "UTMALDG*"]     present = "copies > 0"     gained = "copies > parent.copies"
//
// Counted per function on whole mnemonics, so that LDG.* is not LDGSTS; `hot.copies` counts the hot loop alone, and
// `registers` and `spills` are there without being declared.
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
  std::optional<int> since;  // first sm that can have it
  bool comparative = false;  // shows only against a parent: its instructions stand in most kernels, or it removes some
  std::vector<SignatureCount> counts;
  Expression present;  // over the function alone
  Expression gained;   // over the function and its parent
};

struct CountedPattern {
  std::string name;
  int count = 0, hot = 0;
  std::optional<int> parent, parent_hot;
};

// impossible: the architecture cannot have it; needs_parent: nothing to compare a comparative method with.
enum class Proof { proven, absent, not_gained, impossible, needs_parent };
std::string_view proof_name(Proof proof);

struct SignatureVerdict {
  std::string method, proves;
  Proof proof = Proof::absent;
  std::string condition;  // the expression that decided
  std::vector<CountedPattern> counts;
};

// Unknown methods are an error that lists near names; a damaged file is one with file:line.
Result<Signature> load_signature(const Knowledge& knowledge, std::string_view method);
std::vector<std::string> signature_methods(const Knowledge& knowledge);

// What the code of one function says, alone or against its parent.
struct FunctionCode {
  const CubinFunction* function = nullptr;
  const KernelCode* code = nullptr;
};
SignatureVerdict verify(const Signature& signature, Architecture architecture, const FunctionCode& function,
                        const std::optional<FunctionCode>& parent);

}  // namespace whet

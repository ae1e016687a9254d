// Written kernels that run one after the other as one file: each keeps its constants, under names of their own.
#pragma once

#include "write/subject/subject.h"
#include "write/text/written.h"

namespace whet::write {

struct KernelPart {
  const Subject& subject;
  WrittenKernel kernel;
};

// The text with another word in place of one.
std::string with_word(const std::string& text, const std::string& from, const std::string& to);

// Whether constants that are the same in two kernels are one.
enum class SameConstants : uint8_t { apart, shared };

// An error: parts that a file cannot have twice.
Result<WrittenKernel> joined(std::vector<KernelPart> parts, SameConstants same = SameConstants::apart);

}  // namespace whet::write

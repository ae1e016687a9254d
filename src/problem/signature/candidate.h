// A candidate: another kernel for a problem, possibly with its own launches, scratch, defines and compiler flags.
//
//   /* whet
//   flags = ["-prec-div=false"]
//   [[launch]]
//   entry = "partial_sums"
//   args = ["a", "partial", "n"]
//   ...
//   */
#pragma once

#include <string>

#include "problem/file/problem.h"

namespace whet {

// The problem with the candidate in place of its kernel. The candidate's settings are in a leading comment that begins
// with the word whet, or in a file of the same name with .toml for .cu; without either, the problem's launch applies.
// Arguments, sizes, reference and precision stay the problem's.
Result<Problem> load_candidate(const Problem& problem, const std::string& path, const FileSystem& files);
// The same for a source in memory; without `files`, its headers are assumed to be the problem's.
Result<Problem> with_candidate(const Problem& problem, const std::string& path, std::string source,
                               const std::string& sidecar = {}, const FileSystem* files = nullptr);

// Another kernel of the problem's own source in place of its entry. It is launched as the source launches it, if that
// is clear, otherwise like the entry. Its parameters must be the problem's.
Result<Problem> with_entry(const Problem& problem, const std::string& entry);

// A problem's own kernel may have such a block, too, as a former candidate does. It takes precedence over problem.toml.
Result<void> take_leading_block(Problem& problem);
bool has_leading_block(const std::string& source);
std::string without_leading_block(const std::string& source);

}  // namespace whet

// A candidate: another kernel for a problem, with launches, scratch buffers, defines and compiler flags of its own
// where it brings them.
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

// The problem with the candidate in the place of its kernel. What it brings stands in a leading comment that begins
// with the word whet, or in a file of the same name with .toml for .cu; without either the problem's launch applies.
// Arguments, sizes, reference and precision stay the problem's.
Result<Problem> load_candidate(const Problem& problem, const std::string& path, const FileSystem& files);
// As above, of a source that is at hand; without `files` its headers are taken to be the problem's.
Result<Problem> with_candidate(const Problem& problem, const std::string& path, std::string source,
                               const std::string& sidecar = {}, const FileSystem* files = nullptr);

// Another kernel of the problem's own source in the place of its entry, launched as the source launches it where that
// is plain, else as the entry is. Its parameters must be the problem's.
Result<Problem> with_entry(const Problem& problem, const std::string& entry);

// A problem's own kernel may bring such a block too, as one that was a candidate once does: it goes before what
// problem.toml says.
Result<void> take_leading_block(Problem& problem);
bool has_leading_block(const std::string& source);
std::string without_leading_block(const std::string& source);

}  // namespace whet

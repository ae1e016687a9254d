// A .cu without a problem: described from its own text, the host code in it and runs on the virtual GPU.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/frame/context.h"
#include "describe/describe.h"
#include "describe/problem_text.h"

namespace whet {

// Whether the path is a .cu without a problem.toml next to it.
bool is_bare_kernel(const std::string& path, const FileSystem& files);

// The request names the kernel's file. The problem of a description with open lines cannot be used: an error says what
// is missing and which command writes the file to fill.
Result<Description> describe_file(const SignatureRequest& request, Context& context);
Result<Description> describe_completely(const SignatureRequest& request, Context& context);

// The problem at this path; of a .cu without one, what its source says, with what was assumed.
Result<Problem> load_or_describe(const std::string& path, const CompileAdditions& additions, Context& context,
                                 std::vector<std::string>& assumed);

// Adds the work that the problem does not declare, as derived.
void complete_work(Problem& problem, Context& context);

// The path of a problem for commands that need a file: `path` itself or, for a bare kernel, a problem.toml that is
// written next to it, which `say` is told.
Result<std::string> problem_for(const std::string& path, const std::string& dims, const CompileAdditions& additions,
                                Context& context, const std::function<void(const std::string&)>& say);

// The error with what was assumed: what nobody gave may be what does not fit.
Error with_assumptions(Error error, const std::vector<std::string>& assumed);

// What becomes of references that are there already.
enum class OldReferences : uint8_t { stay, are_replaced };

// Writes the description, and its derived references next to it.
Result<ReferenceNames> write_description(const Description& description, const std::string& path, Context& context,
                                         OldReferences old = OldReferences::stay);

}  // namespace whet

// What went wrong, where, and how to mend it: the only form in which whet reports a failure.
#pragma once

#include <string>

namespace whet {

enum class ErrorKind {
  bad_input,  // the user's file, flag or value; exit 3
  missing,    // the environment lacks something that was asked for; exit 4
  failed,     // an attempt did not succeed; exit 1
  bug,        // whet contradicts itself; exit 70
};

struct Error {
  ErrorKind kind = ErrorKind::failed;
  std::string what;     // "kernel `transpose` takes 3 parameters, the problem gives 4"
  std::string where;    // "examples/transpose/problem.toml:18"; empty: no place to name
  std::string mend;     // "remove [[args]] `stride`, or add the parameter to the kernel"
  std::string details;  // further lines, shown unchanged, such as a compiler's messages
};

Error bad_input(std::string what, std::string where = {}, std::string mend = {});
Error missing(std::string what, std::string where = {}, std::string mend = {});
Error failed(std::string what, std::string where = {}, std::string mend = {});

// "error: WHAT\n  at WHERE\n  fix: MEND\n"; a multi-line mend is indented under its first line.
std::string describe(const Error& error);

}  // namespace whet

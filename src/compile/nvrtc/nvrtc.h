// NVRTC, opened at run time.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "util/result.h"

namespace whet {

// The library, loaded. Compiling is safe from several threads at once.
class Nvrtc {
 public:
  struct Program {
    std::string name;  // what messages and line tables call it
    std::string source;
    std::vector<std::string> options;
    std::vector<std::pair<std::string, std::string>>
        headers;  // name and content; they come before any file of that name
  };
  struct Output {
    bool compiled = false;
    bool timed_out = false;  // it was stopped
    std::string cubin;
    std::string ptx;  // also when the assembler failed on it
    std::string log;
    std::string version;             // of the library: "13.0"
    std::vector<int> architectures;  // it compiles for: 75, 80, ... 120
  };

  // Opens the library at a path or, for a bare name, wherever the loader finds it. Once per process and path; it stays.
  static Result<const Nvrtc*> load(const std::string& library);

  ~Nvrtc();
  Output compile(const Program& program) const;

 private:
  struct Functions;
  std::string version() const;
  std::vector<int> architectures() const;
  explicit Nvrtc(std::unique_ptr<const Functions> functions);
  std::unique_ptr<const Functions> functions_;
};

}  // namespace whet

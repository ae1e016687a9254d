// NVRTC, loaded at run time.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "util/result.h"

namespace whet {

// The loaded library. Compiling is safe from several threads at once.
class Nvrtc {
 public:
  struct Program {
    std::string name;  // the name in messages and line tables
    std::string source;
    std::vector<std::string> options;
    std::vector<std::pair<std::string, std::string>> headers;  // name and content; they take precedence over files
  };
  struct Output {
    bool compiled = false;
    bool timed_out = false;  // it was killed
    std::string cubin;
    std::string ptx;  // also present when the assembler rejected it
    std::string log;
    std::string version;             // of the library: "13.0"
    std::vector<int> architectures;  // supported ones: 75, 80, ... 120
  };

  // Opens the library at a path or, for a bare name, where the loader finds it. It is loaded once per process and path.
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

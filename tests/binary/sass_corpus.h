// The corpus of tests/corpus, compiled for one architecture and kept beside the test program by content.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "binary/nvcc.h"
#include "support/source_folder.h"
#include "util/hash.h"
#include "util/text.h"

namespace whet::test {

// All files are one to the compiler, each in a namespace of its own: to read CUDA's headers once per file would take
// ten times as long.
class Corpus {
 public:
  explicit Corpus(const std::string& arch)
      : arch_(arch), nvcc_(join_path(cuda_directory().value_or(""), "bin/nvcc")), source_(joined_source()) {
    const auto program = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    const auto version = SystemProcessRunner().run({{nvcc_, "--version"}});
    const std::string content = sha256_hex(source_ + (version ? version->out : "")).substr(0, 16);
    kept_ = (program / "corpus" / (arch_ + "-" + content)).string();
  }

  // A corpus that does not compile fails the test and is empty.
  std::string cubin() { return content_of("corpus.cubin"); }
  std::string ptx() { return content_of("corpus.ptx"); }

 private:
  std::string content_of(const std::string& name) {
    if (!std::filesystem::exists(kept_)) compile();
    const auto content = files_.read(join_path(kept_, name));
    EXPECT_TRUE(content.ok());
    return content ? *content : "";
  }

  // One call gives both forms.
  void compile() {
    const std::string fresh = kept_ + "." + std::to_string(getpid());
    std::filesystem::create_directories(fresh);
    const std::string source = join_path(fresh, "corpus.cu"), cubin = join_path(fresh, "corpus.cubin");
    EXPECT_TRUE(files_.write(source, source_).ok());
    const auto finished = SystemProcessRunner().run(
        {{nvcc_, "-cubin", "-keep", "-keep-dir", fresh, "-lineinfo", "-arch=" + arch_, "-o", cubin, source},
         {},
         {},
         std::chrono::minutes(5)});
    if (!finished || finished->exit_code != 0) {
      ADD_FAILURE() << arch_ << ": " << (finished ? finished->out + finished->err : describe(finished.error()));
      return;
    }
    // Another test may have been faster.
    std::error_code already_there;
    std::filesystem::rename(fresh, kept_, already_there);
    if (already_there) std::filesystem::remove_all(fresh);
  }

  // CUDA's headers come before all files: inside a namespace they would be of it.
  std::string joined_source() {
    const std::string directory = source_folder() + "/tests/corpus";
    std::string headers, bodies;
    for (const std::string& name : files_.list(directory)) {
      if (extension_of(name) != ".cu") continue;
      const std::string text = files_.read(join_path(directory, name)).value();
      for (const std::string_view line : split(text, '\n')) {
        if (line.starts_with("#include <")) headers.append(line) += '\n';
      }
      bodies += "namespace of_" + name.substr(0, name.size() - 3) + " {\n#line 1 \"" + name + "\"\n" + text + "\n}\n";
    }
    return headers + bodies;
  }

  DiskFileSystem files_;
  std::string arch_, nvcc_, source_, kept_;
};

}  // namespace whet::test

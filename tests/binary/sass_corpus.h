// The corpus of tests/corpus, compiled for one architecture and kept beside the test program by content.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "binary/nvcc.h"
#include "support/source_folder.h"
#include "util/hash.h"

namespace whet::test {

struct CorpusFile {
  std::string name;     // "saxpy"
  std::string content;  // its cubin or PTX
};

// Compiles what is not in the cache yet, as many files at a time as there are processors.
class Corpus {
 public:
  // `form` is cubin or ptx.
  explicit Corpus(std::string arch, std::string form = "cubin") : arch_(std::move(arch)), form_(std::move(form)) {
    const auto program = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    cache_ = (program / "corpus" / arch_).string();
    nvcc_ = join_path(cuda_directory().value_or(""), "bin/nvcc");
    const auto version = SystemProcessRunner().run({{nvcc_, "--version"}});
    if (version) toolkit_ = version->out;
  }

  // In the order of the names. A file that does not compile fails the test.
  std::vector<CorpusFile> compile() {
    EXPECT_TRUE(files_.make_directories(cache_).ok());
    for (const std::string& name : files_.list(k_directory)) {
      if (extension_of(name) == ".cu") corpus_.push_back({name.substr(0, name.size() - 3), {}});
    }
    std::vector<std::thread> workers(std::max(1u, std::thread::hardware_concurrency()));
    for (std::thread& worker : workers) worker = std::thread([this] { work(); });
    for (std::thread& worker : workers) worker.join();
    return std::move(corpus_);
  }

 private:
  void work() {
    for (size_t i = next_++; i < corpus_.size(); i = next_++) {
      if (const auto content = obtain(corpus_[i].name)) corpus_[i].content = *content;
    }
  }

  std::optional<std::string> obtain(const std::string& name) {
    const std::string source_path = join_path(k_directory, name + ".cu");
    const auto source = DiskFileSystem().read(source_path);
    const std::string kept = join_path(cache_, name + "-" + sha256_hex(*source + toolkit_).substr(0, 16) + ".");
    if (const auto content = DiskFileSystem().read(kept + form_)) return *content;
    // One call gives both forms.
    const std::string fresh = kept + std::to_string(getpid());
    std::filesystem::create_directories(fresh);
    const std::string cubin = join_path(fresh, "kernel.cubin");
    const auto finished = SystemProcessRunner().run(
        {{nvcc_, "-cubin", "-keep", "-keep-dir", fresh, "-lineinfo", "-arch=" + arch_, "-o", cubin, source_path},
         {},
         {},
         std::chrono::minutes(2)});
    if (!finished || finished->exit_code != 0) {
      ADD_FAILURE() << source_path << ": " << (finished ? finished->out + finished->err : describe(finished.error()));
      return std::nullopt;
    }
    std::filesystem::rename(cubin, kept + "cubin");
    std::filesystem::rename(join_path(fresh, name + ".ptx"), kept + "ptx");
    std::filesystem::remove_all(fresh);
    return *DiskFileSystem().read(kept + form_);
  }

  const std::string k_directory = source_folder() + "/tests/corpus";

  std::string arch_, form_, cache_, nvcc_, toolkit_;
  DiskFileSystem files_;
  std::vector<CorpusFile> corpus_;
  std::atomic<size_t> next_ = 0;
};

}  // namespace whet::test

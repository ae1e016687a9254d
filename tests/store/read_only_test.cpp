// Stores in places that cannot be written.
#include <sys/mount.h>
#include <sys/wait.h>

#include "namespace.h"
#include "sample.h"

namespace whet::store::test {

class ReadOnly : public StoreTest {};

// In a process of its own, on a file system that becomes read-only; the exit code says what went wrong.
int read_frozen(const std::string& place) {
  if (!become_root() || ::mount("none", place.c_str(), "tmpfs", 0, "size=4m") != 0) return 77;
  DiskFileSystem files;
  const Project project{place + "/a ?#%41"};
  {
    Store store = must(Store::open(project, files));
    RunLock lock = must(store.lock(k_softmax));
    must(store.begin_run(sample_run(), lock));
    must(store.remember({.kernel = k_softmax, .tried = "x", .outcome = "faster", .run = 1}));
  }
  if (::mount("none", place.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, "size=4m") != 0) return 77;
  Store store = must(Store::open(project, files, {OpenMode::existing}));
  if (must(store.runs()).size() != 1) return 1;
  if (must(store.run(1)).state != RunState::interrupted) return 2;
  const auto masked = store.mask({1});
  if (masked || masked.error().what.find("cannot be written") == std::string::npos) return 3;
  return 0;
}

TEST_F(ReadOnly, AFrozenStoreIsReadAndSaysThatItCannotBeWritten) {
  const pid_t child = ::fork();
  if (child == 0) {
    int code = 9;
    try {
      code = read_frozen(directory.path());
    } catch (const std::exception& error) {
      std::fputs(error.what(), stderr);
    }
    ::_exit(code);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "this user may not mount";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace whet::store::test

// No room left: the error says so, and what was recorded before is kept.
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include "namespace.h"
#include "sample.h"

namespace whet::store::test {

class FullDisk : public StoreTest {};

int complain(const Error& error, int code) {
  std::fputs(describe(error).c_str(), stderr);
  return code;
}

// In a process of its own, on a file system of one MiB; the exit code says what went wrong.
int fill_small_disk(const std::string& place) {
  if (!become_root() || ::mount("none", place.c_str(), "tmpfs", 0, "size=1m") != 0) return 77;
  DiskFileSystem files;
  const Project project{place};
  int added = 0;
  {
    auto store = Store::open(project, files);
    if (!store) return complain(store.error(), 1);
    auto lock = store->lock(k_softmax);
    if (!lock) return 2;
    const auto run = store->begin_run(sample_run(), *lock);
    if (!run) return 3;
    for (;; ++added) {
      const auto candidate = store->add_candidate({.run = *run}, std::string(3000, 'a') + std::to_string(added));
      if (candidate) continue;
      const Error& error = candidate.error();
      if (error.what.find("the disk is full") == std::string::npos) return complain(error, 4);
      if (error.where != project.database()) return 5;
      break;
    }
    if (added < 20) return 6;
    const auto kept = store->candidates(*run, {.limit = -1});  // the same connection goes on reading
    if (!kept || kept->size() != static_cast<size_t>(added)) return 7;
  }
  auto store = Store::open(project, files, {OpenMode::existing});
  if (!store) return complain(store.error(), 8);
  const auto kept = store->candidates(1, {.limit = -1});
  if (!kept || kept->size() != static_cast<size_t>(added)) return 9;
  for (const Candidate& candidate : *kept) {
    if (!store->source(candidate.source_hash)) return 10;
  }
  return 0;
}

TEST_F(FullDisk, ASmallFileSystemRunsFull) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(fill_small_disk(directory.path()));
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "this user may not mount";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(FullDisk, AStatementWithoutRoomIsUndoneAndSaysWhy) {
  Database database = must(Database::open(directory.path("small.db"), OpenMode::create));
  must(database.run_script(
      "PRAGMA synchronous = OFF; PRAGMA max_page_count = 20; CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)"));
  int64_t kept = 0;
  const std::string text(2000, 'x');
  for (;; ++kept) {
    Transaction transaction = must(Transaction::begin(database));
    must(database.run("INSERT INTO t (text) VALUES ('small')"));
    const auto large = database.run("INSERT INTO t (text) VALUES (?1)", {text});
    if (!large) {
      EXPECT_EQ(large.error().kind, ErrorKind::missing);
      EXPECT_EQ(large.error().what, "the disk is full: nothing more can be recorded (database or disk is full)");
      EXPECT_EQ(large.error().where, directory.path("small.db"));
      break;
    }
    must(transaction.commit());
  }
  EXPECT_GT(kept, 5);
  EXPECT_EQ(must(database.integer("SELECT count(*) FROM t")), 2 * kept) << "half of a transaction is left";
}

}  // namespace whet::store::test

#include "store/store.h"

#include <chrono>

#include "store/schema.h"

namespace whet::store {

namespace {

int64_t system_time_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// With a write-ahead log, committed data is in the operating system's cache, so a killed process loses nothing; a power
// cut may lose the last commits but leaves the file intact. The log is copied into the file every 40 MB (10,000 pages),
// because each copy waits for the disk. Without a log every commit is synced to the disk.
Result<void> choose_journal(Database& database) {
  TRY(has_log, database.keep_log());
  return database.run_script(has_log ? "PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 10000"
                                     : "PRAGMA synchronous = FULL");
}

Error no_store(const Project& project) {
  return bad_input("there is no whet store at `" + project.root + "`", project.database(),
                   "`whet optimize PROBLEM` makes one");
}

}  // namespace

Store::Store(Project project, Database database, std::function<int64_t()> now_ms)
    : project_(std::move(project)), database_(std::move(database)), now_ms_(std::move(now_ms)) {}

Result<Store> Store::open(const Project& project, FileSystem& files, const StoreSettings& settings) {
  if (settings.mode == OpenMode::existing && !files.info(project.database())) return no_store(project);
  if (settings.mode == OpenMode::create) TRY_VOID(prepare(project, files));
  TRY(database, Database::open(project.database(), settings.mode));
  TRY_VOID(migrate(database));
  if (!database.is_read_only()) TRY_VOID(choose_journal(database));
  TRY_VOID(database.run_script("PRAGMA foreign_keys = ON; PRAGMA cache_size = -16000"));
  return Store(project, std::move(database), settings.now_ms ? settings.now_ms : system_time_ms);
}

Result<RunLock> Store::lock(const KernelId& kernel) {
  TRY(lock, RunLock::take(project_.folder(), kernel));
  TRY_VOID(
      database_.run("UPDATE runs SET state = 'interrupted' WHERE kernel = ?1 AND problem = ?2 AND state = 'running'",
                    {kernel.kernel, kernel.problem}));
  return lock;
}

}  // namespace whet::store

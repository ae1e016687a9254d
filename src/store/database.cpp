#include "store/database.h"

#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <map>
#include <thread>
#include <vector>

#include "util/system/files.h"

namespace whet::store {

// Statements are prepared once and pooled by their text; a statement in use twice at the same time is prepared twice.
struct Connection {
  sqlite3* handle = nullptr;
  std::string path;
  std::map<std::string, std::vector<sqlite3_stmt*>, std::less<>> shelf;

  ~Connection() {
    for (const auto& [sql, statements] : shelf) {
      for (sqlite3_stmt* statement : statements) sqlite3_finalize(statement);
    }
    sqlite3_close_v2(handle);
  }
};

namespace {

constexpr int k_wait_for_writers_ms = 10'000;

bool is_full(int code, int system_error) {
  return (code & 0xff) == SQLITE_FULL || system_error == ENOSPC || system_error == EDQUOT;
}

std::string with_system_error(std::string text, int system_error) {
  return system_error ? text + " (" + std::strerror(system_error) + ")" : text;
}

// Turns SQLite's message into an error that names the file.
Error error_of(const Connection& connection, int code) {
  const int system_error = sqlite3_system_errno(connection.handle);
  const std::string said = sqlite3_errmsg(connection.handle);
  const std::string& path = connection.path;
  if (is_full(code, (code & 0xff) == SQLITE_IOERR ? system_error : 0)) {
    return missing("the disk is full: nothing more can be recorded (" + said + ")", path,
                   "free some space; what was recorded before is kept");
  }
  switch (code & 0xff) {
    case SQLITE_NOTADB:
      return bad_input("this file is not a whet store (" + said + ")", path, "move it away; a new one is made");
    case SQLITE_CORRUPT:
      return failed("the store is damaged (" + said + ")", path, "move it away; a new one is made");
    case SQLITE_BUSY:
      return failed("another process keeps the store for itself (" + said + ")", path, "try again when it has ended");
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return missing("the store cannot be written (" + said + ")", path, "give this user the right to write there");
    case SQLITE_CANTOPEN:
      return missing("the store cannot be opened: " + with_system_error(said, system_error), path,
                     "check that the folder is there and may be written");
    case SQLITE_IOERR:
      return failed("the store cannot be read or written: " + with_system_error(said, system_error), path);
    default:
      return failed("the store refused: " + said, path);
  }
}

int bind(sqlite3_stmt* statement, int place, const SqlValue& value) {
  struct Binder {
    sqlite3_stmt* statement;
    int place;
    int operator()(std::monostate) const { return sqlite3_bind_null(statement, place); }
    int operator()(int64_t number) const { return sqlite3_bind_int64(statement, place, number); }
    int operator()(double number) const { return sqlite3_bind_double(statement, place, number); }
    int operator()(std::string_view text) const {
      const char* begin = text.data() ? text.data() : "";  // SQLite binds a null pointer as NULL
      return sqlite3_bind_text64(statement, place, begin, text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    }
  };
  return std::visit(Binder{statement, place}, value.held());
}

// True in a read-only folder, such as an archive, when there is no log. With a log SQLite would have to create its -shm
// file there; without one it can open the file as immutable.
bool is_frozen(const std::string& path) {
  return ::access(directory_of(path).c_str(), W_OK) != 0 && ::access((path + "-wal").c_str(), F_OK) != 0;
}

// The path as a URI with immutable=1; characters with a meaning in a URI are escaped.
std::string frozen_name(const std::string& path) {
  std::string name = "file:";
  for (const char c : path) name += c == '%' ? "%25" : c == '?' ? "%3f" : c == '#' ? "%23" : std::string(1, c);
  return name + "?immutable=1";
}

Result<sqlite3_stmt*> prepared(Connection& connection, std::string_view sql) {
  if (const auto kept = connection.shelf.find(sql); kept != connection.shelf.end() && !kept->second.empty()) {
    sqlite3_stmt* statement = kept->second.back();
    kept->second.pop_back();
    return statement;
  }
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(connection.handle, sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) return error_of(connection, code);
  return statement;
}

}  // namespace

Statement& Statement::operator=(Statement&& other) noexcept {
  std::swap(connection_, other.connection_);
  std::swap(handle_, other.handle_);
  return *this;
}

Statement::~Statement() {
  if (!handle_) return;
  sqlite3_reset(handle_);
  sqlite3_clear_bindings(handle_);
  connection_->shelf[sqlite3_sql(handle_)].push_back(handle_);
}

Result<bool> Statement::step() {
  const int code = sqlite3_step(handle_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return error_of(*connection_, sqlite3_extended_errcode(connection_->handle));
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(handle_, column) == SQLITE_NULL;
}

int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(handle_, column);
}

double Statement::real(int column) const {
  return sqlite3_column_double(handle_, column);
}

std::string Statement::text(int column) const {
  const unsigned char* begin = sqlite3_column_text(handle_, column);
  if (!begin) return {};
  return {reinterpret_cast<const char*>(begin), static_cast<size_t>(sqlite3_column_bytes(handle_, column))};
}

std::string Statement::file() const {
  return connection_->path;
}

Database::Database(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;

Result<Database> Database::open(const std::string& path, OpenMode mode) {
  auto connection = std::make_unique<Connection>();
  connection->path = path;
  const bool frozen = mode == OpenMode::existing && is_frozen(path);
  const int flags = frozen ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
                           : SQLITE_OPEN_READWRITE | (mode == OpenMode::create ? SQLITE_OPEN_CREATE : 0);
  const std::string name = frozen ? frozen_name(path) : path;
  const int code = sqlite3_open_v2(name.c_str(), &connection->handle, flags | SQLITE_OPEN_EXRESCODE, nullptr);
  if (code != SQLITE_OK) return error_of(*connection, code);
  sqlite3_busy_timeout(connection->handle, k_wait_for_writers_ms);
  return Database(std::move(connection));
}

Result<Statement> Database::query(std::string_view sql, std::span<const SqlValue> values) {
  TRY(handle, prepared(*connection_, sql));
  Statement statement(connection_.get(), handle);
  int place = 0;
  for (const SqlValue& value : values) {
    if (const int code = bind(handle, ++place, value); code != SQLITE_OK) return error_of(*connection_, code);
  }
  return statement;
}

Result<void> Database::run(std::string_view sql, std::span<const SqlValue> values) {
  TRY(statement, query(sql, values));
  while (true) {
    TRY(row, statement.step());
    if (!row) return {};
  }
}

Result<void> Database::run_script(const std::string& sql) {
  const int code = sqlite3_exec(connection_->handle, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return error_of(*connection_, code);
  return {};
}

Result<int64_t> Database::integer(std::string_view sql, std::initializer_list<SqlValue> values) {
  TRY(statement, query(sql, values));
  TRY(row, statement.step());
  if (!row) return failed("the store lacks a row that was asked for", path());
  return statement.integer(0);
}

int64_t Database::last_id() const {
  return sqlite3_last_insert_rowid(connection_->handle);
}

int Database::changed() const {
  return sqlite3_changes(connection_->handle);
}

bool Database::is_read_only() const {
  return sqlite3_db_readonly(connection_->handle, "main") == 1;
}

const std::string& Database::path() const {
  return connection_->path;
}

// Switching needs exclusive access for a moment, for which SQLite itself does not wait.
Result<bool> Database::keep_log() {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(k_wait_for_writers_ms);
  while (true) {
    TRY(statement, query("PRAGMA journal_mode = WAL"));
    auto row = statement.step();
    if (row) return *row && statement.text(0) == "wal";
    const bool is_busy = (sqlite3_errcode(connection_->handle) & 0xff) == SQLITE_BUSY;
    if (!is_busy || std::chrono::steady_clock::now() >= deadline) return std::move(row).error();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

void Database::leave_untouched() {
  sqlite3_db_config(connection_->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

Result<Transaction> Transaction::begin(Database& database) {
  TRY_VOID(database.run("BEGIN IMMEDIATE"));
  return Transaction(database);
}

// SQLite may have rolled back already, as it does when the disk is full.
Transaction::~Transaction() {
  if (database_ && !sqlite3_get_autocommit(database_->connection_->handle)) (void)database_->run("ROLLBACK");
}

Result<void> Transaction::commit() {
  TRY_VOID(database_->run("COMMIT"));
  database_ = nullptr;
  return {};
}

}  // namespace whet::store

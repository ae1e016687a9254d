// SQLite as whet uses it: a file, statements with their values, transactions. <sqlite3.h> is included in database.cpp
// alone. One connection serves one thread, and is not carried over a fork.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "util/result.h"

struct sqlite3_stmt;

namespace whet::store {

// What can be bound to a place of a statement. Texts are taken as bytes, whatever they hold.
class SqlValue {
 public:
  using Held = std::variant<std::monostate, int64_t, double, std::string_view>;

  SqlValue(std::nullopt_t) {}
  SqlValue(std::integral auto value) : held_(static_cast<int64_t>(value)) {}
  SqlValue(double value) : held_(value) {}
  SqlValue(const char* value) : held_(std::string_view(value)) {}
  SqlValue(const std::string& value) : held_(std::string_view(value)) {}
  SqlValue(std::string_view value) : held_(value) {}
  // Absent becomes NULL.
  template <typename T>
  SqlValue(const std::optional<T>& value) : SqlValue(value ? SqlValue(*value) : SqlValue(std::nullopt)) {}

  const Held& held() const { return held_; }

 private:
  Held held_;
};

struct Connection;

// A prepared statement with its values. It goes back to the connection's shelf when its owner dies.
class Statement {
 public:
  Statement(Connection* connection, sqlite3_stmt* handle) : connection_(connection), handle_(handle) {}
  Statement(Statement&& other) noexcept
      : connection_(other.connection_), handle_(std::exchange(other.handle_, nullptr)) {}
  Statement& operator=(Statement&& other) noexcept;
  ~Statement();

  // True: a row is there to be read.
  Result<bool> step();

  bool is_null(int column) const;
  int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const;
  std::string file() const;  // the database's, for errors

 private:
  Connection* connection_;
  sqlite3_stmt* handle_;
};

enum class OpenMode { existing, create };

class Database {
 public:
  // Nothing is written yet. Where the folder cannot be written the file is read-only. A path that is no database is
  // seen by the first statement.
  static Result<Database> open(const std::string& path, OpenMode mode);
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;
  ~Database();

  // The statement, ready to step; `?1`, `?2` ... stand for the values.
  Result<Statement> query(std::string_view sql, std::span<const SqlValue> values);
  Result<Statement> query(std::string_view sql, std::initializer_list<SqlValue> values = {}) {
    return query(sql, std::span(values.begin(), values.size()));
  }
  // Steps it to the end; rows are passed over.
  Result<void> run(std::string_view sql, std::span<const SqlValue> values);
  Result<void> run(std::string_view sql, std::initializer_list<SqlValue> values = {}) {
    return run(sql, std::span(values.begin(), values.size()));
  }
  // Several statements without values.
  Result<void> run_script(const std::string& sql);
  // The first column of the first row; an error when there is no row.
  Result<int64_t> integer(std::string_view sql, std::initializer_list<SqlValue> values = {});

  int64_t last_id() const;  // of the row inserted last
  int changed() const;      // rows touched by the last statement
  bool is_read_only() const;
  const std::string& path() const;
  // From now on what is written goes to a log beside the file first. False: it cannot, on some network file systems.
  Result<bool> keep_log();
  // The file stays as it is when the connection closes: what is in its log is not copied into it.
  void leave_untouched();

 private:
  friend class Transaction;
  explicit Database(std::unique_ptr<Connection> connection);
  std::unique_ptr<Connection> connection_;
};

// All or nothing: what was run since `begin` is undone unless `commit` was reached.
class Transaction {
 public:
  // Waits for another writer, up to ten seconds.
  static Result<Transaction> begin(Database& database);
  Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();

  Result<void> commit();

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;
};

}  // namespace whet::store

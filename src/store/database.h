// SQLite as whet uses it: a file, statements with bound values, transactions. Only database.cpp includes <sqlite3.h>. A
// connection serves one thread and must not be used after a fork.
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

// A value that can be bound to a statement's parameter. Texts are bound as bytes of any content.
class SqlValue {
 public:
  using Held = std::variant<std::monostate, int64_t, double, std::string_view>;

  SqlValue(std::nullopt_t) {}
  SqlValue(std::integral auto value) : held_(static_cast<int64_t>(value)) {}
  SqlValue(double value) : held_(value) {}
  SqlValue(const char* value) : held_(std::string_view(value)) {}
  SqlValue(const std::string& value) : held_(std::string_view(value)) {}
  SqlValue(std::string_view value) : held_(value) {}
  // An empty optional becomes NULL.
  template <typename T>
  SqlValue(const std::optional<T>& value) : SqlValue(value ? SqlValue(*value) : SqlValue(std::nullopt)) {}

  const Held& held() const { return held_; }

 private:
  Held held_;
};

struct Connection;

// A prepared statement with its values. Its destructor returns it to the connection's pool.
class Statement {
 public:
  Statement(Connection* connection, sqlite3_stmt* handle) : connection_(connection), handle_(handle) {}
  Statement(Statement&& other) noexcept
      : connection_(other.connection_), handle_(std::exchange(other.handle_, nullptr)) {}
  Statement& operator=(Statement&& other) noexcept;
  ~Statement();

  // True: a row can be read.
  Result<bool> step();

  bool is_null(int column) const;
  int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const;
  std::string file() const;  // path of the database, for errors

 private:
  Connection* connection_;
  sqlite3_stmt* handle_;
};

enum class OpenMode { existing, create };

class Database {
 public:
  // Writes nothing yet. In a folder that cannot be written the file is read-only. If the path is not a database, the
  // first statement fails.
  static Result<Database> open(const std::string& path, OpenMode mode);
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;
  ~Database();

  // Returns the statement, ready to step; `?1`, `?2` ... stand for the values.
  Result<Statement> query(std::string_view sql, std::span<const SqlValue> values);
  Result<Statement> query(std::string_view sql, std::initializer_list<SqlValue> values = {}) {
    return query(sql, std::span(values.begin(), values.size()));
  }
  // Runs the statement to its end and ignores its rows.
  Result<void> run(std::string_view sql, std::span<const SqlValue> values);
  Result<void> run(std::string_view sql, std::initializer_list<SqlValue> values = {}) {
    return run(sql, std::span(values.begin(), values.size()));
  }
  // Runs several statements without values.
  Result<void> run_script(const std::string& sql);
  // The first column of the first row; it is an error when there is no row.
  Result<int64_t> integer(std::string_view sql, std::initializer_list<SqlValue> values = {});

  int64_t last_id() const;  // id of the row inserted last
  int changed() const;      // number of rows changed by the last statement
  bool is_read_only() const;
  const std::string& path() const;
  // Switches to SQLite's write-ahead log (WAL) next to the file. False on file systems that do not support it, such as
  // some network ones.
  Result<bool> keep_log();
  // Keeps the connection from copying the log into the file when it closes.
  void leave_untouched();

 private:
  friend class Transaction;
  explicit Database(std::unique_ptr<Connection> connection);
  std::unique_ptr<Connection> connection_;
};

// A transaction: everything run since `begin` is rolled back unless `commit` was reached.
class Transaction {
 public:
  // Waits up to ten seconds for another writer.
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

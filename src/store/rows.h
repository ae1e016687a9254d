// Rows of the store's tables as values. The columns of each are listed once, as members of the value; what is selected,
// read and inserted follows from the list.
//
//   columns_of<Round>()             "run, number, parent, proposer, state"
//   read_row<Round>(statement)      the value of the row at hand
//   insert_row(database, "builds", build)
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "store/attribution.h"
#include "store/build.h"
#include "store/candidate.h"
#include "store/choice.h"
#include "store/database.h"
#include "store/event.h"
#include "store/lesson.h"
#include "store/measurement.h"
#include "store/pattern.h"
#include "store/round.h"
#include "store/run.h"

namespace whet::store {

template <typename Access>
struct Column {
  std::string_view name;  // one with a point keeps its own table's prefix
  Access access;          // a pointer to the member, or a function from the value to it
};
template <typename Access>
constexpr auto column(std::string_view name, Access access) {
  return Column<Access>{name, access};
}

template <typename T>
struct Table;

template <>
struct Table<Run> {
  static constexpr auto columns =
      std::tuple(column("id", &Run::id), column("problem", [](auto& run) -> auto& { return run.kernel.problem; }),
                 column("kernel", [](auto& run) -> auto& { return run.kernel.kernel; }), column("entry", &Run::entry),
                 column("device", &Run::device), column("gpu", &Run::gpu), column("driver", &Run::driver),
                 column("toolkit", &Run::toolkit), column("origin", &Run::origin), column("seed", &Run::seed),
                 column("settings", &Run::settings), column("state", &Run::state), column("began", &Run::began_ms),
                 column("ended", &Run::ended_ms), column("baseline", &Run::baseline),
                 column("champion", &Run::champion), column("stop_reason", &Run::stop_reason));
};

template <>
struct Table<Round> {
  static constexpr auto columns =
      std::tuple(column("run", &Round::run), column("number", &Round::index), column("parent", &Round::parent),
                 column("proposer", &Round::proposer), column("state", &Round::state));
};

// From candidates c, sources s.
template <>
struct Table<Candidate> {
  static constexpr auto columns = std::tuple(
      column("id", &Candidate::id), column("run", &Candidate::run), column("round", &Candidate::round),
      column("number", &Candidate::index), column("s.hash", &Candidate::source_hash),
      column("tunables", &Candidate::tunables), column("launch", &Candidate::launch),
      column("methods", &Candidate::methods), column("memo", &Candidate::memo), column("parent", &Candidate::parent),
      column("state", &Candidate::state), column("outcome", &Candidate::outcome), column("reason", &Candidate::reason),
      column("seconds", &Candidate::seconds), column("speedup", &Candidate::speedup));
};

template <>
struct Table<Build> {
  static constexpr auto columns = std::tuple(
      column("candidate", &Build::candidate), column("compiler", &Build::compiler), column("flags", &Build::flags),
      column("architecture", &Build::architecture), column("registers", &Build::registers),
      column("shared_bytes", &Build::shared_bytes), column("spill_bytes", &Build::spill_bytes),
      column("cubin_hash", &Build::cubin_hash), column("seconds", &Build::seconds));
};

template <>
struct Table<Measurement> {
  static constexpr auto columns =
      std::tuple(column("candidate", &Measurement::candidate), column("case_name", &Measurement::case_name),
                 column("kind", &Measurement::kind), column("against", &Measurement::against),
                 column("median", &Measurement::median), column("low", &Measurement::low),
                 column("high", &Measurement::high), column("speedup", &Measurement::speedup),
                 column("origin", &Measurement::origin), column("clock_hz", &Measurement::clock_hz),
                 column("samples", &Measurement::samples), column("seed", &Measurement::seed));
};

template <>
struct Table<Attribution> {
  static constexpr auto columns =
      std::tuple(column("candidate", &Attribution::candidate), column("kind", &Attribution::kind),
                 column("name", &Attribution::name), column("speedup", &Attribution::speedup),
                 column("verdict", &Attribution::verdict), column("evidence", &Attribution::evidence));
};

template <>
struct Table<Event> {
  static constexpr auto columns =
      std::tuple(column("id", &Event::id), column("run", &Event::run), column("time", &Event::time_ms),
                 column("kind", &Event::kind), column("data", &Event::data));
};

template <>
struct Table<Lesson> {
  using Entry = Lesson;
  static constexpr auto columns = std::tuple(
      column("id", &Entry::id), column("problem", [](auto& entry) -> auto& { return entry.kernel.problem; }),
      column("kernel", [](auto& entry) -> auto& { return entry.kernel.kernel; }), column("kind", &Entry::kind),
      column("tried", &Entry::tried), column("outcome", &Entry::outcome), column("reason", &Entry::reason),
      column("speedup", &Entry::speedup), column("gpu", [](auto& entry) -> auto& { return entry.conditions.gpu; }),
      column("origin", [](auto& entry) -> auto& { return entry.conditions.origin; }),
      column("dims", [](auto& entry) -> auto& { return entry.conditions.dims; }),
      column("toolkit", [](auto& entry) -> auto& { return entry.conditions.toolkit; }), column("run", &Entry::run),
      column("candidate", &Entry::candidate), column("masked", &Entry::masked), column("time", &Entry::time_ms));
};

template <>
struct Table<Pattern> {
  static constexpr auto columns = std::tuple(
      column("id", &Pattern::id), column("family", [](auto& each) -> auto& { return each.subject.family; }),
      column("meaning", [](auto& each) -> auto& { return each.subject.meaning; }),
      column("types", [](auto& each) -> auto& { return each.subject.types; }),
      column("sizes", [](auto& each) -> auto& { return each.subject.sizes; }),
      column("bottleneck", &Pattern::bottleneck), column("kind", &Pattern::kind), column("tried", &Pattern::tried),
      column("architecture", [](auto& each) -> auto& { return each.place.architecture; }),
      column("gpu", [](auto& each) -> auto& { return each.place.gpu; }),
      column("origin", [](auto& each) -> auto& { return each.place.origin; }),
      column("speedup", [](auto& each) -> auto& { return each.effect.value; }),
      column("speedup_low", [](auto& each) -> auto& { return each.effect.low; }),
      column("speedup_high", [](auto& each) -> auto& { return each.effect.high; }), column("tries", &Pattern::tries),
      column("wins", &Pattern::wins), column("imported", &Pattern::imported), column("time", &Pattern::time_ms));
};

// Reads the columns of a row from left to right. What does not parse is reported by `wrong`.
class RowReader {
 public:
  explicit RowReader(const Statement& statement) : statement_(statement) {}

  template <std::integral T>
  void read(T& value) {
    value = static_cast<T>(statement_.integer(column_++));
  }
  void read(double& value) { value = statement_.real(column_++); }
  void read(std::string& value) { value = statement_.text(column_++); }
  void read(std::optional<int64_t>& value);
  void read(std::optional<double>& value);
  void read(std::optional<Speedup>& value);  // three columns
  void read(Json& value);
  void read(std::vector<std::string>& value);  // a JSON array
  template <typename Enum>
    requires std::is_enum_v<Enum>
  void read(Enum& value) {
    std::string name;
    read(name);
    const auto chosen = choice_of<Enum>(names_of(Enum{}), name);
    if (chosen)
      value = *chosen;
    else
      wrong_ = "`" + name + "`";
  }
  const std::string& wrong() const { return wrong_; }

 private:
  const Statement& statement_;
  int column_ = 0;
  std::string wrong_;
};

// The values of a row to be inserted; it keeps the texts that they point to.
class RowValues {
 public:
  void add(std::integral auto value) { values_.emplace_back(value); }
  void add(double value) { values_.emplace_back(value); }
  void add(const std::string& value) { values_.emplace_back(value); }
  void add(const std::optional<int64_t>& value) { values_.emplace_back(value); }
  void add(const std::optional<Speedup>& value);  // three columns
  void add(const Json& value);
  template <typename Enum>
    requires std::is_enum_v<Enum>
  void add(Enum value) {
    values_.emplace_back(name_of(value));
  }
  const std::vector<SqlValue>& values() const { return values_; }

 private:
  std::deque<std::string> texts_;
  std::vector<SqlValue> values_;
};

// The names of a column and of those that belong to it: a speed-up has three.
template <typename Value>
std::string column_names(std::string_view name, std::string_view prefix) {
  const std::string full =
      name.find('.') == std::string_view::npos ? std::string(prefix) + std::string(name) : std::string(name);
  if constexpr (std::is_same_v<Value, std::optional<Speedup>>)
    return full + ", " + full + "_low, " + full + "_high";
  else
    return full;
}

// `prefix` names the table: "b.".
template <typename T>
std::string columns_of(std::string_view prefix = {}) {
  std::string text;
  const auto add = [&](const auto& each) {
    using Value = std::remove_cvref_t<decltype(std::invoke(each.access, std::declval<T&>()))>;
    text += (text.empty() ? "" : ", ") + column_names<Value>(each.name, prefix);
  };
  std::apply([&](const auto&... each) { (add(each), ...); }, Table<T>::columns);
  return text;
}

template <typename T>
Result<T> read_row(const Statement& statement) {
  T value;
  RowReader reader(statement);
  std::apply([&](const auto&... each) { (reader.read(std::invoke(each.access, value)), ...); }, Table<T>::columns);
  if (reader.wrong().empty()) return value;
  return failed("the store holds an unknown value: " + reader.wrong(), statement.file());
}

template <typename T>
Result<std::vector<T>> read_all(Statement statement) {
  std::vector<T> values;
  while (true) {
    TRY(row, statement.step());
    if (!row) return values;
    TRY(value, read_row<T>(statement));
    values.push_back(std::move(value));
  }
}

// "INSERT INTO builds (...) VALUES (?1, ?2, ...)"
std::string insert_text(const std::string& table, const std::string& columns, size_t values);

template <typename T>
Result<void> insert_row(Database& database, const std::string& table, const T& value) {
  RowValues row;
  std::apply([&](const auto&... each) { (row.add(std::invoke(each.access, value)), ...); }, Table<T>::columns);
  return database.run(insert_text(table, columns_of<T>(), row.values().size()), row.values());
}

}  // namespace whet::store

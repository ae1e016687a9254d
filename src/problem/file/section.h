// One table of problem.toml, read key by key. Every error says where the value is and how to write it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "problem/file/formula.h"
#include "util/text/toml.h"

namespace whet {

// The text in backquotes for errors, on one line and shortened if it is long.
std::string in_quotes(std::string_view text);

// "did you mean `shape`?", or the list of known names if none is similar.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& known);

class Section {
 public:
  // Errors call it `title`: "[launch]". The value must be a table whose keys are all in `keys`.
  static Result<Section> open(const TomlValue& value, std::string title, const std::string& file,
                              const std::vector<std::string_view>& keys);
  // The same, with any keys.
  static Result<Section> open_names(const TomlValue& value, std::string title, const std::string& file);

  const TomlTable& members() const { return *table_->as_table(); }
  bool has(std::string_view key) const { return table_->find(key) != nullptr; }
  const TomlValue* find(std::string_view key) const { return table_->find(key); }
  int line() const { return table_->line; }
  int line_of(std::string_view key) const;
  const std::string& file() const { return file_; }

  // Nothing if the key is absent. A value of another type is an error.
  Result<std::optional<std::string>> text(std::string_view key) const;
  Result<std::optional<double>> number(std::string_view key) const;
  Result<std::optional<bool>> flag(std::string_view key) const;
  Result<std::optional<Formula>> formula(std::string_view key) const;
  Result<std::vector<std::string>> texts(std::string_view key) const;  // a list, or a single text
  Result<std::vector<Formula>> formulas(std::string_view key) const;   // a list, or a single formula
  Result<std::string> required_text(std::string_view key, const std::string& example) const;

  Error error(int line, std::string what, std::string mend) const;
  // An error at the key if it is present, otherwise at the table.
  Error error(std::string_view key, std::string what, std::string mend) const;

 private:
  Section(const TomlValue& table, std::string title, std::string file)
      : table_(&table), title_(std::move(title)), file_(std::move(file)) {}

  const TomlValue* table_;
  std::string title_, file_;
};

// A number, or an expression in quotes.
Result<Formula> read_formula(const TomlValue& value, std::string_view key, const std::string& file);

// The items of `[[key]]`, or with `or_one` also of the single table `[key]`; empty if absent.
Result<std::vector<const TomlValue*>> tables_of(const Section& root, std::string_view key, bool or_one = false);

// Checks that the compiler accepts the name: letters, digits, _, and not a keyword of C++.
Result<void> check_identifier(const std::string& name, const std::string& place);
// Checks that expressions accept it, too.
Result<void> check_number_name(const std::string& name, const std::string& place);

}  // namespace whet

#include "store/rows.h"

namespace whet::store {

void RowReader::read(std::optional<int64_t>& value) {
  const int column = column_++;
  value = statement_.is_null(column) ? std::nullopt : std::optional(statement_.integer(column));
}

void RowReader::read(std::optional<double>& value) {
  const int column = column_++;
  value = statement_.is_null(column) ? std::nullopt : std::optional(statement_.real(column));
}

void RowReader::read(std::optional<Speedup>& value) {
  std::optional<double> best, low, high;
  read(best);
  read(low);
  read(high);
  value.reset();
  if (best) value = Speedup{*best, low.value_or(*best), high.value_or(*best)};
}

void RowReader::read(Json& value) {
  std::string written;
  read(written);
  auto parsed = Json::parse(written);
  if (parsed)
    value = std::move(parsed).value();
  else
    wrong_ = "`" + written.substr(0, 40) + "`";
}

void RowReader::read(std::vector<std::string>& value) {
  Json items;
  read(items);
  value.clear();
  if (!items.as_array()) return;
  for (const Json& item : *items.as_array()) value.push_back(item.as_string() ? *item.as_string() : item.dump(-1));
}

void RowValues::add(const std::optional<Speedup>& value) {
  for (const auto member : {&Speedup::value, &Speedup::low, &Speedup::high})
    values_.emplace_back(value ? std::optional((*value).*member) : std::nullopt);
}

void RowValues::add(const Json& value) {
  values_.emplace_back(texts_.emplace_back(value.dump(-1)));
}

std::string insert_text(const std::string& table, const std::string& columns, size_t values) {
  std::string places;
  for (size_t i = 1; i <= values; ++i) places += (i == 1 ? "?" : ", ?") + std::to_string(i);
  return "INSERT INTO " + table + " (" + columns + ") VALUES (" + places + ")";
}

}  // namespace whet::store

// Tables written here from known values, in every layout, unit and locale: the reader must find the values again.
#include <cmath>
#include <random>

#include "ncu/ncu_support.h"

namespace generated_test {

using namespace whet;
using namespace whet::test;

struct Unit {
  const char* text;
  double size;  // in base units
};

struct Column {
  const char* metric;
  const char* shown;  // on the details page; nullptr: not there
  double largest;
  std::vector<Unit> units;
};

const std::vector<Column> k_columns = {
    {"gpu__time_duration.sum", "Duration", 1e9, {{"ns", 1}, {"us", 1e3}, {"msecond", 1e6}, {"second", 1e9}}},
    {"dram__bytes.sum", nullptr, 1e12, {{"byte", 1}, {"Kbyte", 1e3}, {"Mbyte", 1e6}, {"Gbyte", 1e9}}},
    {"dram__bytes.sum.per_second",
     "Memory Throughput",
     5e12,
     {{"byte/s", 1}, {"Gbyte/second", 1e9}, {"Tbyte/s", 1e12}}},
    {"sm__throughput.avg.pct_of_peak_sustained_elapsed", "Compute (SM) Throughput", 100, {{"%", 1}}},
    {"gpc__cycles_elapsed.avg.per_second", "SM Frequency", 3e9, {{"hz", 1}, {"Ghz", 1e9}, {"cycle/nsecond", 1e9}}},
    {"smsp__inst_executed.sum", "Executed Instructions", 1e11, {{"inst", 1}}},
    {"unknown__to_whet.sum", nullptr, 1e6, {{"", 1}, {"sector", 1}}},
};

struct Locale {
  char decimal;
  std::string group;
};
const std::vector<Locale> k_locales = {{'.', ""}, {'.', ","}, {',', "."}, {'.', "'"}, {',', "\xE2\x80\xAF"}, {',', ""}};

std::string printed(double value, const Locale& locale) {
  char digits[64];
  snprintf(digits, sizeof digits, "%.6f", value);
  std::string text = digits;
  const size_t point = text.find('.');
  text[point] = locale.decimal;
  for (size_t at = point; at > 3;) text.insert(at -= 3, locale.group);
  return text;
}

std::string quoted_row(const std::vector<std::string>& fields) {
  std::string row;
  for (const std::string& field : fields) row += (row.empty() ? "\"" : ",\"") + field + "\"";
  return row;
}

struct Generated {
  std::string text;
  std::vector<std::vector<double>> values;  // of each launch
};

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed), locale_(k_locales[seed % k_locales.size()]), crlf_(seed % 2) {
    for (const Column& column : k_columns) units_.push_back(column.units[random_() % column.units.size()]);
    for (size_t launch = 0; launch < 1 + seed % 4; ++launch) {
      std::vector<double>& values = generated_.values.emplace_back();
      for (const Column& column : k_columns) {
        values.push_back(std::uniform_real_distribution(0.001, 1.0)(random_) * column.largest);
      }
    }
    add("==PROF== Connected to process 1");
  }

  Generated wide() {
    std::vector<std::string> header{"ID", "Kernel Name"}, units{"", ""};
    for (size_t i = 0; i < k_columns.size(); ++i) {
      header.push_back(k_columns[i].metric);
      units.push_back(units_[i].text);
    }
    add(quoted_row(header));
    add(quoted_row(units));
    for (size_t launch = 0; launch < generated_.values.size(); ++launch) {
      std::vector<std::string> row{std::to_string(launch), "k(int, \"\"x\"\")"};
      for (size_t i = 0; i < k_columns.size(); ++i) row.push_back(number(launch, i));
      add(quoted_row(row));
    }
    return generated_;
  }

  Generated lines(bool shown) {
    add(quoted_row({"ID", "Kernel Name", "Section Name", "Metric Name", "Metric Unit", "Metric Value", "Rule Name"}));
    for (size_t launch = 0; launch < generated_.values.size(); ++launch) {
      for (size_t i = 0; i < k_columns.size(); ++i) {
        const std::string name = shown && k_columns[i].shown ? k_columns[i].shown : k_columns[i].metric;
        add(quoted_row({std::to_string(launch), "k(int, \"\"x\"\")", "S", name, units_[i].text, number(launch, i)}) +
            ",");
      }
    }
    return generated_;
  }

 private:
  void add(const std::string& line) { generated_.text += line + (crlf_ ? "\r\n" : "\n"); }
  std::string number(size_t launch, size_t column) const {
    return printed(generated_.values[launch][column] / units_[column].size, locale_);
  }

  std::mt19937 random_;
  Locale locale_;
  bool crlf_;
  std::vector<Unit> units_;
  Generated generated_;
};

void expect_found(const Generated& generated, unsigned seed) {
  const auto read = read_ncu_csv(generated.text, "t.csv", ncu_names());
  ASSERT_TRUE(read.ok()) << seed << ": " << read.error().what << "\n" << generated.text;
  ASSERT_EQ(read.value().size(), generated.values.size());
  for (size_t launch = 0; launch < generated.values.size(); ++launch) {
    EXPECT_EQ(read.value()[launch].kernel, "k(int, \"x\")");
    for (size_t i = 0; i < k_columns.size(); ++i) {
      const double expected = generated.values[launch][i];
      // Six decimals of the largest unit are kept.
      EXPECT_NEAR(read.value()[launch].metrics.find(k_columns[i].metric).value_or(-1), expected,
                  expected * 1e-12 + 1e-6 * k_columns[i].units.back().size)
          << seed << " " << k_columns[i].metric;
    }
  }
}

TEST(NcuGenerated, EveryTableGivesItsValuesBack) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    expect_found(Generator(seed).wide(), seed);
    expect_found(Generator(seed).lines(false), seed);
    expect_found(Generator(seed).lines(true), seed);
  }
}

}  // namespace generated_test

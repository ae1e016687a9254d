#include "describe/host_facts.h"

#include <algorithm>

#include "describe/host_number.h"
#include "problem/signature/c_type.h"
#include "problem/signature/taken_by_source.h"
#include "source/launch/host_arrays.h"
#include "source/text/word_list.h"

namespace whet {

namespace {

constexpr WordList k_functions_of_sizes("floor ceil_div min max");

class FactReader {
 public:
  FactReader(const Problem& problem, const SourceFunction& function)
      : problem_(problem), function_(function), values_(problem.source, problem.headers) {}

  HostFacts run() {
    choose_site();
    if (!facts_.site) {
      for (const Parameter& parameter : function_.parameters) add_unlaunched(parameter);
      return std::move(facts_);
    }
    place_ = {facts_.site->token, nullptr};
    note_passed();
    for (const bool arrays : {false, true}) {  // arrays are described by numbers
      for (size_t i = 0; i < function_.parameters.size(); ++i) {
        if (function_.parameters[i].is_pointer() == arrays) add(function_.parameters[i], facts_.site->arguments[i]);
      }
    }
    read_launch();
    return std::move(facts_);
  }

 private:
  using Found = std::optional<LaunchExpression>;

  void choose_site() {
    const std::string own = function_.name.substr(function_.name.rfind(':') + 1);
    for (const LaunchSite& site : find_launch_sites(problem_.source, problem_.headers)) {
      if (site.kernel != own || site.arguments.size() != function_.parameters.size()) continue;
      facts_.site = site;
      return;
    }
  }

  bool is_in_device_code(const std::string& word) const {
    for (const Declaration& each : values_.outline().declarations) {
      for (size_t i = each.first; (each.global || each.device) && i < each.last; ++i) {
        if (values_.code().is(i, word)) return true;
      }
    }
    return false;
  }

  void note_passed() {
    for (size_t i = 0; i < function_.parameters.size(); ++i) {
      const Parameter& parameter = function_.parameters[i];
      const auto type = c_type(parameter.base);
      if (parameter.is_pointer() || !type || is_floating(type->element)) continue;
      passed_.follow(values_, facts_.site->arguments[i], place_,
                     [&](const std::string& word) { return is_in_device_code(word); });
      by_argument_.try_emplace(facts_.site->arguments[i], parameter.name);
    }
  }

  // The kernel's name for what the host calls so; a plain number of the host keeps its own name and becomes a size.
  std::optional<std::string> kept(std::string_view name, const HostPlace& place) {
    if (const auto argument = passed_.find(values_, name, place)) {
      const auto mine = by_argument_.find(*argument);
      if (mine != by_argument_.end()) return mine->second;
    }
    const std::string word(name);
    const auto value = values_.find(word, place);
    const bool is_variable = value && value->code == &values_.code() && !value->is_list && word.find('.') == word.npos;
    if (!is_variable || is_in_device_code(word) || is_parameter(word) || is_of_block(word)) return std::nullopt;
    const auto number = number_at(*value);
    for (size_t i = value->range.first; i < value->range.last; ++i) {
      const bool is_literal = value->code->tokens[i].kind == TokenKind::number || value->code->is(i, "<");
      if (!is_literal && value->is_only && number) return std::nullopt;  // an expression of other names is followed
      if (!number && !asks_outside(*value)) return std::nullopt;
    }
    add_size({word, "", number, 0});
    return word;
  }

  // `atoi(argv[1])`: the value comes from outside.
  static bool asks_outside(const HostValue& value) {
    for (size_t i = value.range.first; i < value.range.last; ++i) {
      if (value.code->is(i, "argv") || value.code->is(i, "atoi") || value.code->is(i, "argc")) return true;
    }
    return false;
  }

  bool is_parameter(const std::string& name) const {
    return std::any_of(function_.parameters.begin(), function_.parameters.end(),
                       [&](const Parameter& parameter) { return parameter.name == name; });
  }

  // Whether a launch's block is made of it: a number that belongs to the launch, not to the data.
  bool is_of_block(const std::string& word) const {
    const size_t comma = facts_.site->text.find(',');
    const Code block = read_code(std::string_view(facts_.site->text).substr(std::min(comma, facts_.site->text.size())));
    for (size_t i = 0; i < block.tokens.size(); ++i) {
      if (block.is(i, word)) return true;
      const auto value = block.is_word(i) ? values_.find(block.tokens[i].text, place_) : std::nullopt;
      for (size_t k = value ? value->range.first : 0; value && k < value->range.last; ++k) {
        if (value->code->is(k, word)) return true;
      }
    }
    return false;
  }

  HostReader numbers() const {
    return HostReader(
        values_, [](std::string_view, const HostPlace&) { return std::nullopt; }, true,
        [this](std::string_view type) { return bytes_of_c_type(values_.code(), type); });
  }
  std::optional<int64_t> number_at(const HostValue& value) const {
    const Found found = numbers().expression(*value.code, value.range, value.place);
    return found ? found->value() : std::nullopt;
  }

  // As the kernel names things.
  Found formula(const std::string& argument, int64_t element_bytes) {
    texts_.push_back(std::make_unique<Code>(read_code(keep_text(argument))));
    const Code& code = *texts_.back();
    return reader(element_bytes).expression(code, {0, code.tokens.size()}, place_);
  }
  HostReader reader(int64_t element_bytes) {
    return HostReader(
        values_, [this](std::string_view name, const HostPlace& place) { return kept(name, place); }, true,
        [this, element_bytes](std::string_view type) {
          const auto known = bytes_of_c_type(values_.code(), type);
          const bool is_expression = type.starts_with("*") || type.ends_with("]");
          return known || !is_expression ? known : std::optional(element_bytes);
        });
  }
  const std::string& keep_text(const std::string& text) {
    strings_.push_back(std::make_unique<std::string>(text));
    return *strings_.back();
  }

  // The launch in the kernel's names; see HostLaunchReader.
  void read_launch() {
    const auto name_of = [this](std::string_view name, const HostPlace& place) -> std::optional<std::string> {
      const auto argument = passed_.find(values_, name, place);
      const auto mine = argument ? by_argument_.find(*argument) : by_argument_.end();
      if (mine != by_argument_.end()) return mine->second;
      return is_size(std::string(name)) ? std::optional(std::string(name)) : std::nullopt;
    };
    facts_.launch = read_host_launch(values_, *facts_.site, name_of);
    for (const std::string& name : facts_.launch.free_names) add_size({name, "", std::nullopt, 0});
  }
  bool is_size(const std::string& name) const {
    return std::any_of(facts_.sizes.begin(), facts_.sizes.end(),
                       [&](const HostSize& size) { return size.name == name; });
  }

  void add_size(HostSize size) {
    const bool known = std::any_of(facts_.sizes.begin(), facts_.sizes.end(),
                                   [&](const HostSize& other) { return other.name == size.name; });
    if (!known) facts_.sizes.push_back(std::move(size));
  }

  void add(const Parameter& parameter, const std::string& argument) {
    const auto type = c_type(parameter.base);
    if (parameter.is_pointer()) return add_array(parameter.name, parameter, argument);
    if (type && is_floating(type->element)) {
      if (const auto number = host_real_number(values_, argument, place_)) facts_.numbers[parameter.name] = *number;
      return;
    }
    if (type && type->element == ElementType::boolean) return add_flag(parameter.name);
    if (type) return add_whole(parameter.name, argument);
    if (const auto taken = struct_taken(problem_, parameter)) add_members(parameter.name, *taken, argument);
  }

  // It is true: no size is 0.
  void add_flag(const std::string& name) { add_size({name, "", 1, 0}); }

  void add_whole(const std::string& name, const std::string& argument) {
    HostSize size{name, "", std::nullopt, facts_.site->line};
    const Code code = read_code(argument);
    const Found number = numbers().expression(code, {0, code.tokens.size()}, place_);
    if (number) size.value = number->value();
    const auto same = by_argument_.find(argument);
    const bool is_word = code.tokens.size() == 1 && code.is_word(0);
    if (same != by_argument_.end() && same->second != name && is_word) size.formula = same->second;
    if (!is_word && code.tokens.size() > 1) {
      const Found text = formula(argument, 0);
      if (text && !text->value() && !text->names().empty()) size.formula = text->text();
    }
    add_size(std::move(size));
  }

  void add_array(const std::string& name, const Parameter& parameter, const std::string& argument) {
    const auto bytes = bytes_of_c_type(values_.code(), parameter.base);
    if (!bytes) return;
    const HostReader in_names = reader(*bytes);
    const auto array = find_host_array(values_, in_names, argument, place_);
    if (!array) return;
    const Found elements = array->bytes ? array->bytes->divided(*bytes) : array->elements;
    HostShape shape{"", array->is_zeroed, array->line};
    if (elements) shape.elements = elements->text();
    facts_.arrays[name] = shape;
    if (elements) note_free_names(*elements);
  }

  // Names without a value are sizes, too.
  void note_free_names(const LaunchExpression& expression) {
    for (const std::string& name : expression.names()) {
      if (!k_functions_of_sizes.holds(name) && !is_parameter(name)) add_size({name, "", std::nullopt, 0});
    }
  }

  // Members by assignment (p.n = n), by position or by name in a list.
  void add_members(const std::string& name, const StructTaken& taken, const std::string& argument) {
    const auto list = values_.find(argument, place_);
    const auto parts = list && list->is_list ? comma_ranges(*list->code, list->range) : std::vector<TokenRange>();
    for (size_t k = 0; k < 2 * taken.fields.size(); ++k) {  // numbers first
      const size_t i = k % taken.fields.size();
      const StructField& field = taken.fields[i];
      if (field.array.empty() != (k < taken.fields.size())) continue;
      const std::string text = member_text(argument + "." + field.name, field.name, list, parts, i);
      const std::string full = name + "_" + field.name;
      if (text.empty()) {
        if (field.array.empty() && !is_floating(field.type)) add_size({full, "", std::nullopt, 0});
      } else if (!field.array.empty()) {
        const auto pointer = std::find_if(taken.arrays.begin(), taken.arrays.end(),
                                          [&](const Parameter& each) { return each.name == field.array; });
        if (pointer != taken.arrays.end()) add_array(full, *pointer, text);
      } else if (is_floating(field.type)) {
        if (const auto number = host_real_number(values_, text, place_)) facts_.numbers[full] = *number;
      } else {
        by_argument_.try_emplace(text, full);
        passed_.follow(values_, text, place_, [&](const std::string& word) { return is_in_device_code(word); });
        add_whole(full, text);
      }
    }
  }

  std::string member_text(const std::string& member, const std::string& field, const std::optional<HostValue>& list,
                          const std::vector<TokenRange>& parts, size_t number) const {
    if (const auto own = values_.find(member, place_)) return text_of(*own->code, own->range);
    for (const TokenRange& part : parts) {
      if (list->code->is(part.first, ".") && list->code->is(part.first + 1, field))
        return text_of(*list->code, {part.first + 3, part.last});
    }
    if (number >= parts.size() || list->code->is(parts[number].first, ".")) return {};
    return text_of(*list->code, parts[number]);
  }

  void add_unlaunched(const Parameter& parameter) {
    const auto type = c_type(parameter.base);
    if (parameter.is_pointer()) return;
    if (type && type->element == ElementType::boolean) return add_flag(parameter.name);
    if (type && !is_floating(type->element)) add_size({parameter.name, "", std::nullopt, 0});
    const auto taken = type ? std::nullopt : struct_taken(problem_, parameter);
    for (size_t i = 0; taken && i < taken->fields.size(); ++i) {
      const StructField& field = taken->fields[i];
      if (field.array.empty() && !is_floating(field.type)) add_size({parameter.name + "_" + field.name, "", {}, 0});
    }
  }

  const Problem& problem_;
  const SourceFunction& function_;
  HostValues values_;
  HostFacts facts_;
  HostPlace place_;
  PassedNames passed_;
  std::map<std::string, std::string> by_argument_;  // what is passed -> the first parameter that gets it
  std::vector<std::unique_ptr<Code>> texts_;
  std::vector<std::unique_ptr<std::string>> strings_;
};

}  // namespace

HostFacts read_host_facts(const Problem& problem, const SourceFunction& function) {
  return FactReader(problem, function).run();
}

}  // namespace whet

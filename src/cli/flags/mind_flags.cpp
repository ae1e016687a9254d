#include "cli/flags/mind_flags.h"

#include <algorithm>
#include <charconv>

#include "mind/money/prices.h"
#include "mind/open/spec.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr const char* k_none = "none";

Result<double> read_dollars(const std::string& text) {
  double dollars = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), dollars);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (is_number && dollars > 0 && dollars < 1e9) return dollars;
  return bad_input("`" + text + "` is no sum of dollars", "--mind-dollars", "give a positive number: 0.50");
}

Result<std::vector<std::string>> models_of(const std::vector<std::string>& minds) {
  std::vector<std::string> models;
  for (const std::string& mind : minds) {
    TRY(spec, parse_mind_spec(mind, true));
    if (!spec.model.empty()) models.push_back(spec.model);
  }
  return models;
}

// "MODEL=3,15", or "3,15" where one model is asked.
Result<void> add_price(const std::string& text, const std::vector<std::string>& models, MindOrder& order) {
  constexpr const char* k_flag = "--mind-price";
  if (models.empty())
    return bad_input("a command does not say how many tokens it uses, so that a price is of no use", k_flag,
                     "leave it out");
  const size_t end = text.rfind('=');
  const bool is_named = end != std::string::npos;
  if (!is_named && models.size() > 1)
    return bad_input("two models are asked, and the price does not say whose it is", k_flag,
                     "write " + models.front() + "=" + text);
  const std::string model = is_named ? text.substr(0, end) : models.front();
  if (std::find(models.begin(), models.end(), model) == models.end())
    return bad_input("no --mind asks the model `" + model + "`", k_flag, "asked: " + join(models, ", "));
  auto price = parse_price(is_named ? text.substr(end + 1) : text);
  if (!price) return bad_input(price.error().what, k_flag, price.error().mend);
  if (!order.prices.emplace(model, is_named ? text.substr(end + 1) : text).second)
    return bad_input("`" + model + "` has two prices", k_flag, "give one");
  return {};
}

}  // namespace

std::vector<Option> mind_option_table(MindFlags* flags) {
  return {
      {"--mind",
       "who is asked for kernels: anthropic:MODEL, openai:MODEL@URL, exec:COMMAND or none (default none); a second "
       "one is asked when rounds bring nothing",
       &flags->minds, "MIND"},
      {"--mind-calls", "at most N answers of minds (default 24)", &flags->calls, "N"},
      {"--mind-tokens", "at most N tokens, of prompts and answers", &flags->tokens, "N"},
      {"--mind-dollars", "at most so many dollars", &flags->dollars, "N"},
      {"--mind-price",
       "dollars for a million tokens, [MODEL=]INPUT,OUTPUT or [MODEL=]INPUT,CACHE_READ,CACHE_WRITE,OUTPUT; may be "
       "repeated (default: as known)",
       &flags->prices, "PRICE"},
      {"--transcripts", "keep prompts and answers in the run's folder", &flags->transcripts},
      {"--redact", "minds see neither your names nor your sizes", &flags->redacts},
  };
}

Result<MindOrder> read_mind_order(const MindFlags& flags) {
  MindOrder order;
  order.minds = flags.minds;
  std::erase(order.minds, k_none);
  const bool has_mind = !order.minds.empty();
  const bool has_limit =
      flags.tokens != MindFlags().tokens || !flags.dollars.empty() || flags.calls != MindFlags().calls;
  if (!has_mind && (has_limit || !flags.prices.empty() || flags.transcripts || flags.redacts))
    return bad_input("limits, prices, transcripts and redaction are for minds, and none is named", "--mind",
                     "add --mind exec:COMMAND, anthropic:MODEL or openai:MODEL@URL");
  if (order.minds.size() > 2)
    return bad_input("a run asks at most two minds: one, and a second when nothing is gained", "--mind");
  if (flags.calls < 1) return bad_input("--mind-calls must be at least 1", "--mind-calls", "give 1 or more");
  if (flags.tokens < 1 && flags.tokens != MindFlags().tokens)
    return bad_input("--mind-tokens must be at least 1", "--mind-tokens", "give 1 or more");
  order.calls = flags.calls;
  if (flags.tokens > 0) order.tokens = flags.tokens;
  if (!flags.dollars.empty()) {
    TRY(dollars, read_dollars(flags.dollars));
    order.dollars = dollars;
  }
  if (!flags.prices.empty()) {
    TRY(models, models_of(order.minds));
    for (const std::string& price : flags.prices) TRY_VOID(add_price(price, models, order));
  }
  order.transcripts = flags.transcripts;
  order.redacts = flags.redacts;
  return order;
}

}  // namespace whet

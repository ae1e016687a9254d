#include "mind/money/ledger.h"

#include <fmt/format.h>

#include "util/text/record.h"

namespace whet {

namespace {

Error limit_reached(const std::string& what) {
  return failed(what, {}, "give a higher limit, or go on without this mind");
}

int64_t tokens_of(const MindUsage& usage) {
  return usage.input + usage.cache_read + usage.cache_written + usage.output;
}

Result<void> check_limits(const MindLimits& limits, bool has_price, bool tells_usage) {
  if ((limits.calls && *limits.calls <= 0) || (limits.tokens && *limits.tokens <= 0) ||
      (limits.dollars && !(*limits.dollars > 0)))
    return bad_input("a limit of 0 lets no mind be asked", {}, "leave out --mind, or give a limit above 0");
  if ((limits.tokens || limits.dollars) && !tells_usage)
    return bad_input(
        "this mind does not say how many tokens it uses, so that a limit of tokens or money cannot be held", {},
        "limit the number of calls instead");
  if (limits.dollars && !has_price)
    return bad_input("the price of this model is not known, so that a limit of money cannot be held", {},
                     "give its price, or limit tokens or calls instead");
  return {};
}

}  // namespace

template <>
struct Record<MindSpending> {
  static constexpr auto input_of = [](auto& spending) -> auto& { return spending.usage.input; };
  static constexpr auto cache_read_of = [](auto& spending) -> auto& { return spending.usage.cache_read; };
  static constexpr auto cache_written_of = [](auto& spending) -> auto& { return spending.usage.cache_written; };
  static constexpr auto output_of = [](auto& spending) -> auto& { return spending.usage.output; };
  static constexpr auto fields = std::tuple(
      required("calls", &MindSpending::calls), defaulted("calls_without_usage", &MindSpending::calls_without_usage),
      defaulted("calls_without_price", &MindSpending::calls_without_price), required("input_tokens", input_of),
      required("cache_read_tokens", cache_read_of), required("cache_written_tokens", cache_written_of),
      required("output_tokens", output_of), defaulted("dollars", &MindSpending::dollars));
  static std::string refused(const MindSpending& spending) {
    const MindUsage& usage = spending.usage;
    for (const int64_t count : {spending.calls, spending.calls_without_usage, spending.calls_without_price})
      if (count < 0) return "calls";
    for (const int64_t count : {usage.input, usage.cache_read, usage.cache_written, usage.output})
      if (count < 0) return "tokens";
    return spending.dollars >= 0 ? "" : "dollars";
  }
};

MindSpending& MindSpending::operator+=(const MindSpending& other) {
  calls += other.calls;
  calls_without_usage += other.calls_without_usage;
  calls_without_price += other.calls_without_price;
  usage.input += other.usage.input;
  usage.cache_read += other.usage.cache_read;
  usage.cache_written += other.usage.cache_written;
  usage.output += other.usage.output;
  usage.known = usage.known || other.usage.known;
  dollars += other.dollars;
  return *this;
}

MindUsage most_usage(const MindPrompt& prompt, int64_t longest_answer) {
  const auto tokens = [](const std::string& text) { return static_cast<int64_t>(text.size() / 2 + 1); };
  MindUsage usage{tokens(prompt.fresh), 0, tokens(prompt.constant), longest_answer, true};
  for (const MindPrompt::Exchange& exchange : prompt.exchanges)
    usage.input += tokens(exchange.answer) + tokens(exchange.reply);
  return usage;
}

Result<MindLedger> MindLedger::open(const MindLimits& limits, std::optional<MindPrice> price, bool tells_usage,
                                    const MindSpending& spent) {
  TRY_VOID(check_limits(limits, price.has_value(), tells_usage));
  MindLedger ledger;
  ledger.limits_ = limits;
  ledger.price_ = std::move(price);
  ledger.spent_ = spent;
  return ledger;
}

Result<void> MindLedger::may_ask(const MindUsage& at_most) const {
  if (limits_.calls && spent_.calls >= *limits_.calls)
    return limit_reached(fmt::format("the limit of {} calls is reached", *limits_.calls));
  if ((limits_.tokens || limits_.dollars) && spent_.calls_without_usage > 0)
    return limit_reached("the mind did not say what a call used, so that the limit of tokens or money cannot be held");
  if (limits_.tokens && (spent_.tokens() >= *limits_.tokens || spent_.tokens() + tokens_of(at_most) > *limits_.tokens))
    return limit_reached(fmt::format("the limit of {} tokens is reached: {} are used and the next call may use {}",
                                     *limits_.tokens, spent_.tokens(), tokens_of(at_most)));
  const double next = price_ ? price_->dollars(at_most).value_or(0) : 0;
  if (limits_.dollars && (spent_.calls_without_price > 0 || (price_ && !price_->dollars(at_most))))
    return limit_reached("the price of so long a prompt is not known, so that the limit of money cannot be held");
  if (limits_.dollars && (spent_.dollars >= *limits_.dollars || spent_.dollars + next > *limits_.dollars))
    return limit_reached(
        fmt::format("the limit of {:.2f} dollars is reached: {:.4f} are spent and the next call may "
                    "cost {:.4f}",
                    *limits_.dollars, spent_.dollars, next));
  return {};
}

MindSpending MindLedger::add_lost(const MindUsage& usage) {
  MindSpending call;
  if (usage.known) call.usage = usage;
  if (usage.known && price_) call.dollars = price_->dollars(usage).value_or(0);
  spent_ += call;
  return call;
}

MindSpending MindLedger::add(const MindUsage& usage) {
  MindSpending call = add_lost(usage);
  MindSpending count;
  count.calls = 1;
  count.calls_without_usage = usage.known ? 0 : 1;
  count.calls_without_price = usage.known && !(price_ && price_->dollars(usage)) ? 1 : 0;
  spent_ += count;
  return call += count;
}

Json to_json(const MindSpending& spending) {
  Json json = record_json(spending);
  if (spending.calls > 0 && spending.calls_without_usage + spending.calls_without_price == spending.calls)
    json["dollars"] = Json();
  return json;
}

Result<MindSpending> read_spending(const Json& json, const std::string& where) {
  TRY(spending, read_record<MindSpending>(json, where));
  spending.usage.known = spending.calls > spending.calls_without_usage || spending.tokens() > 0;
  return spending;
}

}  // namespace whet

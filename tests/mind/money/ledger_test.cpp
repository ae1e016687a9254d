#include "mind/money/ledger.h"

#include <gtest/gtest.h>

namespace whet {
namespace ledger_test {

const MindPrice k_price{3, 0.3, 3.75, 15, "test"};
const MindUsage k_call{1000, 4000, 0, 2000, true};  // 7000 tokens, 0.0342 dollars

MindLedger opened(const MindLimits& limits, std::optional<MindPrice> price = k_price, const MindSpending& spent = {}) {
  return MindLedger::open(limits, price, true, spent).value();
}

TEST(MindLedger, CallsAddUp) {
  MindLedger ledger = opened({});
  const MindSpending call = ledger.add(k_call);
  EXPECT_EQ(call.calls, 1);
  EXPECT_DOUBLE_EQ(call.dollars, 0.0342);
  ledger.add(k_call);
  EXPECT_EQ(ledger.spent().calls, 2);
  EXPECT_EQ(ledger.spent().tokens(), 14000);
  EXPECT_DOUBLE_EQ(ledger.spent().dollars, 0.0684);
  EXPECT_TRUE(ledger.spent().dollars_are_whole());
}

TEST(MindLedger, WhatIsNotKnownIsCountedAndNotTakenForNothing) {
  MindLedger silent = opened({});
  silent.add({});
  EXPECT_EQ(silent.spent().calls_without_usage, 1);
  EXPECT_FALSE(silent.spent().dollars_are_whole());
  MindLedger priceless = opened({}, std::nullopt);
  priceless.add(k_call);
  EXPECT_EQ(priceless.spent().calls_without_price, 1);
  EXPECT_EQ(priceless.spent().tokens(), 7000);
  EXPECT_TRUE(to_json(priceless.spent()).find("dollars")->is_null());
}

TEST(MindLedger, EachLimitIsHeld) {
  MindLedger calls = opened({.calls = 2}), tokens = opened({.tokens = 14000}), dollars = opened({.dollars = 0.06});
  for (MindLedger* ledger : {&calls, &tokens, &dollars}) {
    EXPECT_TRUE(ledger->may_ask().ok());
    ledger->add(k_call);
    EXPECT_TRUE(ledger->may_ask().ok());
    ledger->add(k_call);
    EXPECT_FALSE(ledger->may_ask().ok());
  }
  EXPECT_EQ(calls.may_ask().error().what, "the limit of 2 calls is reached");
  EXPECT_EQ(tokens.may_ask().error().what,
            "the limit of 14000 tokens is reached: 14000 are used and the next call may use 0");
  EXPECT_EQ(dollars.may_ask().error().what,
            "the limit of 0.06 dollars is reached: 0.0684 are spent and the next call may cost 0.0000");
}

TEST(MindLedger, ACallThatCouldGoOverALimitIsNotMade) {
  MindLedger tokens = opened({.tokens = 13999}), dollars = opened({.dollars = 0.068});
  for (MindLedger* ledger : {&tokens, &dollars}) {
    EXPECT_TRUE(ledger->may_ask(k_call).ok());
    ledger->add(k_call);
    EXPECT_FALSE(ledger->may_ask(k_call).ok());
    EXPECT_TRUE(ledger->may_ask().ok());
  }
}

TEST(MindLedger, APromptWithoutAKnownPriceIsNotAskedUnderALimitOfMoney) {
  MindPrice price = k_price;
  price.most_input = 4999;
  MindLedger limited = opened({.dollars = 10}, price), free = opened({}, price);
  EXPECT_FALSE(limited.may_ask(k_call).ok());
  EXPECT_TRUE(limited.may_ask({10, 0, 0, 10, true}).ok());
  EXPECT_TRUE(free.may_ask(k_call).ok());
  EXPECT_EQ(free.add(k_call).calls_without_price, 1);
  limited.add(k_call);
  EXPECT_FALSE(limited.may_ask().ok());
}

TEST(MindLedger, WhatAQuestionCouldUseCountsAllOfIt) {
  const MindPrompt prompt{
      std::string(1000, 'c'), std::string(200, 'f'), {{std::string(20, 'a'), std::string(40, 'r')}}};
  EXPECT_EQ(most_usage(prompt, 99), (MindUsage{101 + 11 + 21, 0, 501, 99, true}));
}

TEST(MindLedger, LimitsThatCouldNotBeHeldAreRefusedBeforeTheStart) {
  EXPECT_NE(MindLedger::open({.dollars = 1}, std::nullopt).error().what.find("price"), std::string::npos);
  EXPECT_FALSE(MindLedger::open({.dollars = 1}, k_price, false).ok());
  EXPECT_FALSE(MindLedger::open({.tokens = 1}, std::nullopt, false).ok());
  EXPECT_TRUE(MindLedger::open({.calls = 1}, std::nullopt, false).ok());
  EXPECT_TRUE(MindLedger::open({.tokens = 1}, std::nullopt).ok());
  for (const MindLimits& none : {MindLimits{.calls = 0}, MindLimits{.tokens = -1}, MindLimits{.dollars = 0}})
    EXPECT_FALSE(MindLedger::open(none, k_price).ok());
}

TEST(MindLedger, AServerThatStopsTellingWhatItUsesIsNotAskedUnderALimitOfTokens) {
  MindLedger ledger = opened({.tokens = 1'000'000});
  ledger.add({});
  EXPECT_FALSE(ledger.may_ask().ok());
}

TEST(MindLedger, WhatLostTriesUsedCountsAsMoneyButNotAsACall) {
  MindLedger ledger = opened({.calls = 1});
  ledger.add_lost(k_call);
  EXPECT_TRUE(ledger.may_ask().ok());
  EXPECT_EQ(ledger.spent().tokens(), 7000);
  EXPECT_DOUBLE_EQ(ledger.spent().dollars, 0.0342);
}

TEST(MindLedger, AResumedRunGoesOnFromWhatWasSpent) {
  MindLedger first = opened({.calls = 2});
  first.add(k_call);
  const Json json = Json::parse(to_json(first.spent()).dump()).value();
  const auto spent = read_spending(json, "the store");
  ASSERT_TRUE(spent.ok());
  EXPECT_EQ(*spent, first.spent());
  MindLedger second = opened({.calls = 2}, k_price, *spent);
  second.add(k_call);
  EXPECT_FALSE(second.may_ask().ok());
}

TEST(MindLedger, SpendingThatMakesNoSenseIsRefused) {
  for (
      const char* text :
      {"[]", "{}", R"({"calls":-1,"input_tokens":0,"cache_read_tokens":0,"cache_written_tokens":0,"output_tokens":0})",
       R"({"calls":1,"input_tokens":-5,"cache_read_tokens":0,"cache_written_tokens":0,"output_tokens":0})",
       R"({"calls":1,"input_tokens":5,"cache_read_tokens":0,"cache_written_tokens":0,"output_tokens":0,"dollars":-1})"})
    EXPECT_FALSE(read_spending(Json::parse(text).value(), "the store").ok()) << text;
}

}  // namespace ledger_test
}  // namespace whet

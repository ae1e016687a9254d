#include "cli/run/named_mind.h"

#include "mind/open/open_mind.h"

namespace whet {

void take_keys(Context& context) {
  context.mind_access = std::make_shared<const MindAccess>(take_mind_access(system_environment()));
}

Result<consult::OpenedMind> open_named_mind(const std::string& name, const MindOrder& order, Context& context) {
  const MindAccess access = context.mind_access ? *context.mind_access : MindAccess{};
  TRY(spec, parse_mind_spec(name, access.allows_plain_http));
  TRY(prices, MindPrices::load(context.knowledge));
  consult::OpenedMind opened;
  MindOptions options;
  options.on_lost = [lost = opened.lost](const MindUsage& usage) { lost->push_back(usage); };
  TRY(mind, open_mind(spec, access, options));
  if (!mind) return bad_input("`" + name + "` is nobody to ask", "--mind", "leave it out, or name a mind");
  opened.mind = std::move(mind);
  opened.price = prices.find(spec.kind_name(), spec.model);
  if (const auto given = order.prices.find(spec.model); given != order.prices.end()) {
    TRY(price, parse_price(given->second));
    opened.price = std::move(price);
  }
  opened.tells_usage = tells_usage(spec.kind);
  return opened;
}

}  // namespace whet

#include "edit/kind/loop_by_four.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "edit/text/access.h"
#include "edit/text/counting_loop.h"
#include "edit/text/rewrite.h"
#include "edit/text/sum_chain.h"
#include "source/kernel/type_alias.h"
#include "util/text.h"

namespace whet::edit {

namespace {

constexpr size_t k_passes = 4;
constexpr std::array k_letters = {"x", "y", "z", "w"};

// One array whose elements of four passes are one load.
struct WideLoad {
  std::string array, base, vector;    // parameter, name as written, "float4"
  std::string index;                  // text
  std::vector<const Access*> places;  // in the body
};

// Of what a pointer points to, as declared: an array of float4 is one of floats in the problem.
std::string vector_type(const KernelText& text, const KernelParameter& parameter) {
  const std::string type = plain_type(text.code(), parameter.declared.base);
  if (type == "float") return "float4";
  if (type == "int") return "int4";
  return type == "unsigned" || type == "unsigned int" ? "uint4" : "";
}

bool is_only_read(const AccessList& list, const std::string& array) {
  return list.is_clear(array) && std::none_of(list.accesses.begin(), list.accesses.end(), [&](const Access& access) {
           return access.array == array && access.is_written;
         });
}

// Names in the index other than the loop's variable stay the same during the loop.
bool is_steady(const KernelText& text, const CountingLoop& loop, const Access& access) {
  for (size_t i = access.open + 1; i < access.close; ++i) {
    const Token& token = text.token(i);
    if (token.is("[")) return false;
    if (token.is_identifier() && token.text != loop.variable &&
        is_changed(text, token.text, loop.body_first, loop.body_last))
      return false;
    const bool is_local = token.is_identifier() && !text.code().is(i - 1, ".") &&
                          text.mentions(token.text, loop.body_first, loop.body_last) && token.text != loop.variable;
    if (is_local) {
      for (size_t at = loop.body_first; at < loop.body_last; ++at) {
        if (text.token(at).text == token.text && text.code().is(at + 1, "=")) return false;
      }
    }
  }
  return true;
}

std::vector<WideLoad> wide_loads(const KernelText& text, const AccessList& list, const CountingLoop& loop) {
  std::vector<WideLoad> found;
  std::vector<std::string> dropped;
  for (const Access& access : list.accesses) {
    if (!loop.has(access.name)) continue;
    const KernelParameter& parameter = *text.parameter(access.array);
    const std::string vector = vector_type(text, parameter);
    const bool fits = !vector.empty() && is_only_read(list, access.array) && access.index.step(loop.variable) == 1 &&
                      access.index.step("threadIdx.x") != 1 && is_steady(text, loop, access);
    const std::string index = text.text(access.open + 1, access.close);
    const auto known =
        std::find_if(found.begin(), found.end(), [&](const WideLoad& load) { return load.array == access.array; });
    const bool is_same = known == found.end() || (known->index == index && known->base == access.base);
    if (!fits || !is_same)
      dropped.push_back(access.array);
    else if (known != found.end())
      known->places.push_back(&access);
    else
      found.push_back({access.array, access.base, vector, index, {&access}});
  }
  std::erase_if(found, [&](const WideLoad& load) {
    return std::find(dropped.begin(), dropped.end(), load.array) != dropped.end();
  });
  return found;
}

class FourPasses {
 public:
  FourPasses(const KernelText& text, const CountingLoop& loop, std::vector<WideLoad> loads,
             std::vector<SumChain> chains)
      : text_(text),
        loop_(loop),
        loads_(std::move(loads)),
        chains_(std::move(chains)),
        indent_(text.indent(loop.loop.token)) {}

  // The loop in braces, without the indentation of its first line.
  std::string write() const {
    const std::string& k = loop_.variable;
    std::string result = "{\n" + line(1, fmt::format("{} {} = {};", loop_.type, k, loop_.begin));
    for (const SumChain& chain : chains_) {
      std::vector<std::string> names;
      for (size_t pass = 1; pass < k_passes; ++pass) names.push_back(chain_name(chain, pass) + " = 0");
      result += line(1, fmt::format("{} {};", chain.type, join(names, ", ")));
    }
    if (!loads_.empty()) result += line(1, peeled()) + line(2, plain_body()) + line(1, "}") + line(1, alignment());
    const std::string aligned = loads_.empty() ? "" : aligned_name() + " && ";
    result += line(1, fmt::format("for (; {}{} + 3 < {}; {} += 4) {{", aligned, k, loop_.bound, k));
    for (const WideLoad& load : loads_)
      result += line(2, fmt::format("const {0} {1} = *reinterpret_cast<const {0}*>(&{2}[{3}]);", load.vector,
                                    wide_name(load), load.base, load.index));
    for (size_t pass = 0; pass < k_passes; ++pass) result += line(2, "{ " + body(pass) + " }");
    result += line(1, "}") + line(1, fmt::format("for (; {0} < {1}; ++{0}) {{", k, loop_.bound)) +
              line(2, plain_body()) + line(1, "}");
    for (const SumChain& chain : chains_)
      result += line(1, fmt::format("{} += ({} + {}) + {};", chain.name, chain_name(chain, 1), chain_name(chain, 2),
                                    chain_name(chain, 3)));
    return result + indent_ + "}";
  }

 private:
  std::string line(size_t depth, const std::string& text) const {
    return indent_ + std::string(2 * depth, ' ') + text + "\n";
  }
  std::string aligned_name() const { return text_.fresh_name("is_aligned"); }
  std::string wide_name(const WideLoad& load) const { return text_.fresh_name(load.base + "_wide"); }
  std::string chain_name(const SumChain& chain, size_t pass) const {
    return text_.fresh_name(fmt::format("{}_{}", chain.name, pass));
  }

  std::string plain_body() const { return text_.text(loop_.body_first, loop_.body_last); }
  // Passes until the addresses are those of whole vectors, which for all of them together may never be.
  std::string peeled() const {
    return fmt::format("for (int {0} = 0; {0} < 3 && {1} < {2} && ({3}) % 16 != 0; ++{0}, ++{1}) {{",
                       text_.fresh_name("peeled"), loop_.variable, loop_.bound, addresses());
  }
  std::string alignment() const { return fmt::format("const bool {} = ({}) % 16 == 0;", aligned_name(), addresses()); }

  std::string addresses() const {
    std::vector<std::string> all;
    for (const WideLoad& load : loads_)
      all.push_back(fmt::format("reinterpret_cast<size_t>(&{}[{}])", load.base, load.index));
    return join(all, " | ");
  }

  std::string body(size_t pass) const {
    std::vector<TokenChange> changes;
    for (const WideLoad& load : loads_) {
      for (const Access* place : load.places)
        changes.push_back({place->name, place->close + 1, wide_name(load) + "." + k_letters[pass]});
    }
    const auto is_inside = [&](size_t i) {
      return std::any_of(changes.begin(), changes.end(),
                         [&](const TokenChange& change) { return i >= change.first && i < change.last; });
    };
    for (size_t i = loop_.body_first; pass > 0 && i < loop_.body_last; ++i) {
      if (is_inside(i) || !text_.token(i).is_identifier() || text_.code().is(i - 1, ".")) continue;
      if (text_.token(i).text == loop_.variable)
        changes.push_back({i, i + 1, fmt::format("({} + {})", loop_.variable, pass)});
      for (const SumChain& chain : chains_) {
        if (text_.token(i).text == chain.name) changes.push_back({i, i + 1, chain_name(chain, pass)});
      }
    }
    return text_with(text_, loop_.body_first, loop_.body_last, changes);
  }

  const KernelText& text_;
  const CountingLoop& loop_;
  std::vector<WideLoad> loads_;
  std::vector<SumChain> chains_;
  std::string indent_;
};

enum Wanted : int64_t { wide = 1, chained = 2 };

Result<Draft> make_by_four(const KernelText& text, int64_t wanted) {
  if ((wanted & chained) && !allows_rounding(text.problem())) return unfit(text, "the results must be exact");
  const auto locals = find_locals(text);
  const AccessList list = find_accesses(text, locals);
  Rewrite rewrite;
  for (const CountingLoop& loop : find_counting_loops(text)) {
    if (loop.loop.passes && *loop.loop.passes < static_cast<int64_t>(k_passes)) continue;
    std::vector<WideLoad> loads;
    if (wanted & wide) loads = wide_loads(text, list, loop);
    std::vector<SumChain> chains;
    if (wanted & chained) chains = sum_chains(text, locals, loop).value_or(std::vector<SumChain>{});
    const bool is_enough = (!(wanted & wide) || !loads.empty()) && (!(wanted & chained) || !chains.empty());
    if (!is_enough) continue;
    const size_t first = loop.loop.pragma > 0 ? loop.loop.pragma : loop.loop.token;
    rewrite.replace(text.token(first).offset, text.token(loop.loop.body_end - 1).end(),
                    FourPasses(text, loop, std::move(loads), std::move(chains)).write());
  }
  if (rewrite.is_empty()) {
    return unfit(text, wanted & wide ? "no innermost loop reads neighbouring elements of an array that is only read"
                                     : "no innermost loop only adds to variables");
  }
  Draft draft = text.draft();
  draft.source = rewrite.applied_to(draft.source);
  return draft;
}

}  // namespace

Edit wide_loads_edit() {
  return {"wide loads",
          "loop by four",
          "four passes of a loop read what they need of an array at once, where its address allows it",
          "memory.vectorized_access",
          true,
          make_by_four,
          wide};
}

Edit chains_edit() {
  return {"four sums",
          "loop by four",
          "four passes of a loop add to four sums, which do not wait for each other",
          "latency.independent_chains",
          false,
          make_by_four,
          chained};
}

Edit wide_chains_edit() {
  return {"wide loads, four sums",
          "loop by four",
          "four passes of a loop read at once, and add to four sums",
          "memory.vectorized_access",
          true,
          make_by_four,
          wide | chained};
}

}  // namespace whet::edit

#include "lift/block/shared_reader.h"

#include <algorithm>
#include <bit>

#include "lift/block/lanes.h"
#include "lift/block/told_apart.h"
#include "lift/block/writer.h"
#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/print.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/expression/roll.h"

namespace whet::lift {
namespace {

constexpr int k_deepest_read = 64;
constexpr int k_most_reads = 3'000;
constexpr std::pair<Kind, Fold> k_foldable[] = {{Kind::sum, Fold::sum},
                                                {Kind::product, Fold::product},
                                                {Kind::maximum, Fold::maximum},
                                                {Kind::minimum, Fold::minimum}};

bool stores_to(const SharedEntry& entry, Expr array) {
  return changes_memory(entry) && entry.array == array;
}

bool any_store(const SharedLog& log, size_t from, size_t to, Expr array) {
  return std::any_of(log.begin() + static_cast<std::ptrdiff_t>(from), log.begin() + static_cast<std::ptrdiff_t>(to),
                     [&](const SharedEntry& entry) { return stores_to(entry, array); });
}

// A number whose bits were stored as an integer: total = 0.0f before floats are added to it.
Expr number_of_bits(Arena& arena, Expr e, int bytes) {
  const auto bits = constant(arena, e);
  if (!bits) return e;
  if (bytes == 8) return real(arena, std::bit_cast<double>(*bits));
  return real(arena, std::bit_cast<float>(static_cast<uint32_t>(*bits)));
}

}  // namespace

Expr SharedReader::resolve(Expr e, const std::vector<Expr>& known) {
  if (!has_shared_load(arena_, e) && !has_exchange(arena_, e)) return e;
  Facts facts(arena_);
  for (const Expr fact : known) facts.add(fact);
  for (const Expr fact : always_) facts.add(fact);
  Memo memo;
  const bool waits = std::any_of(open_.begin(), open_.end(), [&](Expr symbol) { return arena_.contains(e, symbol); });
  if (has_exchange(arena_, e) && !waits) e = expand_lanes(arena_, e);
  return walk(divided(e, facts), facts, memo);
}

// t/32 is 0 where t < 32.
Expr SharedReader::divided(Expr e, const Facts& facts) {
  return rewrite(arena_, e, [&](Expr part) {
    const Node node = arena_[part];
    if (node.kind != Kind::quotient && node.kind != Kind::remainder) return part;
    if (!presumed_nonneg(arena_, node.args[0]) || !facts.imply(less(arena_, node.args[0], node.args[1]))) return part;
    return node.kind == Kind::quotient ? integer(arena_, 0) : node.args[0];
  });
}

Expr SharedReader::walk(Expr e, const Facts& facts, Memo& memo) {
  if (const auto at = memo.find(e); at != memo.end()) return at->second;
  if (!arena_.exhausted().empty()) return e;
  Expr result = e;
  if (is_shared_load(arena_, e)) {
    result = content(e, walk(arena_[e].args[1], facts, memo), facts);
  } else if (arena_[e].kind == Kind::reduction) {
    result = walk_reduction(e, facts);
  } else if (arena_[e].kind == Kind::select) {
    result = walk_select(e, facts, memo);
  } else if (const auto pair = rolled_pair(e, facts); pair != e) {
    result = pair;
  } else if (const auto rolled = rolled_with_rest(e, facts, memo); rolled != e) {
    result = rolled;
  } else {
    const std::vector<Expr> parts = parts_of(arena_, e);
    std::vector<Expr> made;
    for (const Expr part : parts) made.push_back(walk(part, facts, memo));
    if (made != parts) result = rebuild(arena_, e, made);
  }
  memo.emplace(e, result);
  return result;
}

// sh[t] + sh[t + d] is a reduction over two places: the steps of a tree that was written out become one reduction.
Expr SharedReader::rolled_pair(Expr e, const Facts& facts) {
  const Node node = arena_[e];
  const bool integers = node.kind == Kind::polynomial && node.terms.size() == 2 &&
                        std::all_of(node.terms.begin(), node.terms.end(),
                                    [](const Term& t) { return t.coefficient == 1 && t.atoms.size() == 1; });
  for (const auto& [kind, how] : k_foldable) {
    if (node.kind != kind && !(integers && kind == Kind::sum)) continue;
    const std::vector<Expr> parts = parts_of(arena_, e);
    if (parts.size() != 2 || !is_shared_load(arena_, parts[0]) || !is_shared_load(arena_, parts[1])) return e;
    const Node a = arena_[parts[0]], b = arena_[parts[1]];
    if (a.args[0] != b.args[0] || a.value != b.value || a.bytes != b.bytes) return e;
    const auto distance = constant(arena_, subtract(arena_, b.args[1], a.args[1]));
    if (!distance || *distance == 0) return e;
    const Expr variable = arena_.fresh_variable(), start = *distance > 0 ? a.args[1] : b.args[1];
    const Expr place = add(arena_, start, scale(arena_, variable, std::abs(*distance)));
    const Expr general = shared_load(arena_, a.args[0], place, a.bytes, static_cast<size_t>(a.value));
    Facts inside = facts;
    inside.add(less(arena_, variable, integer(arena_, 2)));
    Memo memo;
    const Expr body = walk(general, inside, memo);
    if (body == general || has_shared_load(arena_, body)) return e;
    return close_reduction(arena_, {how, variable, integer(arena_, 2), body});
  }
  return e;
}

// v + sh[t + d], where thread t + d stored its own v there: a step of a tree that keeps its sum in a register. What is
// the same but for its place becomes one reduction.
Expr SharedReader::rolled_with_rest(Expr e, const Facts& facts, Memo& memo) {
  const auto folded = std::find_if(std::begin(k_foldable), std::end(k_foldable),
                                   [&](const auto& pair) { return arena_[e].kind == pair.first; });
  if (folded == std::end(k_foldable)) return e;
  std::vector<Expr> rest = arena_[e].args;
  const auto time = [&](Expr part) { return is_shared_load(arena_, part) ? time_of(arena_, part) + 1 : 0; };
  const auto at = std::max_element(rest.begin(), rest.end(), [&](Expr a, Expr b) { return time(a) < time(b); });
  const bool is_last = std::count_if(rest.begin(), rest.end(), [&](Expr part) { return time(part) == time(*at); }) == 1;
  if (time(*at) == 0 || !is_last) return e;
  const Expr other = walk(*at, facts, memo), variable = arena_.fresh_variable();
  rest.erase(at);
  const Expr own = walk(fold(arena_, folded->second, rest), facts, memo);
  if (has_shared_load(arena_, own) || has_shared_load(arena_, other)) return e;
  const auto body = generalise(arena_, own, other, variable, Direction::any);
  if (!body || !arena_.contains(*body, variable)) return e;
  return close_reduction(arena_, {folded->second, variable, integer(arena_, 2), *body});
}

Expr SharedReader::walk_reduction(Expr e, const Facts& facts) {
  const OpenReduction open = open_reduction(arena_, e);
  Memo outer, inner;
  Facts inside = facts;
  inside.add(less(arena_, open.variable, open.count));
  return close_reduction(arena_,
                         {open.how, open.variable, walk(open.count, facts, outer), walk(open.body, inside, inner)});
}

Expr SharedReader::walk_select(Expr e, const Facts& facts, Memo& memo) {
  const std::vector<Expr> args = arena_[e].args;
  const Expr condition = facts.decide(walk(args[0], facts, memo));
  if (arena_[condition].kind == Kind::truth) return walk(args[arena_[condition].value != 0 ? 1 : 2], facts, memo);
  Facts yes = facts, no = facts;
  yes.add(condition);
  no.add(negate(arena_, condition));
  Memo of_yes, of_no;
  return select(arena_, condition, walk(args[1], yes, of_yes), walk(args[2], no, of_no));
}

bool SharedReader::is_open(const SharedEntry& entry) const {
  std::vector<Expr> all{entry.offset, entry.value};
  all.insert(all.end(), entry.guard.begin(), entry.guard.end());
  return std::any_of(open_.begin(), open_.end(), [&](Expr symbol) {
    return std::any_of(all.begin(), all.end(), [&](Expr e) { return arena_.contains(e, symbol); });
  });
}

Expr SharedReader::content(Expr load, Expr offset, const Facts& facts) {
  if (++depth_ > k_deepest_read) {
    --depth_;
    return arena_.unknown("a value goes through shared memory more than 64 times");
  }
  if (++reads_ > k_most_reads) arena_.exhaust("what is read from shared memory takes more than 3000 steps to find");
  const Expr array = arena_[load].args[0];
  const size_t time = time_of(arena_, load);
  Candidates found;
  bool synchronised = false;
  size_t end = time;
  for (auto loop = loops_.rbegin(); loop != loops_.rend() && !found.complete && !found.waits; ++loop) {
    if (loop->first >= end) continue;
    collect(load, offset, {loop->first, end}, synchronised, facts, found);
    end = loop->first;
    if (found.complete || found.waits) break;
    if (!loop->solved) found.waits = true;  // it may store more, and carry it to the next pass
    if (loop->solved && any_store(log_, loop->first, log_.size(), array)) {
      collect_carried(load, offset, *loop, facts, found);
      end = 0;
    }
  }
  if (!found.complete && !found.waits) collect(load, offset, {0, end}, synchronised, facts, found);
  Expr result = found.waits ? shared_load(arena_, array, offset, arena_[load].bytes, time) : chosen(found, facts);
  --depth_;
  const auto wrong = found.waits ? std::nullopt : doubt_(load, result);
  return wrong ? arena_.unknown(*wrong) : result;
}

void SharedReader::collect(Expr load, Expr offset, Range range, bool& synchronised, const Facts& facts,
                           Candidates& found) {
  const Expr array = arena_[load].args[0], always = arena_.truth(true);
  const auto finish = [&](Expr value) {
    found.list.push_back({always, value});
    found.complete = true;
  };
  for (size_t i = range.to; i-- > range.from && !found.complete;) {
    const SharedEntry& entry = log_[i];
    if (entry.kind == SharedEntry::Kind::barrier) synchronised = true;
    if (!stores_to(entry, array)) continue;
    if (is_open(entry)) return void(found.waits = true);
    if (entry.bytes != arena_[load].bytes) {
      return finish(arena_.unknown("shared memory is read in other pieces than it was written"));
    }
    if (entry.kind == SharedEntry::Kind::update) {
      if (!synchronised)
        return finish(arena_.unknown("shared memory is read without a barrier after atomic operations"));
      const Candidate all = updated(entry, i, load, offset, facts);
      return finish(all.value);
    }
    SharedEntry expanded = entry;
    expanded.value = expand_lanes(arena_, entry.value);
    const Writer writer = find_writer(arena_, expanded, offset);
    if (writer.answer == Writer::Answer::never) continue;
    const bool is_told = writer.answer == Writer::Answer::found && facts.imply(writer.known_if);
    if (!is_told) {
      return finish(arena_.unknown("which thread stored what is read from shared memory cannot be told (PTX line " +
                                   std::to_string(entry.line) + ")"));
    }
    const Expr condition = facts.decide(writer.condition);
    const bool is_reader = facts.decide(writer.is_reader) == always;
    if (condition == arena_.truth(false)) continue;
    Facts inside = facts;
    inside.add(writer.condition);
    Memo memo;
    Expr value = walk(writer.value, inside, memo);
    if (!synchronised && !is_reader) {
      value = arena_.unknown("shared memory is read that other threads store without a barrier between (PTX line " +
                             std::to_string(entry.line) + ")");
    }
    found.list.push_back({condition, value});
    found.complete = condition == always;
  }
}

// All threads and passes that change the place, on top of what was there before.
SharedReader::Candidate SharedReader::updated(const SharedEntry& entry, size_t at, Expr load, Expr offset,
                                              const Facts& facts) {
  SharedEntry expanded = entry;
  expanded.value = expand_lanes(arena_, entry.value);
  const Updates all = all_writers(arena_, expanded, offset);
  const bool integers = !is_real(arena_, all.value);
  Memo memo;
  Expr total = select(arena_, all.condition, all.value, identity(arena_, entry.how, integers));
  for (auto range = all.ranges.rbegin(); range != all.ranges.rend(); ++range) {
    if (!arena_.contains(total, range->first) && arena_[range->second].kind == Kind::special) continue;
    total = close_reduction(arena_, {entry.how, range->first, range->second, total});
  }
  total = walk(total, facts, memo);
  Expr before = walk(shared_load(arena_, entry.array, offset, arena_[load].bytes, at), facts, memo);
  if (!integers) before = number_of_bits(arena_, before, arena_[load].bytes);
  const bool sums = integers && entry.how == Fold::sum;
  return {arena_.truth(true), sums ? add(arena_, before, total) : fold(arena_, entry.how, {before, total})};
}

// Whether no pass before the one of the load stored to its place: sh[t + blockDim*pass] = f(sh[t + blockDim*pass]).
bool SharedReader::is_untouched(Expr load, Expr offset, const LoopScope& loop) {
  const Expr passes = add(arena_, arena_.fresh_variable(), integer(arena_, 1));
  const Expr later = substitute(arena_, offset, {{loop.variable, add(arena_, loop.variable, passes)}});
  Facts facts(arena_);
  for (const Expr fact : always_) facts.add(fact);
  return std::none_of(log_.begin() + static_cast<std::ptrdiff_t>(loop.first), log_.end(),
                      [&](const SharedEntry& entry) {
                        if (!stores_to(entry, arena_[load].args[0])) return false;
                        SharedEntry alone = entry;
                        alone.value = integer(arena_, 0);
                        const Writer writer = find_writer(arena_, alone, later);
                        if (writer.answer != Writer::Answer::found) return writer.answer == Writer::Answer::cannot_tell;
                        return facts.decide(writer.condition) != arena_.truth(false);
                      });
}

// What an earlier pass left: the pass before stored it, or it was there before the loop. Both must be one expression,
// as in a pipeline that fills the first tile before the loop.
void SharedReader::collect_carried(Expr load, Expr offset, const LoopScope& loop, const Facts& facts,
                                   Candidates& found) {
  const Expr array = arena_[load].args[0];
  Candidates before, pass;
  bool synchronised = true;
  Facts none(arena_);
  collect(load, offset, {0, loop.first}, synchronised, none, before);
  if (before.list.empty()) return;  // the first pass reads what it stored
  if (!before.waits && is_untouched(load, offset, loop)) {
    found.complete = true;
    found.list.push_back({arena_.truth(true), chosen(before, facts)});
    return;
  }
  collect(load, offset, {loop.first, log_.size()}, synchronised, none, pass);
  found.waits |= before.waits || pass.waits;
  if (found.waits) return;
  found.complete = true;
  if (pass.list.empty()) {
    found.list.push_back({arena_.truth(true), chosen(before, facts)});
    return;
  }
  const Expr of_pass = chosen(pass, none), of_before = chosen(before, none);
  const Expr previous =
      substitute(arena_, of_pass, {{loop.variable, subtract(arena_, loop.variable, integer(arena_, 1))}});
  const bool same = substitute(arena_, of_pass, {{loop.variable, integer(arena_, -1)}}) == of_before;
  const std::string line = std::to_string(log_[loop.first].line);
  found.list.push_back({arena_.truth(true), same ? previous
                                                 : arena_.unknown("shared memory carries values from pass to pass of a "
                                                                  "loop (PTX line " +
                                                                  line + ")")});
  (void)array;
}

// That the oldest store was made where it is read is assumed, in words where no loop is in the condition.
void SharedReader::note_assumed(Expr condition) {
  assumptions_.insert("all shared memory that is read was written before");
  for (const Expr member : members(arena_, condition)) {
    const auto parts = arena_.all_parts(member);
    const bool plain = std::all_of(parts.begin(), parts.end(), [&](Expr part) {
      const Kind kind = arena_[part].kind;
      return kind == Kind::special || kind == Kind::polynomial || kind == Kind::nonneg || kind == Kind::zero;
    });
    if (plain) assumptions_.insert("shared memory is read where " + print(arena_, member, {}));
  }
}

Expr SharedReader::chosen(const Candidates& found, const Facts& facts) {
  if (found.list.empty()) return arena_.unknown("shared memory is read before it is written");
  // What all conditions share holds, since one of them does.
  std::vector<Expr> common = members(arena_, found.list.front().condition);
  for (const Candidate& candidate : found.list) {
    const std::vector<Expr> parts = members(arena_, candidate.condition);
    std::erase_if(common, [&](Expr e) { return std::find(parts.begin(), parts.end(), e) == parts.end(); });
  }
  if (!found.complete) note_assumed(both(arena_, common));
  Facts inside = facts;
  for (const Expr e : common) {
    inside.add(e);
    const Node node = arena_[e];
    const bool hardly = node.kind == Kind::nonneg && presumed_nonneg(arena_, scale(arena_, node.args[0], -1));
    if (hardly) return arena_.unknown("shared memory is read at places that nobody stored to");
  }
  Expr result = found.list.back().value;
  for (size_t i = found.list.size() - 1; i-- > 0;) {
    const Candidate& candidate = found.list[i];
    if (same_where(arena_, candidate.condition, candidate.value, result)) continue;
    result = told_apart(arena_, inside.decide(candidate.condition), candidate.value, result, inside);
  }
  return result;
}

}  // namespace whet::lift

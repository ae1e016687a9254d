// Loads and stores: of arrays that a parameter points to, and of local memory with constant offsets.
#include <algorithm>
#include <cstdlib>

#include "lift/block/lanes.h"
#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/substitute.h"
#include "lift/thread/arithmetic.h"
#include "lift/thread/disjoint.h"
#include "lift/thread/evaluator.h"
#include "lift/thread/packed.h"

namespace whet::lift {
namespace {

bool holds_all(const std::vector<Expr>& path, const std::vector<Expr>& guard) {
  return std::all_of(guard.begin(), guard.end(),
                     [&](Expr e) { return std::find(path.begin(), path.end(), e) != path.end(); });
}

std::vector<ptx::Operand> elements_of(const ptx::Operand& operand) {
  if (operand.kind == ptx::Operand::Kind::vector) return operand.elements;
  return {operand};
}

// Bytes of a constant, as a compiler copies it.
std::optional<Expr> constant_pieces(Arena& arena, const State& state, int array, int offset, int bytes) {
  uint64_t bits = 0;
  for (int i = 0; i < bytes; ++i) {
    std::optional<uint64_t> byte;
    for (int start = offset + i; start > offset + i - 8 && !byte; --start) {
      const auto at = state.values.find({Place::Space::local, array, 0, start});
      if (at == state.values.end() || start + at->second.bytes <= offset + i) continue;
      const auto number = constant(arena, at->second.value);
      if (!number) return {};
      byte = (static_cast<uint64_t>(*number) >> (8 * (offset + i - start))) & 255;
    }
    if (!byte) return {};
    bits |= *byte << (8 * i);
  }
  return integer(arena, static_cast<int64_t>(bits));
}

// A byte of a word that was loaded, as of a vector of four bytes, is a load of its own.
std::optional<Expr> byte_of_load(Arena& arena, const State& state, int array, int offset, int bytes) {
  for (int start = offset; bytes == 1 && start > offset - 4; --start) {
    const auto at = state.values.find({Place::Space::local, array, 0, start});
    if (at == state.values.end()) continue;
    Node load = arena[at->second.value];
    if (at->second.bytes != 4 || load.kind != Kind::load || load.bytes != 4) return {};
    load.bytes = 1;
    load.args[1] = add(arena, load.args[1], integer(arena, offset - start));
    return arena.intern(load);
  }
  return {};
}

// A value that some of these bytes are written over is left as bytes of what was loaded.
void keep_other_bytes(Arena& arena, State& state, const Place& place, int bytes) {
  std::vector<std::pair<Place, Held>> kept;
  for (int start = place.offset - 3; start < place.offset + bytes; ++start) {
    Place word = place;
    word.offset = start;
    const auto at = state.values.find(word);
    if (at == state.values.end() || at->second.bytes != 4 || start + 4 <= place.offset) continue;
    for (int i = 0; i < 4; ++i) {
      const auto byte = byte_of_load(arena, state, place.owner, start + i, 1);
      const bool is_replaced = start + i >= place.offset && start + i < place.offset + bytes;
      word.offset = start + i;
      if (byte && !is_replaced) kept.emplace_back(word, Held{*byte, 1});
    }
    state.values.erase(at);
  }
  for (auto& [at, held] : kept) state.values[at] = held;
}

// Two values that are read as one, or a half of one.
std::optional<Expr> local_pieces(Arena& arena, const State& state, int array, int offset, int bytes) {
  const auto at = [&](int place) { return state.values.find({Place::Space::local, array, 0, place}); };
  if (const auto bits = constant_pieces(arena, state, array, offset, bytes)) return bits;
  const auto first = at(offset), second = at(offset + bytes / 2);
  if (first != state.values.end() && second != state.values.end() && first->second.bytes == bytes / 2 &&
      second->second.bytes == bytes / 2) {
    return pack(arena, first->second.value, second->second.value);
  }
  if (first != state.values.end() && first->second.bytes == 1 && bytes == 4) {
    const auto low = local_pieces(arena, state, array, offset, 2),
               high = local_pieces(arena, state, array, offset + 2, 2);
    if (low && high) return pack(arena, *low, *high);
  }
  if (first != state.values.end() && first->second.bytes == 2 * bytes) {
    const auto parts = unpack(arena, first->second.value, 2 * bytes);
    if (parts) return parts->first;
  }
  if (const auto byte = byte_of_load(arena, state, array, offset, bytes)) return byte;
  const auto whole = at(offset - bytes);
  if (whole == state.values.end() || whole->second.bytes != 2 * bytes) return {};
  const auto parts = unpack(arena, whole->second.value, 2 * bytes);
  return parts ? std::optional(parts->second) : std::nullopt;
}

// Of a loop that stores to one element after the other: that one of its passes stored what is read, and the value.
std::optional<std::pair<Expr, Expr>> pass_that_stored(Arena& arena, const ThreadStore& store, const Extent& read,
                                                      const std::vector<Expr>& path) {
  if (store.loops.size() != 1 || store.update || store.bytes != read.bytes) return {};
  const ThreadLoop& loop = store.loops[0];
  const auto of_store = linear_in(arena, store.offset, loop.variable);
  if (!of_store || of_store->coefficient == integer(arena, 0)) return {};
  const auto pass = divide_exactly(arena, subtract(arena, read.offset, of_store->rest), of_store->coefficient);
  const bool is_pass = pass && (arena[*pass].kind == Kind::variable || constant(arena, *pass));
  if (!is_pass || *pass == loop.variable) return {};
  const Replacements map{{loop.variable, *pass}};
  // The same bound that the reading loop has says it in the same words.
  const Expr goes_on = substitute(arena, loop.condition, map);
  std::vector<Expr> conditions{holds_all(path, {goes_on}) ? goes_on : less(arena, *pass, loop.count)};
  if (!presumed_nonneg(arena, *pass)) conditions.push_back(nonneg(arena, *pass));
  for (const Expr guard : store.guard) conditions.push_back(substitute(arena, guard, map));
  std::erase_if(conditions, [&](Expr condition) { return holds_all(path, {condition}); });
  return std::pair(both(arena, conditions), substitute(arena, store.value, map));
}

// A loaded index is inside an array, and is the same number with or without a sign.
Expr without_signs(Arena& arena, Expr address) {
  return rewrite(arena, address, [&](Expr e) {
    const Node& node = arena[e];
    if (node.kind != Kind::call || arena.text(e) != "wrap") return e;
    const int64_t bits = std::abs(constant(arena, node.args[1]).value_or(0));
    const Node& inner = arena[node.args[0]];
    return inner.kind == Kind::load && inner.bytes * 8 == bits && bits >= 32 ? node.args[0] : e;
  });
}

constexpr const char* k_unset = "local memory is read before it is written, or in other pieces, at PTX line ";

// Groups set the bits of their members in words that nobody wrote: what else is in these does not matter.
bool is_unset_word(const Arena& arena, Expr loaded, const Frame& frame, int bytes) {
  return bytes == 4 && frame.function->name.find("cooperative_groups") != std::string::npos &&
         arena[loaded].kind == Kind::unknown && arena.text(loaded).starts_with(k_unset);
}

}  // namespace

std::vector<Expr> Evaluator::bases_of(Expr address) const {
  std::vector<Expr> bases, members;
  for (const Term& term : terms_of(arena_, address)) {
    if (term.coefficient != 1 || term.atoms.size() != 1) continue;
    const Node& node = arena_[term.atoms[0]];
    const size_t number = static_cast<size_t>(node.value);
    if (node.kind == Kind::parameter && struct_parameters_.contains(static_cast<int>(number))) {
      members.push_back(term.atoms[0]);
      continue;
    }
    const bool may_point = node.kind == Kind::parameter && (number >= pointers_.size() || pointers_[number]);
    if (node.kind == Kind::symbol || may_point) bases.push_back(term.atoms[0]);
  }
  // A member of a struct is a pointer where nothing else is: the type of its own is not known.
  return bases.empty() && members.size() == 1 ? members : bases;
}

Result<Evaluator::Address> Evaluator::address(const Frame& frame, const State& state, const Instruction& code,
                                              const Operand& operand) {
  if (operand.kind != Operand::Kind::address || !operand.elements.empty()) {
    return refuse(code, "an address of this form is not modelled");
  }
  Operand base;
  base.kind = operand.base_kind;
  base.index = operand.index;
  if (base.kind == Operand::Kind::symbol) base.name = operand.name;
  if (base.kind != Operand::Kind::reg && base.kind != Operand::Kind::symbol) {
    return refuse(code, "an absolute address is not modelled");
  }
  TRY(start, value(frame, state, code, base, ptx::Type::u64));
  const Expr whole = add(arena_, without_signs(arena_, start), integer(arena_, static_cast<int64_t>(operand.value)));
  const std::vector<Expr> bases = bases_of(whole);
  if (bases.size() != 1) {
    return refuse(code, bases.empty() ? "the address does not begin at a parameter or a local array"
                                      : "the address may begin at several parameters");
  }
  return Address{bases[0], subtract(arena_, whole, bases[0])};
}

// A static array in shared memory whose index may leave it: that it does not is part of the meaning.
void Evaluator::note_bounds(const State& state, const Address& at, int bytes) {
  const auto known = shared_bytes_.find(static_cast<int>(arena_[at.base].value));
  if (known == shared_bytes_.end() || known->second == 0) return;
  Facts facts(arena_);
  for (const Expr fact : block_extents()) facts.add(fact);
  for (const Expr fact : state.path) facts.add(fact);
  const Expr last = add(arena_, at.offset, integer(arena_, bytes));
  if (facts.imply(nonneg(arena_, subtract(arena_, integer(arena_, known->second), last)))) return;
  thread_.assumptions.insert("indices stay inside the arrays in shared memory");
}

// What the instruction says of the memory must be what the address says.
Result<void> Evaluator::check_space(const Instruction& code, const Address& at) const {
  const bool shared =
      shared_.contains(arena_[at.base].kind == Kind::symbol ? static_cast<int>(arena_[at.base].value) : -1);
  if ((code.has("shared") || code.has("shared::cta")) && !shared) {
    return refuse(code, "the address does not begin at an array in shared memory");
  }
  return {};
}

// Local memory has a size.
Result<void> Evaluator::check_local(const Instruction& code, int array, int64_t offset, int bytes) const {
  const auto known = local_bytes_.find(array);
  const bool inside = offset >= 0 && (known == local_bytes_.end() || offset + bytes <= known->second);
  return inside ? Result<void>() : refuse(code, "an index leaves a local array");
}

Result<void> Evaluator::load(Frame& frame, State& state, const Instruction& code) {
  if (const auto other = other_modifier(code, {"global", "local", "shared", "shared::cta", "const", "param", "volatile",
                                               "nc", "v2", "v4", "ca", "cg", "cs", "lu"})) {
    return refuse(code, "`." + *other + "` is not modelled");
  }
  if (code.operands.size() != 2) return refuse(code, "this form is not modelled");
  TRY(from, address(frame, state, code, code.operands[1]));
  TRY_VOID(check_space(code, from));
  const int bytes = ptx::bytes_of(code.type());
  for (const Operand& target : elements_of(code.operands[0])) {
    TRY(loaded, load_one(state, code, from, bytes));
    if (is_unset_word(arena_, loaded, frame, bytes)) loaded = integer(arena_, 0);
    TRY_VOID(write(frame, state, code, target, loaded, bytes));
    from.offset = add(arena_, from.offset, integer(arena_, bytes));
  }
  return {};
}

Result<Expr> Evaluator::load_one(const State& state, const Instruction& code, const Address& from, int bytes) {
  const Node& base = arena_[from.base];
  if (base.kind == Kind::parameter) return load_global(state, code, from, bytes);
  if (shared_.contains(static_cast<int>(base.value))) {
    note_bounds(state, from, bytes);
    size_t time = log_.size();  // what does not change memory does not count
    while (time > 0 && !tells_time(log_[time - 1])) --time;
    log_.push_back({SharedEntry::Kind::load, from.base, from.offset, bytes, {}, Fold::sum, state.path, {}, code.line});
    if (const auto own = stored_to_shared(state, from, bytes)) {
      const bool is_bits = (code.type() == ptx::Type::f32 || code.type() == ptx::Type::f64) && constant(arena_, *own);
      return is_bits ? as_real(arena_, *own, code.type()) : Result<Expr>(*own);
    }
    return shared_load(arena_, from.base, from.offset, bytes, time);
  }
  const auto offset = constant(arena_, from.offset);
  if (const auto passed = parameter_symbols_.find(static_cast<int>(base.value)); passed != parameter_symbols_.end()) {
    if (!offset) return refuse(code, "an array inside a parameter with a variable index is not modelled");
    return arena_.parameter(passed->second, static_cast<int>(*offset));
  }
  if (!offset) return load_element(state, code, from, bytes);
  TRY_VOID(check_local(code, static_cast<int>(base.value), *offset, bytes));
  const Place place{Place::Space::local, static_cast<int>(base.value), 0, static_cast<int>(*offset)};
  const bool is_number = code.type() == ptx::Type::f32 || code.type() == ptx::Type::f64;
  if (is_number) real_places_.insert(place);
  const auto at = state.values.find(place);
  if (at != state.values.end() && at->second.bytes == bytes) {
    const bool is_bits = is_number && constant(arena_, at->second.value);
    return is_bits ? as_real(arena_, at->second.value, code.type()) : Result<Expr>(at->second.value);
  }
  if (const auto pieces = local_pieces(arena_, state, static_cast<int>(base.value), static_cast<int>(*offset), bytes)) {
    return *pieces;
  }
  if (const auto bits =
          constant_pieces(arena_, state, static_cast<int>(base.value), static_cast<int>(*offset), bytes)) {
    return *bits;
  }
  return arena_.unknown(k_unset + std::to_string(code.line));
}

// What this thread itself stored there since the last barrier, if that holds nothing that others stored.
std::optional<Expr> Evaluator::stored_to_shared(const State& state, const Address& from, int bytes) const {
  for (auto entry = log_.rbegin(); entry != log_.rend(); ++entry) {
    if (!tells_time(*entry)) continue;
    const bool is_store = entry->kind == SharedEntry::Kind::store;
    if (is_store && entry->array != from.base) continue;
    const bool is_same = is_store && entry->offset == from.offset && entry->bytes == bytes && entry->loops.empty();
    if (!is_same || !holds_all(state.path, entry->guard)) return {};
    if (has_shared_load(arena_, entry->value) || has_exchange(arena_, entry->value)) return {};
    return entry->value;
  }
  return {};
}

// An element that this thread wrote before is that value, where the guard of the store held; one that it may have
// written otherwise is unknown.
Result<Expr> Evaluator::load_global(const State& state, const Instruction& code, const Address& from, int bytes) {
  if (bytes > 8) return refuse(code, "a value of more than 64 bits is not modelled");
  if (const KeptElement* element = kept(from, bytes)) return state.values.at(element->place).value;
  loads_.push_back({from.base, from.offset, bytes, code.line});
  std::vector<std::pair<Expr, Expr>> newer;  // conditions and values of stores that may have been the last
  std::optional<Expr> found;
  std::vector<Expr> path = around_;
  path.insert(path.end(), state.path.begin(), state.path.end());
  for (auto store = thread_.stores.rbegin(); store != thread_.stores.rend() && !found; ++store) {
    if (store->array != from.base) continue;
    const Extent written{store->offset, store->bytes}, read{from.offset, bytes};
    if (store->loops.empty() ? never_meet(arena_, written, read) : threads_never_meet(arena_, written, read)) continue;
    if (store->loops.empty() && rows_never_meet(arena_, subtract(arena_, store->offset, from.offset))) {
      thread_.assumptions.insert("rows are longer than what a thread has of them");
      continue;
    }
    if (const auto pass = pass_that_stored(arena_, *store, read, path)) {
      newer.push_back(*pass);
      if (pass->first == arena_.truth(true)) found = pass->second;
      continue;
    }
    if (store->offset != from.offset || store->bytes != bytes || !store->loops.empty() || store->update) {
      ++unclear_loads_;
      return arena_.unknown(
          refuse(code, "it may read what the thread stored before (PTX line " + std::to_string(store->line) + ")")
              .what);
    }
    if (holds_all(path, store->guard)) found = store->value;
    if (!found) newer.emplace_back(both(arena_, store->guard), store->value);
  }
  Expr value = found ? *found : arena_.load(from.base, from.offset, bytes);
  for (auto at = newer.rbegin(); at != newer.rend(); ++at) value = select(arena_, at->first, at->second, value);
  return value;
}

Result<void> Evaluator::store(Frame& frame, State& state, const Instruction& code) {
  if (const auto other = other_modifier(
          code, {"global", "local", "shared", "shared::cta", "volatile", "v2", "v4", "wb", "cg", "cs", "wt"})) {
    return refuse(code, "`." + *other + "` is not modelled");
  }
  if (code.operands.size() != 2) return refuse(code, "this form is not modelled");
  TRY(to, address(frame, state, code, code.operands[0]));
  TRY_VOID(check_space(code, to));
  TRY(guard, guard_of(frame, state, code));
  const int bytes = ptx::bytes_of(code.type());
  State guarded = state;
  const bool reached = assume(arena_, guarded, guard);
  for (const Operand& source : elements_of(code.operands[1])) {
    TRY(stored, value(frame, state, code, source, code.type()));
    const bool local =
        arena_[to.base].kind == Kind::symbol && !shared_.contains(static_cast<int>(arena_[to.base].value));
    if (local && guard != arena_.truth(true)) return refuse(code, "a guarded store to local memory is not modelled");
    if (const KeptElement* element = kept(to, bytes); element != nullptr && !is_packed(arena_, stored)) {
      Held& held = state.values.at(element->place);
      held.value = select(arena_, guard, part_of_load(arena_, stored), held.value);
    } else if (reached) {
      TRY_VOID(store_one(local ? state : guarded, code, to, stored, bytes));
    }
    to.offset = add(arena_, to.offset, integer(arena_, bytes));
  }
  return {};
}

Result<void> Evaluator::store_one(State& state, const Instruction& code, const Address& to, Expr value, int bytes) {
  const Node base = arena_[to.base];
  value = part_of_load(arena_, value);
  if (is_packed(arena_, value)) {
    const auto parts = unpack(arena_, value, bytes);
    if (!parts) return refuse(code, "the parts of a computed number are not modelled");
    const Address next{to.base, add(arena_, to.offset, integer(arena_, bytes / 2))};
    TRY_VOID(store_one(state, code, to, parts->first, bytes / 2));
    return store_one(state, code, next, parts->second, bytes / 2);
  }
  if (base.kind == Kind::parameter) {
    if (bytes > 8) return refuse(code, "a value of more than 64 bits is not modelled");
    thread_.stores.push_back({to.base, to.offset, bytes, value, state.path, {}, code.line});
    return {};
  }
  if (shared_.contains(static_cast<int>(base.value))) {
    note_bounds(state, to, bytes);
    relies_on_warps_ |= code.has("volatile");
    if (is_in_step_) step_together(code);
    log_.push_back({SharedEntry::Kind::store, to.base, to.offset, bytes, value, Fold::sum, state.path, {}, code.line});
    if (is_in_step_ && code.has("volatile")) step_together(code);
    return {};
  }
  const auto offset = constant(arena_, to.offset);
  if (parameter_symbols_.contains(static_cast<int>(base.value))) return refuse(code, "a parameter is changed");
  if (!offset) return store_element(state, code, to, value, bytes);
  TRY_VOID(check_local(code, static_cast<int>(base.value), *offset, bytes));
  const Place place{Place::Space::local, static_cast<int>(base.value), 0, static_cast<int>(*offset)};
  if (bytes == 1) keep_other_bytes(arena_, state, place, bytes);
  for (auto at = state.values.begin(); at != state.values.end();) {
    const Place& other = at->first;
    const bool overlaps = other.space == place.space && other.owner == place.owner && other != place &&
                          other.offset < place.offset + bytes && place.offset < other.offset + at->second.bytes;
    at = overlaps ? state.values.erase(at) : std::next(at);
  }
  state.values[place] = {value, bytes};
  return {};
}

}  // namespace whet::lift

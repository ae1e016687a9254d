// Elements of global memory that each pass of a loop reads and stores again: for (k < n) y[i] += x[k]. They are carried
// through the loop like registers and stored once when it was left.
#include <algorithm>

#include "lift/expression/substitute.h"
#include "lift/thread/disjoint.h"
#include "lift/thread/evaluator.h"

namespace whet::lift {

const Evaluator::KeptElement* Evaluator::kept(const Address& at, int bytes) const {
  const auto found = std::find_if(kept_.rbegin(), kept_.rend(), [&](const KeptElement& element) {
    return element.at.base == at.base && element.at.offset == at.offset && element.bytes == bytes;
  });
  return found == kept_.rend() ? nullptr : &*found;
}

// Elements that the pass both reads and stores, at a place that is the same in all passes. True: there are some that
// were not kept so far, and the pass has to be evaluated again.
Result<bool> Evaluator::keep_elements(const LoopPass& pass, State& before, std::vector<Place>& places,
                                      const Instruction& head) {
  std::vector<KeptElement> found;
  const auto is_of_pass = [&](Expr offset) {
    return std::any_of(pass.symbols.begin(), pass.symbols.end(),
                       [&](Expr symbol) { return arena_.contains(offset, symbol); });
  };
  for (size_t s = pass.first_store; s < thread_.stores.size(); ++s) {
    const ThreadStore& store = thread_.stores[s];
    const bool is_read = std::any_of(
        loads_.begin() + static_cast<std::ptrdiff_t>(pass.first_access), loads_.end(), [&](const Access& load) {
          return load.array == store.array && load.offset == store.offset && load.bytes == store.bytes;
        });
    if (!is_read || store.update || !store.loops.empty() || is_of_pass(store.offset)) continue;
    const bool is_known = std::any_of(found.begin(), found.end(), [&](const KeptElement& element) {
      return element.at.base == store.array && element.at.offset == store.offset;
    });
    if (!is_known) found.push_back({{store.array, store.offset}, store.bytes, store.line, {}});
  }
  thread_.stores.resize(found.empty() ? thread_.stores.size() : pass.first_store);
  loads_.resize(found.empty() ? loads_.size() : pass.first_access);
  for (KeptElement& element : found) {
    element.place = {Place::Space::element, 0, kept_so_far_++, 0};
    TRY(held, load_global(before, head, element.at, element.bytes));
    before.values[element.place] = {held, element.bytes};
    places.push_back(element.place);
    kept_.push_back(element);
  }
  return !found.empty();
}

// What else the loop reads or stores must be other elements.
Result<void> Evaluator::store_kept(const LoopPass& pass, const SolvedLoop& loop, std::vector<Exit>& exits) {
  for (size_t k = pass.first_kept; k < kept_.size(); ++k) {
    const KeptElement& element = kept_[k];
    const auto meets = [&](Expr array, Expr offset, int bytes) {
      return array == element.at.base &&
             !never_meet(arena_, {substitute(arena_, offset, loop.inside), bytes}, {element.at.offset, element.bytes});
    };
    bool is_alone = true;
    for (size_t i = pass.first_access; i < loads_.size(); ++i)
      is_alone &= !meets(loads_[i].array, loads_[i].offset, loads_[i].bytes);
    for (size_t i = pass.first_store; i < thread_.stores.size(); ++i)
      is_alone &= !meets(thread_.stores[i].array, thread_.stores[i].offset, thread_.stores[i].bytes);
    if (!is_alone) {
      return bad_input("the loop at " + pass.where + " reads what it stores in other passes",
                       "PTX line " + std::to_string(element.line));
    }
  }
  for (Exit& exit : exits) {
    for (size_t k = pass.first_kept; k < kept_.size(); ++k) {
      const KeptElement& element = kept_[k];
      const Held held = exit.state.values.at(element.place);
      exit.state.values.erase(element.place);
      thread_.stores.push_back(
          {element.at.base, element.at.offset, element.bytes, held.value, exit.state.path, {}, element.line});
    }
  }
  return {};
}

}  // namespace whet::lift

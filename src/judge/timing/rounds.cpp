#include "judge/timing/rounds.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "problem/data/data.h"

namespace whet {

namespace {

// Random numbers below a bound, the same on every machine.
class Dice {
 public:
  explicit Dice(uint64_t seed) : seed_(seed) {}
  size_t below(size_t bound) { return static_cast<size_t>((random_bits(seed_, next_++) >> 32) * bound >> 32); }

  std::vector<size_t> permutation(size_t count) {
    std::vector<size_t> order(count);
    std::iota(order.begin(), order.end(), size_t{0});
    for (size_t i = count; i > 1; --i) std::swap(order[i - 1], order[below(i)]);
    return order;
  }

 private:
  uint64_t seed_;
  uint64_t next_ = 0;
};

}  // namespace

std::vector<std::vector<size_t>> round_orders(size_t contenders, size_t rounds, uint64_t seed) {
  std::vector<std::vector<size_t>> orders;
  if (contenders == 0) return orders;
  Dice dice(seed);
  while (orders.size() < rounds) {
    const std::vector<size_t> names = dice.permutation(contenders), shifts = dice.permutation(contenders);
    for (const size_t shift : shifts) {
      std::vector<size_t> order(contenders);
      for (size_t place = 0; place < contenders; ++place) order[place] = names[(place + shift) % contenders];
      orders.push_back(std::move(order));
    }
  }
  return orders;
}

size_t next_look(size_t done, size_t usual, size_t most) {
  size_t look = usual;
  while (look < done) look *= 2;
  return std::min(look, most);
}

}  // namespace whet

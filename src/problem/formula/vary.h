// Data made harder by what is the same for all of an array or of a row: scaled, shifted, few values, near values.
#pragma once

#include "problem/formula/lone.h"

namespace whet::formula {

struct Unchanged : Everywhere {
  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Everywhere::Place&, uint64_t i) const {
    return from.value(i);
  }
};

struct Multiplied : Everywhere {
  double factor;
  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Everywhere::Place&, uint64_t i) const {
    return from.value(i) * factor;
  }
};

struct Shifted : Everywhere {
  double distance;
  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Everywhere::Place&, uint64_t i) const {
    return from.value(i) + distance;
  }
};

// One of the first values.
struct FewValues : Everywhere {
  uint64_t seed, kinds;
  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Everywhere::Place&, uint64_t i) const {
    return from.value(random_bits(seed, i) % kinds);
  }
};

// The table holds values in order, each of which comes so many times.
struct SortedValues {
  uint64_t times;
  struct Place {
    uint64_t end;
    double value;
  };
  template <typename Codec>
  WHET_BOTH Place place(const Sources<Codec>& from, uint64_t i) const {
    const uint64_t number = i / times;
    return {(number + 1) * times, from.table_value(number)};
  }
  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>&, const Place& here, uint64_t) const {
    return here.value;
  }
};

struct EitherValue : Everywhere {
  uint64_t seed;
  double one, two;
  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>&, const Everywhere::Place&, uint64_t i) const {
    return random_bits(seed, i) & 1 ? one : two;
  }
};

// All values times one factor. In every fourth row all are far below zero, in another all far above.
struct HugeValues {
  Field field;
  double factor;
  using Place = RowPlace;
  template <typename Codec>
  WHET_BOTH Place place(const Sources<Codec>&, uint64_t i) const {
    return Place(field, i);
  }
  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Place& here, uint64_t i) const {
    const double value = from.value(i), spread = field.range.spread;
    const uint64_t kind = field.rows.are_real ? here.row % 4 : 0;
    if (kind == 1) return (-spread - magnitude(value)) * factor;
    return (kind == 2 ? spread + magnitude(value) : value) * factor;
  }
};

// A power of two for each row, or piece.
struct MixedMagnitudes {
  Field field;
  uint64_t exponents;  // up and down
  struct Place {
    uint64_t end;
    double factor;
  };
  template <typename Codec>
  WHET_BOTH Place place(const Sources<Codec>&, uint64_t i) const {
    const RowPlace row(field, i);
    const uint64_t bits = random_bits(field.seed, 4000 + row.row);
    return {row.end, power_of_two(static_cast<int>(bits % (2 * exponents + 1)) - static_cast<int>(exponents))};
  }
  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Place& here, uint64_t i) const {
    return from.value(i) * here.factor;
  }
};

// In each row values that are at most three steps of the type apart, around another one from row to row.
struct Neighbours {
  Field field;
  struct Place {
    uint64_t end;
    double base;
  };
  template <typename Codec>
  WHET_BOTH Place place(const Sources<Codec>& from, uint64_t i) const {
    const RowPlace row(field, i);
    return {row.end, base_of(row.row, from.value(row.first))};
  }
  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>&, const Place& here, uint64_t i) const {
    return fitted(field.range, stepped<Codec>(here.base, static_cast<int>(random_bits(field.seed, i) % 4)));
  }

  // Around one in most rows, larger or smaller by up to 2^8 in others; of a range what it holds.
  WHET_BOTH double base_of(uint64_t row, double value) const {
    if (field.range.is_free) {
      const int drawn = static_cast<int>(random_bits(field.seed, 2000 + row) % 17) - 8;
      const double size = field.range.spread * power_of_two(least(drawn, field.range.significant_bits > 11 ? 8 : 2));
      return with_sign_of(size * (1 + share_of(random_bits(field.seed, 3000 + row))), value);
    }
    return fitted(field.range, value);
  }
};

}  // namespace whet::formula

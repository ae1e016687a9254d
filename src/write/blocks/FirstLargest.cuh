// The greatest of two values; of equal ones that with the lower place.
struct FirstLargest {
  template <typename T>
  __device__ __forceinline__ Placed<T> operator()(Placed<T> a, Placed<T> b) const {
    if (a.place < 0) return b;
    if (b.place < 0) return a;
    const bool is_first = a.value > b.value || (!(b.value > a.value) && a.place < b.place);
    return is_first ? a : b;
  }
  // With a value at a later place.
  template <typename T>
  __device__ __forceinline__ Placed<T> then(Placed<T> a, T value, long long place) const {
    const bool is_next = a.place < 0 || value > a.value;
    return {is_next ? value : a.value, is_next ? place : a.place};
  }
};

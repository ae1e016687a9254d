// Welford's update, and Chan's for two groups of values: the squares are those around the mean of what was seen so far, so
// that none is large where the mean is.
struct AroundMean {
  template <typename T>
  __device__ __forceinline__ Moments<T> operator()(Moments<T> a, Moments<T> b) const {
    const T count = a.count + b.count, apart = b.mean - a.mean;
    const T share = count > 0 ? b.count / count : 0;
    return {count, a.mean + share * apart, a.squares + b.squares + apart * apart * a.count * share};
  }
  // With one value more.
  template <typename T>
  __device__ __forceinline__ Moments<T> then(Moments<T> a, T value) const {
    const T count = a.count + 1, apart = value - a.mean;
    const T mean = a.mean + quotient_of_count(apart, count);
    return {count, mean, a.squares + apart * (value - mean)};
  }
};

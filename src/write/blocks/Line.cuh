// A pack with neighbours on both sides.
template <typename T, int kBefore, int kCount, int kAfter>
struct Line {
  T at[kBefore + kCount + kAfter];
};

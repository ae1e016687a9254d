// Where a line of a gathered tile begins, and a bit for each value of the terms that decides whether its elements are
// there.
struct alignas(16) LinePlace {
  long long offset;
  unsigned long long inside;
};

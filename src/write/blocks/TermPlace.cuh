// Where the elements of a term lie from the place on that an element of the own index has, and the bit that says
// whether they are there.
struct alignas(16) TermPlace {
  long long offset;
  int bit;
};

// A further dimension of a map: how many there are, and the bytes from one to the next.
struct MapDimension {
  unsigned count;
  unsigned long long stride;
};

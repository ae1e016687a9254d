// A further dimension of a tensor map: its extent, and the bytes from one element to the next.
struct MapDimension {
  unsigned count;
  unsigned long long stride;
};

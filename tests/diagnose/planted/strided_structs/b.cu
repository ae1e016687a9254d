// Planted: records of 96 bytes of which two neighbouring members are updated in place.
// It rules because lanes are 96 bytes apart: a sector per lane is read and written for 16 useful bytes of it.
// Mended: temperature and flux are two arrays beside the rest of the record, or two lanes' worth of one double2 array.
struct Cell {
  double position[3];
  double velocity[3];
  double temperature;
  double flux;
  double tensor[4];
};
static_assert(sizeof(Cell) == 96);

template <typename Record, typename Update>
__device__ void for_each(Record* records, int count, Update update) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) update(records[i]);
}

__global__ void cool(Cell* cells, int count, double rate) {
  for_each(cells, count, [rate](Cell& cell) { cell.temperature -= rate * cell.flux; });
}

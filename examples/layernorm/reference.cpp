#include <cmath>
#include <cstdint>

#include "rows_of.h"

#include "vgpu/time/time_model.h"

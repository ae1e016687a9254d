#include "vgpu/machine/warp.h"

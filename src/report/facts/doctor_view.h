// What this machine has, what it lacks, the consequence of that, and how to install it.
#pragma once

#include <string>

#include "environment/doctor.h"
#include "report/canvas/canvas.h"
#include "util/text/json.h"

namespace whet {

struct DoctorView {
  MachineReport report;
  std::string summary;  // "9 of 20 found; no GPU: kernels run on the virtual GPU, ..."
};

DoctorView collect_doctor(MachineReport report);
void render(const DoctorView& view, Canvas& canvas);
Json to_json(const DoctorView& view);

}  // namespace whet

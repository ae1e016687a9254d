// The pictures of a launch, or of one before and after a change: below its ceilings, what its time and that of its
// warps is spent on, and on which lines.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "diagnose/diagnosis_record.h"
#include "report/canvas/canvas.h"
#include "report/draw/launch_roofline.h"
#include "util/text/json.h"

namespace whet {

// A part of the time, on its axis.
struct TimePart {
  std::string name;  // "DRAM"
  Axis axis = Axis::memory;
  bool is_launch = false;
  double share = 0;  // by which the time would change, relative to the part: all parts add up to 1
};

struct PicturedLaunch {
  std::string label;  // "before"; empty: there is only one
  std::vector<TimePart> time;
  Stalls stalls;
};

struct PicturedLine {
  std::string place, text;  // "softmax.cu:6", and what stands there
  Stalls stalls;
};

struct LaunchPicture {
  LaunchRoofline roofline;
  std::vector<PicturedLaunch> launches;
  std::vector<PicturedLine> lines;  // of the last launch, those with most of its warps' time first
};

struct LabelledRecord {
  std::string label;
  const LaunchRecord* record = nullptr;
};
// `gpu` may be nullptr: there are no ceilings then.
LaunchPicture collect_picture(const std::vector<LabelledRecord>& launches, const Gpu* gpu,
                              const std::vector<Measurement>& measurements);

// What it reaches at each level of memory and of arithmetic, as lines.
void render_reach(const LaunchPicture& picture, Canvas& canvas);
void draw_picture(const LaunchPicture& picture, Canvas& canvas);
Json to_json(const LaunchPicture& picture);

}  // namespace whet

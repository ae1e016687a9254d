// What `whet profile` shows: the metrics of each launch by subject, its hot lines, and what changed since another.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profile/line_counts.h"
#include "profile/profile.h"
#include "report/canvas/canvas.h"
#include "util/text/json.h"

namespace whet {

struct ProfiledLaunch {
  Profile profile;
  CountedLines lines;              // empty: the collector does not see lines
  std::vector<std::string> texts;  // of these lines
  std::optional<Profile> before;   // the launch that it is compared with
};

struct ProfileView {
  std::string source;  // problem or file
  std::vector<std::string> notes;
  std::vector<ProfiledLaunch> launches;
  bool all = false;  // show all metrics, zeros and all lines too
};

void render(const ProfileView& view, Canvas& canvas);
// An array of profiles, as `whet profile --save` writes it.
Json to_json(const ProfileView& view);

}  // namespace whet

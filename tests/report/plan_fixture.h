// A small plan for golden files.
#pragma once

#include "diagnose/plan.h"

namespace whet::test {

// Two methods, one of which conflicts with a third; another needs consent.
inline Plan sample_plan() {
  const auto parsed = [](const char* text) { return Expression::parse(text).value(); };
  const auto made = [&](const char* id, Axis axis, const char* trigger, const char* gain) {
    Method method{id,          axis,         "A name",        1, "Write it so.", {}, parsed(trigger), parsed("0.9"),
                  parsed("1"), parsed(gain), "it is a reason"};
    method.resources = {Shift::up, Shift::same, Shift::down, "eight registers more"};
    method.needs.text = {"rows of 16 bytes"};
    method.skill = "uncoalesced_access";
    return method;
  };
  Method layout = made("memory.data_layout", Axis::memory, "load.excess > 1.3", "2"),
         slow = made("latency.slow", Axis::latency, "load.excess > 100", "2"),
         other = made("memory.other", Axis::memory, "load.excess > 1.3", "1.4");
  layout.needs.consent = Consent::layout;
  other.conflicts = {"memory.coalesced_access"};
  return make_plan({made("memory.coalesced_access", Axis::memory, "load.excess > 1.3", "1.72"), layout, slow, other,
                    made("latency.prefetch", Axis::latency, "load.excess > 1.3", "1.1")},
                   {{"load.excess", 8}, {"bound.memory", 0.7}, {"bound.latency", 0.3}, {"occupancy.by_registers", 1}},
                   {.slots = 6, .consents = {}});
}

}  // namespace whet::test

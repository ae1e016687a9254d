// What this process has started and made, and must not leave behind when it is told to end: children with their process
// groups, directories of its own.
#pragma once

#include <sys/types.h>

#include <mutex>
#include <string>

namespace whet {

// The leader of a process group; `gently`: it is asked first, because it has leavings of its own.
void add_leaving(pid_t child, bool gently = false);
void remove_leaving(pid_t child);
void add_leaving(const std::string& directory);
void remove_leaving(const std::string& directory);
// Held while a directory is removed: two that remove the same one hinder each other, and one may end the process.
std::mutex& removal_of_leavings();

// Ends the children, then removes the directories. What is added afterwards stays.
void clear_leavings();

// From the first leaving on SIGINT, SIGTERM and SIGHUP clear all and end the process with 128 + signal. For programs,
// which own their signals; a library does not call it.
void clear_leavings_on_signals();

}  // namespace whet

// What this process must not leave behind when a signal ends it: child processes with their process groups, and its
// private directories.
#pragma once

#include <sys/types.h>

#include <mutex>
#include <string>

namespace whet {

// Adds the leader of a process group. With `gently` it gets SIGTERM first, because it has leavings of its own.
void add_leaving(pid_t child, bool gently = false);
void remove_leaving(pid_t child);
void add_leaving(const std::string& directory);
void remove_leaving(const std::string& directory);
// Held while a directory is removed: two threads that remove the same one disturb each other, and one may end the
// process.
std::mutex& removal_of_leavings();

// Ends the children, then removes the directories. What is added afterwards stays.
void clear_leavings();

// Once something has been added, SIGINT, SIGTERM and SIGHUP clear everything and end the process with 128 + signal.
// Only programs, which own their signals, call this; a library does not.
void clear_leavings_on_signals();

}  // namespace whet

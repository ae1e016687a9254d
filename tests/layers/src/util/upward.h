#include "cli/frame/command.h"

#pragma once
#include <stdint.h>

/// How many allocations the process has made; reallocations count.
uint64_t entstore_allocation_count(void);

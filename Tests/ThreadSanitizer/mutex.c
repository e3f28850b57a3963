// Tells the thread sanitizer of the waits in Swift's Mutex, which it cannot see: on Linux a mutex that is taken is handed on by the
// kernel, from within a library that is not instrumented. What happens without waiting are atomics in our own code, which it sees.
//
// Linked into the programs that Scripts/thread-sanitizer runs: their calls come here first, and go on to the library.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

void __tsan_acquire(const void *address);
void __tsan_release(const void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) const void *mutex
// _MutexHandle._lockSlow(_: UInt32) and _MutexHandle._unlockSlow().
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlock(SELF) __asm__(UNLOCK);

SWIFT void lock(uint32_t thread, SELF) {
  ((SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK))(thread, mutex);
  __tsan_acquire(mutex);
}

SWIFT void unlock(SELF) {
  __tsan_release(mutex);
  ((SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK))(mutex);
}

// Stands in front of the system calls that change the files of one folder: preloaded into a program, it writes them down in
// their order, or makes one of them fail. Linux only.
//
//   TORTURE_FOLDER   the folder, without symbolic links
//   TORTURE_RECORD   a file outside of it that takes what was done; Record.swift reads it
//   TORTURE_FAULT    "KIND K COUNT ACTION": what becomes of the K-th call of a kind (from 1) and the COUNT - 1 after it.
//                    KIND: write, sync, truncate, map, open, name. ACTION: the number of an errno, instead of the call;
//                    late, the call and then EIO; short, half of the bytes; kill, SIGKILL instead; stop, SIGSTOP before.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { KIND_WRITE, KIND_SYNC, KIND_TRUNCATE, KIND_MAP, KIND_OPEN, KIND_NAME, KIND_UNLOCK, KIND_SAID, KINDS };
static const char *const kind_names[KINDS] = {"write", "sync", "truncate", "map", "open", "name", "", ""};

// What a record begins with; both names and the bytes follow.
struct header {
  uint8_t kind, is_failed, is_durable, is_lock, is_folder, zero;
  uint16_t name_length, new_name_length, zeros[3];
  uint64_t inode, offset, length;
};

// What is known of a descriptor that was opened in the folder.
struct place {
  uint8_t is_inside, is_durable, is_lock, is_folder;
  uint64_t inode;
};

enum { PLACES = 1024 };
static struct place places[PLACES];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char folder[4096];
static size_t folder_length;
static int record = -1;
static int fault_kind = -1, fault_errno, fault_count;
static unsigned long fault_at, seen[KINDS];
static char fault_action[16];

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("TORTURE_FOLDER");
  if (!text) return;
  folder_length = (size_t)snprintf(folder, sizeof folder, "%s", text);
  if ((text = getenv("TORTURE_RECORD")))
    record = (int)syscall(SYS_openat, AT_FDCWD, text, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
  char kind[16];
  if ((text = getenv("TORTURE_FAULT")) && sscanf(text, "%15s %lu %d %15s", kind, &fault_at, &fault_count, fault_action) == 4) {
    for (int i = 0; i < KINDS; i++)
      if (!strcmp(kind, kind_names[i])) fault_kind = i;
    fault_errno = atoi(fault_action);
  }
}

static int is_inside(const char *path) {
  return folder_length && !strncmp(path, folder, folder_length) && (path[folder_length] == '/' || !path[folder_length]);
}

static const char *name_in(const char *path) { return path[folder_length] ? path + folder_length + 1 : ""; }

static int is_lock(const char *path) {
  size_t length = strlen(path);
  return length > 5 && !strcmp(path + length - 5, "-lock");
}

static struct place place_of(int file) {
  struct place none = {0};
  return file >= 0 && file < PLACES ? places[file] : none;
}

static void put(const void *bytes, size_t length) {
  for (const char *at = bytes; length > 0;) {
    long done = syscall(SYS_write, record, at, length);
    if (done <= 0) abort();
    at += done;
    length -= (size_t)done;
  }
}

// Writes one call down, with its result, of which -1 says that it has failed; the caller holds the mutex.
static void note(enum kind kind, long result, struct place place, const char *name, const char *new_name, off_t offset,
                 const void *bytes, size_t length) {
  if (record < 0) return;
  struct header header = {.kind = kind,
                          .is_failed = result == -1,
                          .is_durable = place.is_durable,
                          .is_lock = place.is_lock,
                          .is_folder = place.is_folder,
                          .name_length = (uint16_t)strlen(name),
                          .new_name_length = (uint16_t)strlen(new_name),
                          .inode = place.inode,
                          .offset = (uint64_t)offset,
                          .length = length};
  put(&header, sizeof header);
  put(name, header.name_length);
  put(new_name, header.new_name_length);
  put(bytes, length);
}

enum verdict { GO_ON, FAIL, FAIL_AFTER, HALVE };

// What is to become of the call that is about to be made; the caller holds the mutex.
static enum verdict judge(enum kind kind) {
  unsigned long number = ++seen[kind];
  if ((int)kind != fault_kind || number < fault_at || number >= fault_at + (unsigned long)fault_count) return GO_ON;
  if (!strcmp(fault_action, "kill")) raise(SIGKILL);
  if (!strcmp(fault_action, "stop")) {
    raise(SIGSTOP);
    return GO_ON;
  }
  if (!strcmp(fault_action, "short")) return HALVE;
  if (!strcmp(fault_action, "late")) return FAIL_AFTER;
  return FAIL;
}

// Makes a call with its verdict, and holds the mutex until `finish`. On FAIL nothing is done.
#define CALL(kind, result, call)                       \
  pthread_mutex_lock(&mutex);                          \
  enum verdict verdict = judge(kind);                  \
  __typeof__(call) result = (__typeof__(call))-1;      \
  if (verdict == FAIL) errno = fault_errno;            \
  else result = (call)

static void finish(enum verdict verdict) {
  int code = verdict == FAIL_AFTER ? EIO : errno;
  pthread_mutex_unlock(&mutex);
  errno = code;
}

static ssize_t write_parts(int file, const struct iovec *parts, int count, off_t offset, int is_at) {
  struct place place = place_of(file);
  if (!is_at) offset = lseek(file, 0, SEEK_CUR);
  size_t length = 0;
  for (int i = 0; i < count; i++) length += parts[i].iov_len;
  char *bytes = malloc(length + 1), *end = bytes;
  for (int i = 0; i < count; i++) end = (char *)memcpy(end, parts[i].iov_base, parts[i].iov_len) + parts[i].iov_len;
  CALL(KIND_WRITE, done,
       is_at ? syscall(SYS_pwrite64, file, bytes, verdict == HALVE ? length / 2 : length, offset)
             : syscall(SYS_write, file, bytes, verdict == HALVE ? length / 2 : length));
  note(KIND_WRITE, done, place, "", "", offset, bytes, done < 0 ? 0 : (size_t)done);
  int code = errno;
  free(bytes);
  errno = code;
  finish(verdict);
  return verdict == FAIL_AFTER ? -1 : done;
}

ssize_t write(int file, const void *bytes, size_t length) {
  struct iovec part = {(void *)bytes, length};
  if (place_of(file).is_inside) return write_parts(file, &part, 1, 0, 0);
  if (file != STDOUT_FILENO || !folder_length) return syscall(SYS_write, file, bytes, length);
  pthread_mutex_lock(&mutex);
  // Noted first: who reads it may end this process at once.
  struct place nowhere = {0};
  note(KIND_SAID, 0, nowhere, "", "", 0, bytes, length);
  ssize_t done = syscall(SYS_write, file, bytes, length);
  finish(GO_ON);
  return done;
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  return place_of(file).is_inside ? write_parts(file, parts, count, 0, 0) : syscall(SYS_writev, file, parts, count);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
  struct iovec part = {(void *)bytes, length};
  return place_of(file).is_inside ? write_parts(file, &part, 1, offset, 1)
                                  : syscall(SYS_pwrite64, file, bytes, length, offset);
}
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) { return pwrite(file, bytes, length, offset); }

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset) {
  return place_of(file).is_inside ? write_parts(file, parts, count, offset, 1)
                                  : REAL(pwritev)(file, parts, count, offset);
}
ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t offset) {
  return pwritev(file, parts, count, offset);
}

static int synchronize(int file, long call) {
  struct place place = place_of(file);
  if (!place.is_inside) return (int)syscall(call, file);
  CALL(KIND_SYNC, code, (int)syscall(call, file));
  note(KIND_SYNC, verdict == FAIL_AFTER ? -1 : code, place, "", "", 0, NULL, 0);
  finish(verdict);
  return verdict == FAIL_AFTER ? -1 : code;
}
int fsync(int file) { return synchronize(file, SYS_fsync); }
int fdatasync(int file) { return synchronize(file, SYS_fdatasync); }

int ftruncate(int file, off_t length) {
  struct place place = place_of(file);
  if (!place.is_inside) return (int)syscall(SYS_ftruncate, file, length);
  CALL(KIND_TRUNCATE, code, (int)syscall(SYS_ftruncate, file, length));
  note(KIND_TRUNCATE, code, place, "", "", length, NULL, 0);
  finish(verdict);
  return verdict == FAIL_AFTER ? -1 : code;
}
int ftruncate64(int file, off64_t length) { return ftruncate(file, length); }

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
  if (!place_of(file).is_inside) return (void *)syscall(SYS_mmap, address, length, protection, flags, file, offset);
  CALL(KIND_MAP, start, (void *)syscall(SYS_mmap, address, length, protection, flags, file, offset));
  note(KIND_MAP, (long)start, place_of(file), "", "", 0, NULL, 0);
  finish(GO_ON);
  return start;
}
void *mmap64(void *address, size_t length, int protection, int flags, int file, off64_t offset) {
  return mmap(address, length, protection, flags, file, offset);
}

static int open_inside(const char *path, int flags, mode_t mode) {
  struct stat before;
  int was_there = !stat(path, &before);
  CALL(KIND_OPEN, file, (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode));
  struct stat status = {0};
  if (file >= 0) fstat(file, &status);
  struct place place = {1, (flags & O_DSYNC) != 0, is_lock(path), S_ISDIR(status.st_mode), status.st_ino};
  if (file >= 0 && file < PLACES) places[file] = place;
  note(KIND_OPEN, file, place, was_there ? "" : name_in(path), "", 0, NULL, 0);
  finish(verdict == FAIL_AFTER ? GO_ON : verdict);
  return file;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return is_inside(path) ? open_inside(path, flags, mode) : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
__typeof__(open) open64 __attribute__((alias("open")));

int close(int file) {
  if (file >= 0 && file < PLACES) memset(&places[file], 0, sizeof places[file]);
  return (int)syscall(SYS_close, file);
}

int flock(int file, int operation) {
  struct place place = place_of(file);
  if (!place.is_inside || !(operation & LOCK_UN)) return (int)syscall(SYS_flock, file, operation);
  pthread_mutex_lock(&mutex);
  note(KIND_UNLOCK, 0, place, "", "", 0, NULL, 0);
  int code = (int)syscall(SYS_flock, file, operation);
  finish(GO_ON);
  return code;
}

// One change of a name in the folder; the inode is that of the file that the change is about.
static int rename_inside(const char *old, const char *new, long call) {
  struct stat status = {0};
  stat(old, &status);
  struct place place = {1, 0, is_lock(old), 0, status.st_ino};
  CALL(KIND_NAME, code, (int)(call == SYS_unlink      ? syscall(call, old)
                               : call == SYS_renameat2 ? syscall(call, AT_FDCWD, old, AT_FDCWD, new, RENAME_NOREPLACE)
                                                       : syscall(call, old, new)));
  note(KIND_NAME, code, place, call == SYS_link ? "" : name_in(old), *new ? name_in(new) : "", 0, NULL, 0);
  finish(verdict);
  return verdict == FAIL_AFTER ? -1 : code;
}
int rename(const char *old, const char *new) {
  return is_inside(old) && is_inside(new) ? rename_inside(old, new, SYS_rename) : (int)syscall(SYS_rename, old, new);
}
// The folders that names begin in are of no matter: those that are inside of the folder are absolute.
int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
  return flags == RENAME_NOREPLACE && is_inside(old) && is_inside(new) ? rename_inside(old, new, SYS_renameat2)
                                                                       : (int)syscall(SYS_renameat2, from, old, to, new, flags);
}
int link(const char *old, const char *new) {
  return is_inside(old) && is_inside(new) ? rename_inside(old, new, SYS_link) : (int)syscall(SYS_link, old, new);
}
int unlink(const char *path) {
  return is_inside(path) ? rename_inside(path, "", SYS_unlink) : (int)syscall(SYS_unlink, path);
}

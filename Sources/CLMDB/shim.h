#include <lmdb.h>
#ifdef __linux__
// statfs, which Swift's Glibc module leaves out.
#include <sys/vfs.h>
// And this, which keeps the size of the file by FALLOC_FL_KEEP_SIZE.
#include <linux/falloc.h>
extern int fallocate(int file, int mode, off_t offset, off_t length);
// And this, which replaces nothing by RENAME_NOREPLACE.
extern int renameat2(int from, const char *old, int to, const char *new_name, unsigned int flags);
#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE 1
#endif
// And locks that belong to a descriptor: the same numbers on every machine.
#ifndef F_OFD_GETLK
#define F_OFD_GETLK 36
#define F_OFD_SETLK 37
#endif
#endif

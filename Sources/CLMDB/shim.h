#include <lmdb.h>
#ifdef __linux__
// statfs, which Swift's Glibc module leaves out.
#include <sys/vfs.h>
#endif

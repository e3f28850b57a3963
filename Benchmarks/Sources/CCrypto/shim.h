#include <openssl/ec.h>
#include <openssl/evp.h>

#ifndef LARDER_CFIDO_SHIM_H
#define LARDER_CFIDO_SHIM_H

#include <fido.h>

#endif

#ifndef LARDER_CQRENCODE_SHIM_H
#define LARDER_CQRENCODE_SHIM_H

#include <qrencode.h>

#endif

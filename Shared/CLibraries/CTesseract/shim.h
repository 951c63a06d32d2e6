#ifndef LARDER_CTESSERACT_SHIM_H
#define LARDER_CTESSERACT_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <leptonica/allheaders.h>
#include <tesseract/capi.h>

#endif

// Generated from the .proto files of larder.ocr.v1 by protoc-gen-larder. Do not edit.
#include <CProtobuf.h>
#include <CCommonMessages.h>
#include "larder/ocr/v1/receipts.pb-c.h"

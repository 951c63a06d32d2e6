// Generated from the .proto files of larder.orders.v1 by protoc-gen-larder. Do not edit.
#include <CProtobuf.h>
#include <CCommonMessages.h>
#include "larder/orders/v1/eateries.pb-c.h"

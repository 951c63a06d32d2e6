// Generated from the .proto files of larder.rpc.v1 by protoc-gen-larder. Do not edit.
#include <CProtobuf.h>
#include <CDescriptorMessages.h>
#include "larder/rpc/v1/access.pb-c.h"
#include "larder/rpc/v1/conformance.pb-c.h"
#include "larder/rpc/v1/diagnostics.pb-c.h"
#include "larder/rpc/v1/echo.pb-c.h"
#include "larder/rpc/v1/health.pb-c.h"
#include "larder/rpc/v1/reflection.pb-c.h"
#include "larder/rpc/v1/status.pb-c.h"

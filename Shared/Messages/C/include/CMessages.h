// Generated from all .proto files by generate.sh. Do not edit.
#include <CProtobuf.h>
#include <CDescriptorMessages.h>
#include "larder/auth/v1/accounts.pb-c.h"
#include "larder/auth/v1/sessions.pb-c.h"
#include "larder/budget/v1/purchases.pb-c.h"
#include "larder/catalog/v1/eateries.pb-c.h"
#include "larder/catalog/v1/products.pb-c.h"
#include "larder/catalog/v1/stores.pb-c.h"
#include "larder/common/v1/values.pb-c.h"
#include "larder/events/v1/events.pb-c.h"
#include "larder/notifications/v1/inbox.pb-c.h"
#include "larder/ocr/v1/receipts.pb-c.h"
#include "larder/orders/v1/eateries.pb-c.h"
#include "larder/rpc/v1/access.pb-c.h"
#include "larder/rpc/v1/echo.pb-c.h"
#include "larder/rpc/v1/health.pb-c.h"
#include "larder/rpc/v1/status.pb-c.h"

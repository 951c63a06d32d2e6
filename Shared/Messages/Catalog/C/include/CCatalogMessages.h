// Generated from the .proto files of larder.catalog.v1 by protoc-gen-larder. Do not edit.
#include <CProtobuf.h>
#include <CCommonMessages.h>
#include "larder/catalog/v1/average_prices.pb-c.h"
#include "larder/catalog/v1/brokers.pb-c.h"
#include "larder/catalog/v1/eateries.pb-c.h"
#include "larder/catalog/v1/exchange_rates.pb-c.h"
#include "larder/catalog/v1/mappings.pb-c.h"
#include "larder/catalog/v1/price_observations.pb-c.h"
#include "larder/catalog/v1/products.pb-c.h"
#include "larder/catalog/v1/reference_tables.pb-c.h"
#include "larder/catalog/v1/securities.pb-c.h"
#include "larder/catalog/v1/store_prices.pb-c.h"
#include "larder/catalog/v1/stores.pb-c.h"
#include "larder/catalog/v1/tax_rates.pb-c.h"

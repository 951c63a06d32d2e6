// Generated from the .proto files of larder.budget.v1 by protoc-gen-larder. Do not edit.
#include <CProtobuf.h>
#include <CCatalogMessages.h>
#include <CCommonMessages.h>
#include "larder/budget/v1/badges.pb-c.h"
#include "larder/budget/v1/goals.pb-c.h"
#include "larder/budget/v1/imports.pb-c.h"
#include "larder/budget/v1/insights.pb-c.h"
#include "larder/budget/v1/investing.pb-c.h"
#include "larder/budget/v1/offers.pb-c.h"
#include "larder/budget/v1/preferences.pb-c.h"
#include "larder/budget/v1/prices.pb-c.h"
#include "larder/budget/v1/purchases.pb-c.h"
#include "larder/budget/v1/recurring.pb-c.h"
#include "larder/budget/v1/suggestions.pb-c.h"

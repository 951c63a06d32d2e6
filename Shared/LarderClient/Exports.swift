// Requests, responses, call options, statuses and generated clients belong to this module's API; one import provides
// them all.
@_exported public import AuthMessages
@_exported public import BudgetMessages
@_exported public import CatalogMessages
@_exported public import CommonMessages
@_exported public import NotificationsMessages
@_exported public import OCRMessages
@_exported public import OrdersMessages
@_exported public import RPC
@_exported public import RPCStubs
@_exported public import RPCValues

// Generated from all .proto files by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import AuthMessages
internal import BudgetMessages
internal import CatalogMessages
internal import EventsMessages
internal import NotificationsMessages
internal import OCRMessages
internal import OrdersMessages
internal import PersonalMessages
public import RPC
internal import RPCStubs
internal import RPCValues

/// Every service, for routing by name and for access rules.
public enum ServiceCatalogue {
    /// Every service, by the name of its file.
    public static let all: [ServiceDescriptor] = [
        Auth.AccountsService.descriptor,
        Auth.AccountClosingService.descriptor,
        Auth.DataExportService.descriptor,
        Auth.ConsentsService.descriptor,
        Auth.EmailAddressesService.descriptor,
        Auth.FactorsService.descriptor,
        Auth.KeyOperationsService.descriptor,
        Auth.PlansService.descriptor,
        Auth.ProfilesService.descriptor,
        Auth.RecoveryService.descriptor,
        Auth.RolesService.descriptor,
        Auth.SessionsService.descriptor,
        Auth.KeysService.descriptor,
        Auth.RevocationsService.descriptor,
        Auth.SettingsService.descriptor,
        Budget.BadgesService.descriptor,
        Budget.GoalsService.descriptor,
        Budget.ImportsService.descriptor,
        Budget.InsightsService.descriptor,
        Budget.InvestingService.descriptor,
        Budget.OffersService.descriptor,
        Budget.PreferencesService.descriptor,
        Budget.PaidPricesService.descriptor,
        Budget.PurchasesService.descriptor,
        Budget.RecurringService.descriptor,
        Budget.SuggestionsService.descriptor,
        Catalog.AveragePricesService.descriptor,
        Catalog.BrokersService.descriptor,
        Catalog.EateryDirectoryService.descriptor,
        Catalog.ExchangeRatesService.descriptor,
        Catalog.ExchangeRateOperationsService.descriptor,
        Catalog.MappingsService.descriptor,
        Catalog.SharedMappingsService.descriptor,
        Catalog.FeedbackReportsService.descriptor,
        Catalog.PriceObservationsService.descriptor,
        Catalog.ProductsService.descriptor,
        Catalog.ReferenceTablesService.descriptor,
        Catalog.SecuritiesService.descriptor,
        Catalog.SecurityImportsService.descriptor,
        Catalog.StorePricesService.descriptor,
        Catalog.StoresService.descriptor,
        Catalog.TaxRatesService.descriptor,
        Events.EventSinkService.descriptor,
        Events.EventOperationsService.descriptor,
        Notifications.InboxService.descriptor,
        Notifications.MailerService.descriptor,
        Notifications.NoticePreferencesService.descriptor,
        Notifications.NoticeOperationsService.descriptor,
        Notifications.TemptingPlacesService.descriptor,
        Notifications.WebPushService.descriptor,
        OCR.ReceiptsService.descriptor,
        Orders.EateriesService.descriptor,
        Personal.PersonalDataService.descriptor,
        RPCMessages.ConformanceService.descriptor,
        RPCMessages.UnimplementedService.descriptor,
        RPCMessages.DiagnosticsService.descriptor,
        RPCMessages.EchoService.descriptor,
        RPCMessages.HealthService.descriptor,
        RPCMessages.ReflectionService.descriptor,
    ]
}

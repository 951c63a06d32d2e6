// Generated from all .proto files by protoc-gen-larder. Do not edit.

export const Accounts = {
    register: { path: "larder.auth.v1.Accounts/Register", kind: "unary", idempotency: "none" },
    getAccount: { path: "larder.auth.v1.Accounts/GetAccount", kind: "unary", idempotency: "noSideEffects" },
    getTerms: { path: "larder.auth.v1.Accounts/GetTerms", kind: "unary", idempotency: "noSideEffects" },
};
export const Consents = {
    listConsents: { path: "larder.auth.v1.Consents/ListConsents", kind: "unary", idempotency: "noSideEffects" },
    setConsent: { path: "larder.auth.v1.Consents/SetConsent", kind: "unary", idempotency: "idempotent" },
};
export const Sessions = {
    signIn: { path: "larder.auth.v1.Sessions/SignIn", kind: "unary", idempotency: "none" },
    refreshSession: { path: "larder.auth.v1.Sessions/RefreshSession", kind: "unary", idempotency: "none" },
    signOut: { path: "larder.auth.v1.Sessions/SignOut", kind: "unary", idempotency: "idempotent" },
};
export const Keys = {
    listKeys: { path: "larder.auth.v1.Keys/ListKeys", kind: "unary", idempotency: "noSideEffects" },
};
export const Purchases = {
    createPurchase: { path: "larder.budget.v1.Purchases/CreatePurchase", kind: "unary", idempotency: "idempotent" },
    getPurchase: { path: "larder.budget.v1.Purchases/GetPurchase", kind: "unary", idempotency: "noSideEffects" },
    listPurchases: { path: "larder.budget.v1.Purchases/ListPurchases", kind: "unary", idempotency: "noSideEffects" },
    correctItem: { path: "larder.budget.v1.Purchases/CorrectItem", kind: "unary", idempotency: "idempotent" },
    confirmPurchase: { path: "larder.budget.v1.Purchases/ConfirmPurchase", kind: "unary", idempotency: "idempotent" },
    editPurchase: { path: "larder.budget.v1.Purchases/EditPurchase", kind: "unary", idempotency: "idempotent" },
    undoStep: { path: "larder.budget.v1.Purchases/UndoStep", kind: "unary", idempotency: "none" },
    listSteps: { path: "larder.budget.v1.Purchases/ListSteps", kind: "unary", idempotency: "noSideEffects" },
    watchPurchase: { path: "larder.budget.v1.Purchases/WatchPurchase", kind: "serverStreaming", idempotency: "noSideEffects" },
};
export const Mappings = {
    guessProducts: { path: "larder.catalog.v1.Mappings/GuessProducts", kind: "unary", idempotency: "noSideEffects" },
    chooseProduct: { path: "larder.catalog.v1.Mappings/ChooseProduct", kind: "unary", idempotency: "idempotent" },
    listMappings: { path: "larder.catalog.v1.Mappings/ListMappings", kind: "unary", idempotency: "noSideEffects" },
    forgetMapping: { path: "larder.catalog.v1.Mappings/ForgetMapping", kind: "unary", idempotency: "idempotent" },
    forgetAllMappings: { path: "larder.catalog.v1.Mappings/ForgetAllMappings", kind: "unary", idempotency: "idempotent" },
};
export const Products = {
    searchProducts: { path: "larder.catalog.v1.Products/SearchProducts", kind: "unary", idempotency: "noSideEffects" },
    getProduct: { path: "larder.catalog.v1.Products/GetProduct", kind: "unary", idempotency: "noSideEffects" },
    listCategories: { path: "larder.catalog.v1.Products/ListCategories", kind: "unary", idempotency: "noSideEffects" },
    createProduct: { path: "larder.catalog.v1.Products/CreateProduct", kind: "unary", idempotency: "idempotent" },
};
export const Inbox = {
    listNotifications: { path: "larder.notifications.v1.Inbox/ListNotifications", kind: "unary", idempotency: "noSideEffects" },
    markNotificationsRead: { path: "larder.notifications.v1.Inbox/MarkNotificationsRead", kind: "unary", idempotency: "idempotent" },
};
export const Receipts = {
    uploadReceipt: { path: "larder.ocr.v1.Receipts/UploadReceipt", kind: "clientStreaming", idempotency: "idempotent" },
    watchReceipt: { path: "larder.ocr.v1.Receipts/WatchReceipt", kind: "serverStreaming", idempotency: "noSideEffects" },
    getReceipt: { path: "larder.ocr.v1.Receipts/GetReceipt", kind: "unary", idempotency: "noSideEffects" },
    listReceipts: { path: "larder.ocr.v1.Receipts/ListReceipts", kind: "unary", idempotency: "noSideEffects" },
    retryReceipt: { path: "larder.ocr.v1.Receipts/RetryReceipt", kind: "unary", idempotency: "idempotent" },
    downloadPhoto: { path: "larder.ocr.v1.Receipts/DownloadPhoto", kind: "serverStreaming", idempotency: "noSideEffects" },
    removePhoto: { path: "larder.ocr.v1.Receipts/RemovePhoto", kind: "unary", idempotency: "idempotent" },
    searchReceipts: { path: "larder.ocr.v1.Receipts/SearchReceipts", kind: "unary", idempotency: "noSideEffects" },
};
export const Eateries = {
    listOpenEateries: { path: "larder.orders.v1.Eateries/ListOpenEateries", kind: "unary", idempotency: "noSideEffects" },
};
export const Conformance = {
    emptyCall: { path: "larder.rpc.v1.Conformance/EmptyCall", kind: "unary", idempotency: "none" },
    unaryCall: { path: "larder.rpc.v1.Conformance/UnaryCall", kind: "unary", idempotency: "none" },
    cacheableUnaryCall: { path: "larder.rpc.v1.Conformance/CacheableUnaryCall", kind: "unary", idempotency: "noSideEffects" },
    streamingOutputCall: { path: "larder.rpc.v1.Conformance/StreamingOutputCall", kind: "serverStreaming", idempotency: "none" },
    streamingInputCall: { path: "larder.rpc.v1.Conformance/StreamingInputCall", kind: "clientStreaming", idempotency: "none" },
    fullDuplexCall: { path: "larder.rpc.v1.Conformance/FullDuplexCall", kind: "bidirectional", idempotency: "none" },
    halfDuplexCall: { path: "larder.rpc.v1.Conformance/HalfDuplexCall", kind: "bidirectional", idempotency: "none" },
    serverFirstCall: { path: "larder.rpc.v1.Conformance/ServerFirstCall", kind: "bidirectional", idempotency: "none" },
    holdCall: { path: "larder.rpc.v1.Conformance/HoldCall", kind: "unary", idempotency: "none" },
    getTally: { path: "larder.rpc.v1.Conformance/GetTally", kind: "unary", idempotency: "noSideEffects" },
    unimplementedCall: { path: "larder.rpc.v1.Conformance/UnimplementedCall", kind: "unary", idempotency: "none" },
};
export const Unimplemented = {
    unimplementedCall: { path: "larder.rpc.v1.Unimplemented/UnimplementedCall", kind: "unary", idempotency: "none" },
};
export const Echo = {
    unaryEcho: { path: "larder.rpc.v1.Echo/UnaryEcho", kind: "unary", idempotency: "noSideEffects" },
    collectEchoes: { path: "larder.rpc.v1.Echo/CollectEchoes", kind: "clientStreaming", idempotency: "none" },
    repeatEcho: { path: "larder.rpc.v1.Echo/RepeatEcho", kind: "serverStreaming", idempotency: "noSideEffects" },
    exchangeEchoes: { path: "larder.rpc.v1.Echo/ExchangeEchoes", kind: "bidirectional", idempotency: "none" },
};
export const Health = {
    checkHealth: { path: "larder.rpc.v1.Health/CheckHealth", kind: "unary", idempotency: "noSideEffects" },
    watchHealth: { path: "larder.rpc.v1.Health/WatchHealth", kind: "serverStreaming", idempotency: "noSideEffects" },
    listHealth: { path: "larder.rpc.v1.Health/ListHealth", kind: "unary", idempotency: "noSideEffects" },
};
export const Reflection = {
    listServices: { path: "larder.rpc.v1.Reflection/ListServices", kind: "unary", idempotency: "noSideEffects" },
    describeSymbol: { path: "larder.rpc.v1.Reflection/DescribeSymbol", kind: "unary", idempotency: "noSideEffects" },
};

// Generated from all .proto files by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

/// Messages and services of `larder.auth.v1`.
public enum Auth {}
/// Messages and services of `larder.budget.v1`.
public enum Budget {}
/// Messages and services of `larder.catalog.v1`.
public enum Catalog {}
/// Messages and services of `larder.common.v1`.
public enum Common {}
/// Messages and services of `larder.events.v1`.
public enum Events {}
/// Messages and services of `larder.notifications.v1`.
public enum Notifications {}
/// Messages and services of `larder.ocr.v1`.
public enum OCR {}
/// Messages and services of `larder.orders.v1`.
public enum Orders {}
/// Messages and services of `larder.rpc.v1`.
public enum RPCMessages {}

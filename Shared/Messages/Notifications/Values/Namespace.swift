// Generated from the .proto files of larder.notifications.v1 by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

/// Messages and services of `larder.notifications.v1`.
public enum Notifications {}

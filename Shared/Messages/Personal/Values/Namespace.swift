// Generated from the .proto files of larder.personal.v1 by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

/// Messages and services of `larder.personal.v1`.
public enum Personal {}

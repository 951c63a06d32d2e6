// Generated from the .proto files of larder.ocr.v1 by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

/// Messages and services of `larder.ocr.v1`.
public enum OCR {}

// Status codes and metadata are part of this module's vocabulary; who makes calls need not know where they are defined.
@_exported public import Wire

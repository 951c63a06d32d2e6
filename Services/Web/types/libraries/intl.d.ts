declare namespace Intl {
  /** Newer than the library of declarations, and in all browsers that the app supports. */
  function supportedValuesOf(key: "timeZone"): string[];
}

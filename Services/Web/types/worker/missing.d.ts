// What the compiler's description of service workers lacks.

declare global {
  /** Of pages alone: modules that the worker shares with them name it in functions that the worker does not call. */
  const document: { documentElement: { lang: string } };

  interface AbortController {
    abort(reason?: unknown): void;
  }

  /** The browser has a network again, and a page had asked to be told. */
  interface SyncEvent extends ExtendableEvent {
    readonly tag: string;
  }

  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent;
  }
}

export {};

// What the app uses of Preact 10 and htm 3, which come in one module.

/** What a component returns: the description of a part of the page. */
export type Node = VirtualNode | string | number | bigint | boolean | null | undefined | Node[];

/** An element or a component, not yet drawn. */
export interface VirtualNode {
  type: unknown;
  props: { [name: string]: unknown };
  key: unknown;
}

/** A component that is a function of its properties. */
export type FunctionComponent<Properties = {}> = (properties: Properties & { children?: Node }) => Node;

/** A component that is a class; for what functions cannot do, such as catching errors of those inside it. */
export abstract class Component<Properties = {}, State = {}> {
  constructor(properties?: Properties);
  props: Readonly<Properties & { children?: Node }>;
  state: Readonly<State>;
  setState(change: Partial<State> | ((state: Readonly<State>) => Partial<State> | null), done?: () => void): void;
  forceUpdate(done?: () => void): void;
  componentDidMount?(): void;
  componentDidUpdate?(before: Readonly<Properties>, stateBefore: Readonly<State>): void;
  componentWillUnmount?(): void;
  componentDidCatch?(error: unknown): void;
  shouldComponentUpdate?(next: Readonly<Properties>, nextState: Readonly<State>): boolean;
  abstract render(): Node;
}

/** Draws the description inside an element. */
export function render(node: Node, parent: Element | DocumentFragment): void;

/** The tag of templates that describe a part of the page. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): VirtualNode;
export function h(type: unknown, properties?: { [name: string]: unknown } | null, ...children: Node[]): VirtualNode;

export interface Context<Value> {
  Provider: FunctionComponent<{ value: Value }>;
  Consumer: FunctionComponent<{ children: (value: Value) => Node }>;
}
export function createContext<Value>(value: Value): Context<Value>;

export type Change<State> = (change: State | ((state: State) => State)) => void;
export interface Reference<Value> {
  current: Value;
}

export function useState<State>(initial: State | (() => State)): [State, Change<State>];
export function useState<State = undefined>(): [State | undefined, Change<State | undefined>];
export function useReducer<State, Action>(
  reducer: (state: State, action: Action) => State,
  initial: State,
): [State, (action: Action) => void];
export function useReducer<State, Action, Initial>(
  reducer: (state: State, action: Action) => State,
  initial: Initial,
  start: (initial: Initial) => State,
): [State, (action: Action) => void];
export function useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useMemo<Value>(compute: () => Value, inputs: readonly unknown[]): Value;
export function useCallback<Callback extends (...values: never[]) => unknown>(
  callback: Callback,
  inputs: readonly unknown[],
): Callback;
export function useRef<Value>(initial: Value): Reference<Value>;
export function useRef<Value>(initial: null): Reference<Value | null>;
export function useRef<Value = undefined>(): Reference<Value | undefined>;
export function useContext<Value>(context: Context<Value>): Value;
export function useErrorBoundary(report?: (error: unknown) => void): [unknown, () => void];
export function useImperativeHandle<Value>(
  reference: Reference<Value | null>,
  make: () => Value,
  inputs?: readonly unknown[],
): void;
export function useDebugValue(value: unknown): void;

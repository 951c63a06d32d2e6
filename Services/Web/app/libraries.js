// The libraries that every page needs, under one roof.

/** @typedef {import("../libraries/preact-htm.js").Node} Node What a component returns. */

export {
  html,
  render,
  createContext,
  useContext,
  useEffect,
  useErrorBoundary,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "../libraries/preact-htm.js";

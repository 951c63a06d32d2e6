// The libraries that every page needs, under one roof.
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

import { createContext } from 'react-router'

/** Marks the scripts of one rendering on the server; the browser never sees it. */
export const scriptNonceContext = createContext<string>()

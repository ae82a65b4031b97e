import type { Call } from '@twende/contract/http/call.ts'
import { createContext } from 'react-router'

/** How a server render reaches the API: in process, as nobody. */
export const callContext = createContext<Call>()

import { start } from './start/start.ts'

// Imported by the build's tools as well: only a process of its own starts the market.
if (import.meta.env.PROD) await start()

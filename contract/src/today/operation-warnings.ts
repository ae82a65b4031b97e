import * as z from 'zod/mini'

/** What an admin should set differently, as far as the running program can tell. */
export const OperationWarning = z.enum([
  'proxy_not_trusted',
  'public_proxy_not_named',
  /** A stored business setting cannot be read; the configured one holds instead. */
  'settings_invalid',
])
export type OperationWarning = z.output<typeof OperationWarning>

import { type RefusalCode, refusals } from '@twende/contract/http/refusal-codes.ts'
import type { SecurityFacts } from '../ops/security-log.ts'

/** An expected no. `message` is shown to the person; `data` helps the page to go on. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly data: unknown
  readonly retryAfterSeconds: number | undefined
  /** For the security log alone; never sent. */
  readonly securityFacts: SecurityFacts | undefined

  constructor(
    code: RefusalCode,
    options: {
      message?: string
      data?: unknown
      retryAfterSeconds?: number
      securityFacts?: SecurityFacts
    } = {},
  ) {
    super(options.message ?? refusals[code].message)
    this.name = 'Refusal'
    this.code = code
    this.status = refusals[code].status
    this.data = options.data
    this.retryAfterSeconds = options.retryAfterSeconds
    this.securityFacts = options.securityFacts
  }
}

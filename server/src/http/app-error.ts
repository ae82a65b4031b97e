import { type ErrorCode, errorCodes } from '@twende/contract/http/error-codes.ts'
import type { SecurityFacts } from '../ops/security-log.ts'

/** An expected no. `message` is shown to the person; `data` helps the page to go on. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly data: unknown
  readonly retryAfterSeconds: number | undefined
  /** For the security log alone; never sent. */
  readonly securityFacts: SecurityFacts | undefined

  constructor(
    code: ErrorCode,
    options: {
      message?: string
      data?: unknown
      retryAfterSeconds?: number
      securityFacts?: SecurityFacts
    } = {},
  ) {
    super(options.message ?? errorCodes[code].message)
    this.name = 'Refusal'
    this.code = code
    this.status = errorCodes[code].status
    this.data = options.data
    this.retryAfterSeconds = options.retryAfterSeconds
    this.securityFacts = options.securityFacts
  }
}

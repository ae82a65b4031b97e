import pino, { type DestinationStream, type Logger } from 'pino'

const SECRETS = ['token', 'password', 'newPassword', 'passkey', 'mpesaMessage']

/** Structured lines on standard output; secrets are cut out wherever they might appear. */
export function startLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
    serializers: { err: describeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** What broke and where. The details of a database error quote whole rows, with people's numbers in them. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const described = {
    type: name,
    message,
    stack,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  }
  const code = 'code' in error ? { code: error.code } : {}
  const constraint = 'constraint' in error ? { constraint: error.constraint } : {}
  const several = error instanceof AggregateError ? { errors: error.errors.map(describeError) } : {}
  return { ...described, ...code, ...constraint, ...several }
}

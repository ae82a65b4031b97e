import pino, { type DestinationStream, type Logger } from 'pino'

/** Structured lines on standard output; secrets are cut out wherever they might appear. */
export function startLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    serializers: { err: briefly },
    redact: {
      paths: [
        'req.headers.token',
        'headers.token',
        '*.password',
        '*.newPassword',
        '*.token',
        '*.passkey',
        '*.mpesaMessage',
      ],
      censor: '[hidden]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Where to look, and no more: errors of the database carry rows with them, and those of a connection all it was doing. */
function briefly(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = pino.stdSerializers.err(error)
  return {
    type,
    message,
    stack,
    ...('code' in error ? { code: error.code } : {}),
    ...('constraint' in error ? { constraint: error.constraint } : {}),
    ...(error instanceof AggregateError ? { errors: error.errors.map(briefly) } : {}),
  }
}

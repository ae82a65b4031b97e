import pino, { type Logger } from 'pino'

/** Structured lines on standard output; secrets are cut out wherever they might appear. */
export function startLogger(level: string): Logger {
  return pino({
    level,
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
  })
}

import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'

/** Structured log lines with request ids and no personal data: no bodies, no query strings, no headers, no SQL values. */
export function makeLog(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // The parser of uploads logs the request's headers, the token among them, at the finest level.
    redact: { paths: ['busboyOptions'], remove: true },
    serializers: {
      // A database error's detail quotes the row; only its code and the constraint are kept.
      err: (error: Error & { code?: string; constraint?: string }) => ({
        type: error.name,
        message:
          error.name === 'error'
            ? `database ${error.code ?? ''} ${error.constraint ?? ''}`.trim()
            : error.message.slice(0, 500),
        stack: error.stack
          ?.split('\n')
          .filter((line) => line.trimStart().startsWith('at '))
          .slice(0, 8)
          .join('\n'),
      }),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

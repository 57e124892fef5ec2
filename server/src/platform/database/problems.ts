import pg from 'pg'
import { AppError } from '../errors.ts'
import type { Refusals } from '../wiring.ts'

/** The constraint's name, read out of the message (a sharded database adds `_<digits>` and leaves the field empty). */
function constraintOf(error: pg.DatabaseError, known: Refusals): string | null {
  const quoted = [...error.message.matchAll(/"([^"]+)"/g)].map((match) => (match[1] as string).replace(/_\d{6,}$/, ''))
  return quoted.find((name) => name in known) ?? error.constraint ?? quoted.at(-1) ?? null
}

function isDatabaseError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError
}

/** Deadlock or serialization failure: the same work may be tried again. */
export function isRetryable(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === '40P01' || error.code === '40001')
}

/** The transaction failed at a statement before this one. */
export const isAborted = (error: unknown): boolean => isDatabaseError(error) && error.code === '25P02'

/** The driver stopped waiting for an answer: the server hangs, or the line to it does. */
export function isHang(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** The database is away or going away. */
export function isUnavailable(error: unknown): boolean {
  if (isDatabaseError(error)) return /^(57P0[1-3]|08|53)/.test(error.code ?? '')
  const text = error instanceof Error ? `${(error as NodeJS.ErrnoException).code ?? ''} ${error.message}` : ''
  return (
    isHang(error) ||
    /ECONNREFUSED|ECONNRESET|EPIPE|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      text,
    )
  )
}

/** It took too long (statement timeout, a lock that is not given up), and was ended for it: later it may go through. */
export function isOverdue(error: unknown): boolean {
  return isDatabaseError(error) && /^(57014|55P03|25P0[34])$/.test(error.code ?? '')
}

/**
 * Turns a database error that a user caused into the refusal it stands for; everything else comes back unchanged.
 * @param refusals what a broken constraint means
 */
export function translateDatabaseError(error: unknown, refusals: Refusals): unknown {
  if (!isDatabaseError(error)) return error
  const meaning = refusals[constraintOf(error, refusals) ?? '']
  if (typeof meaning === 'string') return new AppError(meaning)
  if (meaning) {
    const { refusal, message, field } = meaning
    return new AppError(refusal, {
      ...(message ? { message } : {}),
      ...(field ? { fields: [{ field, message: message ?? new AppError(refusal).message }] } : {}),
    })
  }
  // A foreign key that points nowhere: the id given does not exist (or belongs to somebody else).
  if (error.code === '23503') return new AppError('NOT_FOUND')
  return error
}

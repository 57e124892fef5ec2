import pg from 'pg'
import type { ErrorName } from '@dentin/contract'
import { AppError } from '../errors.ts'

/** What a broken constraint means to the user; modules add their own with `onConstraint`. */
const meanings = new Map<string, { refusal: ErrorName; message?: string; field?: string }>()

/** Says which refusal a constraint stands for. Called once per constraint when a module is loaded. */
export function onConstraint(
  name: string,
  refusal: ErrorName,
  options: { message?: string; field?: string } = {},
): void {
  meanings.set(name, { refusal, ...options })
}

/** The refusal that a constraint stands for. */
export const meaningOf = (constraint: string): ErrorName | undefined => meanings.get(constraint)?.refusal

/** What to say to whoever was overtaken by a certain kind of change; without an entry it is just somebody's change. */
const overtaken = new Map<string, string>()

/** Says in words what an action of the audit did to a row that somebody else had open. */
export function onOvertaking(action: string, message: string): void {
  overtaken.set(action, message)
}

/** The words for whoever comes after this action with an old version. */
export const overtakenBy = (action: string | undefined): string | undefined => overtaken.get(action ?? '')

/** The constraint's name, read out of the message (a sharded database adds `_<digits>` and leaves the field empty). */
function constraintOf(error: pg.DatabaseError): string | null {
  const quoted = [...error.message.matchAll(/"([^"]+)"/g)].map((match) => (match[1] as string).replace(/_\d{6,}$/, ''))
  return quoted.find((name) => meanings.has(name)) ?? error.constraint ?? quoted.at(-1) ?? null
}

function isDatabaseError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError
}

/** Deadlock or serialization failure: the same work may be tried again. */
export function isRetryable(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === '40P01' || error.code === '40001')
}

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

/** Turns a database error that a user caused into the refusal it stands for; everything else comes back unchanged. */
export function translateDatabaseError(error: unknown): unknown {
  if (!isDatabaseError(error)) return error
  const meaning = meanings.get(constraintOf(error) ?? '')
  if (meaning) {
    return new AppError(meaning.refusal, {
      ...(meaning.message ? { message: meaning.message } : {}),
      ...(meaning.field
        ? { fields: [{ field: meaning.field, message: meaning.message ?? new AppError(meaning.refusal).message }] }
        : {}),
    })
  }
  // A foreign key that points nowhere: the id given does not exist (or belongs to somebody else).
  if (error.code === '23503') return new AppError('NOT_FOUND')
  return error
}

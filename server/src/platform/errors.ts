import { errorTable, type ErrorEntry, type ErrorName } from '@dentin/contract'

/** A field of the input and what is wrong with it, in Chinese. */
export interface FieldProblem {
  field: string
  message: string
}

/** The one error class: a refusal by name from the closed table. Anything else that is thrown is a fault of ours. */
export class AppError extends Error {
  readonly code: number
  readonly http: number
  readonly data: unknown
  /** The transaction is committed all the same: what was counted or used up before the refusal stays so. */
  readonly keep: boolean

  constructor(
    readonly refusal: ErrorName,
    options: { message?: string; fields?: FieldProblem[]; data?: Record<string, unknown>; keep?: boolean } = {},
  ) {
    const entry: ErrorEntry = errorTable[refusal]
    super(options.message ?? entry.message)
    this.name = 'AppError'
    this.code = entry.code
    this.http = entry.http ?? 200
    this.keep = options.keep ?? false
    this.data = options.fields ? { ...options.data, fields: options.fields } : (options.data ?? null)
  }
}

/** A refusal that belongs to one field of the form. */
export function fieldError(
  refusal: ErrorName,
  field: string,
  message?: string,
  options: { keep?: boolean } = {},
): AppError {
  const text = message ?? errorTable[refusal].message
  return new AppError(refusal, { message: text, fields: [{ field, message: text }], ...options })
}

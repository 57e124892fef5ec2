import { isRetryable, isUnavailable } from '../../../platform/database/problems.ts'

/** Raised to take everything back when the process stops. */
export class Stopped extends Error {}

/** Is this something that passes, so that the queue tries again by itself? Anything else is told, and somebody decides. */
export const passes = (error: unknown): boolean =>
  error instanceof Stopped || isRetryable(error) || isUnavailable(error)

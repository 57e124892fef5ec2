import { get, type FieldErrors, type FieldValues } from 'react-hook-form'

/** The first words about a field or about anything inside it: a list tells of its items. */
export function errorAt(errors: FieldErrors<FieldValues>, name: string): string | undefined {
  return firstMessage(get(errors, name))
}

function firstMessage(error: unknown): string | undefined {
  if (!error || typeof error !== 'object') return undefined
  const { message } = error as { message?: unknown }
  if (typeof message === 'string' && message !== '') return message
  for (const [key, value] of Object.entries(error)) {
    if (key === 'ref') continue
    const found = firstMessage(value)
    if (found) return found
  }
  return undefined
}

import type { AnyCall, WireInput } from '@dentin/contract/core/call'
import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useForm, type DefaultValues, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { ApiError, newRequestId } from './client.ts'
import { ownKey } from './session.ts'

/** A form over the body (and query) of a call: the same schema checks here and on the server. */
export interface CallForm<V extends FieldValues> extends UseFormReturn<V> {
  /** Puts the server's words beside their fields. True when at least one field took some. */
  showErrors(error: unknown): boolean
  /** The id under which this form's content is sent; the same until `done`, so that a repeat makes no second row. */
  requestId(): string
  /** The write was answered: the kept draft goes, the next one gets a new request id. */
  done(): void
  /** What was typed earlier and not sent, if any. */
  keptDraft: V | null
  /** Forgets the kept draft. */
  dropDraft(): void
}

/**
 * @param keep name under which what is typed is kept in this browser for this person and clinic
 */
export function useCallForm<C extends AnyCall>(
  call: C,
  options: { defaultValues: Partial<WireInput<C>>; keep?: string },
): CallForm<WireInput<C> & FieldValues> {
  type V = WireInput<C> & FieldValues
  const shape = { ...call.params, ...call.query, ...call.body }
  delete (shape as Record<string, unknown>).requestId
  const schema = z.object(shape)
  const form = useForm<V>({
    // The input is what the form holds; parsing (money to fen, trimming) happens on the server again.
    resolver: zodResolver(schema as never, undefined, { raw: true }) as never,
    defaultValues: options.defaultValues as DefaultValues<V>,
    mode: 'onTouched',
  })
  // Read while rendering, so that the form tells when it changes.
  const dirty = useRef(false)
  const { isDirty } = form.formState
  useLayoutEffect(() => {
    dirty.current = isDirty
  }, [isDirty])
  const [id, setId] = useState(newRequestId)
  const key = options.keep ? ownKey(`draft.${options.keep}`) : null
  const [keptDraft, setKeptDraft] = useState(() => readDraft<V>(key))

  useEffect(() => {
    if (!key) return
    let timer: ReturnType<typeof setTimeout> | null = null
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        if (timer) clearTimeout(timer)
        timer = setTimeout(() => {
          if (dirty.current) localStorage.setItem(key, JSON.stringify(values))
        }, 300)
      },
    })
    return () => {
      unsubscribe()
      if (timer) clearTimeout(timer)
    }
  }, [form, key])

  const showErrors = useCallback(
    (error: unknown) => {
      if (!(error instanceof ApiError)) return false
      for (const problem of error.fields)
        form.setError(problem.field as Path<V>, { type: 'server', message: problem.message })
      return error.fields.length > 0
    },
    [form],
  )
  const dropDraft = useCallback(() => {
    setKeptDraft(null)
    if (key) localStorage.removeItem(key)
  }, [key])
  const done = useCallback(() => {
    setId(newRequestId())
    dropDraft()
  }, [dropDraft])
  return Object.assign(form, { showErrors, requestId: () => id, done, keptDraft, dropDraft })
}

function readDraft<V>(key: string | null): V | null {
  if (!key) return null
  try {
    const text = localStorage.getItem(key)
    return text ? (JSON.parse(text) as V) : null
  } catch {
    return null
  }
}

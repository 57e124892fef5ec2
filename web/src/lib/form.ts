import type { AnyCall, WireInput } from '@dentin/contract/core/call'
import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type BaseSyntheticEvent } from 'react'
import { get, useForm, type DefaultValues, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { ApiError, newRequestId } from './client.ts'
import { ownKey } from './session.ts'

/** How a submit ended: a field was wrong and nothing was sent; or what the server said. */
export type Outcome = 'saved' | 'wrong' | 'refused'

export interface SaveOptions<V> {
  /** What the schema does not know, said together with the rest: false when something is wrong. */
  check?: (values: V) => boolean
  /** Other words for a refusal; null when it has been dealt with, undefined for the usual. */
  explain?: (error: ApiError) => string | null | undefined | Promise<string | null | undefined>
}

/** A form over the body (and query) of a call: the same schema checks here and on the server. */
export interface CallForm<V extends FieldValues> extends UseFormReturn<V> {
  /** Why the last submit failed, when that belongs to no field. Gone with the next submit. */
  failure: string | null
  /** The same may go through when it is sent again: the line or the server failed, nothing was refused. */
  mayRetry: boolean
  /** A submit is under way. */
  sending: boolean
  /** The words beside a field; those of a list or a group tell of anything inside it. */
  errorOf(name: string): string | undefined
  /**
   * The handler of the form's submit: checks, sends, and says what went wrong beside the field or as `failure`. What is
   * typed stays. A call that knows a request id gets this form's.
   * @param send the write
   * @param done after it was answered: the toast, closing, leaving
   */
  save<O>(
    send: (values: V) => Promise<O>,
    done: (answer: O, values: V) => void,
    options?: SaveOptions<V>,
  ): (event?: BaseSyntheticEvent) => Promise<Outcome>
  /** The write was answered: the kept draft goes, the next one gets a new request id. `save` does it. */
  done: () => void
  /** What was typed earlier and not sent, if any. */
  keptDraft: V | null
  /** Forgets the kept draft. */
  dropDraft: () => void
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
  const { isDirty, isSubmitting } = form.formState
  useLayoutEffect(() => {
    dirty.current = isDirty
  }, [isDirty])
  const [id, setId] = useState(newRequestId)
  const [failure, setFailure] = useState<string | null>(null)
  const [mayRetry, setMayRetry] = useState(false)
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

  const dropDraft = useCallback(() => {
    setKeptDraft(null)
    if (key) localStorage.removeItem(key)
  }, [key])
  const done = useCallback(() => {
    setId(newRequestId())
    dropDraft()
  }, [dropDraft])
  // Read when it is called: a handler made in an earlier rendering sends under the present id too.
  const latest = useRef(id)
  useLayoutEffect(() => {
    latest.current = id
  }, [id])
  const save: CallForm<V>['save'] =
    (send, settled, { check, explain } = {}) =>
    async (event) => {
      let outcome: Outcome = 'wrong'
      setFailure(null)
      await form.handleSubmit(
        async (values) => {
          if (check && !check(values)) return
          try {
            const answer = await send('requestId' in call.body ? { ...values, requestId: latest.current } : values)
            outcome = 'saved'
            done()
            settled(answer, values)
          } catch (error) {
            if (!(error instanceof ApiError)) throw error
            outcome = 'refused'
            setMayRetry(error.mayPass)
            const words = await explain?.(error)
            if (words === null) return
            for (const { field, message } of error.fields) form.setError(field as Path<V>, { type: 'server', message })
            if (words !== undefined) setFailure(words)
            else if (error.fields.length === 0) setFailure(error.message)
          }
        },
        () => void check?.(form.getValues()),
      )(event)
      return outcome
    }
  return Object.assign(form, {
    failure,
    mayRetry,
    sending: isSubmitting,
    errorOf: (name: string) => errorAt(form.formState.errors, name),
    save,
    done,
    keptDraft,
    dropDraft,
  })
}

/** The first words about a field or about anything inside it: a list tells of its items. */
export function errorAt(errors: object, name: string): string | undefined {
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

function readDraft<V>(key: string | null): V | null {
  if (!key) return null
  try {
    const text = localStorage.getItem(key)
    return text ? (JSON.parse(text) as V) : null
  } catch {
    return null
  }
}

import { useState, type FormEvent, type ReactNode } from 'react'
import { ApiError } from '../../lib/client.ts'
import { Button, ErrorLine } from '../../ui/index.ts'
import s from './identity.module.css'

/** What is wrong, field by field. */
export type Problems<F extends string> = Partial<Record<F, string | undefined>>

/** A form before sign-in: it asks for what is missing, sends once at a time, and says a refusal beside its fields or under them. */
export interface SignFormState<F extends string> {
  problems: Problems<F>
  failure: string | null
  busy: boolean
  /** The words beside these fields go. */
  clear: (...fields: F[]) => void
  /** Says what is wrong; true when something is. */
  say: (problems: Problems<F>, failure?: string | null) => boolean
  /** Says a refusal; `named` is where the words about a field of the call belong. */
  show: (error: unknown, named?: (field: string) => string) => ApiError
  /** The submit: what is missing, the call, and what is done with a refusal in place of `show`. */
  submit: (
    event: FormEvent,
    missing: () => Problems<F>,
    send: () => Promise<void>,
    refused?: (error: unknown) => unknown,
  ) => Promise<void>
}

export function useSignForm<F extends string>(told: string | null = null): SignFormState<F> {
  const [problems, setProblems] = useState<Problems<F>>({})
  const [failure, setFailure] = useState(told)
  const [busy, setBusy] = useState(false)
  const say: SignFormState<F>['say'] = (found, words = null) => {
    setProblems(found)
    setFailure(words)
    return Object.values(found).some(Boolean)
  }
  const show: SignFormState<F>['show'] = (error, named = (field) => field) => {
    const problem = error instanceof ApiError ? error : new ApiError(-1, 'Error')
    const beside = problem.fields.map(({ field, message }) => [named(field), message])
    say(Object.fromEntries(beside) as Problems<F>, beside.length > 0 ? null : problem.message)
    return problem
  }
  return {
    problems,
    failure,
    busy,
    clear: (...fields) =>
      setProblems((before) => ({ ...before, ...Object.fromEntries(fields.map((field) => [field, undefined])) })),
    say,
    show,
    submit: async (event, missing, send, refused = show) => {
      event.preventDefault()
      if (busy || say(missing())) return
      setBusy(true)
      try {
        await send()
      } catch (error) {
        await refused(error)
      } finally {
        setBusy(false)
      }
    },
  }
}

/** The frame of such a form: its fields, what failed, and one button over the whole width. */
export function SignForm({
  form,
  onSubmit,
  submitText,
  children,
}: {
  form: Pick<SignFormState<string>, 'failure' | 'busy'>
  onSubmit: (event: FormEvent) => Promise<void>
  submitText: string
  children: ReactNode
}) {
  return (
    <form className={s.form} onSubmit={(event) => void onSubmit(event)} noValidate>
      {children}
      {form.failure && <ErrorLine>{form.failure}</ErrorLine>}
      <Button type="submit" variant="primary" size="lg" block busy={form.busy} className={s.submit}>
        {submitText}
      </Button>
    </form>
  )
}

import { useState, type ReactNode } from 'react'
import { retryOf } from '../lib/client.ts'
import { Button, ErrorLine, Field, Logo, TextField } from '../ui/index.ts'
import s from './code-page.module.css'

/** A public page behind a code that is printed on a paper: whoever holds the paper reads it without signing in. */
export const CodePage = ({ title, note, children }: { title: string; note: string; children: ReactNode }) => (
  <main className={s.page}>
    <Logo />
    <h1 className="t-22">{title}</h1>
    {children}
    <p className={s.note}>{note}</p>
  </main>
)

interface AskCodeProps {
  label: string
  /** Where it is printed. */
  placeholder: string
  /** On the button. */
  submit: string
  onCode: (code: string) => void
  /** Why the code that was given leads nowhere. */
  error?: Error | null
  onRetry?: () => void
  retrying?: boolean
}

/** Asks for the code of a paper, typed as it is printed. */
export function AskCode({ label, placeholder, submit, onCode, error, onRetry, retrying = false }: AskCodeProps) {
  const [typed, setTyped] = useState('')
  return (
    <>
      {error && (
        <ErrorLine onRetry={onRetry && retryOf(error, onRetry)} retrying={retrying}>
          {error.message}
        </ErrorLine>
      )}
      <form
        className={s.ask}
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim()) onCode(typed.trim())
        }}
      >
        <Field label={label}>
          <TextField value={typed} onChange={(event) => setTyped(event.target.value)} placeholder={placeholder} />
        </Field>
        <Button type="submit" variant="primary">
          {submit}
        </Button>
      </form>
    </>
  )
}

/** What the code leads to, as pairs of dt and dd. */
export const CodeFacts = ({ children }: { children: ReactNode }) => <dl className={s.facts}>{children}</dl>

import { useState, type ReactNode } from 'react'
import { Dialog } from '../../ui/heavy.ts'
import { Button, ErrorLine, Field, TextField } from '../../ui/index.ts'
import s from './billing.module.css'

export interface ReasonDialogProps {
  title: string
  label: string
  /** Usual reasons, one click each. */
  usual: readonly string[]
  /** Stands there at first. */
  first?: string
  /** May be left empty. */
  optional?: boolean
  submitText: string
  danger?: boolean
  busy: boolean
  failure?: string | null
  children?: ReactNode
  onClose: () => void
  onSubmit: (reason: string) => void
}

/** Asks why before a bill is given back, voided, revoked or left owing. */
export function ReasonDialog(props: ReasonDialogProps) {
  const [reason, setReason] = useState(props.first ?? '')
  const [asked, setAsked] = useState(false)
  const missing = !props.optional && reason.trim() === ''
  return (
    <Dialog
      open
      title={props.title}
      onClose={props.onClose}
      submitText={props.submitText}
      danger={props.danger}
      busy={props.busy}
      onSubmit={() => {
        setAsked(true)
        if (!missing) props.onSubmit(reason.trim())
      }}
    >
      {props.children}
      <Field
        label={props.label}
        required={!props.optional}
        error={asked && missing ? `请填写${props.label}` : undefined}
      >
        <TextField autoFocus maxLength={50} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <div className={s.reasons}>
        {props.usual.map((each) => (
          <Button key={each} size="sm" onClick={() => setReason(each)}>
            {each}
          </Button>
        ))}
      </div>
      {props.failure && <ErrorLine>{props.failure}</ErrorLine>}
    </Dialog>
  )
}

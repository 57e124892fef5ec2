import type { DictType } from '@dentin/contract/core/dictionaries'
import { useState, type ReactNode } from 'react'
import { useDict } from '../../lib/dict.ts'
import { Dialog } from '../../ui/heavy.ts'
import { ErrorLine, Field, UsualWords } from '../../ui/index.ts'

export interface ReasonDialogProps {
  title: string
  label: string
  /** Where the usual reasons are kept. */
  dictionary: DictType
  /** May be left empty. */
  optional?: boolean
  submitText: string
  danger?: boolean
  busy: boolean
  failure?: string | null
  children?: ReactNode
  /** Below the reason: another way on with it. */
  below?: (reason: string) => ReactNode
  onClose: () => void
  onSubmit: (reason: string) => void
}

/** Asks why before a bill is given back, voided, revoked or left owing. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { words, first } = useDict(props.dictionary)
  const [typed, setReason] = useState<string | null>(null)
  const reason = typed ?? first
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
        <UsualWords autoFocus maxLength={50} words={words} value={reason} onChange={setReason} />
      </Field>
      {props.below?.(reason.trim())}
      {props.failure && <ErrorLine>{props.failure}</ErrorLine>}
    </Dialog>
  )
}

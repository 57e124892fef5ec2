import { useState } from 'react'
import { appointment as calls } from '@dentin/contract/appointment'
import { useSend } from '../../../lib/query.ts'
import { retryOf } from '../../../lib/client.ts'
import { ErrorLine, Field, RadioGroup, TextField, toast } from '../../../ui/index.ts'
import { Dialog } from '../../../ui/heavy.ts'
import { appointmentReads, useBookingOptions } from '../hooks.ts'
import type { Detail } from '../model.ts'
import { errorOf } from './fields.tsx'
import s from './board.module.css'

/** Cancels with a reason of the dictionary. */
export function CancelDialog({
  appointment,
  onClose,
  onDone,
}: {
  appointment: Pick<Detail, 'id' | 'version' | 'name'>
  onClose: () => void
  onDone: () => void
}) {
  const options = useBookingOptions()
  const cancel = useSend(calls.cancel, { refresh: appointmentReads })
  const [chosenId, setReasonId] = useState<string | null>(null)
  const reasonId = chosenId ?? options.data?.cancelReasons.find((each) => each.isDefault)?.id ?? null
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const submit = () => {
    setTried(true)
    if (!reasonId) return
    cancel.mutate(
      { id: appointment.id, version: appointment.version, reasonId, note },
      {
        onSuccess: () => {
          toast.success('已取消预约')
          onDone()
        },
      },
    )
  }
  return (
    <Dialog
      open
      title={`取消 ${appointment.name} 的预约？`}
      onClose={onClose}
      onSubmit={submit}
      submitText="取消预约"
      cancelText="不取消"
      danger
      busy={cancel.isPending}
    >
      <div className={s.stack}>
        <Field
          label="取消原因"
          group
          required
          error={errorOf(cancel.error, 'reasonId') ?? (tried && !reasonId ? '请选择取消原因' : undefined)}
        >
          <RadioGroup
            options={(options.data?.cancelReasons ?? []).map((each) => ({ value: each.id, label: each.name }))}
            value={reasonId}
            onChange={setReasonId}
          />
        </Field>
        <Field label="说明" error={errorOf(cancel.error, 'note')}>
          <TextField value={note} maxLength={100} onChange={(event) => setNote(event.target.value)} />
        </Field>
        {cancel.error && cancel.error.fields.length === 0 && (
          <ErrorLine onRetry={retryOf(cancel.error, submit)}>{cancel.error.message}</ErrorLine>
        )}
      </div>
    </Dialog>
  )
}

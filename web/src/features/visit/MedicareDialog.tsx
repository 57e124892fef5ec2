import { visit } from '@dentin/contract/visit'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useSend } from '../../lib/query.ts'
import { FormDialog } from '../../ui/heavy.ts'
import { MedicareFields } from './MedicareFields.tsx'

/** Notes whether a visit goes over the medical insurance. */
export function MedicareDialog({
  id,
  name,
  notes,
  onDone,
  onClose,
}: {
  id: string
  name: string
  notes: { version: number; isMedicare: boolean; medicareNo: string }
  onDone: () => void
  onClose: () => void
}) {
  // What was open when the person began: a later refresh must not hide that somebody was faster.
  const [{ version, isMedicare, medicareNo }] = useState(notes)
  const save = useSend(visit.medicare)
  const form = useCallForm(visit.medicare, { defaultValues: { id, version, isMedicare, medicareNo } })
  const submit = form.save(save.mutateAsync, () => {
    onDone()
    onClose()
  })
  return (
    <FormDialog form={form} title={`${name} 的医保`} submitText="保存" onSubmit={submit} onClose={onClose}>
      <MedicareFields
        value={{ isMedicare: form.watch('isMedicare') ?? false, medicareNo: form.watch('medicareNo') ?? '' }}
        onChange={(next) => {
          form.setValue('isMedicare', next.isMedicare)
          form.setValue('medicareNo', next.medicareNo)
        }}
        error={form.errorOf('medicareNo')}
      />
    </FormDialog>
  )
}

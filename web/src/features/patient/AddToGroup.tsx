import { patient as calls } from '@dentin/contract/patient'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useSend } from '../../lib/query.ts'
import { FormDialog, MultiSelect, Picked } from '../../ui/heavy.ts'
import { TextButton, toast } from '../../ui/index.ts'
import { GroupDialog } from './GroupDialog.tsx'
import { centreReads, useGroups } from './hooks.ts'

/** Puts the chosen patients into groups by hand. */
export function AddToGroup({
  patientIds,
  widest,
  onClose,
  onDone,
}: {
  patientIds: readonly string[]
  widest: 1 | 3
  onClose: () => void
  onDone: () => void
}) {
  const groups = (useGroups().data ?? []).filter((group) => group.type === 1 && group.canEdit)
  const [making, setMaking] = useState(false)
  const add = useSend(calls.groupAdd, { refresh: centreReads })
  const form = useCallForm(calls.groupAdd, { defaultValues: { groupIds: [], patientIds: [...patientIds] } })
  const submit = form.save(add.mutateAsync, ({ added }) => {
    toast.success(added > 0 ? '已加入分组' : '都已经在组内')
    onDone()
  })
  if (making)
    return (
      <GroupDialog
        group={null}
        widest={widest}
        onClose={() => setMaking(false)}
        onSaved={(id) => {
          form.setValue('groupIds', [...(form.getValues('groupIds') ?? []), id])
          setMaking(false)
        }}
      />
    )
  return (
    <FormDialog
      title={`把 ${patientIds.length} 人加入分组`}
      width={440}
      form={form}
      onClose={onClose}
      onSubmit={submit}
      submitText="加入"
      footStart={
        <TextButton icon="plus" onClick={() => setMaking(true)}>
          新建分组
        </TextButton>
      }
    >
      <Picked form={form} name="groupIds" label="分组" required>
        {(field) => (
          <MultiSelect
            placeholder="选择分组"
            options={groups.map((group) => ({ value: group.id, label: group.name }))}
            value={(field.value as string[] | undefined) ?? []}
            onChange={field.onChange}
          />
        )}
      </Picked>
    </FormDialog>
  )
}

import { useState } from 'react'
import { ErrorLine, Field, toast } from '../../ui/index.ts'
import { Dialog, Select } from '../../ui/heavy.ts'
import { useAssign, useFollowOptions } from './hooks.ts'
import { roleOptions } from './words.ts'

/** Gives follow-ups to a person, or to anybody of a post. */
export function AssignDialog({ ids, onClose, onDone }: { ids: string[]; onClose: () => void; onDone: () => void }) {
  const options = useFollowOptions()
  const assign = useAssign()
  const [to, setTo] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = () => {
    if (!to) return setProblem('请选择执行人或岗位')
    const role = to.startsWith('role:') ? (to.slice(5) as 'nurse') : null
    assign.mutate(
      { ids, ownerRole: role, ownerId: role ? null : to },
      {
        onSuccess: ({ assigned, passed }) => {
          toast.success(passed > 0 ? `已分派 ${assigned} 条，${passed} 条已结束` : `已分派 ${assigned} 条`)
          onDone()
        },
        onError: (error) => setProblem(error.message),
      },
    )
  }
  return (
    <Dialog
      open
      title={`分派 ${ids.length} 条随访`}
      width={420}
      onClose={onClose}
      onSubmit={submit}
      submitText="分派"
      busy={assign.isPending}
    >
      <Field label="给谁" group required error={problem ?? undefined}>
        <Select
          label="给谁"
          placeholder="选择一个人或一个岗位"
          searchable
          value={to}
          onChange={(next) => {
            setTo(next)
            setProblem(null)
          }}
          options={[
            ...roleOptions.map((each) => ({ value: `role:${each.value}`, label: `${each.label}（岗位里的任何人）` })),
            ...(options.data?.people ?? []).map((each) => ({ value: each.id, label: each.name })),
          ]}
        />
      </Field>
      {options.error && <ErrorLine onRetry={() => void options.refetch()}>{options.error.message}</ErrorLine>}
    </Dialog>
  )
}

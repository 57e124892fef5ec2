import { patient as calls } from '@dentin/contract/patient'
import { useDict } from '../../lib/dict.ts'
import { useCallForm } from '../../lib/form.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { FormDialog, Picked, Select } from '../../ui/heavy.ts'
import { ErrorLine, Field, Notice, SkeletonRows, TextArea, toast } from '../../ui/index.ts'
import { centreReads } from './hooks.ts'
import s from './patient.module.css'

/** Archives patients with a reason; says first who cannot be archived now, and who owes. */
export function ArchiveDialog({
  patientIds,
  name,
  onClose,
  onDone,
}: {
  patientIds: readonly string[]
  /** Of a single patient. */
  name?: string
  onClose: () => void
  onDone: () => void
}) {
  const check = useCall(calls.archiveCheck, { patientIds: patientIds.join(',') }, { keep: false, staleTime: 0 })
  const archive = useSend(calls.archive, { refresh: centreReads })
  const form = useCallForm(calls.archive, {
    defaultValues: { patientIds: [...patientIds], reason: undefined as never, remark: '' },
  })
  const submit = form.save(archive.mutateAsync, ({ count }) => {
    toast.success(count > 1 ? `已归档 ${count} 人` : '归档成功')
    onDone()
  })
  const { numbers } = useDict('archive-reason')
  const blocked = check.data?.filter((each) => each.blocks.length > 0) ?? []
  const warned = check.data?.filter((each) => each.warnings.length > 0) ?? []
  return (
    <FormDialog
      title={name ? `归档 ${name}` : `归档 ${patientIds.length} 位患者`}
      width={480}
      form={form}
      onClose={onClose}
      onSubmit={submit}
      submitText="归档"
      submitDisabled={!check.data || blocked.length > 0}
    >
      {check.error && <ErrorLine onRetry={() => void check.refetch()}>{check.error.message}</ErrorLine>}
      {!check.data && !check.error && <SkeletonRows rows={2} height={32} />}
      {blocked.length > 0 && (
        <Notice tone="danger" icon="ban">
          <Lines title="现在不能归档，请先处理：" list={blocked.map((each) => [each.name, each.blocks])} />
        </Notice>
      )}
      {blocked.length === 0 && warned.length > 0 && (
        <Notice tone="wait" icon="alert">
          <Lines title="归档前请确认：" list={warned.map((each) => [each.name, each.warnings])} />
        </Notice>
      )}
      <p className="t-13 secondary">归档后默认搜不到，也不再发营销短信；随时可以取消归档。</p>
      <Picked form={form} name="reason" label="归档原因" required>
        {(field) => (
          <Select
            placeholder="选择原因"
            options={numbers}
            value={field.value as number | undefined}
            onChange={field.onChange}
          />
        )}
      </Picked>
      <Field label="备注" error={form.errorOf('remark')}>
        <TextArea rows={2} maxLength={200} {...form.register('remark')} />
      </Field>
    </FormDialog>
  )
}

function Lines({ title, list }: { title: string; list: (readonly [name: string, words: readonly string[]])[] }) {
  return (
    <div>
      <b>{title}</b>
      <ul className={s.lines}>
        {list.slice(0, 6).map(([name, words]) => (
          <li key={name + words.join()}>
            {name}：{words.join('、')}
          </li>
        ))}
        {list.length > 6 && <li>另有 {list.length - 6} 人</li>}
      </ul>
    </div>
  )
}

import { recordStates } from '@dentin/contract/core/status'
import { otherSide, patientSide, recordSeal } from '@dentin/contract/record-seal'
import { useCallForm } from '../../lib/form.ts'
import { useClinicSettings } from '../../lib/clinic-settings.ts'
import { FormDialog, Select } from '../../ui/heavy.ts'
import {
  Button,
  Checkbox,
  EmptyState,
  ErrorLine,
  Field,
  Notice,
  SkeletonRows,
  StatusTag,
  TextArea,
  TextButton,
  TextField,
  toast,
} from '../../ui/index.ts'
import { useRecordsToSeal, useSealing } from './hooks.ts'
import s from './seal.module.css'

type Relation = (typeof patientSide)[number] | (typeof otherSide)[number]
const relations = [...patientSide, ...otherSide].map((value) => ({ value, label: value }))
const blank = (relation: Relation) => ({ name: '', relation, idTail: '' })
const AT_MOST = 6

/** 封存: which records, why, and who was present. What is sealed can't be changed or taken back. */
export function SealDialog({
  patientId,
  onClose,
  onSealed,
}: {
  patientId: string
  onClose: () => void
  onSealed: () => void
}) {
  const read = useRecordsToSeal(patientId)
  const here = useClinicSettings().data?.clinicId
  const seal = useSealing()
  const form = useCallForm(recordSeal.create, {
    defaultValues: { patientId, recordIds: [], reason: '', witnesses: [blank('患者本人')] },
  })
  const records = (read.data ?? []).filter(({ clinicId }) => here === undefined || clinicId === here)
  const chosen = form.watch('recordIds')
  const witnesses = form.watch('witnesses')
  const choose = (ids: string[]) => form.setValue('recordIds', ids, { shouldDirty: true, shouldValidate: true })
  const people = (next: typeof witnesses) => form.setValue('witnesses', next, { shouldDirty: true })
  const unfinished = records.filter(
    ({ id, status }) => chosen.includes(id) && !recordStates.is(status, 'locked'),
  ).length
  const submit = form.save(
    (input) => seal.mutateAsync(input),
    ({ sealNo }) => {
      toast.success(`已封存 ${sealNo}`)
      onSealed()
    },
  )
  return (
    <FormDialog form={form} title="封存病历" submitText="封存" width={640} onSubmit={submit} onClose={onClose}>
      <Notice icon="lock">
        发生争议时双方在场封存。所选病历的 PDF、各版本数据、相关同意书和处方做成一份封存包，
        <b>封存后不能修改、删除或撤销</b>；病历可继续使用，以后的修订是新版本。
      </Notice>
      <Field
        group
        label={`病历（已选 ${chosen.length}）`}
        required
        error={form.errorOf('recordIds')}
        help={unfinished > 0 ? `其中 ${unfinished} 份未完成，只封存已写的部分并注明` : undefined}
      >
        {read.error && <ErrorLine onRetry={() => void read.refetch()}>{read.error.message}</ErrorLine>}
        {!read.data && !read.error && <SkeletonRows rows={3} />}
        {read.data && records.length === 0 && <EmptyState icon="file" title="本门诊没有这位患者的病历" />}
        {records.length > 0 && (
          <div className={s.records}>
            <Checkbox
              checked={chosen.length === records.length}
              indeterminate={chosen.length > 0 && chosen.length < records.length}
              onChange={({ target }) => choose(target.checked ? records.map(({ id }) => id) : [])}
            >
              全选
            </Checkbox>
            {records.map((row) => (
              <Checkbox
                key={row.id}
                checked={chosen.includes(row.id)}
                onChange={({ target }) =>
                  choose(target.checked ? [...chosen, row.id] : chosen.filter((id) => id !== row.id))
                }
              >
                <span className={s.record}>
                  <span className="num">{row.visitTime.slice(0, 10)}</span>
                  <span className="ellipsis">{row.diagnosisText || '未写诊断'}</span>
                  <span className="secondary">{row.doctorName}</span>
                  <StatusTag kind="record" value={row.status} look="plain" />
                </span>
              </Checkbox>
            ))}
          </div>
        )}
      </Field>
      <Field label="原因" required error={form.errorOf('reason')}>
        <TextArea rows={2} maxLength={200} placeholder="如：患者对种植手术的处置有异议" {...form.register('reason')} />
      </Field>
      <Field group label="在场人" required help="至少一位患者一方；封存人代表门诊一方，自动记入">
        <div className={s.people}>
          {witnesses.map((each, n) => (
            <div key={n} className={s.person}>
              <Field label="姓名" required error={form.errorOf(`witnesses.${n}.name`)}>
                <TextField maxLength={40} autoComplete="off" {...form.register(`witnesses.${n}.name`)} />
              </Field>
              <Field label="身份" required error={form.errorOf(`witnesses.${n}.relation`)}>
                <Select
                  value={each.relation}
                  options={relations}
                  searchable={false}
                  onChange={(relation) =>
                    relation && people(witnesses.map((one, at) => (at === n ? { ...one, relation } : one)))
                  }
                />
              </Field>
              <Field label="证件尾号" required error={form.errorOf(`witnesses.${n}.idTail`)}>
                <TextField
                  maxLength={4}
                  placeholder="后 4 位"
                  autoComplete="off"
                  {...form.register(`witnesses.${n}.idTail`)}
                />
              </Field>
              <Button
                variant="text"
                icon="x"
                aria-label={`去掉第 ${n + 1} 位在场人`}
                disabled={witnesses.length === 1}
                onClick={() => people(witnesses.filter((_, at) => at !== n))}
              />
            </div>
          ))}
          {typeof form.formState.errors.witnesses?.message === 'string' && (
            <ErrorLine>{form.formState.errors.witnesses.message}</ErrorLine>
          )}
          {witnesses.length < AT_MOST && (
            <TextButton onClick={() => people([...witnesses, blank('其他见证人')])}>再加一位</TextButton>
          )}
        </div>
      </Field>
    </FormDialog>
  )
}

import type { PatientChoice } from '@dentin/contract/patient'
import type { WireOutput } from '@dentin/contract/core/call'
import { patient as calls } from '@dentin/contract/patient'
import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '../../lib/client.ts'
import { useDict } from '../../lib/dict.ts'
import { useCallForm } from '../../lib/form.ts'
import { useLive } from '../../lib/live.ts'
import { can } from '../../lib/permission.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { FormDialog, Picked, Select } from '../../ui/heavy.ts'
import {
  Checkbox,
  confirm,
  ErrorLine,
  Field,
  IconButton,
  SkeletonRows,
  Tag,
  TextButton,
  TextField,
  toast,
} from '../../ui/index.ts'
import { PatientPicker } from './PatientSearch.tsx'
import s from './patient.module.css'

type KinRow = WireOutput<typeof calls.kinList>[number]

/** Family, guardians and emergency contacts of a patient. */
export function Kin({
  patientId,
  editable,
  fileTo,
}: {
  patientId: string
  editable: boolean
  fileTo: (id: string) => string
}) {
  useLive(['patient'], [calls.kinList])
  const { data, error, refetch } = useCall(calls.kinList, { patientId }, { keep: false })
  const [edited, setEdited] = useState<KinRow | 'new' | null>(null)
  const remove = useSend(calls.kinDelete, { refresh: [calls.kinList] })
  const may = editable && can('/allTimePatients:edit')
  const take = async (row: KinRow) => {
    const sure = await confirm({
      title: `删除与 ${row.name} 的关系？`,
      body: row.relatedPatientId ? '对方档案里的关系同时删除，两份档案不变。' : undefined,
      okText: '删除',
      danger: true,
    })
    if (!sure) return
    try {
      await remove.mutateAsync({ id: row.id })
      toast.success('删除成功')
    } catch (failed) {
      toast.error(failed instanceof ApiError ? failed.message : '没有删除，请重试')
    }
  }
  return (
    <section className={s.fileSection} aria-label="亲属与联系人">
      <div className={s.blockHead}>
        <h3>亲属与联系人</h3>
        {may && (
          <TextButton icon="plus" onClick={() => setEdited('new')}>
            添加
          </TextButton>
        )}
      </div>
      {error && !data && <ErrorLine onRetry={() => void refetch()}>亲属没有读到：{error.message}</ErrorLine>}
      {!data && !error && <SkeletonRows rows={2} height={34} />}
      {data?.length === 0 && <p className="t-13 tertiary">还没有登记亲属或联系人</p>}
      <ul className={s.groups}>
        {data?.map((row) => (
          <li key={row.id} className={s.group}>
            <span className={s.groupOpen}>
              <span className="secondary t-13">{row.relationName}</span>
              {row.relatedPatientId && row.canOpen ? (
                <Link className="bold" to={fileTo(row.relatedPatientId)}>
                  {row.name}
                </Link>
              ) : (
                <b>{row.name}</b>
              )}
              {row.mobile && <span className="num t-13">{row.mobile}</span>}
              {row.isGuardian && <Tag tone="brand">监护人</Tag>}
              {row.isEmergency && <Tag tone="wait">紧急联系人</Tag>}
              {row.remark && <span className="t-13 secondary ellipsis">{row.remark}</span>}
            </span>
            {may && (
              <>
                <IconButton icon="pencil" size="sm" label={`修改 ${row.name}`} onClick={() => setEdited(row)} />
                <IconButton icon="trash" size="sm" label={`删除 ${row.name}`} onClick={() => void take(row)} />
              </>
            )}
          </li>
        ))}
      </ul>
      {edited === 'new' && <NewKin patientId={patientId} onClose={() => setEdited(null)} />}
      {edited !== null && edited !== 'new' && <ChangedKin row={edited} onClose={() => setEdited(null)} />}
    </section>
  )
}

function NewKin({ patientId, onClose }: { patientId: string; onClose: () => void }) {
  const [other, setOther] = useState<PatientChoice | null>(null)
  const { numbers } = useDict('relation')
  const add = useSend(calls.kinAdd, { refresh: [calls.kinList] })
  const form = useCallForm(calls.kinAdd, {
    defaultValues: {
      patientId,
      relatedPatientId: null,
      name: '',
      relation: undefined as never,
      mobile: null,
      isGuardian: false,
      isEmergency: false,
      remark: '',
    },
  })
  const submit = form.save(add.mutateAsync, () => {
    toast.success('亲属已添加')
    onClose()
  })
  return (
    <FormDialog title="添加亲属或联系人" width={480} form={form} onClose={onClose} onSubmit={submit} submitText="添加">
      <Field
        label="对方的档案"
        error={form.errorOf('relatedPatientId')}
        help="对方也是患者时选择，两份档案里都会有这层关系"
      >
        <PatientPicker
          value={other}
          onChange={(next) => {
            setOther(next)
            form.setValue('relatedPatientId', next?.id ?? null)
          }}
        />
      </Field>
      {!other && (
        <>
          <Field label="姓名" required error={form.errorOf('name')}>
            <TextField maxLength={30} {...form.register('name')} />
          </Field>
          <Field label="手机号" error={form.errorOf('mobile')}>
            <TextField
              inputMode="tel"
              maxLength={11}
              {...form.register('mobile', { setValueAs: (value: unknown) => (value === '' ? null : value) })}
            />
          </Field>
        </>
      )}
      <Picked form={form} name="relation" label="对方是患者的" required>
        {(field) => (
          <Select
            placeholder="选择关系"
            options={numbers}
            value={field.value as number | undefined}
            onChange={(next) => field.onChange(next)}
          />
        )}
      </Picked>
      <div className={s.checks}>
        <Checkbox {...form.register('isGuardian')}>监护人</Checkbox>
        <Checkbox {...form.register('isEmergency')}>紧急联系人</Checkbox>
      </div>
      <Field label="备注" error={form.errorOf('remark')}>
        <TextField maxLength={100} {...form.register('remark')} />
      </Field>
    </FormDialog>
  )
}

function ChangedKin({ row, onClose }: { row: KinRow; onClose: () => void }) {
  const { numbers } = useDict('relation')
  // One that can't be chosen any more stays where it stands.
  const relations = numbers.some(({ value }) => value === row.relation)
    ? numbers
    : [...numbers, { value: row.relation, label: row.relationName }]
  const change = useSend(calls.kinUpdate, { refresh: [calls.kinList] })
  const form = useCallForm(calls.kinUpdate, {
    defaultValues: {
      id: row.id,
      version: row.version,
      name: row.name,
      relation: row.relation,
      isGuardian: row.isGuardian,
      isEmergency: row.isEmergency,
      remark: row.remark,
      // Of somebody without a file, and only where it is not covered: what is not sent is not changed.
      ...(row.relatedPatientId === null && can('/field:phone') ? { mobile: row.mobile } : {}),
    },
  })
  const submit = form.save(change.mutateAsync, () => {
    toast.success('更新成功')
    onClose()
  })
  return (
    <FormDialog
      title={`修改　${row.name}`}
      width={480}
      form={form}
      onClose={onClose}
      onSubmit={submit}
      submitText="保存"
    >
      {!row.relatedPatientId && (
        <Field label="姓名" required error={form.errorOf('name')}>
          <TextField maxLength={30} {...form.register('name')} />
        </Field>
      )}
      {!row.relatedPatientId && can('/field:phone') && (
        <Field label="手机号" error={form.errorOf('mobile')}>
          <TextField
            inputMode="tel"
            maxLength={11}
            {...form.register('mobile', { setValueAs: (value: unknown) => (value === '' ? null : value) })}
          />
        </Field>
      )}
      <Picked form={form} name="relation" label="对方是患者的" required>
        {(field) => (
          <Select options={relations} value={field.value as number} onChange={(next) => field.onChange(next)} />
        )}
      </Picked>
      <div className={s.checks}>
        <Checkbox {...form.register('isGuardian')}>监护人</Checkbox>
        <Checkbox {...form.register('isEmergency')}>紧急联系人</Checkbox>
      </div>
      <Field label="备注" error={form.errorOf('remark')}>
        <TextField maxLength={100} {...form.register('remark')} />
      </Field>
    </FormDialog>
  )
}

import { caseScopeNames, caseScopes, doctorCase } from '@dentin/contract/doctor-case'
import type { PatientChoice } from '@dentin/contract/patient'
import { useState, type ReactNode } from 'react'
import { dialogOf } from '../../lib/query.ts'
import { newRequestId } from '../../lib/client.ts'
import { useCallForm } from '../../lib/form.ts'
import { FormDialog, Picked } from '../../ui/heavy.ts'
import { Field, Notice, RadioGroup, TextArea, toast, UsualWords } from '../../ui/index.ts'
import { useDecide, usePublish, useShow, useTakeDown, type Detail } from './hooks.ts'

/** For whom the case is. Whoever may not decide on the chain asks for it here. */
export function PublishDialog({ of, onClose }: { of: Detail; onClose: () => void }) {
  const [scope, setScope] = useState<number>(Math.max(of.scope, caseScopes.clinic))
  const publish = usePublish()
  const asks = scope >= caseScopes.chain && !of.mine?.can.open
  const hints: Record<number, string> = {
    1: '只有自己能演示',
    2: '本门诊的同事都能演示',
    3: '各门诊都能演示',
    4: '各门诊都能演示，也可用于对外展示',
  }
  const submit = () =>
    publish.mutate(
      { id: of.id, version: of.version, scope: scope as 1 },
      {
        onSuccess: (answer) => {
          toast.success(answer.askedScope === null ? '案例已发布' : '已在门诊发布，等待批准')
          onClose()
        },
        onError: () => {},
      },
    )
  return (
    <FormDialog
      title="发布案例"
      submitText={asks ? '发布到门诊并申请' : '发布'}
      form={dialogOf(publish)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="范围" group>
        <RadioGroup
          label="范围"
          value={scope}
          onChange={setScope}
          options={Object.entries(caseScopeNames).map(([value, label]) => ({
            value: Number(value),
            label: `${label}　${hints[Number(value)]}`,
          }))}
        />
      </Field>
      {asks && <Notice icon="info">向连锁和公开发布由院长或总部批准；批准前先在本门诊发布。</Notice>}
    </FormDialog>
  )
}

const downReasons = ['图片不清楚', '内容要修改', '患者要求', '已有更好的案例']

/** Takes a case from everybody's sight, with the reason. */
export function TakeDownDialog({ of, onClose }: { of: Detail; onClose: () => void }) {
  const takeDown = useTakeDown()
  const form = useCallForm(doctorCase.takeDown, { defaultValues: { id: of.id, version: of.version, reason: '' } })
  const submit = form.save(takeDown.mutateAsync, () => {
    toast.success('案例已下架')
    onClose()
  })
  return (
    <FormDialog form={form} title="下架案例" submitText="下架" danger onSubmit={submit} onClose={onClose}>
      <Picked form={form} name="reason" label="下架原因" required>
        {(field) => <UsualWords words={downReasons} maxLength={200} {...field} value={field.value ?? ''} />}
      </Picked>
    </FormDialog>
  )
}

/** Agrees to what an author asked for, or sends it back with a word. */
export function DecideDialog({ of, agree, onClose }: { of: Detail; agree: boolean; onClose: () => void }) {
  const decide = useDecide()
  const form = useCallForm(doctorCase.decide, { defaultValues: { id: of.id, version: of.version, agree, note: '' } })
  const submit = form.save(decide.mutateAsync, () => {
    toast.success(agree ? '已批准' : '已退回')
    onClose()
  })
  const wanted = caseScopeNames[of.mine?.askedScope ?? 0] ?? ''
  return (
    <FormDialog
      form={form}
      title={agree ? `批准发布到${wanted}` : '退回申请'}
      submitText={agree ? '批准' : '退回'}
      danger={!agree}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={agree ? '备注' : '理由'} error={form.errorOf('note')}>
        <TextArea rows={3} maxLength={200} {...form.register('note')} />
      </Field>
    </FormDialog>
  )
}

/** A patient as the page lets one be chosen. */
export type PickPatient = (props: {
  value: PatientChoice | null
  onChange: (patient: PatientChoice | null) => void
}) => ReactNode

/** Asks to whom the case is shown: that stands in this patient's file then. */
export function StartShowing({
  of,
  pickPatient,
  onStart,
  onClose,
}: {
  of: Detail
  pickPatient: PickPatient
  onStart: () => void
  onClose: () => void
}) {
  const [chosen, setChosen] = useState<PatientChoice | null>(null)
  const show = useShow()
  const [requestId] = useState(newRequestId)
  const submit = () =>
    show.mutate({ id: of.id, patientId: chosen?.id ?? null, requestId }, { onSuccess: onStart, onError: () => {} })
  return (
    <FormDialog title="演示案例" submitText="开始演示" form={dialogOf(show)} onSubmit={submit} onClose={onClose}>
      <Field label="演示给" group>
        {pickPatient({ value: chosen, onChange: setChosen })}
      </Field>
      <p className="tertiary t-13">{chosen ? '会记入这位患者档案的同意书一栏。' : '不选患者也可以演示，只计次数。'}</p>
    </FormDialog>
  )
}

import { stageNames } from '@dentin/contract/picture'
import type { LocalDate } from '@dentin/kit/datetime'
import { useState } from 'react'
import { dialogOf } from '../../lib/query.ts'
import { presentDay } from '../../lib/present.ts'
import { DayField, FormDialog, Select } from '../../ui/heavy.ts'
import { Chips, Field, RadioGroup, TextField, toast } from '../../ui/index.ts'
import { useAddStage, useRemoveStage, useUpdateStage, type Stage } from './hooks.ts'

/** A new stage, or another name and day for one. */
export function StageDialog({
  patientId,
  stage,
  treatments,
  onClose,
  onSaved,
}: {
  patientId: string
  stage?: Stage
  /** So many stages of treatment there are already: the next number is offered. */
  treatments: number
  onClose: () => void
  onSaved: (id: string) => void
}) {
  const [name, setName] = useState(stage?.name ?? '')
  const [day, setDay] = useState<LocalDate | null>((stage?.stageTime as LocalDate | undefined) ?? presentDay())
  const add = useAddStage()
  const update = useUpdateStage()
  const sending = stage ? update : add
  const problem = (field: string) => sending.error?.fields.find((each) => each.field === field)?.message
  const done = (message: string) => ({
    onSuccess: ({ id }: { id: string }) => (toast.success(message), onSaved(id)),
    onError: () => {},
  })
  const submit = () => {
    const said = { name, stageTime: day ?? ('' as LocalDate) }
    if (stage) update.mutate({ ...said, stageId: stage.id, version: stage.version }, done('修改阶段成功'))
    else add.mutate({ ...said, patientId }, done('新增阶段成功'))
  }
  const offered = stageNames.map((each) => each.replace('1', String(treatments + 1)))
  return (
    <FormDialog
      title={stage ? '修改阶段' : '新增阶段'}
      submitText="保存"
      form={dialogOf(sending, true)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="名称" required error={problem('name')}>
        <TextField data-autofocus maxLength={40} value={name} onChange={({ target }) => setName(target.value)} />
      </Field>
      <Chips
        label="常用名称"
        options={offered.map((each) => ({ value: each, label: each }))}
        value={name}
        onChange={setName}
      />
      <Field label="日期" required error={problem('stageTime') ?? (day === null ? '请选择阶段日期' : undefined)}>
        <DayField value={day} onChange={setDay} today={presentDay()} />
      </Field>
    </FormDialog>
  )
}

/** Asks what becomes of the pictures of a stage that goes. */
export function RemoveStageDialog({
  stage,
  others,
  onClose,
  onRemoved,
}: {
  stage: Stage
  others: readonly Stage[]
  onClose: () => void
  onRemoved: () => void
}) {
  const [how, setHow] = useState<'move' | 'bin'>(others.length > 0 ? 'move' : 'bin')
  const [to, setTo] = useState<string | null>(others[0]?.id ?? null)
  const remove = useRemoveStage()
  const submit = () =>
    remove.mutate(
      { id: stage.id, ...(how === 'move' ? { moveTo: to } : { withPictures: true }) },
      { onSuccess: () => (toast.success('删除阶段成功'), onRemoved()), onError: () => {} },
    )
  return (
    <FormDialog
      title={`删除阶段 ${stage.name}`}
      submitText="删除"
      danger
      submitDisabled={how === 'move' && to === null}
      form={dialogOf(remove)}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="secondary t-13">该阶段有 {stage.count} 张图片：</p>
      <RadioGroup
        label="图片"
        value={how}
        stacked
        onChange={setHow}
        options={[
          ...(others.length > 0 ? [{ value: 'move' as const, label: '移动到其他阶段' }] : []),
          { value: 'bin' as const, label: '一并删除（30 天内可恢复）' },
        ]}
      />
      {how === 'move' && (
        <Field label="移动到" required>
          <Select
            value={to}
            onChange={setTo}
            options={others.map(({ id, name, stageTime }) => ({ value: id, label: `${name}　${stageTime}` }))}
          />
        </Field>
      )}
    </FormDialog>
  )
}

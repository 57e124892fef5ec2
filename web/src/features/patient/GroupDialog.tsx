import { patient as calls } from '@dentin/contract/patient'
import { groupColours } from '@dentin/contract/patient-group'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useSend } from '../../lib/query.ts'
import { FormDialog, Picked } from '../../ui/heavy.ts'
import { cx, Field, Segmented, TextField, toast } from '../../ui/index.ts'
import { FilterFields, inOrder } from './FilterFields.tsx'
import { conditionsOf, noFilters, patchOf, useListState, type ListPatch, type ListState } from './filters.ts'
import { colourNames } from './groups.ts'
import { centreReads, type PatientGroup } from './hooks.ts'
import s from './patient.module.css'

/** A new group, by hand or by a rule, or another name, colour, sharing or rule for one. */
export function GroupDialog({
  group,
  widest,
  onClose,
  onSaved,
}: {
  /** null: a new one. */
  group: PatientGroup | null
  /** May this person share it with the clinic and the chain? */
  widest: 1 | 3
  onClose: () => void
  onSaved: (id: string) => void
}) {
  const [state] = useListState()
  const [rule, setRule] = useState<ListState>(() => ({
    ...state,
    ...noFilters,
    tab: 'all',
    ...(group?.rule ? patchOf(group.rule) : {}),
  }))
  const save = useSend(calls.groupSave, { refresh: centreReads })
  const form = useCallForm(calls.groupSave, {
    defaultValues: {
      id: group?.id ?? null,
      version: group?.version,
      name: group?.name ?? '',
      colour: (group?.colour as 'teal' | undefined) ?? 'teal',
      type: (group?.type ?? 1) as 1 | 2,
      shareLevel: (group?.shareLevel ?? 1) as 1 | 2 | 3,
      sortNo: group?.sortNo ?? 0,
      rule: null,
    },
  })
  const type = form.watch('type')
  const submit = form.save(
    (values) =>
      save.mutateAsync({
        ...values,
        rule: values.type === 2 ? conditionsOf({ ...inOrder(rule), archived: null }) : null,
      }),
    ({ id }) => {
      toast.success(group ? '更新成功' : '分组已建立')
      onSaved(id)
    },
  )
  return (
    <FormDialog
      sticky
      title={group ? `修改分组　${group.name}` : '新建分组'}
      width={type === 2 ? 560 : 440}
      onClose={onClose}
      form={form}
      onSubmit={submit}
      submitText="保存"
    >
      <Field label="分组名称" required error={form.errorOf('name')}>
        <TextField maxLength={12} autoFocus {...form.register('name')} />
      </Field>
      <Picked form={form} name="colour" label="颜色" group>
        {(field) => (
          <div className={s.colours} role="radiogroup" aria-label="颜色">
            {groupColours.map((colour) => (
              <button
                key={colour}
                type="button"
                role="radio"
                aria-checked={field.value === colour}
                aria-label={colourNames[colour]}
                title={colourNames[colour]}
                className={cx(s.colour, s[`colour-${colour}`])}
                onClick={() => field.onChange(colour)}
              />
            ))}
          </div>
        )}
      </Picked>
      <Picked form={form} name="shareLevel" label="谁看得到" group>
        {(field) => (
          <Segmented
            options={[
              { value: 1, label: '只有我' },
              { value: 2, label: '本门诊', disabled: widest === 1 },
              { value: 3, label: '全连锁', disabled: widest === 1 },
            ]}
            value={field.value as number}
            onChange={field.onChange}
          />
        )}
      </Picked>
      {!group && (
        <Picked
          form={form}
          name="type"
          label="分组方式"
          group
          help={type === 2 ? '符合条件的患者自动在组内，条件变了人也跟着变' : '从列表里勾选患者加入'}
        >
          {(field) => (
            <Segmented
              options={[
                { value: 1, label: '手工' },
                { value: 2, label: '智能' },
              ]}
              value={field.value as number}
              onChange={field.onChange}
            />
          )}
        </Picked>
      )}
      {type === 2 && (
        <div className={s.ruleFields}>
          <FilterFields asRule draft={rule} set={(patch: ListPatch) => setRule((now) => ({ ...now, ...patch }))} />
        </div>
      )}
    </FormDialog>
  )
}

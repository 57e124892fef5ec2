import { clinic } from '@dentin/contract/clinic'
import { requirableFields, type RequirableField } from '@dentin/contract/patient'
import type { WireOutput } from '@dentin/contract/core/call'
import type { ReactNode } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { can } from '../../lib/permission.ts'
import { useUnsavedDraft } from '../../lib/use-draft.ts'
import { MultiSelect, Picked } from '../../ui/heavy.ts'
import {
  Button,
  ErrorLine,
  FormSection,
  MoneyInput,
  NumberField,
  RadioGroup,
  SkeletonRows,
  Switch,
  toast,
} from '../../ui/index.ts'
import { useConfig, useSaveConfig } from './hooks.ts'
import s from './setting.module.css'

type Config = WireOutput<typeof clinic.clinicConfig>

/** The rules by which the present clinic works. @param children what is set beside them, for the whole company */
export function ClinicConfig({ children }: { children?: ReactNode }) {
  const found = useConfig()
  if (found.error) return <ErrorLine onRetry={() => void found.refetch()}>{found.error.message}</ErrorLine>
  if (!found.data) return <SkeletonRows rows={6} />
  return (
    <ConfigForm key={found.data.version} config={found.data}>
      {children}
    </ConfigForm>
  )
}

const slots = [
  { value: 5, label: '5 分钟' },
  { value: 10, label: '10 分钟' },
  { value: 15, label: '15 分钟' },
]
const roundings = [
  { value: 'none', label: '不抹零' },
  { value: 'jiao', label: '抹到角' },
  { value: 'yuan', label: '抹到元' },
] as const

const asked = Object.entries(requirableFields).map(([value, label]) => ({ value: value as RequirableField, label }))

function ConfigForm({ config, children }: { config: Config; children?: ReactNode }) {
  const save = useSaveConfig()
  const mayEdit = can('/configInfo:edit')
  const form = useCallForm(clinic.saveClinicConfig, {
    defaultValues: { ...config, slotMinutes: config.slotMinutes as 5 | 10 | 15 },
  })
  const submit = form.save(save.mutateAsync, () => toast.success('更新成功'))
  useUnsavedDraft(
    form.formState.isDirty
      ? { name: '门诊规则', save: async () => void (await submit()), discard: () => form.reset() }
      : null,
  )
  const count = (
    name: 'revisitDays' | 'overbookLimit' | 'noShowMinutes' | 'lateMinutes',
    label: string,
    unit: string,
    help: string,
    [min, max]: readonly [number, number],
  ) => (
    <Picked form={form} name={name} label={label} required help={help}>
      {(field) => (
        <NumberField
          {...field}
          min={min}
          max={max}
          unit={unit}
          disabled={!mayEdit}
          onChange={(next) => field.onChange(next ?? undefined)}
        />
      )}
    </Picked>
  )
  return (
    <form className={s.form} onSubmit={(event) => void submit(event)} noValidate>
      <FormSection title="预约" columns={2}>
        <Picked form={form} name="slotMinutes" label="预约刻度" required group>
          {(field) => <RadioGroup options={slots} disabled={!mayEdit} {...field} value={field.value ?? 5} />}
        </Picked>
        {count('overbookLimit', '加号上限', '个', '同一时段最多加几个号，0 为不许加号', [0, 20])}
        {count('noShowMinutes', '爽约判定', '分钟', '到点后多久没来记为爽约', [5, 720])}
        {count('lateMinutes', '迟到判定', '分钟', '晚到多久按到店时间排队', [1, 240])}
        {count('revisitDays', '复诊天数', '天', '距上次就诊多少天内算复诊', [1, 3650])}
      </FormSection>
      <FormSection title="挂号与收费" columns={2}>
        <Picked form={form} name="regFee" label="挂号费" required help="0 为不收挂号费">
          {(field) => <MoneyInput {...field} value={field.value ?? ''} disabled={!mayEdit} />}
        </Picked>
        <Picked form={form} name="checkInFee" label="预约签到" group>
          {(field) => (
            <Switch checked={field.value ?? false} disabled={!mayEdit} onChange={field.onChange}>
              预约的患者签到时也收挂号费
            </Switch>
          )}
        </Picked>
        <Picked form={form} name="rounding" label="默认抹零" required group>
          {(field) => (
            <RadioGroup options={[...roundings]} disabled={!mayEdit} {...field} value={field.value ?? 'none'} />
          )}
        </Picked>
        <Picked form={form} name="arrearsAllowed" label="欠费离店" group>
          {(field) => (
            <Switch checked={field.value ?? false} disabled={!mayEdit} onChange={field.onChange}>
              允许欠费离店
            </Switch>
          )}
        </Picked>
      </FormSection>
      <FormSection title="患者建档" columns={1}>
        <Picked
          form={form}
          name="patientRequired"
          label="必填项"
          help="姓名、性别、手机号（或没有手机号的原因）和来源总是必填；这里选的也要填好才能建档"
        >
          {(field) => (
            <MultiSelect
              {...field}
              placeholder="没有另外的必填项"
              disabled={!mayEdit}
              options={asked}
              value={field.value ?? []}
              onChange={(next) => field.onChange(next as RequirableField[])}
            />
          )}
        </Picked>
      </FormSection>
      {form.failure && <ErrorLine>{form.failure}</ErrorLine>}
      {mayEdit && (
        <div className={s.save}>
          <Button type="submit" variant="primary" busy={form.sending}>
            保存
          </Button>
          <span className="t-13 secondary">保存后，下一次操作就按新规则</span>
        </div>
      )}
      {children}
    </form>
  )
}

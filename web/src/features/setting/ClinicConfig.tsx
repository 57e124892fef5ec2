import { consentRules } from '@dentin/contract/core/consent-rules'
import { orthoPictureRules } from '@dentin/contract/core/ortho-states'
import { appointmentTones, USUAL_TONES, type AppointmentTone } from '@dentin/contract/core/appointment-tones'
import { settingCalls } from '@dentin/contract/settings'
import { receiptPapers, recordNotations, recordPapers } from '@dentin/contract/core/papers'
import { requirableFields, type RequirableField } from '@dentin/contract/patient'
import { ALWAYS_REQUIRED, recordSections, REQUIRABLE_SECTIONS, type SectionKey } from '@dentin/contract/record'
import type { WireOutput } from '@dentin/contract/core/call'
import { clockOf, minutesOf } from '@dentin/kit/datetime'
import type { ReactNode } from 'react'
import { clinic } from '@dentin/contract/clinic'
import { useCallForm } from '../../lib/form.ts'
import { useCall } from '../../lib/query.ts'
import { can } from '../../lib/permission.ts'
import { presentDay } from '../../lib/present.ts'
import { useShownSetting } from '../../domain/shown-setting.ts'
import { useUnsavedDraft } from '../../lib/use-draft.ts'
import { DatePicker, MultiSelect, Picked, Select, TimeField } from '../../ui/heavy.ts'
import {
  Button,
  ErrorLine,
  Field,
  FormSection,
  MoneyInput,
  NumberField,
  RadioGroup,
  SkeletonRows,
  StatusIcon,
  statusOf,
  Switch,
  Tag,
  TextField,
  textOptions,
  toast,
} from '../../ui/index.ts'
import { configSection, configWords } from './config-words.ts'
import { useConfig, useSaveConfig } from './hooks.ts'
import { QualityRulesField } from './QualityRulesField.tsx'
import s from './setting.module.css'

type Config = WireOutput<typeof settingCalls.clinicConfig>

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
const refundOrders = [
  { value: 1, label: '先退后付' },
  { value: 2, label: '按原支付比例' },
] as const
const roundings = [
  { value: 'none', label: '不抹零' },
  { value: 'jiao', label: '抹到角' },
  { value: 'yuan', label: '抹到元' },
] as const

const widths = [
  { value: 4, label: '4 位' },
  { value: 5, label: '5 位' },
  { value: 6, label: '6 位' },
]
const nameOf = (key: SectionKey) => recordSections.find((each) => each.key === key)?.name ?? ''
const always = ALWAYS_REQUIRED.map(nameOf).join('、')
const requirable = REQUIRABLE_SECTIONS.map((value) => ({ value, label: nameOf(value) }))

const toneOptions = Object.entries(appointmentTones).map(([value, label]) => ({
  value: value as AppointmentTone,
  label,
}))

/** How a state will look, on the board and wherever an appointment's state stands. */
const StatusSample = ({ status, tone }: { status: number; tone: AppointmentTone }) => {
  const { label, shape } = statusOf('appointment', status)
  return (
    <Tag tone={tone}>
      <span className={s.inline}>
        <StatusIcon shape={shape} size={13} />
        {label}
      </span>
    </Tag>
  )
}

/** How the next medical numbers will look. */
function NumberExample({ prefix, year, width }: { prefix: string; year: boolean; width: number }) {
  const number = `${prefix.trim()}${year ? presentDay().slice(0, 4) : ''}${'128'.padStart(width, '0')}`
  return (
    <Field label="样子" group help="从下一份档案起；已有的病历号不变，在机构内不重复">
      <output className="num bold t-16">{number}</output>
    </Field>
  )
}

const asked = Object.entries(requirableFields).map(([value, label]) => ({ value: value as RequirableField, label }))

function ConfigForm({ config, children }: { config: Config; children?: ReactNode }) {
  const save = useSaveConfig()
  const shown = useShownSetting<HTMLFormElement>()
  const mayEdit = can('/configInfo:edit')
  const form = useCallForm(settingCalls.saveClinicConfig, {
    defaultValues: {
      ...config,
      slotMinutes: config.slotMinutes as 5 | 10 | 15,
      refundMode: config.refundMode as 1 | 2,
    },
  })
  const submit = form.save(save.mutateAsync, () => toast.success('更新成功'))
  useUnsavedDraft(
    form.formState.isDirty
      ? { name: '门诊规则', save: async () => void (await submit()), discard: () => form.reset() }
      : null,
  )
  const { data: staff = [] } = useCall(clinic.employees, {}, { staleTime: 60_000 })
  const count = (
    name: 'revisitDays' | 'overbookLimit' | 'noShowMinutes' | 'lateMinutes' | 'archiveDays',
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
  const sectionsOf = (name: 'firstSections' | 'returnSections', visit: string) => (
    <Picked form={form} name={name} label={visit} help={`${always}总是必填；提交和签名前，这里选的也要写`}>
      {(field) => (
        <MultiSelect
          {...field}
          placeholder="没有另外的必填段落"
          disabled={!mayEdit}
          options={requirable}
          value={field.value ?? []}
          onChange={(next) => field.onChange(next)}
        />
      )}
    </Picked>
  )
  const clock = (name: 'smsFromMin' | 'smsToMin', label: string, help: string) => (
    <Picked form={form} name={name} label={label} help={help}>
      {(field) => (
        <TimeField
          step={30}
          width={120}
          disabled={!mayEdit}
          value={clockOf(field.value ?? 0)}
          onChange={(time) => time && field.onChange(minutesOf(time))}
        />
      )}
    </Picked>
  )
  return (
    <form ref={shown} className={s.form} onSubmit={(event) => void submit(event)} noValidate>
      <FormSection title={configSection('预约')} columns={2}>
        <Picked
          form={form}
          name="slotMinutes"
          label={configWords.slotMinutes}
          required
          group
          help="预约从整刻度开始，加号不受限"
        >
          {(field) => <RadioGroup options={slots} disabled={!mayEdit} {...field} value={field.value ?? 5} />}
        </Picked>
        {count('overbookLimit', configWords.overbookLimit, '个', '同一时段最多加几个号，0 为不许加号', [0, 20])}
        {count('noShowMinutes', configWords.noShowMinutes, '分钟', '到点后多久没来记为爽约', [5, 720])}
        {count('lateMinutes', configWords.lateMinutes, '分钟', '晚到多久按到店时间排队', [1, 240])}
        {count('revisitDays', configWords.revisitDays, '天', '距上次就诊多少天内算复诊', [1, 3650])}
      </FormSection>
      <FormSection title={configSection('挂号与收费')} columns={2}>
        <Picked form={form} name="regFee" label={configWords.regFee} required help="0 为不收挂号费">
          {(field) => <MoneyInput {...field} value={field.value ?? ''} disabled={!mayEdit} />}
        </Picked>
        <Picked form={form} name="checkInFee" label={configWords.checkInFee} group>
          {(field) => (
            <Switch checked={field.value ?? false} disabled={!mayEdit} onChange={field.onChange}>
              预约的患者签到时也收挂号费
            </Switch>
          )}
        </Picked>
        <Picked form={form} name="rounding" label={configWords.rounding} required group>
          {(field) => (
            <RadioGroup options={[...roundings]} disabled={!mayEdit} {...field} value={field.value ?? 'none'} />
          )}
        </Picked>
        <Picked
          form={form}
          name="refundMode"
          label={configWords.refundMode}
          group
          help="先退后付：最后付的先退，赠金最先退回卡"
        >
          {(field) => (
            <RadioGroup options={[...refundOrders]} disabled={!mayEdit} {...field} value={field.value ?? 1} />
          )}
        </Picked>
        <Picked
          form={form}
          name="refundApprovalAmount"
          label={configWords.refundApprovalAmount}
          help="退项到这个金额须另一个人同意；0 为每次都要"
        >
          {(field) => <MoneyInput {...field} value={field.value ?? ''} disabled={!mayEdit} />}
        </Picked>
        <Picked form={form} name="shiftBlind" label={configWords.shiftBlind} group>
          {(field) => (
            <Switch checked={field.value ?? false} disabled={!mayEdit} onChange={field.onChange}>
              盲点：先点现金再看应有
            </Switch>
          )}
        </Picked>
        <Picked form={form} name="cardMakeUp" label={configWords.cardMakeUp} group>
          {(field) => (
            <Switch checked={field.value ?? false} disabled={!mayEdit} onChange={field.onChange}>
              退储值卡时扣回它给过的会员优惠
            </Switch>
          )}
        </Picked>
        <Picked form={form} name="arrearsAllowed" label={configWords.arrearsAllowed} group>
          {(field) => (
            <Switch checked={field.value ?? false} disabled={!mayEdit} onChange={field.onChange}>
              允许欠费离店
            </Switch>
          )}
        </Picked>
      </FormSection>
      <FormSection title={configSection('处方')}>
        <Picked form={form} name="soloDoctor" label={configWords.soloDoctor} group>
          {(field) => (
            <Switch checked={field.value ?? false} disabled={!mayEdit} onChange={field.onChange}>
              本店只有一名医师，处方可由开方医生自己审核
            </Switch>
          )}
        </Picked>
        <Picked
          form={form}
          name="psychotropicNo"
          label={configWords.psychotropicNo}
          help="没有资格就空着：咪达唑仑、地西泮、曲马多等第二类精神药品不能开具；麻醉药品和第一类精神药品一律不开具"
        >
          {(field) => (
            <TextField
              {...field}
              value={field.value ?? ''}
              maxLength={40}
              placeholder="批准文件或印鉴卡编号"
              disabled={!mayEdit}
            />
          )}
        </Picked>
        <Picked form={form} name="psychotropicUntil" label={configWords.psychotropicUntil}>
          {(field) => <DatePicker {...field} value={field.value ?? null} disabled={!mayEdit} />}
        </Picked>
      </FormSection>
      <FormSection title={configSection('患者建档')} columns={2}>
        <Picked form={form} name="numberPrefix" label={configWords.numberPrefix} help="大写字母，最多 4 个，可以不填">
          {(field) => (
            <TextField
              {...field}
              value={field.value ?? ''}
              maxLength={4}
              placeholder="如：HZ"
              disabled={!mayEdit}
              onChange={(event) => field.onChange(event.target.value.toUpperCase())}
            />
          )}
        </Picked>
        <Picked form={form} name="numberWidth" label={configWords.numberWidth} group help="用完后自动加一位">
          {(field) => <RadioGroup options={widths} disabled={!mayEdit} {...field} value={field.value ?? 4} />}
        </Picked>
        <Picked form={form} name="numberYear" label={configWords.numberYear} group>
          {(field) => (
            <Switch checked={field.value ?? true} disabled={!mayEdit} onChange={field.onChange}>
              病历号带年份，每年从 1 开始
            </Switch>
          )}
        </Picked>
        <NumberExample
          prefix={form.watch('numberPrefix') ?? ''}
          year={form.watch('numberYear') ?? true}
          width={form.watch('numberWidth') ?? 4}
        />
      </FormSection>
      <FormSection title={configSection('建档必填')} columns={1}>
        <Picked
          form={form}
          name="patientRequired"
          label={configWords.patientRequired}
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
      <FormSection title={configSection('病历必填段落')} columns={2}>
        <Picked
          form={form}
          name="consentRule"
          label={configWords.consentRule}
          group
          help="处置需要的同意书没有签（或超过 90 天）时"
        >
          {(field) => (
            <RadioGroup
              options={textOptions(consentRules)}
              disabled={!mayEdit}
              {...field}
              value={field.value ?? 'warn'}
            />
          )}
        </Picked>
        <Picked
          form={form}
          name="orthoPictureRule"
          label={configWords.orthoPictureRule}
          group
          help="开始矫治、拆除矫治器时，全景、侧位、面像、口内像或签字方案不齐"
        >
          {(field) => (
            <RadioGroup
              options={textOptions(orthoPictureRules)}
              disabled={!mayEdit}
              {...field}
              value={field.value ?? 'warn'}
            />
          )}
        </Picked>
        <Picked
          form={form}
          name="speechRemote"
          label={configWords.speechRemote}
          group
          help="浏览器能在本机识别时不受影响；不允许时，只能联网识别的浏览器没有语音录入"
        >
          {(field) => (
            <Switch checked={field.value ?? false} disabled={!mayEdit} onChange={field.onChange}>
              允许把语音送到浏览器厂商的服务识别
            </Switch>
          )}
        </Picked>
        {sectionsOf('firstSections', configWords.firstSections)}
        {sectionsOf('returnSections', configWords.returnSections)}
        <QualityRulesField
          value={form.watch('qualityRules') ?? []}
          disabled={!mayEdit}
          onChange={(next) => form.setValue('qualityRules', next, { shouldDirty: true })}
        />
      </FormSection>
      <FormSection title={configSection('病历审签、归档')} columns={2}>
        <Picked
          form={form}
          name="countersigned"
          label={configWords.countersigned}
          help="他们签名后，由有审签权限的人再签；没有审签的不归档"
        >
          {(field) => (
            <MultiSelect
              {...field}
              placeholder="都不需要"
              disabled={!mayEdit}
              options={staff.map(({ id, name }) => ({ value: id, label: name }))}
              value={field.value ?? []}
            />
          )}
        </Picked>
        {count(
          'archiveDays',
          configWords.archiveDays,
          '天后',
          '签名后满这些天自动归档；归档后要修订，须申请并由负责人批准',
          [1, 365],
        )}
      </FormSection>
      <FormSection title={configSection('打印')} columns={2}>
        <Picked form={form} name="recordPaper" label={configWords.recordPaper} group help="打印时还可以换">
          {(field) => (
            <RadioGroup
              options={textOptions(recordPapers)}
              disabled={!mayEdit}
              {...field}
              value={field.value ?? 'a4'}
            />
          )}
        </Picked>
        <Picked
          form={form}
          name="recordNotation"
          label={configWords.recordNotation}
          group
          help="病历、治疗计划的打印和 PDF 用同一种"
        >
          {(field) => (
            <RadioGroup
              options={textOptions(recordNotations)}
              disabled={!mayEdit}
              {...field}
              value={field.value ?? 'cross'}
            />
          )}
        </Picked>
        <Picked form={form} name="recordPictures" label={configWords.recordPictures} group help="打印时还可以换">
          {(field) => (
            <Switch checked={field.value ?? false} disabled={!mayEdit} onChange={field.onChange}>
              病历打印和 PDF 附本次影像的缩略图
            </Switch>
          )}
        </Picked>
        <Picked form={form} name="receiptPaper" label={configWords.receiptPaper} group help="换过的设备记住自己的选择">
          {(field) => (
            <RadioGroup
              options={textOptions(receiptPapers)}
              disabled={!mayEdit}
              {...field}
              value={field.value ?? 'a5'}
            />
          )}
        </Picked>
      </FormSection>
      <FormSection title="预约状态的颜色" columns={2}>
        {USUAL_TONES.map((usual, status) => (
          <Picked
            key={status}
            form={form}
            name={`appointmentTones.${status}` as 'appointmentTones.0'}
            label={<StatusSample status={status} tone={form.watch('appointmentTones')?.[status] ?? usual} />}
          >
            {(field) => (
              <Select
                label={`${statusOf('appointment', status).label}的颜色`}
                options={toneOptions}
                disabled={!mayEdit}
                value={field.value ?? usual}
                onChange={(tone) => field.onChange(tone ?? usual)}
              />
            )}
          </Picked>
        ))}
      </FormSection>
      <FormSection title={configSection('短信')} columns={2}>
        {clock('smsFromMin', configWords.smsFromMin, '营销短信和定时提醒不早于这个时间，最早 8:00')}
        {clock('smsToMin', configWords.smsToMin, '到这个时间还没发的营销短信留到第二天，最晚 21:00')}
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

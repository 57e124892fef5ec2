import type { PatientChoice } from '@dentin/contract/patient'
import {
  ADULT_AGE,
  brushingNames,
  bruxismNames,
  distanceAreaNames,
  educationNames,
  guardianRelationNames,
  habitNames,
  idTypeNames,
  maritalNames,
  medicareTypeNames,
  mobileOwnerNames,
  noMobileReasons,
  patientTypeNames,
  referrerTypeNames,
  systemicDiseaseNames,
  type RequirableField,
} from '@dentin/contract/patient'
import type { DictType } from '@dentin/contract/core/dictionaries'
import { ageOn } from '@dentin/kit/datetime'
import { checkIdNumber } from '@dentin/kit/id-number'
import { useState, type ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import { DatePicker, MultiSelect, Picked, ProvinceAndCity, Select, type PickedField } from '../../ui/heavy.ts'
import {
  Checkbox,
  Field,
  FormSection,
  numberOptions,
  Segmented,
  TextArea,
  TextButton,
  TextField,
  type TextFieldProps,
} from '../../ui/index.ts'
import { useDict } from '../../lib/dict.ts'
import { fieldLabels, type CoverableField, type PatientForm, type PatientValues } from './form.ts'
import { useSources, useStaff, type PatientFile } from './hooks.ts'
import { PatientPicker } from './PatientSearch.tsx'
import { ageText } from './words.ts'
import s from './patient.module.css'
import { presentDay } from '../../lib/present.ts'

const nothingIsNull = {
  setValueAs: (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value),
}

/** A text for which a dictionary offers words; others may be typed. */
function DictField({ dictionary, ...rest }: TextFieldProps & { dictionary: DictType }) {
  return <TextField {...rest} suggest={useDict(dictionary).words} />
}

/** Tags of the dictionary, and others that somebody typed. */
function TagsField({ value, onChange }: { value: string[]; onChange: (tags: string[]) => void }) {
  const { words } = useDict('tag')
  return (
    <MultiSelect
      creatable
      placeholder="选择，或输入后回车"
      options={[...new Set([...words, ...value])].map((name) => ({ value: name, label: name }))}
      value={value}
      onChange={onChange}
    />
  )
}

/** The fields of a section that are rarely used: folded away until asked for, filled, required or wrong. */
function useFold<N extends keyof PatientValues>(
  form: PatientForm,
  names: readonly N[],
  required: readonly RequirableField[],
  words: string,
): { shows: (name: N) => boolean; button: ReactNode } {
  const values = form.getValues() as Partial<PatientValues>
  const usual: Partial<Record<keyof PatientValues, unknown>> = { patientType: 1 }
  const filled = (name: N) => {
    const value = values[name]
    return value !== usual[name] && value !== null && value !== undefined && String(value) !== ''
  }
  const [asked, setAsked] = useState(() => names.some(filled))
  const open = asked || names.some((name) => form.formState.errors[name])
  return {
    shows: (name) => open || (required as readonly string[]).includes(name),
    button: (
      <TextButton icon={open ? 'chevron-up' : 'chevron-down'} aria-expanded={open} onClick={() => setAsked(!open)}>
        {open ? '收起少用的项目' : words}
      </TextButton>
    ),
  }
}

/** Is the patient a minor on that day, by birthday or age? */
const isMinor = (birthDay: unknown, age: unknown): boolean =>
  typeof birthDay === 'string' && birthDay <= presentDay()
    ? ageOn(birthDay, presentDay()).years < ADULT_AGE
    : typeof age === 'number' && age < ADULT_AGE

/** The fields of a patient's file, in the order in which they are asked. */
export function PatientSections({
  form,
  file,
  required,
  quick = false,
}: {
  form: PatientForm
  file: PatientFile | null
  /** What the clinic asks for in a new file. */
  required: readonly RequirableField[]
  /** Name, sex, phone and source only: somebody is waiting. */
  quick?: boolean
}) {
  const sources = useSources()
  const staff = useStaff()
  const [birthDay, age, allergyFlag, mobile, idType, referrerType, consentOn, guardian] = form.watch([
    'birthDay',
    'age',
    'allergyFlag',
    'mobile',
    'idType',
    'referrerType',
    'consentOn',
    'consentGuardian',
  ])
  const isRequired = (name: string) => (required as readonly string[]).includes(name)

  const text = (
    name: keyof PatientValues,
    more: { required?: boolean; wide?: boolean; placeholder?: string; max?: number; dictionary?: DictType } = {},
  ) => (
    <Field
      label={fieldLabels[name]}
      required={more.required || isRequired(name)}
      error={form.errorOf(name)}
      className={more.wide ? s.wide : undefined}
    >
      {more.dictionary ? (
        <DictField
          dictionary={more.dictionary}
          placeholder={more.placeholder}
          maxLength={more.max}
          {...form.register(name, nothingIsNull)}
        />
      ) : (
        <TextField placeholder={more.placeholder} maxLength={more.max} {...form.register(name, nothingIsNull)} />
      )}
    </Field>
  )
  const area = (
    name: 'pastHistory' | 'medicationHistory' | 'anesthesiaHistory' | 'familyHistory' | 'remark' | 'alertNote',
    wide = false,
  ) => (
    <Picked form={form} name={name} label={fieldLabels[name]} className={wide ? s.wide : undefined}>
      {(field) => (
        <TextArea {...field} value={field.value ?? ''} rows={1} maxLength={name === 'alertNote' ? 200 : 500} />
      )}
    </Picked>
  )
  const control = (
    name: keyof PatientValues,
    render: (field: PickedField<unknown>) => ReactNode,
    more: { required?: boolean; group?: boolean; help?: string; wide?: boolean; label?: string } = {},
  ) => (
    <Picked
      form={form}
      name={name}
      label={more.label ?? fieldLabels[name]}
      required={more.required || isRequired(name)}
      group={more.group}
      help={more.help}
      className={more.wide ? s.wide : undefined}
    >
      {render}
    </Picked>
  )
  /** A number that this person sees with stars only: shown, not sent. */
  const covered = (name: CoverableField, otherwise: ReactNode) =>
    file?.covered.includes(name) ? (
      <Field label={fieldLabels[name]} help="没有查看完整号码的权限，不能修改">
        <TextField readOnly value={file[name] ?? ''} />
      </Field>
    ) : (
      otherwise
    )
  const readIdNumber = (value: unknown) => {
    if (typeof value !== 'string' || (idType ?? 1) !== 1) return
    const check = checkIdNumber(value, presentDay())
    if (!check.ok) return
    form.setValue('birthDay', check.birthDay, { shouldDirty: true })
    form.setValue('age', null)
    form.setValue('gender', check.gender, { shouldDirty: true, shouldValidate: true })
  }
  const chosen = (form.getValues('systemicDiseases') ?? []) as string[]
  const diseases = [...new Set([...systemicDiseaseNames, ...chosen])].map((name) => ({ value: name, label: name }))

  /** One of a table of words, or nothing. */
  const choice = (name: keyof PatientValues, words: Record<number, string>) =>
    control(name, (field) => (
      <Select clearable options={numberOptions(words)} value={field.value as number | null} onChange={field.onChange} />
    ))
  const person = (name: keyof PatientValues, options: { value: string; label: string }[]) =>
    control(name, (field) => (
      <Select clearable searchable options={options} value={field.value as string | null} onChange={field.onChange} />
    ))

  const basics = useFold(
    form,
    [
      'patientType',
      'medicareType',
      'medicareNo',
      'marital',
      'education',
      'occupation',
      'workUnit',
      'nationality',
      'ethnicity',
      'tags',
    ],
    required,
    '医保、职业、标签等',
  )
  const contact = useFold(
    form,
    ['tel', 'wechat', 'email', 'province', 'city', 'district', 'distanceArea'],
    required,
    '微信、座机、省市等',
  )
  const health = useFold(
    form,
    ['anesthesiaHistory', 'familyHistory', 'smoking', 'alcohol', 'bruxism', 'brushingHabit'],
    required,
    '麻醉史、家族史、习惯',
  )
  const owners = useFold(form, ['respNurseId', 'customerServiceId'], required, '护士、客服')
  const gender = control(
    'gender',
    (field) => (
      <Segmented
        options={[
          { value: 0, label: '男' },
          { value: 1, label: '女' },
          { value: 2, label: '未知' },
        ]}
        value={(field.value as number | undefined) ?? null}
        onChange={field.onChange}
      />
    ),
    { required: true, group: true },
  )
  const mobileNumber = covered(
    'mobile',
    <Field label="手机号" required={!form.watch('noMobileReason')} error={form.errorOf('mobile')}>
      <div className={s.two}>
        <TextField
          aria-label="手机号"
          autoFocus={quick && Boolean(form.getValues('name'))}
          inputMode="tel"
          maxLength={11}
          {...form.register('mobile', nothingIsNull)}
        />
        <Controller
          control={form.control}
          name="mobileOwner"
          render={({ field }) => (
            <Select
              label="机主"
              options={numberOptions(mobileOwnerNames)}
              value={(field.value as number | null) ?? 1}
              onChange={field.onChange}
            />
          )}
        />
      </div>
    </Field>,
  )
  const whyNoMobile = control('noMobileReason', (field) => (
    <Select
      clearable
      placeholder="没有手机号时选择"
      options={noMobileReasons.map((reason) => ({ value: reason as string, label: reason }))}
      value={field.value as string | null}
      onChange={field.onChange}
    />
  ))
  const source = control(
    'sourceId',
    (field) => <Select options={sources} value={field.value as string | undefined} onChange={field.onChange} />,
    { required: true },
  )
  if (quick)
    return (
      <FormSection title="快速建档">
        {text('name', { required: true, max: 30 })}
        {gender}
        {mobileNumber}
        {source}
        {!mobile && whyNoMobile}
      </FormSection>
    )
  return (
    <>
      <FormSection title="基本信息" extra={basics.button}>
        {text('name', { required: true, max: 30 })}
        {gender}
        <Field
          label="证件号"
          required={isRequired('idNo')}
          error={form.errorOf('idNo')}
          help={(idType ?? 1) === 1 ? '身份证号会带出生日和性别' : undefined}
        >
          {file?.covered.includes('idNo') ? (
            <TextField readOnly value={file.idNo ?? ''} />
          ) : (
            <div className={s.two} style={{ gridTemplateColumns: '112px minmax(0, 1fr)' }}>
              <Controller
                control={form.control}
                name="idType"
                render={({ field }) => (
                  <Select
                    label="证件类型"
                    options={numberOptions(idTypeNames)}
                    value={(field.value as number | null) ?? 1}
                    onChange={field.onChange}
                  />
                )}
              />
              <TextField
                aria-label="证件号"
                maxLength={30}
                {...form.register('idNo', {
                  ...nothingIsNull,
                  onBlur: (event) => readIdNumber((event.target as HTMLInputElement).value),
                })}
              />
            </div>
          )}
        </Field>
        <Field
          label="出生日期"
          required={isRequired('birthDay')}
          error={form.errorOf('birthDay') ?? form.errorOf('age')}
          help={birthDay ? undefined : '不知道生日时填年龄'}
        >
          <div className={s.two}>
            <Controller
              control={form.control}
              name="birthDay"
              render={({ field }) => (
                <DatePicker
                  label="出生日期"
                  max={presentDay()}
                  value={(field.value as string | null) ?? null}
                  onChange={(next) => {
                    field.onChange(next)
                    if (next) form.setValue('age', null)
                  }}
                />
              )}
            />
            {birthDay ? (
              <TextField aria-label="年龄" readOnly value={ageText(birthDay as string)} />
            ) : (
              <TextField
                aria-label="年龄"
                inputMode="numeric"
                suffix="岁"
                {...form.register('age', {
                  setValueAs: (value: unknown) =>
                    value === '' || value === null || value === undefined ? null : Number(value),
                })}
              />
            )}
          </div>
        </Field>
        {basics.shows('patientType') &&
          control('patientType', (field) => (
            <Select options={numberOptions(patientTypeNames)} value={field.value as number} onChange={field.onChange} />
          ))}
        {basics.shows('medicareType') && choice('medicareType', medicareTypeNames)}
        {basics.shows('medicareNo') && covered('medicareNo', text('medicareNo', { max: 30 }))}
        {basics.shows('marital') && choice('marital', maritalNames)}
        {basics.shows('education') && choice('education', educationNames)}
        {basics.shows('occupation') && text('occupation', { max: 30, dictionary: 'occupation' })}
        {basics.shows('workUnit') && text('workUnit', { max: 60 })}
        {basics.shows('nationality') && text('nationality', { max: 20, placeholder: '如：中国' })}
        {basics.shows('ethnicity') && text('ethnicity', { max: 20, placeholder: '如：汉族', dictionary: 'ethnicity' })}
        {basics.shows('tags') &&
          control('tags', (field) => (
            <TagsField value={(field.value as string[] | undefined) ?? []} onChange={field.onChange} />
          ))}
      </FormSection>
      <FormSection title="联系" extra={contact.button}>
        {mobileNumber}
        {!mobile && !file?.covered.includes('mobile') ? whyNoMobile : covered('mobile2', text('mobile2', { max: 11 }))}
        {contact.shows('tel') && covered('tel', text('tel', { max: 20, placeholder: '如：010-62345678' }))}
        {contact.shows('wechat') && covered('wechat', text('wechat', { max: 40 }))}
        {contact.shows('email') && text('email', { max: 80 })}
        <ProvinceAndCity
          form={form}
          province="province"
          city="city"
          required={isRequired('province') || isRequired('city')}
          shows={{ province: contact.shows('province'), city: contact.shows('city') }}
        />
        {contact.shows('district') && text('district', { max: 20 })}
        {contact.shows('distanceArea') && choice('distanceArea', distanceAreaNames)}
        {text('address', { max: 120, wide: true })}
      </FormSection>
      <FormSection title="健康" extra={health.button}>
        {control(
          'allergyFlag',
          (field) => (
            <Segmented
              options={[
                { value: 0, label: '否认' },
                { value: 1, label: '有' },
                { value: 2, label: '不详' },
              ]}
              value={field.value as number}
              onChange={field.onChange}
            />
          ),
          { group: true },
        )}
        {allergyFlag === 1 &&
          text('allergyHistory', { required: true, max: 200, placeholder: '如：青霉素、头孢、利多卡因' })}
        {control(
          'systemicDiseases',
          (field) => (
            <MultiSelect
              placeholder="没有可不填"
              options={diseases}
              value={(field.value as string[] | undefined) ?? []}
              onChange={field.onChange}
            />
          ),
          { wide: allergyFlag === 1 },
        )}
        {area('pastHistory')}
        {area('medicationHistory')}
        {health.shows('anesthesiaHistory') && area('anesthesiaHistory')}
        {health.shows('familyHistory') && area('familyHistory')}
        {health.shows('smoking') && choice('smoking', habitNames)}
        {health.shows('alcohol') && choice('alcohol', habitNames)}
        {health.shows('bruxism') && choice('bruxism', bruxismNames)}
        {health.shows('brushingHabit') && choice('brushingHabit', brushingNames)}
      </FormSection>
      <FormSection title="来源与归属" extra={owners.button}>
        {source}
        <Referrer
          form={form}
          file={file}
          type={(referrerType as number | null | undefined) ?? null}
          required={isRequired('referrerType')}
        />
        {person('respDoctorId', staff.doctors)}
        {person('consultantId', staff.consultants)}
        {owners.shows('respNurseId') && person('respNurseId', staff.nurses)}
        {owners.shows('customerServiceId') && person('customerServiceId', staff.service)}
        {area('alertNote', true)}
        {area('remark', true)}
      </FormSection>
      <FormSection title="隐私与短信">
        {control(
          'consentOn',
          (field) => (
            <DatePicker
              label="隐私同意"
              placeholder="尚未签署"
              max={presentDay()}
              shortcuts
              clearable
              value={(field.value as string | null) ?? null}
              onChange={field.onChange}
            />
          ),
          { help: '患者同意保存个人信息的日期' },
        )}
        <Field label="短信" group error={form.errorOf('smsOptOut')}>
          <div className={s.checks}>
            <Checkbox {...form.register('marketingOptOut')}>不收营销短信</Checkbox>
            <Checkbox {...form.register('smsOptOut')}>不收任何短信</Checkbox>
          </div>
        </Field>
        {Boolean(consentOn) && (isMinor(birthDay, age) || Boolean(guardian) || form.errorOf('consentGuardian')) && (
          <>
            {text('consentGuardian', { required: true, max: 30, placeholder: '签署同意的监护人' })}
            {control(
              'consentGuardianRelation',
              (field) => (
                <Select
                  clearable
                  options={numberOptions(guardianRelationNames)}
                  value={field.value as number | null}
                  onChange={field.onChange}
                />
              ),
              { required: true },
            )}
          </>
        )}
      </FormSection>
    </>
  )
}

/** Who introduced the patient: another one, one of the staff, a partner; or just a name. */
function Referrer({
  form,
  file,
  type,
  required,
}: {
  form: PatientForm
  file: PatientFile | null
  type: number | null
  required: boolean
}) {
  const { everybody } = useStaff()
  const known = file?.referrerPatientId
    ? {
        id: file.referrerPatientId,
        name: file.referrerName ?? '',
        gender: 2,
        birthDay: null,
        medicalNumber: '',
        mobile: null,
      }
    : null
  const [introducer, setIntroducer] = useState<PatientChoice | null>(known)
  const chosen = form.watch('referrerPatientId')
  const problem =
    form.errorOf('referrerType') ??
    form.errorOf('referrerPatientId') ??
    form.errorOf('referrerEmployeeId') ??
    form.errorOf('referrerRemark')
  return (
    <Field label={fieldLabels.referrerType} required={required} error={problem} group>
      <div className={s.typed}>
        <Controller
          control={form.control}
          name="referrerType"
          render={({ field }) => (
            <Select
              label="介绍人类型"
              placeholder="类型"
              clearable
              options={numberOptions(referrerTypeNames)}
              value={(field.value as number | null | undefined) ?? null}
              onChange={(next) => {
                field.onChange(next)
                form.clearErrors(['referrerType', 'referrerPatientId', 'referrerEmployeeId', 'referrerRemark'])
              }}
            />
          )}
        />
        {type === 1 ? (
          <PatientPicker
            value={introducer && introducer.id === chosen ? introducer : null}
            onChange={(next) => {
              setIntroducer(next)
              form.setValue('referrerPatientId', next?.id ?? null, { shouldDirty: true })
              form.clearErrors('referrerPatientId')
            }}
          />
        ) : type === 2 ? (
          <Controller
            control={form.control}
            name="referrerEmployeeId"
            render={({ field }) => (
              <Select
                label="介绍的员工"
                searchable
                clearable
                options={everybody}
                value={(field.value as string | null | undefined) ?? null}
                onChange={field.onChange}
              />
            )}
          />
        ) : (
          <TextField
            aria-label="介绍人姓名"
            maxLength={60}
            placeholder={type === 3 ? '机构名称' : '谁介绍来的'}
            {...form.register('referrerRemark', nothingIsNull)}
          />
        )}
      </div>
    </Field>
  )
}

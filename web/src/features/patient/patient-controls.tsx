import type { DictType } from '@dentin/contract/core/dictionaries'
import {
  ADULT_AGE,
  fieldOf,
  noMobileReasons,
  systemicDiseaseNames,
  type CoveredField,
  type FormKey,
  type PatientKey,
  type RequirableField,
} from '@dentin/contract/patient'
import type { PatientControl } from '@dentin/contract/patient-fields/field'
import { birthOf } from '@dentin/contract/patient-fields/age'
import { Fragment, type ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import { useDict } from '../../lib/dict.ts'
import { useStaff } from '../../domain/staff.ts'
import { ageYears } from '../../domain/person.ts'
import { presentDay } from '../../lib/present.ts'
import { DatePicker, MultiSelect, Picked, ProvinceAndCity, Select, type PickedField } from '../../ui/heavy.ts'
import { Checkbox, Field, numberOptions, Segmented, TextArea, TextField, type TextFieldProps } from '../../ui/index.ts'
import { nothingIsNull, type PatientForm, type PatientValues } from './form.ts'
import { useSources, type PatientFile } from './hooks.ts'
import { AllergyList, type TypedAllergy } from './AllergyList.tsx'
import { BirthInput, DocumentInput, MobileInput, PregnancyInput } from './own-inputs.tsx'
import { Referrer } from './Referrer.tsx'
import s from './patient.module.css'

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
      options={optionsOf([...new Set([...words, ...value])])}
      value={value}
      onChange={onChange}
    />
  )
}

const optionsOf = (words: readonly string[]) => words.map((word) => ({ value: word, label: word }))

/** Is the patient a minor today, by birthday or age? */
function isMinor({ birthDay = null, age = null, ...rest }: Partial<PatientValues>): boolean {
  const birth = birthOf(birthDay, { ...rest, age }, presentDay()).birthDay
  const years = ageYears(birth)
  return years !== null && years < ADULT_AGE
}

/** How each field of a patient is asked for, as its declaration says. */
export function usePatientControls({
  form,
  file,
  required,
  quick = false,
}: {
  form: PatientForm
  file: PatientFile | null
  required: readonly RequirableField[]
  quick?: boolean
}): (key: PatientKey) => ReactNode {
  const sources = useSources()
  const staff = useStaff()
  const [allergyFlag, gender, mobile, referrerType, consentOn, guardian, noMobile] = form.watch([
    'allergyFlag',
    'gender',
    'mobile',
    'referrerType',
    'consentOn',
    'consentGuardian',
    'noMobileReason',
  ])
  const isRequired = (key: PatientKey, edit?: PatientControl) =>
    edit?.required ?? (required as readonly string[]).includes(key)
  const isCovered = (key: PatientKey): key is CoveredField => file?.covered.includes(key) ?? false

  /** What is asked only together with something else. */
  const needsNoReason = Boolean(mobile) || isCovered('mobile')
  const needsGuardian =
    Boolean(consentOn) && (isMinor(form.getValues()) || Boolean(guardian) || Boolean(form.errorOf('consentGuardian')))
  const absent: Partial<Record<PatientKey, boolean>> = {
    noMobileReason: needsNoReason,
    mobile2: !needsNoReason,
    allergies: allergyFlag !== 1,
    pregnantSince: gender !== 1,
    consentGuardian: !needsGuardian,
    consentGuardianRelation: !needsGuardian,
  }

  /** A field whose control is chosen in. */
  const picked = (
    key: FormKey,
    render: (field: PickedField<unknown>) => ReactNode,
    more: { group?: boolean; help?: string; wide?: boolean } = {},
  ) => {
    const { label, edit } = fieldOf(key)
    const control = edit && !('with' in edit) ? edit : undefined
    return (
      <Picked
        form={form}
        name={key}
        label={label}
        required={isRequired(key, control)}
        group={more.group}
        help={more.help}
        className={control?.wide || more.wide ? s.wide : undefined}
      >
        {render}
      </Picked>
    )
  }
  const text = (key: FormKey, edit: PatientControl) => {
    const { label, max } = fieldOf(key)
    const input = { placeholder: edit.placeholder, maxLength: max, ...form.register(key, nothingIsNull) }
    return (
      <Field
        label={label}
        required={isRequired(key, edit)}
        error={form.errorOf(key)}
        className={edit.wide ? s.wide : undefined}
      >
        {edit.dictionary ? <DictField dictionary={edit.dictionary} {...input} /> : <TextField {...input} />}
      </Field>
    )
  }

  /** The controls by name; those after the first five are of one field alone. */
  const controls: Record<PatientControl['as'], (key: FormKey, edit: PatientControl) => ReactNode> = {
    text,
    notes: (key) =>
      picked(key, (field) => (
        <TextArea {...field} value={(field.value as string | null) ?? ''} rows={1} maxLength={fieldOf(key).max} />
      )),
    choice: (key) =>
      picked(key, (field) => (
        <Select
          clearable
          options={numberOptions(fieldOf(key).words ?? {})}
          value={field.value as number | null}
          onChange={field.onChange}
        />
      )),
    segments: (key) =>
      picked(
        key,
        (field) => (
          <Segmented
            options={numberOptions(fieldOf(key).words ?? {})}
            value={field.value as number | null}
            onChange={field.onChange}
          />
        ),
        { group: true },
      ),
    staff: (key, { among = 'doctors' }) =>
      picked(key, (field) => (
        <Select
          clearable
          searchable
          options={staff[among]}
          value={field.value as string | null}
          onChange={field.onChange}
        />
      )),
    source: (key) =>
      picked(key, (field) => (
        <Select options={sources} value={field.value as string | undefined} onChange={field.onChange} />
      )),
    patientType: (key) =>
      picked(key, (field) => (
        <Select
          options={numberOptions(fieldOf(key).words ?? {})}
          value={field.value as number}
          onChange={field.onChange}
        />
      )),
    tags: (key) =>
      picked(key, (field) => <TagsField value={(field.value as string[] | null) ?? []} onChange={field.onChange} />),
    diseases: (key) =>
      picked(
        key,
        (field) => {
          const chosen = (field.value as string[] | null) ?? []
          return (
            <MultiSelect
              placeholder="没有可不填"
              options={optionsOf([...new Set([...systemicDiseaseNames, ...chosen])])}
              value={chosen}
              onChange={field.onChange}
            />
          )
        },
        { wide: allergyFlag === 1 },
      ),
    allergies: (key) => (
      <Field
        label={fieldOf('allergyHistory').label}
        required
        group
        className={s.wide}
        error={form.errorOf(key) ?? form.errorOf('allergyHistory')}
      >
        <Controller
          control={form.control}
          name={key}
          render={({ field }) => (
            <AllergyList
              value={(field.value as TypedAllergy[] | undefined) ?? []}
              onChange={field.onChange}
              isKept={({ substance }) => file?.allergies.some((each) => each.substance === substance) ?? false}
              invalid={Boolean(form.errorOf(key) ?? form.errorOf('allergyHistory'))}
            />
          )}
        />
      </Field>
    ),
    pregnancy: (key) =>
      picked(
        key,
        (field) => <PregnancyInput value={(field.value as string | null) ?? null} onChange={field.onChange} />,
        {
          help: '按今天的孕周填写，以后自动推算，满 42 周自动失效',
        },
      ),
    noMobileReason: (key) =>
      picked(key, (field) => (
        <Select
          clearable
          placeholder="没有手机号时选择"
          options={optionsOf(noMobileReasons)}
          value={field.value as string | null}
          onChange={field.onChange}
        />
      )),
    consent: (key) =>
      picked(
        key,
        (field) => (
          <DatePicker
            label={fieldOf(key).label}
            placeholder="尚未签署"
            max={presentDay()}
            shortcuts
            clearable
            value={field.value as string | null}
            onChange={field.onChange}
          />
        ),
        { help: '患者同意保存个人信息的日期' },
      ),
    mobile: (key) => <MobileInput form={form} name={key} required={!noMobile} autoFocus={quick} />,
    document: (key) => (
      <DocumentInput form={form} name={key} required={isRequired(key)} covered={isCovered(key) ? file?.[key] : null} />
    ),
    birth: (key) => <BirthInput form={form} name={key} required={isRequired(key)} />,
    provinceAndCity: () => {
      const isAsked = isRequired('province') || isRequired('city')
      return <ProvinceAndCity form={form} province="province" city="city" required={isAsked} />
    },
    referrer: (key) => (
      <Referrer
        form={form}
        file={file}
        type={(referrerType as number | null | undefined) ?? null}
        required={isRequired(key)}
      />
    ),
    optOuts: (key) => (
      <Field label="短信" group error={form.errorOf(key)}>
        <div className={s.checks}>
          <Checkbox {...form.register('marketingOptOut')}>{fieldOf('marketingOptOut').label}</Checkbox>
          <Checkbox {...form.register(key)}>{fieldOf(key).label}</Checkbox>
        </div>
      </Field>
    ),
  }

  return (key) => {
    const { edit, label } = fieldOf(key)
    if (!edit || 'with' in edit || absent[key]) return null
    // A number that this person sees with stars only is shown, not sent.
    const control =
      isCovered(key) && edit.as !== 'document' ? (
        <Field label={label} help="没有查看完整号码的权限，不能修改">
          <TextField readOnly value={file?.[key] ?? ''} />
        </Field>
      ) : (
        controls[edit.as](key as FormKey, edit)
      )
    return <Fragment key={key}>{control}</Fragment>
  }
}

import { fieldOf, idTypeNames, mobileOwnerNames, type FormKey } from '@dentin/contract/patient'
import { PREGNANCY_WEEKS, weeksPregnant } from '@dentin/clinical/pregnancy'
import { addDays } from '@dentin/kit/datetime'
import { checkIdNumber } from '@dentin/kit/id-number'
import { Controller } from 'react-hook-form'
import { presentDay } from '../../lib/present.ts'
import { DatePicker, Select } from '../../ui/heavy.ts'
import { Field, numberOptions, TextField } from '../../ui/index.ts'
import { nothingIsNull, type PatientForm } from './form.ts'
import { ageText } from '../../domain/person.ts'
import s from './patient.module.css'

interface InputProps {
  form: PatientForm
  name: FormKey
  required: boolean
}

/** A pregnancy by its weeks of today. */
export function PregnancyInput({
  value,
  onChange,
}: {
  value: string | null
  onChange: (since: string | null) => void
}) {
  const weeks = weeksPregnant(value, presentDay())
  return (
    <TextField
      inputMode="numeric"
      maxLength={2}
      placeholder="没有可不填"
      suffix="周"
      aria-label={fieldOf('pregnantSince').label}
      value={weeks === null ? '' : String(weeks)}
      onChange={({ target }) => {
        const typed = Number(target.value.replace(/\D/g, ''))
        if (typed <= PREGNANCY_WEEKS) onChange(target.value === '' ? null : addDays(presentDay(), -7 * typed))
      }}
    />
  )
}

/** A phone number and whose it is. */
export function MobileInput({ form, name, required, autoFocus }: InputProps & { autoFocus: boolean }) {
  return (
    <Field label={fieldOf(name).label} required={required} error={form.errorOf(name)}>
      <div className={s.two}>
        <TextField
          aria-label={fieldOf(name).label}
          autoFocus={autoFocus && Boolean(form.getValues('name'))}
          inputMode="tel"
          maxLength={fieldOf(name).max}
          {...form.register(name, nothingIsNull)}
        />
        <Controller
          control={form.control}
          name="mobileOwner"
          render={({ field }) => (
            <Select
              label={fieldOf('mobileOwner').label}
              options={numberOptions(mobileOwnerNames)}
              value={(field.value as number | null) ?? 1}
              onChange={field.onChange}
            />
          )}
        />
      </div>
    </Field>
  )
}

/** An identity document: what it is, and its number, which brings birthday and sex along. */
export function DocumentInput({ form, name, required, covered }: InputProps & { covered: string | null | undefined }) {
  const idType = form.watch('idType')
  const read = (value: string) => {
    if ((idType ?? 1) !== 1) return
    const check = checkIdNumber(value, presentDay())
    if (!check.ok) return
    form.setValue('birthDay', check.birthDay, { shouldDirty: true })
    form.setValue('age', null)
    form.setValue('gender', check.gender, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <Field
      label={fieldOf(name).label}
      required={required}
      error={form.errorOf(name)}
      help={(idType ?? 1) === 1 ? '身份证号会带出生日和性别' : undefined}
    >
      {covered ? (
        <TextField readOnly value={covered} />
      ) : (
        <div className={s.two} style={{ gridTemplateColumns: '112px minmax(0, 1fr)' }}>
          <Controller
            control={form.control}
            name="idType"
            render={({ field }) => (
              <Select
                label={fieldOf('idType').label}
                options={numberOptions(idTypeNames)}
                value={(field.value as number | null) ?? 1}
                onChange={field.onChange}
              />
            )}
          />
          <TextField
            aria-label={fieldOf(name).label}
            maxLength={fieldOf(name).max}
            {...form.register(name, {
              ...nothingIsNull,
              onBlur: (event) => read((event.target as HTMLInputElement).value),
            })}
          />
        </div>
      )}
    </Field>
  )
}

/** The birthday, or the age where it is not known. */
export function BirthInput({ form, name, required }: InputProps) {
  const birthDay = form.watch('birthDay')
  return (
    <Field
      label={fieldOf(name).label}
      required={required}
      error={form.errorOf(name) ?? form.errorOf('age') ?? form.errorOf('ageUnit')}
      help={birthDay ? undefined : '不知道生日时填年龄'}
    >
      <div className={s.two} style={birthDay ? undefined : { gridTemplateColumns: 'minmax(0, 1fr) 56px 84px' }}>
        <Controller
          control={form.control}
          name={name}
          render={({ field }) => (
            <DatePicker
              label={fieldOf(name).label}
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
          <TextField aria-label={fieldOf('age').label} readOnly value={ageText(birthDay as string)} />
        ) : (
          <>
            <TextField
              aria-label={fieldOf('age').label}
              inputMode="numeric"
              {...form.register('age', {
                setValueAs: (value: unknown) =>
                  value === '' || value === null || value === undefined ? null : Number(value),
              })}
            />
            <Controller
              control={form.control}
              name="ageUnit"
              render={({ field }) => (
                <Select
                  label={fieldOf('ageUnit').label}
                  options={numberOptions(fieldOf('ageUnit').words ?? {})}
                  value={(field.value as number | null) ?? 1}
                  onChange={field.onChange}
                />
              )}
            />
          </>
        )}
      </div>
    </Field>
  )
}

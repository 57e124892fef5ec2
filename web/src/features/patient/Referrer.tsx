import { fieldOf, referrerTypeNames, type PatientChoice } from '@dentin/contract/patient'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useStaff } from '../../domain/staff.ts'
import { Select } from '../../ui/heavy.ts'
import { Field, numberOptions, TextField } from '../../ui/index.ts'
import { nothingIsNull, type PatientForm } from './form.ts'
import type { PatientFile } from './hooks.ts'
import { PatientPicker } from './PatientSearch.tsx'
import s from './patient.module.css'

/** Who introduced the patient: another one, one of the staff, a partner; or just a name. */
export function Referrer({
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
    <Field label={fieldOf('referrerType').label} required={required} error={problem} group>
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
            maxLength={fieldOf('referrerRemark').max}
            placeholder={type === 3 ? '机构名称' : '谁介绍来的'}
            {...form.register('referrerRemark', nothingIsNull)}
          />
        )}
      </div>
    </Field>
  )
}

import { staff } from '@dentin/contract/staff'
import { useEffect, useState } from 'react'
import { Controller } from 'react-hook-form'
import { ApiError } from '../../lib/client.ts'
import { useCallForm } from '../../lib/form.ts'
import { useUnsavedDraft } from '../../lib/use-draft.ts'
import {
  Checkbox,
  ErrorLine,
  Field,
  FormSection,
  NumberField,
  Segmented,
  TextArea,
  TextField,
  toast,
  staffColours,
} from '../../ui/index.ts'
import { DatePicker, MultiSelect, Select } from '../../ui/heavy.ts'
import { useAddEmployee, useInduction, useUpdateEmployee, type Employee } from './hooks.ts'
import { genderWords } from './words.ts'
import s from './staff.module.css'

/** What the frame around the form needs of it. */
export interface EmployeeFormHandle {
  submit: () => void
  busy: boolean
  isDirty: boolean
}

const titles = [
  '主任医师',
  '副主任医师',
  '主治医师',
  '住院医师',
  '执业医师',
  '执业助理医师',
  '主任护师',
  '副主任护师',
  '主管护师',
  '护师',
  '护士',
  '技师',
  '其他',
]
const specialties = ['牙体牙髓', '牙周', '修复', '种植', '正畸', '口腔外科', '儿牙', '预防', '黏膜', '影像']
/** Colours of the appointment board that can be told apart. */
const colours: readonly string[] = staffColours
const optionsOf = (words: readonly string[], held: string | readonly string[] = []) =>
  [...new Set([...words, ...(typeof held === 'string' ? (held ? [held] : []) : held)])].map((word) => ({
    value: word,
    label: word,
  }))

const emptyForm = {
  name: '',
  gender: 2 as 0 | 1 | 2,
  phone: '',
  jobNumber: '',
  workType: 1 as const,
  titlePost: '',
  specialty: [] as string[],
  introduction: '',
  isDoctor: false,
  isConsultant: false,
  discountLimit: 100,
  colour: '',
  entryDate: null as string | null,
  postIds: [] as string[],
}

function valuesOf(employee: Employee) {
  return {
    ...emptyForm,
    name: employee.name,
    gender: employee.gender as 0 | 1 | 2,
    phone: employee.phone,
    jobNumber: employee.jobNumber,
    jobType: employee.jobType as 0,
    workType: employee.workType as 1,
    titlePost: employee.titlePost,
    specialty: employee.specialty,
    introduction: employee.introduction,
    isDoctor: employee.isDoctor,
    isConsultant: employee.isConsultant,
    discountLimit: employee.discountLimit,
    colour: employee.colour,
    entryDate: employee.entryDate,
    id: employee.id,
    version: employee.version,
  }
}

/** What is written down about a member of staff. */
export function EmployeeForm({
  employee,
  clinicId,
  readOnly = false,
  onHandle,
  onDone,
}: {
  employee: Employee | null
  /** Where somebody new begins. */
  clinicId: string | null
  readOnly?: boolean
  onHandle: (handle: EmployeeFormHandle) => void
  onDone: () => void
}) {
  const { jobTypes, workTypes, posts } = useInduction()
  // What the form was opened with stays, though the person may be read again meanwhile.
  const [base, setBase] = useState(employee)
  // Both calls ask for the same fields; the posts of somebody who is there already have lines of their own.
  const form = useCallForm((employee ? staff.updateEmployee : staff.addEmployee) as typeof staff.addEmployee, {
    defaultValues: employee ? valuesOf(employee) : emptyForm,
  })
  const add = useAddEmployee()
  const update = useUpdateEmployee()
  const [failure, setFailure] = useState<string | null>(null)
  const busy = add.isPending || update.isPending
  const { errors, isDirty } = form.formState
  const errorOf = (name: keyof typeof errors) => errors[name]?.message as string | undefined

  const save = async (): Promise<boolean> => {
    let saved = false
    await form.handleSubmit(async (values) => {
      setFailure(null)
      try {
        if (base) {
          const { postIds: _posts, clinicId: _clinic, requestId: _request, ...fields } = values
          const { version } = await update.mutateAsync({ ...fields, id: base.id, version: base.version })
          setBase({ ...base, version })
          form.reset(values)
          toast.success('修改成功')
        } else {
          await add.mutateAsync({ ...values, clinicId, requestId: form.requestId() })
          form.done()
          toast.success(`${values.name} 已登记`)
        }
        saved = true
        onDone()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.isConflict) {
          const by = (error.data as { changedBy?: string } | null)?.changedBy
          setFailure(`${by || '别人'}刚刚改过这位员工的资料。请关闭后重新打开，再改一次。`)
        } else if (!form.showErrors(error)) setFailure(error.message)
      }
    })()
    return saved
  }
  useUnsavedDraft(
    isDirty && !readOnly
      ? {
          name: base ? `${base.name} 的员工资料` : '新员工的资料',
          save: async () => {
            if (!(await save())) throw new Error('员工资料没有保存成功')
          },
          discard: () => form.reset(),
        }
      : null,
  )
  useEffect(() => {
    onHandle({ submit: () => void save(), busy, isDirty })
    // The handle only changes with what it tells; `save` reads the form when it is called.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [busy, isDirty, base?.version])

  return (
    <fieldset className={s.fieldset} disabled={readOnly}>
      {failure && <ErrorLine>{failure}</ErrorLine>}
      <FormSection title="登记资料" columns={2}>
        <Field label="姓名" required error={errorOf('name')}>
          <TextField maxLength={20} {...form.register('name')} />
        </Field>
        <Field label="性别" group error={errorOf('gender')}>
          <Controller
            control={form.control}
            name="gender"
            render={({ field }) => (
              <Segmented
                options={genderWords.map((label, value) => ({ value, label, disabled: readOnly }))}
                value={field.value as number}
                onChange={field.onChange}
              />
            )}
          />
        </Field>
        <Field label="手机号" error={errorOf('phone')}>
          <TextField inputMode="tel" maxLength={11} {...form.register('phone')} />
        </Field>
        <Field
          label="工号"
          required={base !== null}
          error={errorOf('jobNumber')}
          help={base ? undefined : '不填则自动取下一个'}
        >
          <TextField maxLength={20} {...form.register('jobNumber')} />
        </Field>
        <Field label="工种" required error={errorOf('jobType')}>
          <Controller
            control={form.control}
            name="jobType"
            render={({ field }) => (
              <Select
                options={jobTypes}
                value={(field.value as number | undefined) ?? null}
                disabled={readOnly}
                onBlur={field.onBlur}
                onChange={(jobType) => {
                  field.onChange(jobType)
                  if (jobType === 1) form.setValue('isDoctor', true, { shouldDirty: true })
                  if (jobType === 4) form.setValue('isConsultant', true, { shouldDirty: true })
                }}
              />
            )}
          />
        </Field>
        <Field label="工作类型" required error={errorOf('workType')}>
          <Controller
            control={form.control}
            name="workType"
            render={({ field }) => (
              <Select options={workTypes} value={field.value as number} disabled={readOnly} onChange={field.onChange} />
            )}
          />
        </Field>
        {base === null && (
          <Field label="岗位" required error={errorOf('postIds')} className={s.wide}>
            <Controller
              control={form.control}
              name="postIds"
              render={({ field }) => (
                <MultiSelect
                  options={posts.map((post) => ({ value: post.id, label: post.name, disabled: !post.mayGive }))}
                  value={field.value as string[]}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                />
              )}
            />
          </Field>
        )}
      </FormSection>
      <FormSection title="专业与权限额度" columns={2}>
        <Field label="职称" error={errorOf('titlePost')}>
          <Controller
            control={form.control}
            name="titlePost"
            render={({ field }) => (
              <Select
                clearable
                options={optionsOf(titles, field.value as string)}
                value={(field.value as string) || null}
                disabled={readOnly}
                onChange={(title) => field.onChange(title ?? '')}
              />
            )}
          />
        </Field>
        <Field label="专长" error={errorOf('specialty')}>
          <Controller
            control={form.control}
            name="specialty"
            render={({ field }) => (
              <MultiSelect
                options={optionsOf(specialties, field.value as string[])}
                value={field.value as string[]}
                disabled={readOnly}
                onChange={field.onChange}
              />
            )}
          />
        </Field>
        <Field label="身份" group error={errorOf('isDoctor')}>
          <div className={s.checks}>
            <Checkbox {...form.register('isDoctor')}>医生，可预约挂号</Checkbox>
            <Checkbox {...form.register('isConsultant')}>咨询师</Checkbox>
          </div>
        </Field>
        <Field label="最低折扣" error={errorOf('discountLimit')} help="收费时最低可打到原价的百分之几；100 为不能打折">
          <Controller
            control={form.control}
            name="discountLimit"
            render={({ field }) => (
              <NumberField
                min={0}
                max={100}
                unit="%"
                value={field.value as number}
                disabled={readOnly}
                onChange={(next) => field.onChange(next ?? undefined)}
                onBlur={field.onBlur}
              />
            )}
          />
        </Field>
        <Field label="预约板颜色" group error={errorOf('colour')} className={s.wide}>
          <Controller
            control={form.control}
            name="colour"
            render={({ field }) => (
              <Colours value={field.value as string} disabled={readOnly} onChange={field.onChange} />
            )}
          />
        </Field>
        <Field label="入职日期" error={errorOf('entryDate')}>
          <Controller
            control={form.control}
            name="entryDate"
            render={({ field }) => (
              <DatePicker
                value={(field.value as string | null) ?? null}
                clearable
                disabled={readOnly}
                onChange={field.onChange}
              />
            )}
          />
        </Field>
        <Field label="简介" error={errorOf('introduction')} className={s.wide}>
          <TextArea rows={2} maxLength={500} {...form.register('introduction')} />
        </Field>
      </FormSection>
    </fieldset>
  )
}

/** The colour of somebody's column on the board. */
function Colours({
  value,
  disabled,
  onChange,
}: {
  value: string
  disabled: boolean
  onChange: (colour: string) => void
}) {
  const known = colours.some((each) => each.toLowerCase() === value.toLowerCase())
  const all = value === '' || known ? colours : [...colours, value]
  return (
    <div role="radiogroup" aria-label="预约板颜色" className={s.colours}>
      <button
        type="button"
        role="radio"
        aria-checked={value === ''}
        disabled={disabled}
        className={s.noColour}
        onClick={() => onChange('')}
      >
        不设
      </button>
      {all.map((colour, n) => (
        <button
          key={colour}
          type="button"
          role="radio"
          aria-checked={colour.toLowerCase() === value.toLowerCase()}
          aria-label={`颜色 ${n + 1}`}
          disabled={disabled}
          className={s.colour}
          style={{ background: colour }}
          onClick={() => onChange(colour)}
        />
      ))}
    </div>
  )
}

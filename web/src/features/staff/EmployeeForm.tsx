import { TITLES } from '@dentin/contract/core/titles'
import { staff } from '@dentin/contract/staff'
import { useEffect, useState } from 'react'
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
} from '../../ui/index.ts'
import { ColourChoice, DatePicker, MultiSelect, Picked, Select } from '../../ui/heavy.ts'
import { useAddEmployee, useInduction, useUpdateEmployee, type Employee } from './hooks.ts'
import { genderWords } from './words.ts'
import s from './staff.module.css'

/** What the frame around the form needs of it. */
export interface EmployeeFormHandle {
  submit: () => void
  busy: boolean
  isDirty: boolean
}

const specialties = ['牙体牙髓', '牙周', '修复', '种植', '正畸', '口腔外科', '儿牙', '预防', '黏膜', '影像']
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
  const { isDirty } = form.formState

  const save = form.save(
    async (values) => {
      if (!base) return add.mutateAsync({ ...values, clinicId })
      const { postIds: _posts, clinicId: _clinic, requestId: _request, ...fields } = values
      const { version } = await update.mutateAsync({ ...fields, id: base.id, version: base.version })
      setBase({ ...base, version })
      form.reset(values)
      return null
    },
    (_, { name }) => {
      toast.success(base ? '修改成功' : `${name} 已登记`)
      onDone()
    },
    {
      explain: (error) => {
        if (!error.isConflict) return undefined
        const by = (error.data as { changedBy?: string } | null)?.changedBy
        return `${by || '别人'}刚刚改过这位员工的资料。请关闭后重新打开，再改一次。`
      },
    },
  )
  useUnsavedDraft(
    isDirty && !readOnly
      ? {
          name: base ? `${base.name} 的员工资料` : '新员工的资料',
          save: async () => {
            if ((await save()) !== 'saved') throw new Error('员工资料没有保存成功')
          },
          discard: () => form.reset(),
        }
      : null,
  )
  useEffect(() => {
    onHandle({ submit: () => void save(), busy: form.sending, isDirty })
    // The handle only changes with what it tells; `save` reads the form when it is called.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [form.sending, isDirty, base?.version])

  return (
    <fieldset className={s.fieldset} disabled={readOnly}>
      <FormSection title="登记资料" columns={2}>
        <Field label="姓名" required error={form.errorOf('name')}>
          <TextField maxLength={20} {...form.register('name')} />
        </Field>
        <Picked form={form} name="gender" label="性别" group>
          {(field) => (
            <Segmented options={genderWords.map((label, value) => ({ value, label, disabled: readOnly }))} {...field} />
          )}
        </Picked>
        <Field label="手机号" error={form.errorOf('phone')}>
          <TextField inputMode="tel" maxLength={11} {...form.register('phone')} />
        </Field>
        <Field
          label="工号"
          required={base !== null}
          error={form.errorOf('jobNumber')}
          help={base ? undefined : '不填则自动取下一个'}
        >
          <TextField maxLength={20} {...form.register('jobNumber')} />
        </Field>
        <Picked form={form} name="jobType" label="工种" required>
          {(field) => (
            <Select
              options={jobTypes}
              {...field}
              disabled={readOnly}
              onChange={(jobType) => {
                field.onChange(jobType)
                if (jobType === 1) form.setValue('isDoctor', true, { shouldDirty: true })
                if (jobType === 4) form.setValue('isConsultant', true, { shouldDirty: true })
              }}
            />
          )}
        </Picked>
        <Picked form={form} name="workType" label="工作类型" required>
          {(field) => <Select options={workTypes} {...field} disabled={readOnly} />}
        </Picked>
        {base === null && (
          <Picked form={form} name="postIds" label="岗位" required className={s.wide}>
            {(field) => (
              <MultiSelect
                options={posts.map((post) => ({ value: post.id, label: post.name, disabled: !post.mayGive }))}
                {...field}
                value={field.value ?? []}
              />
            )}
          </Picked>
        )}
      </FormSection>
      <FormSection title="专业与权限额度" columns={2}>
        <Picked form={form} name="titlePost" label="职称">
          {(field) => (
            <Select
              clearable
              options={optionsOf(TITLES, field.value ?? '')}
              {...field}
              value={field.value || null}
              disabled={readOnly}
              onChange={(title) => field.onChange(title ?? '')}
            />
          )}
        </Picked>
        <Picked form={form} name="specialty" label="专长">
          {(field) => (
            <MultiSelect
              options={optionsOf(specialties, field.value ?? [])}
              {...field}
              value={field.value ?? []}
              disabled={readOnly}
            />
          )}
        </Picked>
        <Field label="身份" group error={form.errorOf('isDoctor')}>
          <div className={s.checks}>
            <Checkbox {...form.register('isDoctor')}>医生，可预约挂号</Checkbox>
            <Checkbox {...form.register('isConsultant')}>咨询师</Checkbox>
          </div>
        </Field>
        <Picked form={form} name="discountLimit" label="最低折扣" help="收费时最低可打到原价的百分之几；100 为不能打折">
          {(field) => (
            <NumberField
              min={0}
              max={100}
              unit="%"
              {...field}
              disabled={readOnly}
              onChange={(next) => field.onChange(next ?? undefined)}
            />
          )}
        </Picked>
        <Picked form={form} name="colour" label="预约板颜色" group className={s.wide}>
          {(field) => (
            <ColourChoice label="预约板颜色" value={field.value ?? ''} disabled={readOnly} onChange={field.onChange} />
          )}
        </Picked>
        <Picked form={form} name="entryDate" label="入职日期">
          {(field) => <DatePicker {...field} clearable disabled={readOnly} />}
        </Picked>
        <Field label="简介" error={form.errorOf('introduction')} className={s.wide}>
          <TextArea rows={2} maxLength={500} {...form.register('introduction')} />
        </Field>
      </FormSection>
      {form.failure && <ErrorLine>{form.failure}</ErrorLine>}
    </fieldset>
  )
}

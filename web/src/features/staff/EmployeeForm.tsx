import { someOf } from '@dentin/contract/core/field-kinds'
import {
  employeeFieldOf,
  employeeKeys,
  employeeSections,
  newEmployee,
  type EmployeeKey,
  type OwnDrawnKey,
} from '@dentin/contract/employee-fields'
import { TITLES } from '@dentin/contract/core/titles'
import { staff } from '@dentin/contract/staff'
import { Fragment, useEffect, useState, type ReactNode } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useUnsavedDraft } from '../../lib/use-draft.ts'
import { Checkbox, ErrorLine, Field, FormSection, toast } from '../../ui/index.ts'
import { DeclaredField, MultiSelect, Picked, Select } from '../../ui/heavy.ts'
import { useAddEmployee, useInduction, useUpdateEmployee, type Employee } from './hooks.ts'
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

const sections = Object.keys(employeeSections) as (keyof typeof employeeSections)[]

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
    defaultValues: {
      ...newEmployee,
      postIds: [],
      ...(employee && { ...someOf(employee, ...employeeKeys), id: employee.id, version: employee.version }),
    },
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

  /** Beside the declaration: what somebody new need not have. */
  const more: Partial<Record<EmployeeKey, { required: boolean; help: string | undefined }>> = {
    jobNumber: { required: base !== null, help: base ? undefined : '不填则自动取下一个' },
  }
  const label = (key: EmployeeKey) => employeeFieldOf(key).label
  const own: Record<OwnDrawnKey, () => ReactNode> = {
    jobType: () => (
      <Picked form={form} name="jobType" label={label('jobType')} required>
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
    ),
    workType: () => (
      <Picked form={form} name="workType" label={label('workType')} required>
        {(field) => <Select options={workTypes} {...field} disabled={readOnly} />}
      </Picked>
    ),
    titlePost: () => (
      <Picked form={form} name="titlePost" label={label('titlePost')}>
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
    ),
    specialty: () => (
      <Picked form={form} name="specialty" label={label('specialty')}>
        {(field) => (
          <MultiSelect
            options={optionsOf(specialties, field.value ?? [])}
            {...field}
            value={field.value ?? []}
            disabled={readOnly}
          />
        )}
      </Picked>
    ),
    isDoctor: () => (
      <Field label="身份" group error={form.errorOf('isDoctor')}>
        <div className={s.checks}>
          <Checkbox {...form.register('isDoctor')}>{label('isDoctor')}，可预约挂号</Checkbox>
          <Checkbox {...form.register('isConsultant')}>{label('isConsultant')}</Checkbox>
        </div>
      </Field>
    ),
  }
  const draw = (key: EmployeeKey): ReactNode => {
    const { edit, ...field } = employeeFieldOf(key)
    if (edit === 'own') return own[key as OwnDrawnKey]()
    if ('with' in edit) return null
    return (
      <DeclaredField
        form={form}
        name={key}
        field={{ ...field, edit }}
        className={edit.wide ? s.wide : undefined}
        disabled={readOnly}
        {...more[key]}
      />
    )
  }

  return (
    <fieldset className={s.fieldset} disabled={readOnly}>
      {sections.map((section) => (
        <FormSection key={section} title={employeeSections[section]} columns={2}>
          {employeeKeys
            .filter((key) => employeeFieldOf(key).section === section)
            .map((key) => (
              <Fragment key={key}>{draw(key)}</Fragment>
            ))}
          {section === 'basics' && base === null && (
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
      ))}
      {form.failure && <ErrorLine>{form.failure}</ErrorLine>}
    </fieldset>
  )
}

import { employeeFields as fields } from '@dentin/contract/employee-fields'
import { staff } from '@dentin/contract/staff'
import { useCallForm } from '../../lib/form.ts'
import { session } from '../../lib/session.ts'
import { Field, Segmented, TextField, toast } from '../../ui/index.ts'
import { FormDialog, Picked, Select } from '../../ui/heavy.ts'
import { useApprove, useInduction, type Application } from './hooks.ts'
import s from './staff.module.css'

/** Takes an applicant in: as whom, in which post, how employed. */
export function ApproveDialog({ application, onClose }: { application: Application; onClose: () => void }) {
  const { jobTypes, workTypes, workStatuses, posts } = useInduction()
  const form = useCallForm(staff.applyPass, {
    defaultValues: {
      clinicId: session.get()?.clinicId ?? '',
      userId: application.userId,
      realName: application.firstName,
      phone: application.phone,
      ...(application.jobType === null ? {} : { jobType: application.jobType }),
      workType: 1,
      workStatus: 1,
      remark: '',
    },
  })
  const approve = useApprove()
  const submit = form.save(approve.mutateAsync, (_, values) => {
    toast.success(`${values.realName} 已加入本门诊`)
    onClose()
  })
  return (
    <FormDialog
      sticky
      width={600}
      title={`通过 ${application.firstName} 的申请`}
      onClose={onClose}
      form={form}
      onSubmit={submit}
      submitText="通过"
    >
      <div className={s.pair}>
        <Field label={fields.name.label} required error={form.errorOf('realName')}>
          <TextField maxLength={fields.name.max} {...form.register('realName')} />
        </Field>
        <Field label={fields.phone.label} required error={form.errorOf('phone')}>
          <TextField inputMode="tel" maxLength={fields.phone.max} {...form.register('phone')} />
        </Field>
        <Picked form={form} name="job" label="岗位" required help="岗位决定能看到和能做什么">
          {(field) => (
            <Select
              options={posts.map((post) => ({ value: post.id, label: post.name, disabled: !post.mayGive }))}
              {...field}
            />
          )}
        </Picked>
        <Picked form={form} name="jobType" label={fields.jobType.label} required>
          {(field) => <Select options={jobTypes} {...field} />}
        </Picked>
        <Picked form={form} name="workType" label={fields.workType.label} required>
          {(field) => <Select options={workTypes} {...field} />}
        </Picked>
        <Picked form={form} name="workStatus" label="工作状态" required group>
          {(field) => <Segmented options={workStatuses.filter((each) => each.value !== 3)} {...field} />}
        </Picked>
      </div>
      <Field label="备注" error={form.errorOf('remark')}>
        <TextField maxLength={200} {...form.register('remark')} />
      </Field>
    </FormDialog>
  )
}

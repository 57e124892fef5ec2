import { staff } from '@dentin/contract/staff'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { ApiError } from '../../lib/client.ts'
import { useCallForm } from '../../lib/form.ts'
import { session } from '../../lib/session.ts'
import { ErrorLine, Field, Segmented, TextField, toast } from '../../ui/index.ts'
import { Dialog, Select } from '../../ui/heavy.ts'
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
      workType: 1,
      workStatus: 1,
      remark: '',
    },
  })
  const approve = useApprove()
  const [failure, setFailure] = useState<string | null>(null)
  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      await approve.mutateAsync(values)
      toast.success(`${values.realName} 已加入本门诊`)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!form.showErrors(error)) setFailure(error.message)
    }
  })
  const errorOf = (name: keyof typeof form.formState.errors) =>
    form.formState.errors[name]?.message as string | undefined
  return (
    <Dialog
      open
      sticky
      width={600}
      title={`通过 ${application.firstName} 的申请`}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitText="通过"
      busy={approve.isPending}
    >
      <div className={s.fields}>
        {failure && <ErrorLine>{failure}</ErrorLine>}
        <div className={s.pair}>
          <Field label="姓名" required error={errorOf('realName')}>
            <TextField maxLength={20} {...form.register('realName')} />
          </Field>
          <Field label="手机号" required error={errorOf('phone')}>
            <TextField inputMode="tel" maxLength={11} {...form.register('phone')} />
          </Field>
          <Field label="岗位" required error={errorOf('job')} help="岗位决定能看到和能做什么">
            <Controller
              control={form.control}
              name="job"
              render={({ field }) => (
                <Select
                  options={posts.map((post) => ({ value: post.id, label: post.name, disabled: !post.mayGive }))}
                  value={(field.value as string | undefined) ?? null}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                />
              )}
            />
          </Field>
          <Field label="工种" required error={errorOf('jobType')}>
            <Controller
              control={form.control}
              name="jobType"
              render={({ field }) => (
                <Select
                  options={jobTypes}
                  value={(field.value as number | undefined) ?? null}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                />
              )}
            />
          </Field>
          <Field label="工作类型" required error={errorOf('workType')}>
            <Controller
              control={form.control}
              name="workType"
              render={({ field }) => (
                <Select
                  options={workTypes}
                  value={(field.value as number | undefined) ?? null}
                  onChange={field.onChange}
                />
              )}
            />
          </Field>
          <Field label="工作状态" required group error={errorOf('workStatus')}>
            <Controller
              control={form.control}
              name="workStatus"
              render={({ field }) => (
                <Segmented
                  options={workStatuses.filter((each) => each.value !== 3)}
                  value={(field.value as number | undefined) ?? null}
                  onChange={field.onChange}
                />
              )}
            />
          </Field>
        </div>
        <Field label="备注" error={errorOf('remark')}>
          <TextField maxLength={200} {...form.register('remark')} />
        </Field>
      </div>
    </Dialog>
  )
}

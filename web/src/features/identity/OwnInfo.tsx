import { identity } from '@dentin/contract/identity'
import { ageOn, today, type LocalDate } from '@dentin/kit/datetime'
import { useEffect, useState, type FormEvent } from 'react'
import { Controller } from 'react-hook-form'
import { useCallForm } from '../../lib/form.ts'
import { session } from '../../lib/session.ts'
import { Button, ErrorLine, Field, PasswordField, RadioGroup, SkeletonRows, TextField, toast } from '../../ui/index.ts'
import { DatePicker } from '../../ui/heavy.ts'
import { PortraitField } from './Portrait.tsx'
import { useChangePassword, useUpdateInfo, useUserInfo } from './hooks.ts'
import s from './identity.module.css'

const GENDERS = [
  { value: 0, label: '男' },
  { value: 1, label: '女' },
  { value: 2, label: '未说明' },
] as const

const ageToday = (birthDay: string | null | undefined) =>
  birthDay ? ageOn(birthDay as LocalDate, today(new Date())).years : null

/** What the clinic knows of the person, and the part that the person may change. */
export function OwnInfoForm() {
  const info = useUserInfo()
  const update = useUpdateInfo()
  const form = useCallForm(identity.updateInfo, {
    defaultValues: { avatar: null, nickName: '', gender: null, birthDay: null },
  })
  const loaded = info.data
  const { isDirty } = form.formState
  const { reset } = form
  useEffect(() => {
    if (loaded && !isDirty)
      reset({
        avatar: loaded.avatar,
        nickName: loaded.nickName,
        gender: loaded.gender as 0 | 1 | 2 | null,
        birthDay: loaded.birthDay,
      })
  }, [loaded, isDirty, reset])
  if (info.error && !loaded) return <ErrorLine onRetry={() => void info.refetch()}>{info.error.message}</ErrorLine>
  if (!loaded) return <SkeletonRows rows={6} />
  const submit = form.handleSubmit(async (values) => {
    try {
      await update.mutateAsync({
        avatar: values.avatar ?? null,
        nickName: values.nickName ?? '',
        gender: values.gender,
        birthDay: values.birthDay || null,
      })
      form.reset(values)
      toast.success('修改成功')
    } catch (error) {
      if (!form.showErrors(error)) toast.error(error instanceof Error ? error.message : '修改失败')
    }
  })
  const { errors } = form.formState
  const { gender, birthDay } = form.watch()
  return (
    <form className={s.narrow} onSubmit={(event) => void submit(event)} noValidate>
      <Controller
        control={form.control}
        name="avatar"
        render={({ field }) => (
          <PortraitField
            value={field.value ?? null}
            onChange={field.onChange}
            gender={gender ?? null}
            age={ageToday(birthDay)}
            error={errors.avatar?.message as string | undefined}
          />
        )}
      />
      <dl className={s.facts}>
        <dt>姓名</dt>
        <dd>{loaded.employeeName}</dd>
        <dt>登录账号</dt>
        <dd>{loaded.loginName ?? loaded.phone}</dd>
        <dt>手机号</dt>
        <dd className="num">{loaded.phone}</dd>
        {loaded.clinicName && (
          <>
            <dt>所属门诊</dt>
            <dd>{loaded.clinicName}</dd>
            <dt>岗位</dt>
            <dd>{loaded.posts.join('、') || '未设岗位'}</dd>
          </>
        )}
      </dl>
      <Field label="昵称" error={errors.nickName?.message as string | undefined}>
        <TextField maxLength={30} {...form.register('nickName')} />
      </Field>
      <Field label="性别" group error={errors.gender?.message as string | undefined}>
        <Controller
          control={form.control}
          name="gender"
          render={({ field }) => <RadioGroup options={GENDERS} value={field.value ?? null} onChange={field.onChange} />}
        />
      </Field>
      <Field label="出生日期" error={errors.birthDay?.message as string | undefined}>
        <Controller
          control={form.control}
          name="birthDay"
          render={({ field }) => <DatePicker value={field.value ?? null} onChange={field.onChange} />}
        />
      </Field>
      <div className={s.actions}>
        <Button type="submit" variant="primary" busy={update.isPending} disabled={!isDirty}>
          保存
        </Button>
      </div>
    </form>
  )
}

/** A new password. All other devices are signed out; this one goes on with a new token. */
export function ChangePasswordForm({ onChanged }: { onChanged?: () => void }) {
  const change = useChangePassword()
  const form = useCallForm(identity.changePassword, { defaultValues: { oldPasswd: '', newPasswd: '' } })
  const [again, setAgain] = useState('')
  const [againError, setAgainError] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const checkAgain = () => {
    const problem =
      again === '' ? '请再次输入密码' : again === form.getValues('newPasswd') ? null : '两次输入密码不一致!'
    setAgainError(problem)
    return problem === null
  }
  const submit = (event: FormEvent) => {
    const matches = checkAgain()
    setFailure(null)
    void form.handleSubmit(
      async (values) => {
        if (!matches) return toast.error('修改错误')
        try {
          const { token } = await change.mutateAsync(values)
          const held = session.get()
          if (held) session.set({ ...held, token })
          form.reset()
          setAgain('')
          toast.success('修改成功')
          onChanged?.()
        } catch (error) {
          toast.error('修改失败')
          if (!form.showErrors(error)) setFailure(error instanceof Error ? error.message : '修改失败')
        }
      },
      () => toast.error('修改错误'),
    )(event)
  }
  const { errors } = form.formState
  return (
    <form className={s.narrow} onSubmit={submit} noValidate>
      <Field label="原密码" required error={errors.oldPasswd?.message as string | undefined}>
        <PasswordField maxLength={200} {...form.register('oldPasswd')} />
      </Field>
      <Field
        label="新密码"
        required
        error={errors.newPasswd?.message as string | undefined}
        help="8–20 位，数字、小写、大写、特殊字符中至少 3 种"
      >
        <PasswordField autoComplete="new-password" maxLength={40} {...form.register('newPasswd')} />
      </Field>
      <Field label="确认新密码" required error={againError}>
        <PasswordField
          autoComplete="new-password"
          maxLength={40}
          value={again}
          onChange={(event) => {
            setAgain(event.target.value)
            setAgainError(null)
          }}
          onBlur={() => again !== '' && checkAgain()}
        />
      </Field>
      {failure && <ErrorLine>{failure}</ErrorLine>}
      <p className={s.rules}>修改后，您在其他电脑和手机上的登录会立即失效。</p>
      <div className={s.actions}>
        <Button type="submit" variant="primary" busy={change.isPending}>
          修改密码
        </Button>
      </div>
    </form>
  )
}

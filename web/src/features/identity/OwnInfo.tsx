import { identity } from '@dentin/contract/identity'
import { useEffect, type FormEvent } from 'react'
import { Controller } from 'react-hook-form'
import { ageYears, genders } from '../../domain/person.ts'
import { useCallForm } from '../../lib/form.ts'
import { session } from '../../lib/session.ts'
import {
  Button,
  ErrorLine,
  Field,
  NewPassword,
  PasswordField,
  RadioGroup,
  SkeletonRows,
  TextField,
  toast,
  usePasswordAgain,
} from '../../ui/index.ts'
import { DatePicker, Picked } from '../../ui/heavy.ts'
import { PortraitField } from './Portrait.tsx'
import { useChangePassword, useUpdateInfo, useUserInfo } from './hooks.ts'
import s from './identity.module.css'

const OWN_GENDERS = [...genders, { value: 2, label: '未说明' }] as const

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
  const submit = form.save(
    ({ avatar, nickName, gender: chosen, birthDay: day }) =>
      update.mutateAsync({ avatar: avatar ?? null, nickName: nickName ?? '', gender: chosen, birthDay: day || null }),
    (_, values) => {
      form.reset(values)
      toast.success('修改成功')
    },
  )
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
            age={ageYears(birthDay || null)}
            error={form.errorOf('avatar')}
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
      <Field label="昵称" error={form.errorOf('nickName')}>
        <TextField maxLength={30} {...form.register('nickName')} />
      </Field>
      <Picked form={form} name="gender" label="性别" group>
        {(field) => <RadioGroup options={OWN_GENDERS} {...field} />}
      </Picked>
      <Picked form={form} name="birthDay" label="出生日期">
        {(field) => <DatePicker {...field} />}
      </Picked>
      {form.failure && <ErrorLine>{form.failure}</ErrorLine>}
      <div className={s.actions}>
        <Button type="submit" variant="primary" busy={form.sending} disabled={!isDirty}>
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
  const again = usePasswordAgain(() => form.getValues('newPasswd'))
  const send = form.save(
    change.mutateAsync,
    ({ token }) => {
      const held = session.get()
      if (held) session.set({ ...held, token })
      form.reset()
      again.type('')
      toast.success('修改成功')
      onChanged?.()
    },
    { check: again.check },
  )
  const submit = async (event: FormEvent) => {
    const outcome = await send(event)
    if (outcome !== 'saved') toast.error(outcome === 'wrong' ? '修改错误' : '修改失败')
  }
  return (
    <form className={s.narrow} onSubmit={(event) => void submit(event)} noValidate>
      <Field label="原密码" required error={form.errorOf('oldPasswd')}>
        <PasswordField maxLength={200} {...form.register('oldPasswd')} />
      </Field>
      <NewPassword required error={form.errorOf('newPasswd')} again={again} {...form.register('newPasswd')} />
      {form.failure && <ErrorLine>{form.failure}</ErrorLine>}
      <p className={s.rules}>修改后，您在其他电脑和手机上的登录会立即失效。</p>
      <div className={s.actions}>
        <Button type="submit" variant="primary" busy={form.sending}>
          修改密码
        </Button>
      </div>
    </form>
  )
}

import { provider } from '@dentin/contract/provider'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useSend } from '../../lib/query.ts'
import { ErrorLine, Field, PasswordField, TextField, toast } from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import s from './provider.module.css'

export type OwnDialog = 'password' | 'codes'

/** What somebody changes about the own sign-in; each asks for a fresh code of the app. */
export function OwnAccountDialogs({ open, onClose }: { open: OwnDialog | null; onClose: () => void }) {
  return (
    <>
      {open === 'password' && <PasswordDialog onClose={onClose} />}
      {open === 'codes' && <CodesDialog onClose={onClose} />}
    </>
  )
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const change = useSend(provider.changePassword)
  const form = useCallForm(provider.changePassword, {
    defaultValues: { oldPassword: '', newPassword: '', code: '' },
  })
  const [again, setAgain] = useState('')
  const [againError, setAgainError] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { errors } = form.formState
  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    if (again !== values.newPassword) return setAgainError(again === '' ? '请再次输入密码' : '两次输入密码不一致!')
    try {
      await change.mutateAsync(values)
      toast.success('修改成功')
      onClose()
    } catch (error) {
      if (!form.showErrors(error)) setFailure(error instanceof Error ? error.message : '修改失败')
    }
  })
  return (
    <Dialog
      open
      title="修改密码"
      onClose={onClose}
      onSubmit={() => void submit()}
      submitText="修改密码"
      busy={change.isPending}
      width={440}
      sticky
    >
      <div className={s.stack}>
        <Field label="原密码" required error={errors.oldPassword?.message as string | undefined}>
          <PasswordField maxLength={200} {...form.register('oldPassword')} />
        </Field>
        <Field
          label="新密码"
          required
          help="8–20 位，数字、小写、大写、特殊字符中至少 3 种"
          error={errors.newPassword?.message as string | undefined}
        >
          <PasswordField autoComplete="new-password" maxLength={40} {...form.register('newPassword')} />
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
          />
        </Field>
        <CodeField error={errors.code?.message as string | undefined} input={form.register('code')} />
        {failure && <ErrorLine>{failure}</ErrorLine>}
      </div>
    </Dialog>
  )
}

function CodesDialog({ onClose }: { onClose: () => void }) {
  const renew = useSend(provider.renewRecoveryCodes, { refresh: [provider.me] })
  const form = useCallForm(provider.renewRecoveryCodes, { defaultValues: { code: '' } })
  const [codes, setCodes] = useState<string[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      setCodes((await renew.mutateAsync(values)).recoveryCodes)
    } catch (error) {
      if (!form.showErrors(error)) setFailure(error instanceof Error ? error.message : '更换失败')
    }
  })
  if (codes)
    return (
      <Dialog open title="新的恢复码" onClose={onClose} cancelText="我已记下" width={440} sticky>
        <RecoveryCodes codes={codes} />
      </Dialog>
    )
  return (
    <Dialog
      open
      title="更换恢复码"
      onClose={onClose}
      onSubmit={() => void submit()}
      submitText="更换"
      busy={renew.isPending}
      width={440}
    >
      <div className={s.stack}>
        <p className="secondary">换成 10 个新的恢复码，原来的立即作废。</p>
        <CodeField error={form.formState.errors.code?.message as string | undefined} input={form.register('code')} />
        {failure && <ErrorLine>{failure}</ErrorLine>}
      </div>
    </Dialog>
  )
}

function CodeField({ error, input }: { error: string | undefined; input: object }) {
  return (
    <Field label="动态口令" required help="验证器应用当前的 6 位数字；登录时刚用过的不能再用" error={error}>
      <TextField
        icon="mobile"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        className="num"
        {...input}
      />
    </Field>
  )
}

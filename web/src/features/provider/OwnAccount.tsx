import { provider } from '@dentin/contract/provider'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useSend } from '../../lib/query.ts'
import { Field, NewPassword, PasswordField, TextField, toast, usePasswordAgain } from '../../ui/index.ts'
import { Dialog, FormDialog } from '../../ui/heavy.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

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
  const again = usePasswordAgain(() => form.getValues('newPassword'))
  const submit = form.save(
    change.mutateAsync,
    () => {
      toast.success('修改成功')
      onClose()
    },
    { check: again.check },
  )
  return (
    <FormDialog
      title="修改密码"
      onClose={onClose}
      form={form}
      onSubmit={submit}
      submitText="修改密码"
      width={440}
      sticky
    >
      <Field label="原密码" required error={form.errorOf('oldPassword')}>
        <PasswordField maxLength={200} {...form.register('oldPassword')} />
      </Field>
      <NewPassword required error={form.errorOf('newPassword')} again={again} {...form.register('newPassword')} />
      <CodeField error={form.errorOf('code')} input={form.register('code')} />
    </FormDialog>
  )
}

function CodesDialog({ onClose }: { onClose: () => void }) {
  const renew = useSend(provider.renewRecoveryCodes, { refresh: [provider.me] })
  const form = useCallForm(provider.renewRecoveryCodes, { defaultValues: { code: '' } })
  const [codes, setCodes] = useState<string[] | null>(null)
  const submit = form.save(renew.mutateAsync, ({ recoveryCodes }) => setCodes(recoveryCodes))
  if (codes)
    return (
      <Dialog open title="新的恢复码" onClose={onClose} cancelText="我已记下" width={440} sticky>
        <RecoveryCodes codes={codes} />
      </Dialog>
    )
  return (
    <FormDialog title="更换恢复码" onClose={onClose} form={form} onSubmit={submit} submitText="更换" width={440}>
      <p className="secondary">换成 10 个新的恢复码，原来的立即作废。</p>
      <CodeField error={form.errorOf('code')} input={form.register('code')} />
    </FormDialog>
  )
}

/** The present code of the authenticator app. */
export function CodeField({
  error,
  input,
  help = '验证器应用当前的 6 位数字；登录时刚用过的不能再用',
}: {
  error: string | undefined
  input: object
  help?: string
}) {
  return (
    <Field label="动态口令" required help={help} error={error}>
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

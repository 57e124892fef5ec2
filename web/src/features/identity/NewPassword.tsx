import { passwordProblem } from '@dentin/kit/password'
import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { send } from '../../lib/client.ts'
import { Checkbox, Field, NewPassword, usePasswordAgain } from '../../ui/index.ts'
import type { SignedIn } from './account.ts'
import { CODE_NAMES, usePhoneForm, type ProvenPhone } from './PhoneForms.tsx'
import { SignForm, useSignForm, type SignFormState } from './sign-form.tsx'
import { signInCalls } from './sign-in-calls.ts'
import s from './identity.module.css'

/** A new password, typed twice. */
function useNewPassword(form: Pick<SignFormState<'password'>, 'problems' | 'clear'>) {
  const [password, setPassword] = useState('')
  const again = usePasswordAgain(() => password)
  const fields = (
    <NewPassword
      label="密码"
      size="lg"
      error={form.problems.password}
      again={again}
      value={password}
      onChange={(event) => {
        setPassword(event.target.value)
        form.clear('password')
      }}
    />
  )
  const missing = () => ({
    password: password === '' ? '请输入新密码' : (passwordProblem(password) ?? undefined),
    again: again.check() ? undefined : 'again',
  })
  return { password, fields, missing }
}

/** A new account: phone, code and password. */
export function RegisterForm({ onSignedIn }: { onSignedIn: (signedIn: SignedIn) => void }) {
  const { form, fields, missing, refused, phone, code } = usePhoneForm('register')
  const secret = useNewPassword(form)
  const [agreed, setAgreed] = useState(false)
  const [unread, setUnread] = useState(false)
  const submit = (event: FormEvent) =>
    form.submit(
      event,
      () => {
        setUnread(!agreed)
        // What is said beside the box is its own; the form waits for it like for a field.
        return { ...missing(), ...secret.missing(), ...(agreed ? {} : { agreed: 'agreed' }) }
      },
      async () =>
        onSignedIn(await send(signInCalls.register, { phone, password: secret.password, phoneCaptcha: code })),
      refused,
    )
  return (
    <SignForm form={form} onSubmit={submit} submitText="注册">
      {fields}
      {secret.fields}
      <Field label="协议" labelHidden error={unread && !agreed ? '请先阅读并同意用户协议和隐私政策' : undefined} group>
        <Checkbox checked={agreed} onChange={(event) => setAgreed(event.target.checked)}>
          我已阅读并同意
          <Link to="/agreement" target="_blank" className={s.terms}>
            《用户协议》
          </Link>
          和
          <Link to="/privacy" target="_blank" className={s.terms}>
            《隐私政策》
          </Link>
        </Checkbox>
      </Field>
    </SignForm>
  )
}

/** First step of a forgotten password: whose it is. */
export function ForgotForm({ onProven }: { onProven: (proven: ProvenPhone) => void }) {
  const { form, fields, missing, phone, code } = usePhoneForm('reset')
  const submit = (event: FormEvent) =>
    form.submit(
      event,
      missing,
      async () => {
        await send(signInCalls.checkPhoneCaptcha, { phone, captcha: code, purpose: 'reset' })
        onProven({ phone, code })
      },
      // Here the call means the code by it.
      (error) => form.show(error, (field) => (field === 'captcha' || CODE_NAMES.has(field) ? 'code' : field)),
    )
  return (
    <SignForm form={form} onSubmit={submit} submitText="下一步">
      {fields}
    </SignForm>
  )
}

/** Second step: the new password. `onExpired`: the code is no longer good, the first step comes again. */
export function ResetForm({
  proven,
  onDone,
  onExpired,
}: {
  proven: ProvenPhone
  onDone: () => void
  onExpired: (message: string) => void
}) {
  const form = useSignForm<'password' | 'again'>()
  const secret = useNewPassword(form)
  const submit = (event: FormEvent) =>
    form.submit(
      event,
      secret.missing,
      async () => {
        const { phone, code } = proven
        await send(signInCalls.forgetPassword, { phone, password: secret.password, phoneCaptcha: code })
        onDone()
      },
      (error) => {
        const { fields, message } = form.show(error)
        const about = (named: (field: string) => boolean) => fields.some(({ field }) => named(field))
        if (about((field) => field === 'password')) return
        if (about((field) => CODE_NAMES.has(field))) onExpired(message)
        else form.say({}, message)
      },
    )
  return (
    <SignForm form={form} onSubmit={submit} submitText="设置新密码">
      {secret.fields}
    </SignForm>
  )
}

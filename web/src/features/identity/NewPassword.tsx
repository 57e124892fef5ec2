import { passwordProblem } from '@dentin/kit/password'
import { useState, type FormEvent } from 'react'
import { ApiError, send } from '../../lib/client.ts'
import { Button, ErrorLine, Field, PasswordField } from '../../ui/index.ts'
import type { SignedIn } from './account.ts'
import { CODE_NAMES, someError, usePhoneForm, type PhoneErrors, type ProvenPhone } from './PhoneForms.tsx'
import { signInCalls } from './sign-in-calls.ts'
import s from './identity.module.css'

/** Two fields for a new password. */
function useNewPassword(errors: PhoneErrors, clear: (field: keyof PhoneErrors) => void) {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const fields = (
    <>
      <Field label="密码" size="lg" error={errors.password} help="8–20 位，数字、小写、大写、特殊字符中至少 3 种">
        <PasswordField
          size="lg"
          icon="lock"
          autoComplete="new-password"
          maxLength={40}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            clear('password')
          }}
        />
      </Field>
      <Field label="确认密码" size="lg" error={errors.again}>
        <PasswordField
          size="lg"
          icon="lock"
          autoComplete="new-password"
          maxLength={40}
          value={again}
          onChange={(event) => {
            setAgain(event.target.value)
            clear('again')
          }}
        />
      </Field>
    </>
  )
  const missing = (): PhoneErrors => ({
    password: password === '' ? '请输入新密码' : (passwordProblem(password) ?? undefined),
    again: again === '' ? '请再次输入密码' : again === password ? undefined : '两次输入密码不一致!',
  })
  return { password, fields, missing }
}

/** A new account: phone, code and password. */
export function RegisterForm({ onSignedIn }: { onSignedIn: (signedIn: SignedIn) => void }) {
  const form = usePhoneForm('register')
  const secret = useNewPassword(form.errors, form.clear)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = { ...form.missing(), ...secret.missing() }
    form.setErrors(missing)
    form.setFailure(null)
    if (busy || someError(missing)) return
    setBusy(true)
    try {
      const { password } = secret
      onSignedIn(await send(signInCalls.register, { phone: form.phone, password, phoneCaptcha: form.code }))
    } catch (error) {
      form.show(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={s.form} onSubmit={(event) => void submit(event)} noValidate>
      {form.fields}
      {secret.fields}
      {form.failure && <ErrorLine>{form.failure}</ErrorLine>}
      <Button type="submit" variant="primary" size="lg" block busy={busy} className={s.submit}>
        注册
      </Button>
    </form>
  )
}

/** First step of a forgotten password: whose it is. */
export function ForgotForm({ onProven }: { onProven: (proven: ProvenPhone) => void }) {
  const form = usePhoneForm('reset')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = form.missing()
    form.setErrors(missing)
    form.setFailure(null)
    if (busy || someError(missing)) return
    setBusy(true)
    try {
      await send(signInCalls.checkPhoneCaptcha, { phone: form.phone, captcha: form.code, purpose: 'reset' })
      onProven({ phone: form.phone, code: form.code })
    } catch (error) {
      form.show(error, true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={s.form} onSubmit={(event) => void submit(event)} noValidate>
      {form.fields}
      {form.failure && <ErrorLine>{form.failure}</ErrorLine>}
      <Button type="submit" variant="primary" size="lg" block busy={busy} className={s.submit}>
        下一步
      </Button>
    </form>
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
  const [errors, setErrors] = useState<PhoneErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const secret = useNewPassword(errors, (field) => setErrors((before) => ({ ...before, [field]: undefined })))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = secret.missing()
    setErrors(missing)
    setFailure(null)
    if (busy || someError(missing)) return
    setBusy(true)
    try {
      await send(signInCalls.forgetPassword, {
        phone: proven.phone,
        password: secret.password,
        phoneCaptcha: proven.code,
      })
      onDone()
    } catch (error) {
      const problem = error instanceof ApiError ? error : new ApiError(-1, 'Error')
      const beside = problem.fields.find(({ field }) => field === 'password')
      if (beside) setErrors({ password: beside.message })
      else if (problem.fields.some(({ field }) => CODE_NAMES.has(field))) onExpired(problem.message)
      else setFailure(problem.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={s.form} onSubmit={(event) => void submit(event)} noValidate>
      {secret.fields}
      {failure && <ErrorLine>{failure}</ErrorLine>}
      <Button type="submit" variant="primary" size="lg" block busy={busy} className={s.submit}>
        设置新密码
      </Button>
    </form>
  )
}

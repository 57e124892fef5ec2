import { useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { ApiError, send } from '../../lib/client.ts'
import { Button, Checkbox, ErrorLine, Field, Icon, PasswordField, TextButton, TextField } from '../../ui/index.ts'
import type { SignedIn } from './account.ts'
import { CaptchaField, useCaptcha } from './captcha.tsx'
import { signInCalls } from './sign-in-calls.ts'
import s from './identity.module.css'

type Errors = Partial<Record<'account' | 'password' | 'captcha', string>>

/** Account, password and captcha. What goes wrong appears under the field; the captcha is new after every refusal. */
export function LoginForm({
  onSignedIn,
  onReachable,
}: {
  onSignedIn: (signedIn: SignedIn) => void
  onReachable?: (reachable: boolean) => void
}) {
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [captcha, setCaptcha] = useState('')
  const [keep, setKeep] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { picture, renew } = useCaptcha(onReachable, () => setCaptcha(''))
  const accountField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const captchaField = useRef<HTMLInputElement>(null)

  const edit = (field: keyof Errors, set: (text: string) => void) => (text: string) => {
    set(text)
    // The words of a refused sign-in stand on two fields and go together.
    setErrors((before) => (field === 'captcha' ? { ...before, captcha: undefined } : { captcha: before.captcha }))
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const missing: Errors = {
      ...(account.trim() ? {} : { account: '请填写账号或手机号' }),
      ...(password ? {} : { password: '请输入密码' }),
      ...(captcha.trim() ? {} : { captcha: '请输入验证码' }),
    }
    setErrors(missing)
    setFailure(null)
    const first = missing.account
      ? accountField
      : missing.password
        ? passwordField
        : missing.captcha
          ? captchaField
          : null
    if (first) return first.current?.focus()
    if (picture.state !== 'there') return void renew()
    setBusy(true)
    try {
      const signedIn = await send(signInCalls.login, { account, password, captcha, captchaId: picture.id, keep })
      onSignedIn(signedIn)
    } catch (error) {
      const problem = error instanceof ApiError ? error : new ApiError(-1, 'Error')
      if (problem.fields.length > 0)
        setErrors(Object.fromEntries(problem.fields.map(({ field, message }) => [field, message])))
      else setFailure(problem.message)
      const wrongCaptcha = problem.fields.some(({ field }) => field === 'captcha')
      if (!problem.isNetwork) await renew()
      ;(wrongCaptcha ? captchaField : passwordField).current?.focus()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={s.form} onSubmit={(event) => void submit(event)} noValidate>
      <Field label="账号或手机号" size="lg" error={errors.account}>
        <TextField
          ref={accountField}
          size="lg"
          icon="user"
          name="username"
          autoComplete="username"
          autoFocus
          maxLength={64}
          value={account}
          onChange={(event) => edit('account', setAccount)(event.target.value)}
        />
      </Field>
      <Field
        label="密码"
        size="lg"
        error={errors.password}
        labelRight={
          <Link to="/forgits" className={s.beside}>
            忘记密码
          </Link>
        }
      >
        <PasswordField
          ref={passwordField}
          size="lg"
          icon="lock"
          name="password"
          maxLength={200}
          value={password}
          onChange={(event) => edit('password', setPassword)(event.target.value)}
        />
      </Field>
      <CaptchaField
        inputRef={captchaField}
        picture={picture}
        onRenew={() => void renew()}
        value={captcha}
        onChange={edit('captcha', setCaptcha)}
        error={errors.captcha}
      />
      <Checkbox checked={keep} onChange={(event) => setKeep(event.target.checked)}>
        在这台设备上保持登录 7 天
      </Checkbox>
      {failure && <ErrorLine>{failure}</ErrorLine>}
      {picture.state === 'failed' && !failure && <ErrorLine onRetry={() => void renew()}>{picture.message}</ErrorLine>}
      <Button type="submit" variant="primary" size="lg" block busy={busy} className={s.submit}>
        登录
      </Button>
    </form>
  )
}

/** The clinics of somebody who works in several; the last visited one first and in focus. */
export function ClinicPicker({
  signedIn,
  onChosen,
  onBack,
}: {
  signedIn: SignedIn
  onChosen: (signedIn: SignedIn) => void
  onBack: (message?: string) => void
}) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const choose = async (clinicId: string) => {
    if (chosen || !signedIn.ticket) return
    setChosen(clinicId)
    setFailure(null)
    try {
      onChosen(await send(signInCalls.chooseClinic, { ticket: signedIn.ticket, clinicId }))
    } catch (error) {
      if (error instanceof ApiError && !error.isNetwork) onBack(error.message)
      else setFailure(error instanceof ApiError ? error.message : 'Error')
      setChosen(null)
    }
  }
  return (
    <div className={s.form}>
      <ul className={s.clinics} aria-label="可以进入的门诊">
        {signedIn.clinicList.map((clinic, place) => (
          <li key={clinic.clinicId}>
            <button
              type="button"
              className={s.clinicRow}
              autoFocus={place === 0}
              aria-busy={chosen === clinic.clinicId}
              onClick={() => void choose(clinic.clinicId)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
                event.preventDefault()
                const row = event.currentTarget.parentElement
                const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
                next?.querySelector('button')?.focus()
              }}
            >
              <Icon name="building" size={18} />
              <span className={s.clinicName}>{clinic.clinicName}</span>
              {clinic.isCompany && <span className="t-12 tertiary">总店</span>}
              <Icon
                name={chosen === clinic.clinicId ? 'spinner' : 'chevron-right'}
                size={16}
                className={chosen === clinic.clinicId ? s.turning : undefined}
              />
            </button>
          </li>
        ))}
      </ul>
      {failure && <ErrorLine>{failure}</ErrorLine>}
      <TextButton icon="arrow-left" tone="quiet" onClick={() => onBack()}>
        换一个账号
      </TextButton>
    </div>
  )
}

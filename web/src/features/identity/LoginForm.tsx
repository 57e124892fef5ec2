import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { ApiError, send } from '../../lib/client.ts'
import { Checkbox, ErrorLine, Field, Icon, PasswordField, TextButton, TextField } from '../../ui/index.ts'
import type { SignedIn } from './account.ts'
import { CaptchaField, useCaptcha } from './captcha.tsx'
import { SignForm, useSignForm } from './sign-form.tsx'
import { signInCalls } from './sign-in-calls.ts'
import s from './identity.module.css'

type Field3 = 'account' | 'password' | 'captcha'
/** What was typed, as the calls want it. */
export type Typed = Record<Field3 | 'captchaId', string>

/** Account, password and captcha. What goes wrong appears under the field; the captcha is new after every refusal. */
export function PasswordForm({
  label,
  missing = `请填写${label}`,
  told = null,
  forgot,
  submitText,
  onSend,
  onReachable,
  children,
}: {
  /** What the account is called. */
  label: string
  /** What is said when there is none. */
  missing?: string
  /** Why the form is here again. */
  told?: string | null
  /** Beside the password. */
  forgot?: ReactNode
  submitText: string
  onSend: (typed: Typed) => Promise<void>
  onReachable?: ((reachable: boolean) => void) | undefined
  children?: ReactNode
}) {
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [captcha, setCaptcha] = useState('')
  const form = useSignForm<Field3>(told)
  const { picture, renew } = useCaptcha(onReachable, () => setCaptcha(''))
  const accountField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const captchaField = useRef<HTMLInputElement>(null)

  const whatIsMissing = () => {
    const found = {
      account: account.trim() ? undefined : missing,
      password: password ? undefined : '请输入密码',
      captcha: captcha.trim() ? undefined : '请输入验证码',
    }
    const first = found.account ? accountField : found.password ? passwordField : found.captcha ? captchaField : null
    first?.current?.focus()
    return found
  }
  const submit = (event: FormEvent) =>
    form.submit(
      event,
      whatIsMissing,
      async () => {
        if (picture.state !== 'there') return renew()
        await onSend({ account, password, captcha, captchaId: picture.id })
      },
      async (error) => {
        const problem = form.show(error)
        // Whatever the server refused, its words stand on both fields.
        if (!problem.isNetwork) {
          const { message } = problem
          const beside = Object.fromEntries(problem.fields.map((each) => [each.field, each.message]))
          form.say({ ...beside, account: beside.account ?? message, password: beside.password ?? message })
        }
        const wrongCaptcha = problem.fields.some(({ field }) => field === 'captcha')
        if (!problem.isNetwork) await renew()
        ;(wrongCaptcha ? captchaField : passwordField).current?.focus()
      },
    )
  return (
    <SignForm form={form} onSubmit={submit} submitText={submitText}>
      <Field label={label} size="lg" error={form.problems.account}>
        <TextField
          ref={accountField}
          size="lg"
          icon="user"
          name="username"
          autoComplete="username"
          autoCapitalize="off"
          autoFocus
          maxLength={64}
          value={account}
          onChange={(event) => {
            setAccount(event.target.value)
            // The words of a refused sign-in stand on two fields and go together.
            form.clear('account', 'password')
          }}
        />
      </Field>
      <Field label="密码" size="lg" error={form.problems.password} labelRight={forgot}>
        <PasswordField
          ref={passwordField}
          size="lg"
          icon="lock"
          name="password"
          maxLength={200}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            form.clear('account', 'password')
          }}
        />
      </Field>
      <CaptchaField
        inputRef={captchaField}
        picture={picture}
        onRenew={() => void renew()}
        value={captcha}
        onChange={(text) => {
          setCaptcha(text)
          form.clear('captcha')
        }}
        error={form.problems.captcha}
      />
      {children}
      {picture.state === 'failed' && !form.failure && (
        <ErrorLine onRetry={() => void renew()}>{picture.message}</ErrorLine>
      )}
    </SignForm>
  )
}

/** Sign-in to a clinic. */
export function LoginForm({
  onSignedIn,
  onReachable,
}: {
  onSignedIn: (signedIn: SignedIn) => void
  onReachable?: (reachable: boolean) => void
}) {
  const [keep, setKeep] = useState(false)
  return (
    <PasswordForm
      label="账号或手机号"
      submitText="登录"
      forgot={
        <Link to="/forgits" className={s.beside}>
          忘记密码
        </Link>
      }
      onSend={async (typed) => onSignedIn(await send(signInCalls.login, { ...typed, keep }))}
      onReachable={onReachable}
    >
      <Checkbox checked={keep} onChange={(event) => setKeep(event.target.checked)}>
        在这台设备上保持登录 7 天
      </Checkbox>
    </PasswordForm>
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

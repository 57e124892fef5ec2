import { provider } from '@dentin/contract/provider'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { CaptchaField, useCaptcha } from '../../../features/identity/captcha.tsx'
import { enterConsole } from '../../../features/provider/session.ts'
import { ApiError, send } from '../../../lib/client.ts'
import { ownPath } from '../../../lib/redirect.ts'
import { Button, ErrorLine, Field, PasswordField, TextButton, TextField, toast } from '../../../ui/index.ts'
import { Entry } from './Entry.tsx'
import s from './entry.module.css'

/** Sign-in to the console in two steps: password and captcha, then a code of the authenticator app. */
export default function PlatformLogin() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [ticket, setTicket] = useState<string | null>(null)
  const [again, setAgain] = useState<string | null>(null)
  useEffect(() => {
    document.title = '平台登录 · 牙本 Dentin'
  }, [])
  if (!ticket)
    return (
      <Entry title="平台登录" sub="审核、收款与门诊服务">
        <PasswordStep notice={again} onDone={setTicket} />
      </Entry>
    )
  const goOn = (path: string | null) =>
    void navigate(path?.startsWith('/platform') ? path : '/platform', { replace: true })
  return (
    <Entry title="动态口令" sub="打开手机上的验证器应用，输入当前的 6 位数字">
      <CodeStep
        ticket={ticket}
        onBack={(message) => {
          setAgain(message ?? null)
          setTicket(null)
        }}
        onDone={() => goOn(ownPath(params.get('redirect'), window.location.origin))}
      />
    </Entry>
  )
}

type Errors = Partial<Record<'account' | 'password' | 'captcha', string>>

function PasswordStep({ notice, onDone }: { notice: string | null; onDone: (ticket: string) => void }) {
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [captcha, setCaptcha] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState(notice)
  const [busy, setBusy] = useState(false)
  const { picture, renew } = useCaptcha(undefined, () => setCaptcha(''))
  const passwordField = useRef<HTMLInputElement>(null)
  const captchaField = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const missing: Errors = {
      ...(account.trim() ? {} : { account: '请填写账号' }),
      ...(password ? {} : { password: '请输入密码' }),
      ...(captcha.trim() ? {} : { captcha: '请输入验证码' }),
    }
    setErrors(missing)
    setFailure(null)
    if (Object.keys(missing).length > 0) return
    if (picture.state !== 'there') return void renew()
    setBusy(true)
    try {
      onDone((await send(provider.login, { account, password, captcha, captchaId: picture.id })).ticket)
    } catch (error) {
      const problem = error instanceof ApiError ? error : new ApiError(-1, 'Error')
      setErrors(Object.fromEntries(problem.fields.map(({ field, message }) => [field, message])))
      if (problem.fields.length === 0) setFailure(problem.message)
      const wrongCaptcha = problem.fields.some(({ field }) => field === 'captcha')
      if (!problem.isNetwork) await renew()
      ;(wrongCaptcha ? captchaField : passwordField).current?.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={s.form} onSubmit={(event) => void submit(event)} noValidate>
      <Field label="登录名" size="lg" error={errors.account}>
        <TextField
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
            setErrors({})
          }}
        />
      </Field>
      <Field label="密码" size="lg" error={errors.password}>
        <PasswordField
          ref={passwordField}
          size="lg"
          icon="lock"
          name="password"
          maxLength={200}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            setErrors({})
          }}
        />
      </Field>
      <CaptchaField
        inputRef={captchaField}
        picture={picture}
        onRenew={() => void renew()}
        value={captcha}
        onChange={setCaptcha}
        error={errors.captcha}
      />
      {failure && <ErrorLine>{failure}</ErrorLine>}
      {picture.state === 'failed' && !failure && <ErrorLine onRetry={() => void renew()}>{picture.message}</ErrorLine>}
      <Button type="submit" variant="primary" size="lg" block busy={busy}>
        下一步
      </Button>
    </form>
  )
}

function CodeStep({
  ticket,
  onBack,
  onDone,
}: {
  ticket: string
  onBack: (message?: string) => void
  onDone: () => void
}) {
  const [recovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const enter = async (typed: string) => {
    if (busy) return
    if (!typed.trim()) return setError(recovery ? '请输入恢复码' : '请输入动态口令')
    setBusy(true)
    setError(null)
    try {
      const { token, name, role, recoveryCodesLeft } = await send(provider.loginCode, { ticket, code: typed })
      enterConsole({ token, name, role })
      if (recovery) toast.info(`还剩 ${recoveryCodesLeft} 个恢复码，请尽快在右上角更换`, { duration: 6000 })
      onDone()
    } catch (problem) {
      const refused = problem instanceof ApiError ? problem : new ApiError(-1, 'Error')
      if (!refused.isNetwork && refused.fields.length === 0) return onBack(refused.message)
      setError(refused.message)
      setCode('')
      field.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={s.form}
      onSubmit={(event) => {
        event.preventDefault()
        void enter(code)
      }}
      noValidate
    >
      <Field label={recovery ? '恢复码' : '动态口令'} size="lg" error={error}>
        <TextField
          key={recovery ? 'recovery' : 'app'}
          ref={field}
          size="lg"
          icon={recovery ? 'shield' : 'mobile'}
          autoFocus
          autoComplete="one-time-code"
          inputMode={recovery ? 'text' : 'numeric'}
          maxLength={recovery ? 12 : 6}
          value={code}
          className="num"
          onChange={(event) => {
            const typed = recovery ? event.target.value : event.target.value.replaceAll(/\D/g, '')
            setCode(typed)
            setError(null)
            if (!recovery && typed.length === 6) void enter(typed)
          }}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" block busy={busy}>
        登录
      </Button>
      <div className={s.actions}>
        <TextButton
          tone="quiet"
          icon={recovery ? 'mobile' : 'shield'}
          onClick={() => {
            setRecovery(!recovery)
            setCode('')
            setError(null)
          }}
        >
          {recovery ? '改用动态口令' : '手机不在身边，用恢复码'}
        </TextButton>
        <TextButton tone="quiet" icon="arrow-left" onClick={() => onBack()}>
          换一个账号
        </TextButton>
      </div>
    </form>
  )
}

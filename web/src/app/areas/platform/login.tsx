import { provider } from '@dentin/contract/provider'
import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { PasswordForm } from '../../../features/identity/index.ts'
import { enterConsole } from '../../../features/provider/index.ts'
import { ApiError, send } from '../../../lib/client.ts'
import { ownPath } from '../../../lib/redirect.ts'
import { Button, Field, TextButton, TextField, toast } from '../../../ui/index.ts'
import { Entry } from './Entry.tsx'
import s from './entry.module.css'

/** Sign-in to the console in two steps: password and captcha, then a code of the authenticator app. */
export default function PlatformLogin() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [ticket, setTicket] = useState<string | null>(null)
  const [again, setAgain] = useState<string | null>(null)
  if (!ticket)
    return (
      <Entry sub="审核、收款与门诊服务">
        <PasswordForm
          label="登录名"
          missing="请填写账号"
          told={again}
          submitText="下一步"
          onSend={async (typed) => setTicket((await send(provider.login, typed)).ticket)}
        />
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
      if (recovery)
        toast.info(`还剩 ${recoveryCodesLeft} 个恢复码，请尽快在右上角更换`, {
          action: { label: '知道了', onClick: () => {} },
        })
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

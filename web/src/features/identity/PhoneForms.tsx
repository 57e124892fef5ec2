import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { ApiError, send } from '../../lib/client.ts'
import { Button, Checkbox, Field, Notice, TextField } from '../../ui/index.ts'
import type { SignedIn } from './account.ts'
import { CaptchaField, useCaptcha } from './captcha.tsx'
import { SignForm, useSignForm } from './sign-form.tsx'
import { signInCalls } from './sign-in-calls.ts'
import s from './identity.module.css'

type PhoneField = 'phone' | 'captcha' | 'code' | 'password'
type Purpose = 'register' | 'login' | 'reset'
/** Sends a code by another call than the house's own. */
export type CodeSender = (input: { phone: string; captcha?: string; captchaId?: string }) => Promise<{ local: boolean }>

const PHONE = /^1[2-9]\d{9}$/
const RESEND_SECONDS = 60

/** What the server calls the code in its different calls. */
export const CODE_NAMES = new Set(['code', 'phoneCaptcha', 'phoneCode'])

/** A form with a phone and the code sent to it: its fields, what is wrong with them, and the sending of the code. */
export function usePhoneForm(purpose: Purpose | CodeSender, initialPhone = '') {
  const [phone, setPhone] = useState(initialPhone)
  const [code, setCode] = useState('')
  const form = useSignForm<PhoneField>()
  const { problems, clear } = form
  const [picture, setPicture] = useState<{ id: string | null; answer: string } | null>(null)
  const [pictureTurn, setPictureTurn] = useState(0)
  const [wait, setWait] = useState(0)
  const [sending, setSending] = useState(false)
  const [sentLocally, setSentLocally] = useState(false)
  const phoneField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])

  const named = (field: string) => (CODE_NAMES.has(field) ? 'code' : field === 'account' ? 'phone' : field)
  const phoneProblem = () =>
    phone.trim() === '' ? '请填写手机号' : PHONE.test(phone.trim()) ? undefined : '手机号应为11位手机号'

  const sendCode = async () => {
    const problem = phoneProblem()
    form.say({ phone: problem, captcha: picture && !picture.answer.trim() ? '请输入图形验证码' : undefined })
    if (problem) return phoneField.current?.focus()
    if (picture && !(picture.id && picture.answer.trim())) return
    setSending(true)
    try {
      if (!picture) {
        const { captchaNeeded } = await send(signInCalls.checkAccount, { account: phone.trim() })
        if (captchaNeeded) return setPicture({ id: null, answer: '' })
      }
      const answer = picture?.id ? { captcha: picture.answer.trim(), captchaId: picture.id } : {}
      const to = { phone: phone.trim(), ...answer }
      const { local } = await (typeof purpose === 'function'
        ? purpose(to)
        : send(signInCalls.smsCaptcha, { ...to, purpose }))
      setSentLocally(local)
      setWait(RESEND_SECONDS)
      setPicture(null)
      codeField.current?.focus()
    } catch (error) {
      form.show(error, named)
      if (error instanceof ApiError && error.fields.some(({ field }) => field === 'captcha'))
        setPicture({ id: null, answer: '' })
      setPictureTurn((turn) => turn + 1)
    } finally {
      setSending(false)
    }
  }

  const fields = (
    <>
      <Field label="手机号" size="lg" error={problems.phone}>
        <TextField
          ref={phoneField}
          size="lg"
          icon="phone"
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          maxLength={11}
          autoFocus={initialPhone === '' && typeof purpose !== 'function'}
          value={phone}
          onChange={(event) => {
            setPhone(event.target.value)
            clear('phone')
          }}
        />
      </Field>
      {picture && (
        <Notice tone="wait" icon="shield-check">
          为防止验证码被滥发，请先输入图中的字符，再点“获取验证码”
        </Notice>
      )}
      {picture && (
        <CodePicture
          key={pictureTurn}
          answer={picture.answer}
          error={problems.captcha}
          onChange={(answer, id) => {
            setPicture({ answer, id })
            clear('captcha')
          }}
        />
      )}
      <Field label="短信验证码" size="lg" error={problems.code}>
        <div className={s.captchaRow}>
          <TextField
            ref={codeField}
            size="lg"
            icon="shield-check"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            onChange={(event) => {
              setCode(event.target.value)
              clear('code')
            }}
            boxClassName={s.captchaField}
          />
          <Button
            size="lg"
            className={s.code}
            busy={sending}
            disabled={wait > 0}
            onClick={() => void sendCode()}
            aria-live="polite"
          >
            {wait > 0 ? `${wait} 秒后重发` : '获取验证码'}
          </Button>
        </div>
      </Field>
      {sentLocally && (
        <Notice
          tone="muted"
          icon="info"
          action={
            <Link to="/smsOutbox" target="_blank" className={s.beside}>
              查看
            </Link>
          }
        >
          未接入短信通道，验证码在本地发件箱
        </Notice>
      )}
    </>
  )
  const missing = () => ({
    phone: phoneProblem(),
    code: code.trim() === '' ? '请输入短信验证码' : /^\d{6}$/.test(code.trim()) ? undefined : '短信验证码为 6 位数字',
  })
  return {
    phone: phone.trim(),
    code: code.trim(),
    fields,
    missing,
    form,
    /** Says a refusal; the code has different names in the calls. */
    refused: (error: unknown) => form.show(error, named),
  }
}

/** The picture that somebody reads before another code is sent. */
function CodePicture({
  answer,
  error,
  onChange,
}: {
  answer: string
  error: string | undefined
  onChange: (answer: string, id: string | null) => void
}) {
  const { picture, renew } = useCaptcha(undefined, () => onChange('', null))
  // It appears while somebody waits for the code: the next thing to do takes the focus.
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const id = picture.state === 'there' ? picture.id : null
  return (
    <CaptchaField
      label="图形验证码"
      picture={picture}
      onRenew={() => void renew()}
      value={answer}
      onChange={(text) => onChange(text, id)}
      error={error}
      inputRef={field}
    />
  )
}

/** Sign-in with a phone and a code. */
export function PhoneLoginForm({ onSignedIn }: { onSignedIn: (signedIn: SignedIn) => void }) {
  const { form, fields, missing, refused, phone, code } = usePhoneForm('login')
  const [keep, setKeep] = useState(false)
  const submit = (event: FormEvent) =>
    form.submit(
      event,
      missing,
      async () => onSignedIn(await send(signInCalls.loginByCode, { phone, code, keep })),
      refused,
    )
  return (
    <SignForm form={form} onSubmit={submit} submitText="登录">
      {fields}
      <Checkbox checked={keep} onChange={(event) => setKeep(event.target.checked)}>
        在这台设备上保持登录 7 天
      </Checkbox>
    </SignForm>
  )
}

/** The phone whose code was shown, on the way to its new password. Never in the address, never stored. */
export interface ProvenPhone {
  phone: string
  code: string
}

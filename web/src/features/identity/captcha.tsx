import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { ApiError, send } from '../../lib/client.ts'
import { Field, Icon, TextField } from '../../ui/index.ts'
import { signInCalls } from './sign-in-calls.ts'
import s from './identity.module.css'

/** The picture to be read: on its way, not there, or with its id. */
export type CaptchaPicture =
  { state: 'loading' } | { state: 'failed'; message: string } | { state: 'there'; id: string; image: string }

/**
 * The captcha of a sign-in form; a new picture by `renew`.
 * @param onReachable hears whether the server answered
 * @param onRenew what was typed for the former picture goes
 */
export function useCaptcha(onReachable?: (reachable: boolean) => void, onRenew?: () => void) {
  const [picture, setPicture] = useState<CaptchaPicture>({ state: 'loading' })
  const latest = useRef({ onReachable, onRenew })
  useEffect(() => {
    latest.current = { onReachable, onRenew }
  })
  const fetchPicture = useCallback(async (): Promise<CaptchaPicture> => {
    try {
      const { captchaId, base64String } = await send(signInCalls.imageCaptcha, {})
      latest.current.onReachable?.(true)
      return { state: 'there', id: captchaId, image: base64String }
    } catch (error) {
      latest.current.onReachable?.(!(error instanceof ApiError && error.isNetwork))
      return { state: 'failed', message: error instanceof ApiError ? error.message : '验证码没有取到' }
    }
  }, [])
  const renew = useCallback(async () => {
    latest.current.onRenew?.()
    setPicture(await fetchPicture())
  }, [fetchPicture])
  useEffect(() => {
    let live = true
    void fetchPicture().then((fetched) => live && setPicture(fetched))
    return () => {
      live = false
    }
  }, [fetchPicture])
  return { picture, renew }
}

/** What the picture says, the picture, and a button for another one. */
export function CaptchaField({
  label = '验证码',
  picture,
  onRenew,
  value,
  onChange,
  error,
  inputRef,
}: {
  label?: string
  picture: CaptchaPicture
  onRenew: () => void
  value: string
  onChange: (text: string) => void
  error?: string | undefined
  inputRef?: RefObject<HTMLInputElement | null>
}) {
  return (
    <Field label={label} size="lg" error={error}>
      <div className={s.captchaRow}>
        <TextField
          ref={inputRef}
          size="lg"
          icon="shield-check"
          maxLength={8}
          autoCapitalize="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          boxClassName={s.captchaField}
        />
        <span className={s.captcha} aria-busy={picture.state === 'loading'}>
          {picture.state === 'there' && (
            <img src={picture.image} width={104} height={38} alt="图形验证码，四个字母或数字" />
          )}
          {picture.state === 'failed' && <span className="t-12 danger">未取到</span>}
        </span>
        <button type="button" className={s.renew} aria-label="换一张验证码" title="换一张" onClick={onRenew}>
          <Icon name="refresh" size={16} />
        </button>
      </div>
    </Field>
  )
}

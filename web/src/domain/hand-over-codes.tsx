import { useState } from 'react'
import { Button, Field, TextField } from '../ui/index.ts'
import s from './hand-over-codes.module.css'

type Side = 'from' | 'to'
interface Sent {
  mobile: string
  shared: boolean
}

export interface HandOverCodesProps {
  /** Sends the code of one side to its phone. */
  ask: (side: Side) => Promise<Sent>
  /** It is known to whom what goes. */
  ready: boolean
  codes: Record<Side, string>
  errors: Record<Side, string | undefined>
  onCode: (side: Side, code: string) => void
}

/**
 * The codes by which two patients agree to a hand-over, each from its own phone; where they share one, one code. A code is good for
 * its two sides and its sum alone: the dialog gives this a `key` of them, and what was sent for others is forgotten.
 */
export function HandOverCodes({ ask, ready, codes, errors, onCode }: HandOverCodesProps) {
  const [sent, setSent] = useState<Partial<Record<Side, Sent>>>({})
  const [failed, setFailed] = useState<Partial<Record<Side, string>>>({})
  const [busy, setBusy] = useState<Side | null>(null)
  const shared = Object.values(sent).some((each) => each.shared)
  const send = async (side: Side) => {
    setBusy(side)
    try {
      const answer = await ask(side)
      setSent((was) => ({ ...was, [side]: answer }))
      setFailed((was) => ({ ...was, [side]: undefined }))
    } catch (error) {
      setFailed((was) => ({ ...was, [side]: (error as Error).message }))
    } finally {
      setBusy(null)
    }
  }
  const field = (side: Side, label: string) => {
    const to = sent[side]?.mobile
    return (
      <Field
        label={label}
        required
        error={errors[side] ?? failed[side]}
        help={to ? `已发到 ${to}，5 分钟内有效` : ready ? '发到患者本人的手机' : '先选转入方、填金额'}
      >
        <div className={s.code}>
          <TextField
            aria-label={label}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            value={codes[side]}
            onChange={(event) => onCode(side, event.target.value)}
          />
          <Button disabled={!ready} busy={busy === side} onClick={() => void send(side)}>
            发验证码
          </Button>
        </div>
      </Field>
    )
  }
  return (
    <>
      {field('from', shared ? '验证码' : '转出方验证码')}
      {shared ? <p className="t-12 tertiary">双方留的是同一个手机号，一个验证码即可。</p> : field('to', '转入方验证码')}
    </>
  )
}

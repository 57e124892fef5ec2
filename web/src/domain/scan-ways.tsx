import { useEffect, useRef } from 'react'
import { Button, Tag, TextField, useHotkeys } from '../ui/index.ts'
import { gatewayNames, type Scan, type Scanned } from './scan-pay.ts'
import s from './scan.module.css'

/** The patient's code as it is typed or scanned; `asked` once it was sent. */
export interface TypedCode {
  text: string
  asked: boolean
}

interface ScanWaysProps {
  found: Scanned
  /** Kept by whoever shows this: while a payment is asked for these buttons give way to its progress. null: nothing is typed. */
  typed: TypedCode | null
  onTyped: (typed: TypedCode | null) => void
  ready: boolean
  busy: boolean
  onScan: (scan: Scan) => void
}

/** Above the button that charges: the money of WeChat or Alipay comes by a code instead of by word of mouth. */
export function ScanWays({ found, typed, onTyped, ready, busy, onScan }: ScanWaysProps) {
  const { gateway, sandbox } = found
  const typing = typed !== null
  const code = typed?.text ?? ''
  const asked = typed?.asked ?? false
  const wrong = !/^\d{16,24}$/.test(code.trim())
    ? '付款码为 16 至 24 位数字'
    : ready
      ? ''
      : '还不能收款：先补足金额，或处理上面的提示'
  const show = () => ready && !busy && onScan({ gateway })
  const held = useRef<string | null>(null)
  const send = () => {
    onTyped({ text: code, asked: true })
    if (wrong) return
    if (busy) held.current = code.trim()
    else onScan({ gateway, authCode: code.trim() })
  }
  // A scanner's Enter is kept while the desk still reads what the step before has changed.
  useEffect(() => {
    if (busy || held.current === null) return
    const authCode = held.current
    held.current = null
    if (ready) onScan({ gateway, authCode })
  })
  useHotkeys([
    { key: 'F7', does: '扫码收款', enabled: ready && !busy, run: show },
    { key: 'F9', does: '扫付款码', run: () => typing || onTyped({ text: '', asked: false }) },
  ])
  return (
    <div className={s.ways}>
      <div className={s.wayButtons}>
        <Button icon="scan" disabled={!ready} busy={busy && !typing} onClick={show}>
          {gatewayNames[gateway]}扫码
        </Button>
        <Button aria-expanded={typing} onClick={() => onTyped(typing ? null : { text: '', asked: false })}>
          扫付款码
        </Button>
        {sandbox && (
          <Tag tone="wait" title="没有填写收款商户，不会真的收钱">
            模拟支付
          </Tag>
        )}
      </div>
      {typing && (
        <div>
          <TextField
            aria-label="付款码"
            autoFocus
            inputMode="numeric"
            placeholder={`扫描或输入患者的${gatewayNames[gateway]}付款码，回车收款`}
            value={code}
            invalid={asked && wrong !== ''}
            onFocus={(event) => event.target.select()}
            onChange={(event) => onTyped({ text: event.target.value, asked })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              send()
              // The next scan takes the place of this one.
              event.currentTarget.select()
            }}
          />
          {asked && wrong && <p className="t-12 danger">{wrong}</p>}
        </div>
      )}
    </div>
  )
}

import { billing } from '@dentin/contract/billing'
import { scanPay, scanPayStates } from '@dentin/contract/scan-pay'
import { formatYuanText } from '@dentin/kit/money'
import { useEffect, useRef, useState } from 'react'
import { useSend } from '../lib/query.ts'
import { Button, cx, ErrorLine, Icon, QrCode, SkeletonRows, StatusTag, Tag } from '../ui/index.ts'
import { gatewayNames, isGateway, scanReads, useScanStanding, type ScanOf } from './scan-pay.ts'
import s from './scan.module.css'

/** Seconds that go on by themselves between two answers of the server. */
function useSecondsLeft(told: number, at: number): number {
  const [now, setNow] = useState(at)
  useEffect(() => {
    const timer = setInterval(() => setNow((was) => was + 1000), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, told - Math.max(0, Math.floor((now - at) / 1000)))
}

export interface ScanPanelProps {
  of: ScanOf
  mayStop: boolean
  /** In a dialog or drawer, which keeps the distances itself. */
  inDialog?: boolean
}

/** Something that is being paid through a gateway: the code, how long it holds, and the way back. */
export function ScanPanel({ of, mayStop, inDialog }: ScanPanelProps) {
  const { data, error, refetch, isFetching, dataUpdatedAt } = useScanStanding(of, 5_000)
  const stop = useSend(scanPay.stop, { refresh: [billing.detail, billing.list, ...scanReads] })
  const section = useRef<HTMLElement>(null)
  // The field that had the focus has given way to the code: Esc still closes the dialog, and a scanner's Enter does nothing.
  useEffect(() => {
    if (inDialog) section.current?.focus()
  }, [inDialog])
  const left = useSecondsLeft(data?.secondsLeft ?? 0, dataUpdatedAt)
  const name = data && isGateway(data.gateway) ? gatewayNames[data.gateway] : ''
  return (
    <section
      ref={section}
      tabIndex={inDialog ? -1 : undefined}
      className={cx(s.panel, inDialog && s.inDialog)}
      aria-label="收款"
    >
      <div className={s.body}>
        {error && !data ? (
          <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
            {error.message}
          </ErrorLine>
        ) : !data ? (
          <SkeletonRows rows={4} height={46} />
        ) : (
          <>
            <div className={s.head}>
              <span className="t-13 secondary">{data.way === 1 ? `${name}扫码` : `${name}付款码`}</span>
              <StatusTag kind={scanPayStates} value={data.status} />
              {data.sandbox && <Tag tone="wait">模拟支付</Tag>}
            </div>
            <div className={s.sum}>
              <span className={s.yen}>¥</span>
              <span className="t-40 num">{formatYuanText(data.amount)}</span>
            </div>
            {data.way === 1 && data.codeUrl ? (
              <div className={s.code}>
                <QrCode text={data.codeUrl} label={`${name}付款二维码`} size={224} dimmed={left === 0} />
                <p className="t-13 secondary" role="timer">
                  请患者用{name}扫一扫，还剩{' '}
                  <b className="num">
                    {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
                  </b>
                </p>
                {data.sandbox && (
                  <a href={new URL(data.codeUrl).pathname} target="_blank" rel="noreferrer" className="t-13">
                    打开模拟收银台
                  </a>
                )}
              </div>
            ) : (
              <div className={s.code}>
                <Icon name="clock" size={40} className="tertiary" />
                <p className="t-13 secondary" role="status">
                  等待患者在手机上确认付款，没有确认的会自动撤销
                </p>
              </div>
            )}
            <p className="t-12 tertiary">收款人 {data.cashierName}　收到后自动入账，不用再点</p>
          </>
        )}
      </div>
      <div className={s.foot}>
        {stop.error && (
          <p className="t-13 danger" role="alert">
            {stop.error.message}
          </p>
        )}
        {data && mayStop && (
          <Button block busy={stop.isPending} onClick={() => stop.mutate({ id: data.id })}>
            {data.way === 1 ? '停止收款，换一种方式' : '撤销付款'}
          </Button>
        )}
      </div>
    </section>
  )
}

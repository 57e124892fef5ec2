import type { WireOutput } from '@dentin/contract/core/call'
import { billing } from '@dentin/contract/billing'
import { memberCard } from '@dentin/contract/card'
import { prepay } from '@dentin/contract/prepay'
import { refund } from '@dentin/contract/refund'
import { clinic } from '@dentin/contract/clinic'
import {
  exceptionStates,
  exceptionTypes,
  exceptionWays,
  scanPay,
  scanPurposes,
  type ExceptionWay,
} from '@dentin/contract/scan-pay'
import { formatYuanText } from '@dentin/kit/money'
import { useState } from 'react'
import { Link } from 'react-router'
import { Traced } from '../../domain/Traced.tsx'
import { newRequestId } from '../../lib/client.ts'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'
import {
  Button,
  EmptyState,
  ErrorLine,
  Field,
  Money,
  RadioGroup,
  ScrollRegion,
  Segmented,
  SkeletonRows,
  StatusTag,
  TextArea,
  toast,
} from '../../ui/index.ts'
import { Dialog, Select } from '../../ui/heavy.ts'
import s from './exception.module.css'

type Exception = WireOutput<typeof scanPay.exceptions>['list'][number]
const PAGE = 50
const gatewayNames: Readonly<Record<string, string>> = { wechat: '微信支付', alipay: '支付宝' }

const ageWords = (hours: number): string =>
  hours < 1 ? '不到 1 小时' : hours < 48 ? `${hours} 小时` : `${Math.floor(hours / 24)} 天`

/** What went wrong between gateways and the books: the oldest first, each with the ways out. */
export function ExceptionDesk() {
  const [state, setState] = useState<'waiting' | 'all'>('waiting')
  const [size, setSize] = useState(PAGE)
  const [handling, setHandling] = useState<Exception | null>(null)
  useLive(['bill'], [scanPay.exceptions])
  const { data, error, refetch, isFetching } = useCall(scanPay.exceptions, { state, pageSize: size })
  return (
    <section className={s.desk} aria-label="支付异常">
      <header className={s.head}>
        <Segmented
          label="支付异常"
          size="sm"
          options={[
            { value: 'waiting', label: '待处理', count: data?.waiting },
            { value: 'all', label: '全部' },
          ]}
          value={state}
          onChange={(next) => setState(next)}
        />
        <span className="t-12 tertiary">钱已到平台、账上还没有去处的，都在这里；每一笔都要写明经过</span>
      </header>
      <ScrollRegion label="支付异常" className={s.body}>
        {error && !data ? (
          <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
            {error.message}
          </ErrorLine>
        ) : !data ? (
          <SkeletonRows rows={4} height={64} double />
        ) : data.list.length === 0 ? (
          <EmptyState
            layout="stack"
            icon="check"
            title={state === 'waiting' ? '没有待处理的异常' : '没有支付异常'}
            hint="扫码收款与原路退款的钱和账是一致的"
          />
        ) : (
          <ul className={s.list}>
            {data.list.map((row) => (
              <li key={row.id} className={s.row}>
                <div className={s.main}>
                  <div className={s.line}>
                    <b>{exceptionTypes[row.type as 1]}</b>
                    <StatusTag kind={exceptionStates} value={row.status} />
                    <span className="t-12 secondary">
                      {row.patientName ?? ''} {gatewayNames[row.gateway]}
                    </span>
                    <span className="t-12 tertiary num">{row.exceptionNo}</span>
                  </div>
                  <p className="t-13">{row.reason}</p>
                  <p className="t-12 tertiary num">
                    {row.foundAt.slice(5, 16)} 发现，{row.handledAt ? '用时' : '已有'} {ageWords(row.ageHours)}
                    {row.gatewayTradeNo && `　交易号 ${row.gatewayTradeNo}`}
                  </p>
                  {row.note && (
                    <p className="t-13 secondary">
                      {row.handlerName}：{row.note}
                    </p>
                  )}
                </div>
                <div className={s.end}>
                  {/* Of a refund that the gateway refused no money has moved. */}
                  <Traced figure="exception.amount" id={row.id} yuan={row.type === 4 ? null : row.amount}>
                    <Money yuan={row.amount} strong />
                  </Traced>
                  <span className={s.acts}>
                    <Whereto row={row} />
                    {row.ways.length > 0 && (
                      <Button size="sm" variant="tint" onClick={() => setHandling(row)}>
                        处理
                      </Button>
                    )}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        )}
        {data && data.total > data.list.length && size < 200 && (
          <Button size="sm" onClick={() => setSize((now) => Math.min(200, now + PAGE))}>
            显示更多
          </Button>
        )}
      </ScrollRegion>
      {handling && <HandleDialog key={handling.id} row={handling} onClose={() => setHandling(null)} />}
    </section>
  )
}

/** The way to what the money was for. */
function Whereto({ row }: { row: Exception }) {
  if (row.billId && row.billNo)
    return (
      <Link to={`/orderSet?billId=${row.billId}`} className="t-13 num">
        {row.billNo}
      </Link>
    )
  if (row.cardNo && row.patientId)
    return (
      <Link to={`/membercard?id=${row.patientId}`} className="t-13 num">
        会员卡 {row.cardNo}
      </Link>
    )
  const what = row.purpose === scanPurposes.prepay ? '预交金' : row.purpose === scanPurposes.cardSale ? '开卡' : ''
  return what ? <span className="t-13 secondary">{what}</span> : null
}

const recordWords: Readonly<Record<number, string>> = {
  [scanPurposes.recharge]: '按实付金额充入这张卡，赠送按达到的一档',
  [scanPurposes.prepay]: '按实付金额记为这位患者的预交金',
  [scanPurposes.cardSale]: '按收款时填写的开卡，实付与售价加首充不符的不能补记',
}

/** What each way out does, for one exception. */
function wordsOf(row: Exception, way: ExceptionWay): string {
  if (row.type === 4)
    return {
      record: '平台之后退成功的会自动入账',
      giveBack: '线下退给患者（须由申请人、退款人以外有审批权限的人处理）',
      hold: '先记下经过，之后再处理',
      close: '不退了，账单保持原样',
    }[way]
  if (row.amount.startsWith('-'))
    return {
      record: '患者已把多退的钱还回来',
      giveBack: '',
      hold: '先挂在患者名下，待收回',
      close: '收不回来，记入长短款',
    }[way]
  return {
    record: recordWords[row.purpose ?? 0] ?? '记到这张账单上，不足的留欠费',
    giveBack: '原路退给付款人',
    hold: '钱先挂在待查账上，之后再处理',
    close: '无法退回，记入长短款',
  }[way]
}

function HandleDialog({ row, onClose }: { row: Exception; onClose: () => void }) {
  const ways = (row.ways as ExceptionWay[]).filter((way) => !(row.type === 4 && way === 'record'))
  const [way, setWay] = useState<ExceptionWay | null>(ways[0] ?? null)
  const [note, setNote] = useState('')
  const [payMethodId, setPayMethodId] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const [requestId] = useState(newRequestId)
  const handle = useSend(scanPay.handleException, {
    refresh: [
      scanPay.exceptions,
      billing.detail,
      billing.list,
      refund.detail,
      refund.list,
      memberCard.basicInformation,
      memberCard.expendList,
      prepay.ofPatient,
      prepay.list,
    ],
  })
  const methods = useCall(clinic.payMethods, {}, { staleTime: 300_000 }).data ?? []
  const moves = (row.type === 4 && way === 'giveBack') || (row.amount.startsWith('-') && way === 'record')
  const options = methods
    .filter((each) => each.type === 1 && each.id !== row.payMethodId)
    .map((each) => ({ value: each.id, label: each.name }))
  const missing = note.trim() === '' || (moves && payMethodId === null)
  return (
    <Dialog
      open
      sticky
      title={`${exceptionTypes[row.type as 1]} ${formatYuanText(row.amount)}`}
      submitText={way ? exceptionWays[way] : '确定'}
      danger={way === 'close'}
      busy={handle.isPending}
      onClose={onClose}
      onSubmit={() => {
        setAsked(true)
        if (missing || !way) return
        handle.mutate(
          {
            id: row.id,
            version: row.version,
            way,
            note: note.trim(),
            ...(moves && payMethodId ? { payMethodId } : {}),
            requestId,
          },
          {
            onSuccess: () => {
              toast.success(`已${exceptionWays[way]}`)
              onClose()
            },
          },
        )
      }}
    >
      <p className="t-13 secondary">{row.reason}</p>
      <Field label="处理方式" group required>
        <RadioGroup
          stacked
          options={ways.map((each) => ({ value: each, label: exceptionWays[each], hint: wordsOf(row, each) }))}
          value={way}
          onChange={setWay}
        />
      </Field>
      {moves && (
        <Field
          label={row.type === 4 ? '线下退款方式' : '收回方式'}
          required
          error={asked && payMethodId === null ? '请选择收付款方式' : undefined}
        >
          <Select options={options} value={payMethodId} onChange={setPayMethodId} placeholder="请选择" />
        </Field>
      )}
      <Field label="处理经过" required error={asked && note.trim() === '' ? '请写明处理经过' : undefined}>
        <TextArea rows={2} maxLength={200} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      {handle.error && <ErrorLine>{handle.error.message}</ErrorLine>}
    </Dialog>
  )
}

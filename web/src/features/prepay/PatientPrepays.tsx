import { prepayMoves, prepayStates } from '@dentin/contract/prepay'
import { fenToYuan, formatYuanText, sum, yuanToFen } from '@dentin/kit/money'
import { useState } from 'react'
import { Link } from 'react-router'
import { Traced } from '../../domain/Traced.tsx'
import { deferred } from '../../lib/deferred.ts'
import { useCan } from '../../lib/permission.ts'
import {
  Button,
  cx,
  EmptyState,
  ErrorLine,
  Icon,
  Money,
  SkeletonRows,
  StatusTag,
  Tag,
  TextButton,
} from '../../ui/index.ts'
import { usePatientPrepays, type Prepay } from './hooks.ts'
import { printPrepay } from './links.ts'
import type { Asking, RenderPicker } from './PrepayDialogs.tsx'
import { ReturnRows } from './ReturnRows.tsx'
import s from './prepay.module.css'

const PrepayDialogs = deferred(async () => (await import('./PrepayDialogs.tsx')).PrepayDialogs)

export interface PatientPrepaysProps {
  patientId: string
  billTo: (billId: string) => string
  /** An invoice is asked for of one. */
  onInvoice: ((prepayId: string) => void) | undefined
  renderPicker: RenderPicker
}

/** A patient's prepayments: what each holds, where it went, and what is given back. */
export function PatientPrepays({ patientId, billTo, onInvoice, renderPicker }: PatientPrepaysProps) {
  const can = useCan()
  const { data, error, refetch, isFetching } = usePatientPrepays(patientId)
  const [asking, ask] = useState<Asking | null>(null)
  if (error && !data)
    return (
      <div className={s.gutter}>
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorLine>
      </div>
    )
  if (!data) return <SkeletonRows rows={6} />
  const { list, returns } = data
  const receive = data.mayReceive && (
    <Button variant={list.length > 0 ? 'default' : 'primary'} icon="plus" onClick={() => ask({ what: 'receive' })}>
      收预交金
    </Button>
  )
  const sees = list.every(({ balanceAmount }) => balanceAmount !== null)
  const total = sum(list.map(({ balanceAmount }) => yuanToFen(balanceAmount ?? '0.00')))
  return (
    <div className={s.gutter}>
      {list.length === 0 ? (
        <EmptyState
          layout="stack"
          icon="yen"
          title="没有预交金"
          hint="种植、正畸等治疗前收的押金，收费时可以用它付款"
          action={receive}
        />
      ) : (
        <>
          <div className={s.head}>
            <div>
              <div className="t-12 tertiary">预交金余额</div>
              <div className={cx('num', s.total)}>{sees ? <Money yuan={fenToYuan(total)} /> : '—'}</div>
            </div>
            {receive}
          </div>
          {!sees && <p className="t-13 tertiary">没有查看金额的权限</p>}
          <div className={s.list}>
            {list.map((one) => (
              <One key={one.id} one={one} ask={ask} billTo={billTo} onInvoice={onInvoice} />
            ))}
          </div>
        </>
      )}
      {returns.length > 0 && (
        <section className={s.section} aria-label="退款单">
          <h3 className="t-14 bold">退款单</h3>
          <ReturnRows papers={returns} ask={ask} />
        </section>
      )}
      {asking && (
        <PrepayDialogs
          patientId={patientId}
          asking={asking}
          mayPrint={can('/orderSet:print')}
          renderPicker={renderPicker}
          onClose={() => ask(null)}
        />
      )}
    </div>
  )
}

interface OneProps {
  one: Prepay
  ask: (asking: Asking) => void
  billTo: (billId: string) => string
  onInvoice: ((prepayId: string) => void) | undefined
}

function One({ one, ask, billTo, onInvoice }: OneProps) {
  const [open, setOpen] = useState(prepayStates.is(one.status, 'valid'))
  const { allowed } = one
  return (
    <article className={s.one} aria-label={`预交金 ${one.prepayNo}`}>
      <div className={s.oneHead}>
        <div className={s.oneTitle}>
          <span className="t-14 bold">{one.purpose}</span>
          <StatusTag kind={prepayStates} value={one.status} />
          {!one.refundable && <Tag>约定不退</Tag>}
          <span className="t-12 tertiary num">{one.prepayNo}</span>
        </div>
        <div className={s.sums}>
          <span className="t-12 tertiary">
            收 <Money yuan={one.amount} />
          </span>
          <span>
            余{' '}
            <Traced figure="prepay.balance" id={one.id} yuan={one.balanceAmount}>
              <Money yuan={one.balanceAmount} strong />
            </Traced>
          </span>
        </div>
      </div>
      <div className={s.oneFacts}>
        <span className="t-12 secondary">
          <span className="num">{one.receivedAt.slice(0, 16)}</span>　{one.openClinicName}　{one.receiverName}
          {one.cameBy.length > 0 &&
            `　${one.cameBy.map(({ name, amount, tradeNo }) => [name, formatYuanText(amount), tradeNo].filter(Boolean).join(' ')).join('、')}`}
          {one.remark && `　${one.remark}`}
        </span>
        <span className={s.actions}>
          {allowed.giveBack && (
            <Button size="sm" onClick={() => ask({ what: 'giveBack', one })}>
              退款
            </Button>
          )}
          {allowed.transfer && (
            <Button size="sm" onClick={() => ask({ what: 'transfer', one })}>
              转给他人
            </Button>
          )}
          {onInvoice && one.cameBy.length > 0 && !prepayStates.is(one.status, 'undone') && (
            <TextButton onClick={() => onInvoice(one.id)}>开票</TextButton>
          )}
          {allowed.print && <TextButton onClick={() => printPrepay(one.id)}>打印收据</TextButton>}
          {allowed.undo && (
            <TextButton tone="quiet" onClick={() => ask({ what: 'undo', one })}>
              撤销收取
            </TextButton>
          )}
          {one.log !== null && (
            <TextButton tone="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? '收起流水' : `流水 ${one.log.length} 笔`}
            </TextButton>
          )}
        </span>
      </div>
      {open && one.log !== null && <Log one={one} billTo={billTo} />}
    </article>
  )
}

const signed = (yuan: string) =>
  yuan.startsWith('-') ? `−${formatYuanText(yuan.slice(1))}` : `+${formatYuanText(yuan)}`

/** Every movement with what it held then, and that it all comes to the balance. */
function Log({ one, billTo }: { one: Prepay; billTo: (billId: string) => string }) {
  return (
    <div className={s.scroll}>
      <table className={s.table}>
        <thead>
          <tr>
            <th scope="col">时间</th>
            <th scope="col">类型</th>
            <th scope="col">单据</th>
            <th scope="col" className={s.wide}>
              门诊
            </th>
            <th scope="col" className={s.wide}>
              经办
            </th>
            <th scope="col" className={s.right}>
              变动
            </th>
            <th scope="col" className={s.right}>
              余额
            </th>
          </tr>
        </thead>
        <tbody>
          {one.log?.map((row) => (
            <tr key={row.id}>
              <td className="num secondary">{row.createdAt.slice(0, 16)}</td>
              <td>
                <Tag>{prepayMoves[row.type as keyof typeof prepayMoves]}</Tag>
              </td>
              <td className="num">
                {row.billId ? <Link to={billTo(row.billId)}>{row.bizNo}</Link> : row.bizNo}
                {row.otherName && (
                  <span className="t-12 tertiary">
                    {'　'}
                    {row.amountDelta.startsWith('-') ? `给${row.otherName}` : `由${row.otherName}转来`}
                  </span>
                )}
              </td>
              <td className={s.wide}>{row.clinicName}</td>
              <td className={s.wide}>{row.operatorName}</td>
              <td className={cx(s.right, 'num', !row.amountDelta.startsWith('-') && s.gain)}>
                {signed(row.amountDelta)}
              </td>
              <td className={s.right}>
                <Money yuan={row.balanceAfter} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={s.agrees}>
        {one.agrees ? (
          <span className={s.good}>
            <Icon name="check" size={14} /> 流水合计等于余额
          </span>
        ) : (
          <span className="danger">流水合计与余额不符，请联系管理员核对</span>
        )}
      </p>
    </div>
  )
}

import { billStates } from '@dentin/contract/core/status'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Traced } from '../../domain/Traced.tsx'
import { useCan } from '../../lib/permission.ts'
import { cx, Money, StatusTag, TextButton } from '../../ui/index.ts'
import { adjustable } from './adjustable.ts'
import { Adjusts } from './Adjusts.tsx'
import { AdjustDialog, ExecutionDialog, WriteOffDialog } from './dialogs.ts'
import type { BillDetail } from './hooks.ts'
import { chargeDeskLink, feeListLink, printReceipt } from './links.ts'
import s from './billing.module.css'

/** What a charge that has just been made came to. */
export interface ChargeResult {
  paid: string
  change: string
  repaid: string
  /** Other bills that were paid with it. */
  together: readonly { id: string; billNo: string; paidAmount: string }[]
}

const kinds: Record<number, string> = { 1: '收款', 2: '还欠款', 3: '撤销', 4: '退款', 5: '改出', 6: '改入' }

export interface SettledPanelProps {
  bill: BillDetail
  result: ChargeResult | null
  /** Buttons that fit the state, the main one first. */
  actions: ReactNode
}

/** A bill that is not to be paid here now: what was paid, what is left, what can be done. */
export function SettledPanel({ bill, result, actions }: SettledPanelProps) {
  const paid = billStates.is(bill.status, 'received')
  const can = useCan()
  return (
    <section className={s.pay} aria-label="收款">
      <div className={s.payBody}>
        <div className={s.settledHead}>
          <span className="t-13 secondary">{paid ? '已收' : '应收'}</span>
          <StatusTag kind="bill" value={bill.status} />
        </div>
        <div className={s.due}>
          <span className={s.yen}>¥</span>
          <span className="t-40 num">
            {paid ? <Sum bill={bill} figure="paid" /> : <Money yuan={bill.receivableAmount} />}
          </span>
        </div>
        {bill.statusReason && <p className="t-13 secondary">原因：{bill.statusReason}</p>}
        {result && Number(result.change) > 0 && (
          <p className={s.giveBack} role="status">
            找零{' '}
            <b className="num">
              <Money yuan={result.change} />
            </b>
          </p>
        )}
        {result && Number(result.repaid) > 0 && (
          <p className="t-13 secondary">
            另收回旧欠费 <Money yuan={result.repaid} strong />
          </p>
        )}
        {result && result.together.length > 0 && (
          <ul className={s.together} aria-label="一起收的账单">
            {result.together.map((each) => (
              <li key={each.id}>
                <Link to={chargeDeskLink(each.id)} className="num">
                  {each.billNo}
                </Link>
                <Money yuan={each.paidAmount} strong />
                {can('/orderSet:print') && <TextButton onClick={() => printReceipt(each.id)}>打印小票</TextButton>}
              </li>
            ))}
          </ul>
        )}
        <BillMovements bill={bill} />
      </div>
      <div className={s.payFoot}>
        {paid && (
          <>
            <div className={s.balance}>
              <span>应收</span>
              <Sum bill={bill} figure="receivable" />
            </div>
            {Number(bill.returnedAmount) > 0 && (
              <div className={s.balance}>
                <span>退项</span>
                <Sum bill={bill} figure="returned" as="deduction" />
              </div>
            )}
            {Number(bill.refundedAmount) > 0 && (
              <div className={s.balance}>
                <span>已退</span>
                <Sum bill={bill} figure="refunded" />
              </div>
            )}
            <div className={s.balance}>
              <span>欠费</span>
              <Sum bill={bill} figure="arrears" as="debt" />
            </div>
            {Number(bill.writtenOffAmount) > 0 && (
              <div className={s.balance}>
                <span>核销</span>
                <Sum bill={bill} figure="writtenOff" as="deduction" />
              </div>
            )}
          </>
        )}
        {paid && bill.revokers.length > 0 && (
          <p className="t-12 tertiary">收款方式收错了？请{bill.revokers.join('、')}撤销后重新收</p>
        )}
        <div className={s.settledActions}>{actions}</div>
      </div>
    </section>
  )
}

/** A sum of the bill, which opens its postings. */
function Sum({
  bill,
  figure,
  as = 'plain',
}: {
  bill: BillDetail
  figure: 'receivable' | 'paid' | 'returned' | 'refunded' | 'arrears' | 'writtenOff'
  as?: 'plain' | 'debt' | 'deduction'
}) {
  const yuan = bill[`${figure}Amount`]
  return (
    <Traced figure={`bill.${figure}`} id={bill.id} yuan={yuan}>
      <Money yuan={yuan} as={as} />
    </Traced>
  )
}

/** Every movement of money on the bill, revoked ones struck through; a wrong way is set right here, what is lost given up. */
export function BillMovements({ bill }: { bill: BillDetail }) {
  const can = useCan()
  const [adjusting, setAdjusting] = useState<BillDetail['payments'][number] | null>(null)
  const [writesOff, setWritesOff] = useState(false)
  const [executes, setExecutes] = useState(false)
  const executed = bill.items.reduce((all, { executedQty }) => all + executedQty, 0)
  const toDo = bill.items.reduce((all, { qty, returnedQty }) => all + qty - returnedQty, 0)
  const open = can('/orderSet:adjust') ? adjustable(bill.payments) : new Set<string>()
  return (
    <>
      {bill.payments.length > 0 && <h3 className={s.ledgerHead}>收款流水</h3>}
      <ul className={s.ledger}>
        {bill.payments.map((row) => (
          <li key={row.id} className={row.revoked ? s.revoked : undefined}>
            <span>
              {row.payMethodName}
              <span className="t-12 tertiary">　{kinds[row.kind]}</span>
            </span>
            <Money yuan={row.amount} strong />
            <span className="t-12 tertiary num">
              {row.payTime.slice(5, 16)} {row.cashierName}
              {row.tradeNo ? `　${row.tradeNo}` : ''}
              {row.payUnitName && `　${row.payUnitName} ${row.unitReference}`}
            </span>
            <span className="t-12 tertiary num">
              {Number(row.changeAmount) > 0 && `找零 ${row.changeAmount}　`}
              {open.has(row.id) && <TextButton onClick={() => setAdjusting(row)}>改方式</TextButton>}
            </span>
          </li>
        ))}
      </ul>
      {billStates.is(bill.status, 'standing') && bill.items.length > 0 && (
        <p className={cx(s.settledLinks, 't-13')}>
          <TextButton onClick={() => setExecutes(true)}>
            执行 {executed} / {toDo}
          </TextButton>
          {can('/orderSet:print') && (
            <Link to={feeListLink({ patientId: bill.patientId, billId: bill.id })} target="_blank">
              费用清单
            </Link>
          )}
        </p>
      )}
      <Adjusts billId={bill.id} />
      {Number(bill.arrearsAmount) > 0 && (
        <p className="t-13">
          <Link to={`/instalments?tab=all&billId=${bill.id}`}>分期与催收</Link>
        </p>
      )}
      {can('/orderSet:writeOff') && Number(bill.arrearsAmount) > 0 && (
        <TextButton onClick={() => setWritesOff(true)}>核销欠费</TextButton>
      )}
      {executes && <ExecutionDialog billId={bill.id} billNo={bill.billNo} onClose={() => setExecutes(false)} />}
      {adjusting && <AdjustDialog bill={bill} payment={adjusting} onClose={() => setAdjusting(null)} />}
      {writesOff && <WriteOffDialog bill={bill} onClose={() => setWritesOff(false)} />}
    </>
  )
}

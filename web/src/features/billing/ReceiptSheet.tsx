import { VOUCHER_TYPE } from '@dentin/contract/billing'
import { parseTeeth, toothText } from '@dentin/clinical'
import type { ReactNode } from 'react'
import { useReceiptPaper } from '../../domain/paper-choice.tsx'
import { cx, Money, PrintPage, PrintPending, PrintView } from '../../ui/index.ts'
import { ToothCross } from '../../ui/tooth/index.ts'
import { useReceipt, type Receipt } from './hooks.ts'
import { ageText, genderWord } from '../../domain/person.ts'
import s from './receipt.module.css'

/** The receipt of a bill, on the clinic's paper or on what was chosen on this device. Opening it counts as a print. */
export function ReceiptSheet({
  id,
  auto,
  onBack,
  foot,
}: {
  id: string
  auto: boolean
  onBack?: () => void
  /** What stands at its foot; undefined: it is on its way, and the receipt waits for it. */
  foot: ReactNode
}) {
  const { data, error, refetch } = useReceipt(id)
  const { paper, choice } = useReceiptPaper()
  if (error || !data || paper === null || foot === undefined)
    return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  return (
    <PrintView title={`收费收据 ${data.bill.billNo}`} onBack={onBack} auto={auto} extra={choice}>
      {paper === '80' ? <Roll receipt={data} foot={foot} /> : <Sheet receipt={data} paper={paper} foot={foot} />}
    </PrintView>
  )
}

const person = ({ bill }: Receipt) =>
  [bill.patientName, genderWord(bill.gender), ageText(bill.birthDay)].filter(Boolean).join('　')
const times = (n: number) => (n > 1 ? `第 ${n} 次打印` : '')

function Sheet({ receipt, paper, foot }: { receipt: Receipt; paper: 'a5' | 'a5-landscape'; foot: ReactNode }) {
  const { bill, clinic } = receipt
  return (
    <PrintPage
      paper={paper}
      clinicName={clinic.name}
      title="收费收据"
      contact={
        <>
          {clinic.address}
          <br />
          {clinic.phone}
        </>
      }
      number={
        <>
          {bill.billNo}
          <br />
          {bill.payTime?.slice(0, 16)}
        </>
      }
      patient={
        <div className={s.person}>
          <span>{person(receipt)}</span>
          <span>病历号 {bill.medicalNumber}</span>
          {bill.doctorName && <span>医生 {bill.doctorName}</span>}
        </div>
      }
      signatures={[{ label: '患者签名' }]}
      note={`打印时间 ${receipt.printedAt.slice(0, 16)}　${times(receipt.printCount)}`}
    >
      <table className={s.items}>
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">牙位</th>
            <th scope="col" className={s.right}>
              单价
            </th>
            <th scope="col" className={s.right}>
              数量
            </th>
            <th scope="col" className={s.right}>
              优惠
            </th>
            <th scope="col" className={s.right}>
              金额
            </th>
          </tr>
        </thead>
        <tbody>
          {bill.items.map((item) => (
            <tr key={item.id}>
              <td>{item.name}</td>
              <td>{item.teeth && <ToothCross teeth={parseTeeth(item.teeth)} />}</td>
              <td className={s.right}>
                <Money yuan={item.price} />
              </td>
              <td className={s.right}>
                {item.qty} {item.unit}
              </td>
              <td className={s.right}>
                {Number(item.discountAmount) > 0 && <Money yuan={`-${item.discountAmount}`} />}
              </td>
              <td className={s.right}>
                <Money yuan={item.amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Sums receipt={receipt} className={s.sums} />
      <p className={s.words}>
        <span>
          实收大写：<b>{receipt.amountInWords}</b>
        </span>
        <span>收费员：{receipt.cashierName}</span>
      </p>
      {foot}
    </PrintPage>
  )
}

function Sums({ receipt, className }: { receipt: Receipt; className?: string }) {
  const { bill } = receipt
  const { steps } = bill
  const ladder: [label: string, yuan: string][] = [
    ['套餐优惠', steps.package],
    ['会员价', steps.memberPrice],
    ['会员折扣', steps.memberDiscount],
    [bill.coupons.map(({ name }) => name).join('、') || '优惠券', steps.coupon],
    ['单项折扣', steps.linePercent],
    ['整单折扣', steps.orderPercent],
    ['立减', steps.reduction],
    ['抹零', steps.rounding],
  ]
  const change = bill.payments.reduce((total, row) => total + Number(row.changeAmount), 0)
  const row = (label: string, yuan: string, strong = false) => (
    <div className={cx(strong && s.strong)} key={label}>
      <dt>{label}</dt>
      <dd>
        <Money yuan={yuan} />
      </dd>
    </div>
  )
  return (
    <dl className={className}>
      {row('原价合计', bill.originalAmount)}
      {ladder.map(([label, yuan]) => Number(yuan) > 0 && row(label, `-${yuan}`))}
      {row('应收', bill.receivableAmount, true)}
      {bill.payments.map((payment) => (
        <div key={payment.id}>
          <dt>
            {payment.payMethodName}
            {payment.kind === 2 && '（还欠款）'}
            {payment.kind === 4 && '（退款）'}
            {payment.tenderedAmount && ` 收 ${payment.tenderedAmount}`}
            {payment.payMethodType === VOUCHER_TYPE && payment.tradeNo && ` 券码 ${payment.tradeNo}`}
            {payment.payUnitName && ` ${payment.payUnitName} ${payment.unitReference}`}
          </dt>
          <dd>
            <Money yuan={payment.amount} />
          </dd>
        </div>
      ))}
      {Number(bill.returnedAmount) > 0 && row('退项', `-${bill.returnedAmount}`)}
      {row('实收', receipt.receivedAmount, true)}
      {Number(receipt.givenBackAmount) > 0 && row('已退', `-${receipt.givenBackAmount}`)}
      {change > 0 && row('找零', change.toFixed(2))}
      {Number(bill.arrearsAmount) > 0 && row('欠费', bill.arrearsAmount, true)}
    </dl>
  )
}

function Roll({ receipt, foot }: { receipt: Receipt; foot: ReactNode }) {
  const { bill, clinic } = receipt
  return (
    <article className={s.roll}>
      <header className={s.rollHead}>
        <h1>{clinic.name}</h1>
        <div>收费小票</div>
      </header>
      <div className={s.rollFacts}>
        <div>单号　{bill.billNo}</div>
        <div>时间　{bill.payTime?.slice(0, 16)}</div>
        <div>患者　{person(receipt)}</div>
        <div>病历号　{bill.medicalNumber}</div>
        {bill.doctorName && <div>医生　{bill.doctorName}</div>}
      </div>
      <ul className={s.rollItems}>
        {bill.items.map((item) => (
          <li key={item.id}>
            <span>
              {item.name}
              {item.teeth && `　${toothText(parseTeeth(item.teeth))}`}
            </span>
            <span className={s.rollLine}>
              <span>
                <Money yuan={item.price} /> × {item.qty}
                {Number(item.discountAmount) > 0 && (
                  <>
                    {'　优惠 '}
                    <Money yuan={`-${item.discountAmount}`} />
                  </>
                )}
              </span>
              <Money yuan={item.amount} />
            </span>
          </li>
        ))}
      </ul>
      <Sums receipt={receipt} className={s.rollSums} />
      <p>实收大写：{receipt.amountInWords}</p>
      <footer className={s.rollFoot}>
        <div>收费员　{receipt.cashierName}</div>
        <div>
          打印　{receipt.printedAt.slice(0, 16)}　{times(receipt.printCount)}
        </div>
        <div>{[clinic.address, clinic.phone].filter(Boolean).join('　')}</div>
        {foot}
      </footer>
    </article>
  )
}

import { Link } from 'react-router'
import { StatusTag } from '../../ui/index.ts'
import { useBillsOfRecord } from './hooks.ts'
import { chargeDeskLink } from './links.ts'
import s from './record-bills.module.css'

/** 收费单 beside a record: what came of its treatments and prescriptions. */
export function RecordBills({ recordId }: { recordId: string }) {
  const bills = useBillsOfRecord(recordId).data
  if (!bills || bills.length === 0) return null
  return (
    <section className={s.bills} aria-label="收费单">
      <h2>收费单</h2>
      {bills.map((bill) => (
        <Link key={bill.id} to={chargeDeskLink(bill.id)} className={s.bill}>
          <StatusTag kind="bill" value={bill.status} />
          <span className="num">{bill.billNo}</span>
        </Link>
      ))}
    </section>
  )
}

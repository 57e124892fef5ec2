import { Link } from 'react-router'
import { cx, Money } from '../../ui/index.ts'
import type { Movement } from './hooks.ts'
import s from './inter-clinic.module.css'

/** Where a bill and a patient's file stand. */
export interface MovementLinks {
  bill: (patientId: string, billId: string) => string
  patient: (patientId: string) => string
}

interface MovementsProps {
  list: readonly Movement[]
  total: string
  links?: MovementLinks
}
const heldIn = (row: Movement) => `${row.kind === 12 ? '会员卡' : '预交金'} ${row.number}`

/** The same on the phone, a card for each movement. */
export function MovementCards({ list, total, links }: MovementsProps) {
  return (
    <ul className={s.cards} aria-label="明细">
      {list.map((row) => (
        <li key={row.id} className={s.move}>
          <div className={s.cardHead}>
            {links ? <Link to={links.patient(row.patientId)}>{row.patientName}</Link> : row.patientName}
            {links && row.billId ? (
              <Link to={links.bill(row.patientId, row.billId)} className="num">
                {row.documentNo}
              </Link>
            ) : (
              <span className="num">{row.documentNo}</span>
            )}
            <span className={cx(s.push, row.amount.startsWith('-') && 'secondary')}>
              <Money yuan={row.amount} />
            </span>
          </div>
          <div className="t-12 secondary">
            {row.moment.slice(5, 16)}　{row.usedName}　{heldIn(row)}
          </div>
        </li>
      ))}
      <li className={s.move}>
        <div className={s.cardHead}>
          {list.length} 笔合计
          <span className={s.push}>
            <Money yuan={total} strong />
          </span>
        </div>
      </li>
    </ul>
  )
}

/** Each movement between two clinics, from the side of the one that is owed; on the screen it opens its bill and its patient. */
export function Movements({ list, total, links }: MovementsProps) {
  return (
    <table className={s.table}>
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">单据</th>
          <th scope="col">使用门诊</th>
          <th scope="col">卡、预交金</th>
          <th scope="col">患者</th>
          <th scope="col" className={s.right}>
            金额
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((row) => (
          <tr key={row.id}>
            <td className="num secondary">{row.moment.slice(5, 16)}</td>
            <td className="num">
              {links && row.billId ? (
                <Link to={links.bill(row.patientId, row.billId)}>{row.documentNo}</Link>
              ) : (
                row.documentNo
              )}
            </td>
            <td>{row.usedName}</td>
            <td>
              {row.kind === 12 ? '会员卡' : '预交金'} <span className="t-12 tertiary num">{row.number}</span>
            </td>
            <td>{links ? <Link to={links.patient(row.patientId)}>{row.patientName}</Link> : row.patientName}</td>
            <td className={cx(s.right, row.amount.startsWith('-') && 'secondary')}>
              <Money yuan={row.amount} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={5}>
            {list.length} 笔合计
          </th>
          <td className={s.right}>
            <Money yuan={total} strong />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

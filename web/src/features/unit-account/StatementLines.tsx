import { unitMoves } from '@dentin/contract/unit-account'
import { Link } from 'react-router'
import { cx, Money } from '../../ui/index.ts'
import type { Statement } from './hooks.ts'
import type { UnitLinks } from './links.ts'
import s from './unit-account.module.css'

/** The same on the phone, a card for each movement. */
export function StatementCards({ statement, links }: { statement: Statement; links: UnitLinks }) {
  const { opening, closing, lines } = statement
  const end = (label: string, yuan: string, strong: boolean) => (
    <li>
      <div className={s.cardHead}>
        <span className="secondary">{label}</span>
        <span className={s.push}>
          <Money yuan={yuan} strong={strong} />
        </span>
      </div>
    </li>
  )
  return (
    <ul className={s.paid} aria-label="对账单">
      {end('期初未结', opening, false)}
      {lines.map((line) => (
        <li key={line.id}>
          <div className={s.cardHead}>
            <span>{unitMoves[line.what as keyof typeof unitMoves]}</span>
            {line.billId && line.patientId ? (
              <Link to={links.bill(line.patientId, line.billId)} className="num">
                {line.billNo || line.documentNo}
              </Link>
            ) : (
              <span className="num">{line.billNo || line.documentNo}</span>
            )}
            <span className={cx(s.push, line.amount.startsWith('-') && 'secondary')}>
              <Money yuan={line.amount} />
            </span>
          </div>
          <div className="t-12 secondary">
            {[line.date, line.patientName, line.reference].filter(Boolean).join('　')}
          </div>
        </li>
      ))}
      {lines.length === 0 && <li className="tertiary">这个月没有记账和结算</li>}
      {end('期末未结', closing, true)}
    </ul>
  )
}

/** A month of a unit: what it owed before, each movement, and what it owes at its end. On the screen bills and patients open. */
export function StatementLines({ statement, links }: { statement: Statement; links?: UnitLinks }) {
  const { opening, closing, lines } = statement
  return (
    <div className={links && s.scroll}>
      <table className={s.table}>
        <thead>
          <tr>
            <th scope="col">日期</th>
            <th scope="col">类型</th>
            <th scope="col">单号</th>
            <th scope="col">患者</th>
            <th scope="col">工号、备注</th>
            <th scope="col" className={s.right}>
              金额
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td colSpan={5} className="secondary">
              期初未结
            </td>
            <td className={s.right}>
              <Money yuan={opening} />
            </td>
          </tr>
          {lines.map((line) => (
            <tr key={line.id}>
              <td className="num">{line.date}</td>
              <td>{unitMoves[line.what as keyof typeof unitMoves]}</td>
              <td className="num">
                {links && line.billId && line.patientId ? (
                  <Link to={links.bill(line.patientId, line.billId)}>{line.billNo || line.documentNo}</Link>
                ) : (
                  line.billNo || line.documentNo
                )}
              </td>
              <td>
                {links && line.patientId ? (
                  <Link to={links.patient(line.patientId)}>{line.patientName}</Link>
                ) : (
                  line.patientName || '—'
                )}
              </td>
              <td>{line.reference || '—'}</td>
              <td className={cx(s.right, line.amount.startsWith('-') && 'secondary')}>
                <Money yuan={line.amount} />
              </td>
            </tr>
          ))}
          {lines.length === 0 && (
            <tr>
              <td colSpan={6} className="tertiary">
                这个月没有记账和结算
              </td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={5}>
              期末未结
            </th>
            <td className={s.right}>
              <Money yuan={closing} strong />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

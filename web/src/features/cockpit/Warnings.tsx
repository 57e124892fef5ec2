import { warningKinds } from '@dentin/contract/cockpit'
import { formatYuanText } from '@dentin/kit/money'
import { Link } from 'react-router'
import { ErrorLine, Icon, SkeletonRows, cx } from '../../ui/index.ts'
import { useWarnings, type Warning } from './hooks.ts'
import { attainment, expectedOf, inTenThousands, type Standing } from './pace.ts'
import { BEHIND } from './Ranking.tsx'
import s from './cockpit.module.css'

/** So many clinics are named in a line. */
const NAMED = 3

function wordsOf({ clinics, amount, oldestDays }: Warning): string {
  const named = [...clinics].sort((a, b) => b.total - a.total)
  const where = named.slice(0, NAMED).map(({ name, total }) => `${name} ${total}`)
  return [
    where.join('，') + (named.length > NAMED ? ` 等 ${named.length} 家` : ''),
    amount === null ? '' : `共 ${formatYuanText(amount)}`,
    oldestDays === null || oldestDays < 1 ? '' : `最久 ${oldestDays} 天`,
  ]
    .filter(Boolean)
    .join('，')
}

/** What waits for somebody, the urgent first; each opens its list. */
export function Warnings({
  to,
  behind,
  behindTo,
}: {
  to: (kind: string) => string | null
  /** Clinics of which those that fall behind their target are named. */
  behind: readonly Standing[]
  /** The report of such a clinic; null: not for this person. */
  behindTo: ((clinicId: string) => string) | null
}) {
  const { data, error, refetch } = useWarnings()
  const late = behind.filter((clinic) => (attainment(clinic) ?? 100) < BEHIND)
  const list = [...(data?.list ?? [])].sort(
    (a, b) => Number(warningKinds[b.kind].urgent) - Number(warningKinds[a.kind].urgent),
  )
  return (
    <section className={s.warnings} aria-label="要处理">
      <header className={s.title}>
        <h2>要处理</h2>
        {data && <span>{list.length + late.length} 项</span>}
      </header>
      {error && !data && <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine>}
      {!data && !error && <SkeletonRows rows={4} height={72} />}
      {late.map((clinic) => (
        <Item
          key={clinic.id}
          number="!"
          urgent
          name={`${clinic.name}预计只完成 ${(attainment(clinic) ?? 0).toFixed(0)} %`}
          words={`差 ${inTenThousands((clinic.target ?? 0) - (expectedOf(clinic) ?? 0))} 万`}
          to={behindTo && behindTo(clinic.id)}
        />
      ))}
      {list.map((warning) => (
        <Item
          key={warning.kind}
          number={String(warning.total)}
          urgent={warningKinds[warning.kind].urgent}
          name={warningKinds[warning.kind].name}
          words={wordsOf(warning)}
          to={to(warning.kind)}
        />
      ))}
      {data && list.length + late.length === 0 && (
        <p className={s.calm}>
          <Icon name="check-circle" size={20} /> 没有要处理的事
        </p>
      )}
    </section>
  )
}

interface ItemProps {
  number: string
  urgent: boolean
  name: string
  words: string
  to: string | null
}

function Item({ number, urgent, name, words, to }: ItemProps) {
  const inside = (
    <>
      <b className={cx(s.count, urgent && s.urgent)}>{number}</b>
      <span className={s.what}>
        <b>{name}</b>
        <span>{words}</span>
      </span>
      {to && <Icon name="chevron-right" size={16} />}
    </>
  )
  return to ? (
    <Link className={s.item} to={to}>
      {inside}
    </Link>
  ) : (
    <div className={s.item}>{inside}</div>
  )
}

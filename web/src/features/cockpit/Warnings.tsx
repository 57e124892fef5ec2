import { warningKinds } from '@dentin/contract/cockpit'
import { formatYuanText } from '@dentin/kit/money'
import { Link } from 'react-router'
import { ErrorLine, Icon, SkeletonRows, TextButton, cx } from '../../ui/index.ts'
import { useWarnings, type Warning } from './hooks.ts'
import { attainment, expectedOf, inTenThousands, type Standing } from './pace.ts'
import { BEHIND } from './Ranking.tsx'
import s from './cockpit.module.css'

/** So many clinics are named in a line. */
const NAMED = 3

/** The way to the lists of clinics: the person's own is a link, any other asks for going there first. */
export interface ClinicWays {
  /** The clinic at work. */
  here: string | null
  /** Clinics that the person may go to. */
  others: readonly string[]
  go: (clinicId: string, to: string) => void
}

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

/** What waits for somebody, the urgent first; each opens its clinics, and each of them its list there. */
export function Warnings({
  to,
  ways,
  onBooks,
  behind,
  behindTo,
}: {
  /** The list behind a warning, in its clinic; null: not for this person. */
  to: (kind: string) => string | null
  ways: ClinicWays
  /** Opens where the books do not agree. */
  onBooks: () => void
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
      {list.map((warning) =>
        warning.kind === 'identities' ? (
          <button key={warning.kind} type="button" className={cx(s.item, s.asButton)} onClick={onBooks}>
            <Inside
              number={String(warning.total)}
              urgent
              name={warningKinds.identities.name}
              words={wordsOf(warning)}
              icon="chevron-right"
            />
          </button>
        ) : (
          <OfClinics key={warning.kind} warning={warning} to={to(warning.kind)} ways={ways} />
        ),
      )}
      {data && list.length + late.length === 0 && (
        <p className={s.calm}>
          <Icon name="check-circle" size={20} /> 没有要处理的事
        </p>
      )}
    </section>
  )
}

/** A warning that opens its clinics. */
function OfClinics({ warning, to, ways }: { warning: Warning; to: string | null; ways: ClinicWays }) {
  const { kind, total, clinics } = warning
  const { name, urgent } = warningKinds[kind]
  if (to === null) return <Item number={String(total)} urgent={urgent} name={name} words={wordsOf(warning)} to={null} />
  return (
    <details className={s.opening}>
      <summary className={s.item}>
        <Inside number={String(total)} urgent={urgent} name={name} words={wordsOf(warning)} icon="chevron-down" />
      </summary>
      <ul className={s.clinics} aria-label={`${name}的门诊`}>
        {[...clinics]
          .sort((a, b) => b.total - a.total)
          .map((clinic) => (
            <li key={clinic.id}>
              <span>
                {clinic.name} <b className="num">{clinic.total}</b>
              </span>
              {clinic.id === ways.here ? (
                <Link to={to}>查看</Link>
              ) : (
                ways.others.includes(clinic.id) && (
                  <TextButton onClick={() => ways.go(clinic.id, to)}>切换到{clinic.name}后查看</TextButton>
                )
              )}
            </li>
          ))}
      </ul>
    </details>
  )
}

interface ItemProps {
  number: string
  urgent: boolean
  name: string
  words: string
  to: string | null
}

function Inside({
  number,
  urgent,
  name,
  words,
  icon,
}: Omit<ItemProps, 'to'> & { icon: 'chevron-right' | 'chevron-down' | null }) {
  return (
    <>
      <b className={cx(s.count, urgent && s.urgent)}>{number}</b>
      <span className={s.what}>
        <b>{name}</b>
        <span>{words}</span>
      </span>
      {icon && <Icon name={icon} size={16} />}
    </>
  )
}

function Item({ to, ...rest }: ItemProps) {
  return to ? (
    <Link className={s.item} to={to}>
      <Inside {...rest} icon="chevron-right" />
    </Link>
  ) : (
    <div className={s.item}>
      <Inside {...rest} icon={null} />
    </div>
  )
}

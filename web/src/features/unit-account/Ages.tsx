import { unitAges, type UnitAge } from '@dentin/contract/unit-account'
import { Traced } from '../../domain/Traced.tsx'
import { Money } from '../../ui/index.ts'
import type { UnitRow } from './hooks.ts'
import s from './unit-account.module.css'

const AGES = Object.keys(unitAges) as UnitAge[]

/** What is owed by its age, as one bar. */
export function AgeBar({ ages }: { ages: UnitRow['ages'] }) {
  const all = AGES.reduce((sum, age) => sum + Number(ages[age]), 0)
  const words = AGES.filter((age) => Number(ages[age]) > 0).map((age) => `${unitAges[age]} ${ages[age]}`)
  return (
    <div className={s.bar} role="img" aria-label={`账龄：${words.join('，') || '没有未结'}`}>
      {AGES.map((age) =>
        Number(ages[age]) > 0 ? <i key={age} data-age={age} style={{ flexGrow: Number(ages[age]) / all }} /> : null,
      )}
    </div>
  )
}

/** All that units owe by its age, each with its sum. */
export function AgeTable({ open, ages }: { open: string; ages: UnitRow['ages'] }) {
  return (
    <section className={s.ages} aria-label="账龄">
      <AgeBar ages={ages} />
      <dl>
        <div>
          <dt>未结合计</dt>
          <dd>
            <Traced figure="units.open" yuan={open}>
              <Money yuan={open} strong />
            </Traced>
          </dd>
        </div>
        {AGES.map((age) => (
          <div key={age}>
            <dt>
              <i data-age={age} aria-hidden="true" />
              {age === 'notDue' ? unitAges[age] : `逾期 ${unitAges[age]}`}
            </dt>
            <dd>
              <Money yuan={ages[age]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

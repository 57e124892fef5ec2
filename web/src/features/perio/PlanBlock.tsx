import { isMarked, measureAt, type PerioCells } from '@dentin/clinical/perio/cells'
import { SEXTANTS } from '@dentin/clinical/perio/sites'
import {
  perioTreatmentKeys,
  perioTreatments,
  type PerioPlan,
  type PerioTreatment,
  type SextantKey,
} from '@dentin/contract/perio'
import { Checkbox, cx, Menu, Popover, TextButton } from '../../ui/index.ts'
import { maintenanceMonths, maintenanceText } from './words.ts'
import s from './side.module.css'

/** As they lie in the mouth: the upper ones over the lower ones. */
const ORDER = ['S1', 'S2', 'S3', 'S6', 'S5', 'S4'] as const satisfies readonly SextantKey[]
const short: Readonly<Record<PerioTreatment, string>> = {
  scaling: '洁治',
  debridement: '刮治',
  rootPlaning: '平整',
  surgery: '手术',
}

/** What the chart alone asks for: 龈下刮治 from 4 mm, 洁治 where it bleeds or plaque lies. */
function sextantsByDepth(cells: PerioCells): PerioPlan['sextants'] {
  const of = (teeth: readonly string[]): PerioTreatment[] => {
    const sites = teeth.flatMap((tooth) => [0, 1, 2, 3, 4, 5].map((site) => ({ of: cells[tooth], site })))
    if (sites.some(({ of: tooth, site }) => (measureAt(tooth, 'pd', site) ?? 0) >= 4)) return ['debridement']
    const inflamed = sites.some(({ of: tooth, site }) =>
      (['bop', 'plaque', 'calculus', 'pus'] as const).some((mark) => isMarked(tooth, mark, site)),
    )
    return inflamed ? ['scaling'] : []
  }
  return Object.fromEntries(SEXTANTS.map(({ key, teeth }) => [key, of(teeth)])) as PerioPlan['sextants']
}

/** How often the patient comes after the treatment. */
function Maintenance({
  months,
  onChange,
}: {
  months: PerioPlan['maintenanceMonths']
  onChange: ((months: PerioPlan['maintenanceMonths']) => void) | null
}) {
  if (!onChange) return months === null ? null : <span className={s.note}>维护 {maintenanceText(months)}</span>
  return (
    <Menu
      align="end"
      items={[null, ...maintenanceMonths].map((each) => ({
        key: String(each),
        label: each === null ? '不定' : maintenanceText(each),
        ...(each === months ? { icon: 'check' as const } : {}),
        onSelect: () => onChange(each),
      }))}
    >
      <TextButton tone="quiet">{months === null ? '维护间隔' : `维护 ${maintenanceText(months)}`}</TextButton>
    </Menu>
  )
}

const isEmpty = (plan: PerioPlan) => ORDER.every((key) => plan.sextants[key].length === 0)

/** What is to be done, sextant by sextant. */
export function PlanBlock({
  plan,
  cells,
  onChange,
}: {
  plan: PerioPlan
  cells: PerioCells
  /** null: it can't be changed. */
  onChange: ((plan: PerioPlan) => void) | null
}) {
  const set = (key: SextantKey, treatment: PerioTreatment, on: boolean) =>
    onChange?.({
      ...plan,
      sextants: {
        ...plan.sextants,
        [key]: perioTreatmentKeys.filter((each) => (each === treatment ? on : plan.sextants[key].includes(each))),
      },
    })
  return (
    <section className={s.block} aria-label="下一步">
      <header className={s.head}>
        <h2>下一步</h2>
        {onChange && isEmpty(plan) && (
          <TextButton onClick={() => onChange({ ...plan, sextants: sextantsByDepth(cells) })}>按探诊填</TextButton>
        )}
        <Maintenance
          months={plan.maintenanceMonths}
          onChange={onChange && ((maintenanceMonths) => onChange({ ...plan, maintenanceMonths }))}
        />
      </header>
      <div className={s.sextants}>
        {ORDER.map((key) => {
          const chosen = plan.sextants[key]
          const name = SEXTANTS.find((each) => each.key === key)?.name ?? ''
          const words = chosen.length === 0 ? '观察' : chosen.map((each) => short[each]).join('、')
          const look = cx(s.sextant, chosen.length > 0 && s.treated)
          const inside = (
            <>
              <small>
                {key} {name}
              </small>
              {words}
            </>
          )
          if (!onChange)
            return (
              <div key={key} className={look}>
                {inside}
              </div>
            )
          return (
            <Popover
              key={key}
              side="top"
              title={`${key} ${name}`}
              content={
                <div className={s.choices}>
                  {perioTreatmentKeys.map((treatment) => (
                    <Checkbox
                      key={treatment}
                      checked={chosen.includes(treatment)}
                      onChange={(event) => set(key, treatment, event.target.checked)}
                    >
                      {perioTreatments[treatment]}
                    </Checkbox>
                  ))}
                </div>
              }
            >
              <button type="button" className={look} aria-label={`${key} ${name}：${words}`}>
                {inside}
              </button>
            </Popover>
          )
        })}
      </div>
    </section>
  )
}

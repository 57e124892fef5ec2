import { findTooth, type Arch } from '../teeth.ts'
import { archOf, teethBetween } from './arch-places.ts'
import { MOST_TRAY_DAYS, MOST_TRAYS, trayProblem } from './course.ts'
import type { InMouth } from './in-mouth.ts'
import { strippingProblem } from './ipr.ts'
import { visitMeasureKeys, visitMeasures, type OrthoVisit } from './visit.ts'
import { wireProblem, type Elastic, type ElasticType, type Slot } from './vocabulary.ts'

/** What can't be as it is written, and where in the visit it lies. */
export interface VisitProblem {
  field: string
  message: string
}
/** What a visit meets. */
export interface VisitFacts {
  /** Teeth that are not in the mouth. */
  gone: ReadonlySet<string>
  slot: Slot | null
  /** What the visits before have left. */
  before: Pick<InMouth, 'lostBrackets' | 'lostAttachments'>
}

/** How many teeth each elastic is hooked on. */
const hooks: Readonly<Record<ElasticType, number>> = { Ⅱ类: 2, Ⅲ类: 2, 垂直: 2, 交互: 2, 三角: 3, 箱状: 4 }

/** Why an elastic can't run there; null when it can. */
export function elasticProblem({ type, teeth }: Elastic, gone: ReadonlySet<string>): string | null {
  const missing = teeth.find((tooth) => archOf(tooth) === null || gone.has(tooth))
  if (missing !== undefined) return `${missing} 不在口内，不能挂橡皮圈`
  if (new Set(teeth).size !== hooks[type]) return `${type}橡皮圈挂 ${hooks[type]} 颗牙`
  const found = teeth.map((tooth) => findTooth(tooth))
  const upper = found.find((tooth) => tooth?.arch === 'upper')
  const lower = found.find((tooth) => tooth?.arch === 'lower')
  if (!upper || !lower) return `${type}橡皮圈从上颌挂到下颌`
  if (type !== 'Ⅱ类' && type !== 'Ⅲ类') return null
  if (upper.side !== lower.side) return `${type}橡皮圈挂在同一侧`
  if (type === 'Ⅱ类' && upper.position >= lower.position) return 'Ⅱ类橡皮圈从上颌前牙挂到下颌后牙'
  if (type === 'Ⅲ类' && upper.position <= lower.position) return 'Ⅲ类橡皮圈从上颌后牙挂到下颌前牙'
  return null
}

function wireProblems(visit: OrthoVisit, slot: Slot | null): VisitProblem[] {
  const arches = [
    ['upperWire', 'upper', visit.upperWire],
    ['lowerWire', 'lower', visit.lowerWire],
  ] as const satisfies readonly (readonly [string, Arch, unknown])[]
  return arches.flatMap(([field, arch, wire]) => {
    if (wire === null) return []
    const message = visit.wiresOff.includes(arch) ? '弓丝已写拆除，不能同时换上' : wireProblem(wire, slot)
    return message === null ? [] : [{ field, message }]
  })
}

function trayProblems({ tray }: OrthoVisit): VisitProblem[] {
  if (tray === null) return []
  const at = (field: string, message: string) => [{ field: `tray.${field}`, message }]
  if (tray.total > MOST_TRAYS) return at('total', `总副数不超过 ${MOST_TRAYS}`)
  const message = trayProblem(tray)
  if (message !== null) return at('no', message)
  return tray.daysPerTray < 1 || tray.daysPerTray > MOST_TRAY_DAYS
    ? at('daysPerTray', `每副 1～${MOST_TRAY_DAYS} 天`)
    : []
}

function lossProblems(visit: OrthoVisit, { gone, before }: VisitFacts): VisitProblem[] {
  const lost = (field: string, teeth: readonly string[]) =>
    teeth.flatMap((tooth) => (gone.has(tooth) ? [{ field, message: `${tooth} 不在口内` }] : []))
  const again = (field: string, teeth: readonly string[], found: readonly string[], what: string) =>
    teeth.flatMap((tooth) =>
      found.includes(tooth) ? [] : [{ field, message: `${tooth} 的${what}没有脱落，不用重粘` }],
    )
  return [
    ...lost('bracketLoss', visit.bracketLoss),
    ...lost('attachmentLoss', visit.attachmentLoss),
    ...again('rebonded', visit.rebonded, [...before.lostBrackets, ...visit.bracketLoss], '托槽'),
    ...again(
      'attachmentsRebonded',
      visit.attachmentsRebonded,
      [...before.lostAttachments, ...visit.attachmentLoss],
      '附件',
    ),
  ]
}

/** Everything in a visit that can't be: wires no slot takes, spans that are none, trays beyond the last one … */
export function visitProblems(visit: OrthoVisit, facts: VisitFacts): VisitProblem[] {
  const { gone } = facts
  const spans = (field: 'chains' | 'springs', what: string) =>
    (visit[field] ?? []).flatMap(({ from, to }, n) =>
      teethBetween(from, to, gone) === null
        ? [{ field: `${field}.${n}`, message: `${what}沿一个牙弓，从一颗牙到另一颗：${from}–${to} 不行` }]
        : [],
    )
  return [
    ...wireProblems(visit, facts.slot),
    ...(visit.elastics ?? []).flatMap((elastic, n) => {
      const message = elasticProblem(elastic, gone)
      return message === null ? [] : [{ field: `elastics.${n}`, message }]
    }),
    ...spans('chains', '链圈'),
    ...spans('springs', '推簧、拉簧'),
    ...trayProblems(visit),
    ...visit.stripping.flatMap((each, n) => {
      const message = strippingProblem(each, gone)
      return message === null ? [] : [{ field: `stripping.${n}`, message }]
    }),
    ...lossProblems(visit, facts),
    ...visitMeasureKeys.flatMap((key) => {
      const [value, { name, min, max }] = [visit.measures[key], visitMeasures[key]]
      return value !== null && (value < min || value > max)
        ? [{ field: `measures.${key}`, message: `${name}应在 ${min}～${max} mm 之间` }]
        : []
    }),
  ]
}

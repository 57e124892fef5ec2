import { bridgeMarks } from './bridge.ts'
import { missingTeeth } from './mouth.ts'
import { expandTeeth, findTooth, parseTeeth } from './teeth.ts'
import type { ToothConditionId, ToothMark } from './tooth-conditions.ts'

/** What a line of a treatment plan leaves in the mouth, in the order of the choice on the screen. */
export const planOutcomes = [
  { id: 'filling', nameZh: '充填' },
  { id: 'rct', nameZh: '根管治疗' },
  { id: 'crown', nameZh: '冠' },
  { id: 'bridge', nameZh: '固定桥' },
  { id: 'implant', nameZh: '种植体' },
  { id: 'extraction', nameZh: '拔除' },
  { id: 'veneer', nameZh: '贴面' },
  { id: 'inlay', nameZh: '嵌体' },
  { id: 'post_core', nameZh: '桩核' },
  { id: 'temporary_crown', nameZh: '临时冠' },
  { id: 'sealant', nameZh: '窝沟封闭' },
  { id: 'removable', nameZh: '活动义齿' },
  { id: 'full_denture', nameZh: '全口义齿' },
  { id: 'bracket', nameZh: '托槽、附件' },
  { id: 'space_maintainer', nameZh: '间隙保持器' },
  { id: 'retainer', nameZh: '固位保持丝' },
  { id: 'splint', nameZh: '夹板' },
] as const
export type PlanOutcome = (typeof planOutcomes)[number]['id']

/** Words of an item's name, the first that fits decides; null: it changes nothing that a chart shows. */
const WORDS: readonly [RegExp, PlanOutcome | null][] = [
  [/片|CT|检查|咨询|模型|取模|复查|拆线|会诊|挂号|洁治|抛光|涂氟|刮治|麻醉/, null],
  [/临时(?:桥|义齿)/, null],
  [/临时冠|暂冠/, 'temporary_crown'],
  [/拔除|拔牙|微创拔/, 'extraction'],
  [/基台|种植.*冠|冠.*种植/, 'crown'],
  [/种植体|植入|种植手术|^种植/, 'implant'],
  [/桥/, 'bridge'],
  [/贴面/, 'veneer'],
  [/嵌体/, 'inlay'],
  [/桩/, 'post_core'],
  [/根管|牙髓摘除|活髓|盖髓/, 'rct'],
  [/全口义齿|总义齿/, 'full_denture'],
  [/义齿|活动/, 'removable'],
  [/间隙保持/, 'space_maintainer'],
  [/保持器|保持丝/, 'retainer'],
  [/矫治|矫正|托槽|正畸/, 'bracket'],
  [/夹板|松牙固定/, 'splint'],
  [/封闭/, 'sealant'],
  [/冠/, 'crown'],
  [/充填|补牙|树脂|玻璃离子/, 'filling'],
]

/**
 * What an item of the price list most likely leaves in the mouth, by its name; whoever writes the plan may say otherwise.
 * @returns null when a chart shows nothing of it
 */
export function outcomeOfItem(name: string): PlanOutcome | null {
  return WORDS.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

/** A line of a plan as far as the chart needs it; `teeth` as stored text. */
export interface OutcomeLine {
  id: string
  teeth: string
  outcome: PlanOutcome | null
}

/** Surfaces that a line without any is drawn on: a filling or a seal needs one to be seen. */
const onSurface: Partial<Record<PlanOutcome, (tooth: string) => string>> = {
  filling: (tooth) => (/[123]$/.test(tooth) ? 'I' : 'O'),
  sealant: () => 'O',
}

/**
 * The mouth as it is when the lines of an option are done: what stands there today, without what the option takes away,
 * and what it adds as planned marks.
 * @param mouth marks that are drawn today
 */
export function marksAfterPlan(mouth: readonly ToothMark[], lines: readonly OutcomeLine[]): ToothMark[] {
  const missing = new Set(missingTeeth(mouth))
  for (const line of lines) if (line.outcome === 'extraction') for (const tooth of teethOfLine(line)) missing.add(tooth)
  // What is in already stands there; it is not put in once more.
  const there = new Set(
    mouth.filter((mark) => mark.condition === 'implant' && mark.status !== 'planned').map(({ tooth }) => tooth),
  )
  const added = lines
    .flatMap((line) => marksOfLine(line, missing))
    .filter((mark) => !(mark.condition === 'implant' && there.has(mark.tooth)))
  const replaced = new Set(
    added.filter(({ condition }) => condition === 'implant' || condition === 'pontic').map(({ tooth }) => tooth),
  )
  const kept = mouth.filter(({ tooth, status }) => status !== 'planned' && !replaced.has(tooth))
  // An implant stands where no natural tooth is, or none will be: no root is drawn behind it.
  const gone = added
    .filter(({ condition }) => condition === 'implant')
    .map(({ tooth }): ToothMark => ({ tooth, condition: 'missing', surfaces: '', status: 'present' }))
  return [
    ...kept,
    ...gone,
    ...added.filter((mark) => !(mark.condition === 'extract_planned' && replaced.has(mark.tooth))),
  ]
}

const teethOfLine = ({ teeth }: OutcomeLine): string[] =>
  expandTeeth(parseTeeth(teeth)).filter((code) => findTooth(code) !== undefined)

function marksOfLine(line: OutcomeLine, missing: ReadonlySet<string>): ToothMark[] {
  const { outcome } = line
  if (outcome === null) return []
  const codes = teethOfLine(line)
  if (outcome === 'bridge') {
    const bridge = bridgeMarks({ teeth: codes, missing, status: 'planned', group: line.id })
    return 'problem' in bridge ? codes.map((tooth) => planned(tooth, 'bridge_abutment')) : bridge
  }
  const surfaces = new Map(parseTeeth(line.teeth).map((entry) => [entry.code, entry.surfaces]))
  return codes.map((tooth) =>
    planned(
      tooth,
      outcome === 'extraction' ? 'extract_planned' : outcome,
      surfaces.get(tooth) || (onSurface[outcome]?.(tooth) ?? ''),
    ),
  )
}

const planned = (tooth: string, condition: ToothConditionId, surfaces = ''): ToothMark => ({
  tooth,
  condition,
  surfaces,
  status: 'planned',
})

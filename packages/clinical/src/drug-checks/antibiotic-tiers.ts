import type { DrugFinding } from './facts.ts'
import { listedDrugs } from './classes.ts'

/** The tiers of antibiotics, and what a doctor may have the right to. */
export const antibioticTiers = { 1: '非限制使用级', 2: '限制使用级', 3: '特殊使用级' } as const
export type AntibioticTier = keyof typeof antibioticTiers

/** Of the shared list, those that are not unrestricted. Each province has its own catalogue: 待药师复核. */
const restricted: Readonly<Record<string, AntibioticTier>> = { moxifloxacin: 2, ornidazole: 2 }

/** The tier of a drug of the shared list; null for one that is no antibiotic. */
function antibioticTierOf(drugId: string): AntibioticTier | null {
  const drug = listedDrugs.find(({ id }) => id === drugId)
  return drug?.category === '抗菌药物' ? (restricted[drugId] ?? 1) : null
}

/** A line, with what the company says of its drug. `tier` null: it has put it into none. */
interface Line {
  drugId: string | null
  name: string
  days: number
  tier: AntibioticTier | null
  isAntibiotic: boolean
}

/** The tier of a line: as the company has it, else as the shared list has the drug; an antibiotic has the lowest at least. */
export const tierOfLine = ({ drugId, tier, isAntibiotic }: Omit<Line, 'name' | 'days'>): AntibioticTier | null =>
  tier ?? (drugId === null ? null : antibioticTierOf(drugId)) ?? (isAntibiotic ? 1 : null)

/**
 * Antibiotics above the tier that the prescriber has a right to. In an emergency the amount of one day may be given, and is
 * said; otherwise a second person signs.
 * @param right 0 none, 1 to 3 as `antibioticTiers`
 */
export function tierFindings(lines: readonly Line[], right: number, isEmergency: boolean): DrugFinding[] {
  return lines.flatMap((line): DrugFinding[] => {
    const tier = tierOfLine(line)
    if (tier === null || tier <= right) return []
    const oneDay = isEmergency && line.days <= 1
    return [
      {
        ruleId: 'antibiotic-tier',
        outcome: '命中',
        severity: oneDay ? '强提示' : '阻断',
        drugs: [line.drugId ?? line.name],
        datum: `处方权：${right === 0 ? '无抗菌药物处方权' : antibioticTiers[right as AntibioticTier]}`,
        text: `${line.name}属${antibioticTiers[tier]}，${oneDay ? '紧急越级使用限一日量，写明理由，24 小时内补办手续' : '超出处方权限'}`,
        source: '抗菌药物临床应用管理办法；分级以本省目录为准（待药师复核）',
      },
    ]
  })
}

import { drugClasses, listedDrugs, type DrugFinding } from '@dentin/clinical/drug-checks/index'
import {
  doseByWeight,
  doseInMg,
  readUsualDose,
  readWeightDose,
  timesADay,
  totalQuantity,
  type WrittenDose,
} from '@dentin/clinical/drug-dose'
import {
  CHILD_BELOW,
  systemicRoutes,
  type DrugTexts,
  type PrescribedLine,
  type PrescriptionKind,
  type RxFinding,
  type SkinTest,
  type WrittenLine,
} from '@dentin/contract'
import { formatDate, multiply, type Fen, type LocalDate } from '@dentin/kit'

/** A line as it is kept: the drug's words are copied when it is written. */
export interface KeptLine extends Omit<PrescribedLine, 'skinTest' | 'totalQty'> {
  code: string | null
  name: string
  form: string
  totalQty: number
  amount: Fen
  skinTest: SkinTest
  skinTestAt: Date | null
  skinTestName: string | null
}

/** Somebody went on in spite of a check. */
export interface Override {
  key: string
  kind: 'reason' | 'seen' | 'second'
  severity: string
  text: string
  reason: string
  name: string
  at: Date
}

/**
 * Psychotropics have a sheet of their own, whoever gets them; children get a paediatric prescription by themselves, grown-ups
 * none; an emergency stays one.
 */
export function kindFor(asked: PrescriptionKind, age: number | null, isControlled = false): PrescriptionKind {
  if (isControlled) return 'psychotropic'
  if (asked === 'emergency') return asked
  if (age === null) return asked === 'psychotropic' ? 'ordinary' : asked
  return age < CHILD_BELOW ? 'pediatric' : 'ordinary'
}

/** Why a clinic may not prescribe psychotropics of the second class on a day; null: it may. */
export function lacksRight(
  { psychotropicNo, psychotropicUntil }: { psychotropicNo: string; psychotropicUntil: LocalDate | null },
  day: LocalDate,
): string | null {
  if (psychotropicNo === '' || psychotropicUntil === null) return '本门诊没有登记精神药品处方资格，不能开具'
  return psychotropicUntil < day ? `本门诊的精神药品处方资格已于 ${psychotropicUntil} 到期，不能开具` : null
}

/** How much is handed out: worked out where that can be done, else as it was written. */
export const quantityOf = (line: WrittenLine): number | null => totalQuantity(line) ?? line.totalQty

/** A price for so many. */
export const amountOf = (price: Fen, quantity: number): Fen => multiply(price, quantity)

/** A dose in mg at once and a day. */
export function writtenDose(line: Pick<WrittenLine, 'singleDose' | 'doseUnit' | 'spec' | 'frequency'>): WrittenDose {
  const singleMg = doseInMg(line.singleDose, line.doseUnit, line.spec)
  const times = timesADay[line.frequency] ?? null
  return { singleMg, dailyMg: singleMg === null || times === null ? null : singleMg * times }
}

/** Does a drug ask for a word on the skin test? */
export const asksSkinTest = (code: string | null): boolean =>
  code !== null && (drugClasses.penicillin as readonly string[]).includes(code)

const names = new Map(listedDrugs.map(({ id, nameZh }) => [id, nameZh]))

const TO_REVIEW = '待药师复核'
/** A finding with who of the company's pharmacists answers for its rule; without one its source says 待药师复核. */
export function reviewed(finding: DrugFinding, signed: ReadonlyMap<string, { name: string; at: Date }>): DrugFinding {
  if (finding.outcome !== '命中') return finding
  const by = signed.get(finding.ruleId)
  const bare = finding.source.replace(/（待药师复核）|；?待药师复核/g, '')
  if (by) return { ...finding, source: `${bare || '用药规则'}（${by.name} ${formatDate(by.at)} 复核）` }
  return finding.source.includes(TO_REVIEW) ? finding : { ...finding, source: `${finding.source}（${TO_REVIEW}）` }
}

/** A finding as it is shown, with a name of its own: the same words about the same drugs are the same finding. */
export const shownFinding = ({ drugs, ...finding }: DrugFinding): RxFinding => ({
  key: [finding.ruleId, [...drugs].sort().join('+'), finding.datum].join('|').slice(0, 200),
  ...finding,
  drugs: drugs.map((each) => names.get(each) ?? each),
})

/** Each finding once, what blocks first. */
export function inOrder(findings: readonly RxFinding[]): RxFinding[] {
  const weight = { 阻断: 0, 强提示: 1, 提示: 2 }
  const once = new Map(findings.map((each) => [each.key, each]))
  return [...once.values()].sort((a, b) => weight[a.severity] - weight[b.severity])
}

/** Above the usual dose: a reason is written, and a second person signs. What the words do not say is said, too. */
export function doseFindings(
  line: WrittenLine & { name: string; texts: DrugTexts },
  facts: { age: number | null; weightKg: number | null },
): DrugFinding[] {
  const written = writtenDose(line)
  const usual = readUsualDose(line.texts.adultDose)
  const isChild = facts.age !== null && facts.age < CHILD_BELOW
  const byWeight = isChild ? readWeightDose(line.texts.childDose) : null
  const said = { ruleId: 'usual-dose', drugs: [line.name], source: '药品资料用量（待药师复核）' }
  const unchecked = (text: string): DrugFinding[] =>
    systemicRoutes.includes(line.route)
      ? [
          {
            ...said,
            outcome: '无法自动核对',
            severity: '提示',
            datum: `${line.name}用量`,
            text: `无法自动核对：${text}`,
          },
        ]
      : []
  // Without a weight the checks say so already.
  if (byWeight && facts.weightKg === null) return []
  if (isChild && !byWeight) return unchecked('药品资料没有按体重的儿童用量')
  const worked = byWeight && facts.weightKg !== null ? doseByWeight(byWeight, facts.weightKg, usual) : null
  const limit = worked ? { singleMg: worked.singleMg?.[1] ?? null, dailyMg: worked.dailyMg?.[1] ?? null } : usual
  const over = (
    [
      ['每次', written.singleMg, limit.singleMg],
      ['每日', written.dailyMg, limit.dailyMg],
    ] as const
  ).filter(([, mg, most]) => mg !== null && most !== null && mg > most * 1.001)
  if (over.length > 0)
    return [
      {
        ...said,
        outcome: '命中',
        severity: '阻断',
        datum: over.map(([word, mg, most]) => `${word} ${mg} mg，常用量不超过 ${most} mg`).join('；'),
        text: `${line.name}超过常用量，须写明理由并由第二人签名${worked ? `（${worked.steps.join('，')}）` : ''}`,
      },
    ]
  const isKnown =
    (written.singleMg !== null && limit.singleMg !== null) || (written.dailyMg !== null && limit.dailyMg !== null)
  return isKnown ? [] : unchecked('用量不能换算为毫克，或资料没有常用量')
}

/** Findings of a severity that nobody has answered. */
export const unanswered = (
  findings: readonly RxFinding[],
  severity: RxFinding['severity'],
  answered: ReadonlySet<string>,
): RxFinding[] => findings.filter((each) => each.severity === severity && !answered.has(each.key))

/** The drugs of a prescription in words: 阿莫西林 0.25g×18粒. */
export const summaryOf = (lines: readonly KeptLine[]): string =>
  lines.map(({ name, spec, totalQty, unit }) => `${name} ${spec}×${totalQty}${unit}`).join('；')

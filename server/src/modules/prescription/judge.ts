import { tierFindings, tierOfLine } from '@dentin/clinical/drug-checks/antibiotic-tiers'
import { checkDrugs } from '@dentin/clinical/drug-checks/index'
import {
  controlledAs,
  type PrescribedLine,
  type PrescriptionKind,
  type RxFinding,
  type WrittenLine,
} from '@dentin/contract'
import { today } from '@dentin/kit'
import type { FieldProblem } from '../../platform/errors.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { clinicSettings } from '../clinic/index.ts'
import { drugsByIds, rulesSigned } from '../drug/index.ts'
import { antibioticRightOf } from '../staff/index.ts'
import { factsFor, prescribed, type Asked } from './facts.ts'
import {
  amountOf,
  doseFindings,
  inOrder,
  kindFor,
  lacksRight,
  quantityOf,
  reviewed,
  shownFinding,
  unanswered,
  type KeptLine,
  type Override,
} from './rules.ts'

/** A prescription as somebody wants it, before anything is decided. */
export interface Wanted extends Asked {
  kind: PrescriptionKind
  items: readonly PrescribedLine[]
}

/** What the server makes of it. */
export interface Judged {
  kind: PrescriptionKind
  lines: (Omit<KeptLine, 'totalQty' | 'amount'> & { totalQty: number | null })[]
  findings: RxFinding[]
  /** The drugs that are antibiotics, by their id in the reference. */
  antibiotics: ReadonlySet<string>
  /** The drugs above the prescriber's tier of antibiotics, with the key of what the checks say of them. */
  aboveTier: ReadonlyMap<string, string>
  said: Awaited<ReturnType<typeof factsFor>>['said']
}

function refuse(
  refusal: 'RX_DRUG_OFF' | 'RX_CONTROLLED' | 'RX_CONTROLLED_APART' | 'NOT_FOUND',
  fields: FieldProblem[],
): void {
  if (fields.length > 0) throw new AppError(refusal, { message: fields[0]?.message ?? '', fields })
}

type Drugs = Awaited<ReturnType<typeof drugsByIds>>

/** Why the present clinic may not prescribe psychotropics of the second class today; null: it may. */
export const rightLacking = async ({ tx, clinicId }: ClinicContext): Promise<string | null> =>
  lacksRight(await clinicSettings(tx, clinicId), today(tx.now))

/**
 * Narcotics and psychotropics of the first class are never prescribed here; those of the second with the clinic's right alone,
 * on a sheet of their own.
 * @param standing drugs that stand on the prescription already: the right was looked at when they were written
 * @returns whether the prescription is one of the second class
 */
async function mustBeAllowed(
  context: ClinicContext,
  items: readonly WrittenLine[],
  drugs: Drugs,
  standing: ReadonlySet<string>,
): Promise<boolean> {
  const held = items.map(({ drugId }) => {
    const drug = drugs.get(drugId)
    return drug ? { drugId, name: drug.name, as: controlledAs(drug) } : null
  })
  const problems = (of: (line: NonNullable<(typeof held)[number]>) => string | null): FieldProblem[] =>
    held.flatMap((line, n) => {
      const message = line && of(line)
      return message ? [{ field: `items.${n}.drugId`, message }] : []
    })
  refuse(
    'RX_CONTROLLED',
    problems(({ name, as }) => (as === 'narcotic' ? `${name}为麻醉药品或第一类精神药品，口腔门诊不开具` : null)),
  )
  const isControlled = held.some((line) => line?.as === 'second')
  if (!isControlled) return false
  const lacking = await rightLacking(context)
  refuse(
    'RX_CONTROLLED',
    problems(({ drugId, name, as }) =>
      as === 'second' && lacking !== null && !standing.has(drugId) ? `${name}为第二类精神药品，${lacking}` : null,
    ),
  )
  refuse(
    'RX_CONTROLLED_APART',
    problems(({ name, as }) => (as === 'second' ? null : `第二类精神药品须单独一张处方，${name}请另开`)),
  )
  return true
}

/**
 * Looks at a prescription as the server will at writing and at audit: whose kind it is, what is handed out, and what the
 * checks say against the patient's file and what was prescribed of late.
 * @param kept lines that stand already: their drugs may have been switched off since
 * @param prescriberId whose right to antibiotics counts
 * @throws AppError for a drug that there is not, that is switched off, or that a dental clinic does not prescribe
 */
export async function judge(
  context: ClinicContext,
  wanted: Wanted,
  except: string | null,
  kept: readonly KeptLine[] = [],
  prescriberId: string = context.employeeId,
): Promise<Judged> {
  const drugs = await drugsByIds(
    context.tx,
    wanted.items.map(({ drugId }) => drugId),
  )
  const problems = (of: (line: WrittenLine) => string | null | undefined): FieldProblem[] =>
    wanted.items.flatMap((line, n) => {
      const message = of(line)
      return message ? [{ field: `items.${n}.drugId`, message }] : []
    })
  refuse(
    'NOT_FOUND',
    problems(({ drugId }) => (drugs.has(drugId) ? null : '没有这个药品')),
  )
  const standing = new Set(kept.map(({ drugId }) => drugId))
  const isControlled = await mustBeAllowed(context, wanted.items, drugs, standing)
  refuse(
    'RX_DRUG_OFF',
    problems(({ drugId }) => {
      const drug = drugs.get(drugId)
      return drug && !drug.enabled && !standing.has(drugId) ? `${drug.name}已停用，不能再开` : null
    }),
  )
  const { facts, said } = await factsFor(context, wanted, except)
  const lines = wanted.items.map((line) => {
    const drug = drugs.get(line.drugId)
    const before = kept.find(({ drugId }) => drugId === line.drugId)
    return {
      ...line,
      code: drug?.code ?? null,
      name: drug?.name ?? '',
      form: drug?.texts.dosageForm ?? '',
      totalQty: quantityOf(line),
      ...testOf(context, line, before),
    }
  })
  const dosed = lines.flatMap((line, n) => {
    const [written, drug] = [wanted.items[n], drugs.get(line.drugId)]
    return written && drug ? doseFindings({ ...written, name: drug.name, texts: drug.texts }, facts) : []
  })
  const kind = kindFor(wanted.kind, facts.age, isControlled)
  const right = await antibioticRightOf(context.tx, prescriberId)
  const tiered = lines.map(({ drugId: id, code, name, days }) => {
    const drug = drugs.get(id)
    return {
      id,
      drugId: code,
      name,
      days,
      tier: drug?.antibioticTier ?? null,
      isAntibiotic: drug?.category === '抗菌药物',
    }
  })
  const antibiotics = new Set(tiered.flatMap((line) => (tierOfLine(line) === null ? [] : [line.id])))
  const tiers = tiered.map((line) => ({ id: line.id, found: tierFindings([line], right, kind === 'emergency') }))
  const aboveTier = new Map(
    tiers.flatMap(({ id, found }) => found.map((each) => [id, shownFinding(each).key] as const)),
  )
  const signed = await rulesSigned(context.tx)
  const checked = [...checkDrugs(prescribed(lines), facts), ...tiers.flatMap(({ found }) => found), ...dosed]
  const findings = inOrder(checked.map((each) => shownFinding(reviewed(each, signed))))
  return { kind, lines, findings, antibiotics, aboveTier, said }
}

/** A skin test that was made stays made; one that is said to be negative is so by whoever writes. */
function testOf(
  { tx, actorName }: ClinicContext,
  { skinTest }: WrittenLine,
  before: KeptLine | undefined,
): Pick<KeptLine, 'skinTest' | 'skinTestAt' | 'skinTestName'> {
  const made = before?.skinTest === 'positive' || (before?.skinTest === 'negative' && skinTest !== 'none')
  if (before && made)
    return { skinTest: before.skinTest, skinTestAt: before.skinTestAt, skinTestName: before.skinTestName }
  if (skinTest === 'negative') return { skinTest, skinTestAt: tx.now, skinTestName: actorName }
  return { skinTest, skinTestAt: null, skinTestName: null }
}

/** Lines with their quantities. @throws AppError RX_QUANTITY beside the lines whose quantity nobody has said */
export function withQuantities(lines: Judged['lines']): KeptLine[] {
  const fields = lines.flatMap((line, n) =>
    line.totalQty === null ? [{ field: `items.${n}.totalQty`, message: `请填写${line.name}的总量` }] : [],
  )
  if (fields.length > 0) throw new AppError('RX_QUANTITY', { message: fields[0]?.message ?? '', fields })
  return lines.map((line) => {
    const totalQty = line.totalQty ?? 0
    return { ...line, totalQty, amount: amountOf(line.price, totalQty) }
  })
}

/** Refuses while a check that blocks has no reason, or one that warns was not seen. */
export function mustBeAnswered(findings: readonly RxFinding[], overrides: readonly Override[]): void {
  const reasoned = new Set(overrides.filter(({ kind }) => kind === 'reason').map(({ key }) => key))
  const blocked = unanswered(findings, '阻断', reasoned)
  if (blocked.length > 0)
    throw new AppError('RX_BLOCKED', {
      message: `用药核对阻断：${blocked.map(({ text }) => text).join('；')}`,
      data: { findings: blocked },
    })
  const seen = new Set(overrides.map(({ key }) => key))
  const unseen = unanswered(findings, '强提示', seen)
  if (unseen.length > 0)
    throw new AppError('RX_UNSEEN', {
      message: `用药核对强提示待确认：${unseen.map(({ text }) => text).join('；')}`,
      data: { findings: unseen },
    })
}

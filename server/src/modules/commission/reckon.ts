import type { PayBasis, PayKind, PayRole } from '@dentin/contract/commission'
import { add, fen, percentOf, subtract, type Fen, type LocalDate } from '@dentin/kit'
import { feeOfPart, partOfLine, payOfEach, type Step } from './arithmetic.ts'
import type { Movement } from './events.ts'

/** What a rule says from a month on; empty lists: everybody, everything, every clinic. */
export interface Terms {
  role: PayRole
  employeeIds: readonly string[]
  tariffIds: readonly string[]
  categories: readonly string[]
  clinicIds: readonly string[]
  basis: PayBasis
  lessMaterial: boolean
  lessLab: boolean
  lessFee: boolean
  /** 2: what was taken off the price is the clinic's to bear. */
  discountBy: number
  openerShare: number | null
  kind: PayKind
  steps: readonly Step[]
}
/** A rule in a month. */
export interface Rule extends Terms {
  id: string
  name: string
}

/** What somebody is paid for one movement of a line. */
export interface PayLine {
  key: string
  clinicId: string
  /** '2026-10' */
  month: string
  day: LocalDate
  employeeId: string
  role: PayRole
  ruleId: string
  ruleName: string
  basis: PayBasis
  kind: PayKind
  billId: string
  itemId: string
  itemName: string
  amount: Fen
  added: Fen
  material: Fen
  lab: Fen
  fee: Fen
  base: Fen
  pay: Fen
}

/** How narrowly a rule says whom and what it is for: a person before an item, an item before a category, a clinic last. */
const narrowness = ({ employeeIds, tariffIds, categories, clinicIds }: Terms): number =>
  (employeeIds.length > 0 ? 8 : 0) +
  (tariffIds.length > 0 ? 4 : 0) +
  (categories.length > 0 ? 2 : 0) +
  (clinicIds.length > 0 ? 1 : 0)

/** The rules in the order in which they are tried: the narrowest first, equal ones by name. */
export const inOrder = <R extends Rule>(rules: readonly R[]): R[] =>
  [...rules].sort(
    (a, b) => narrowness(b) - narrowness(a) || a.name.localeCompare(b.name, 'zh') || a.id.localeCompare(b.id, 'en'),
  )

const among = (list: readonly string[], value: string | null) =>
  list.length === 0 || (value !== null && list.includes(value))

/** The one rule by which somebody is paid for a line: whatever its basis, the others pay nothing for it. */
function ruleFor(rules: readonly Rule[], role: PayRole, employeeId: string, line: Movement): Rule | undefined {
  return rules.find(
    (rule) =>
      rule.role === role &&
      among(rule.employeeIds, employeeId) &&
      among(rule.tariffIds, line.tariffId) &&
      (rule.categories.length === 0 ||
        rule.categories.includes(line.categoryName) ||
        rule.categories.includes(line.topCategoryName)) &&
      among(rule.clinicIds, line.clinicId),
  )
}

/** In percent, what of a line is whose as its doctor. */
function doctorsOf(rules: readonly Rule[], line: Movement): { employeeId: string; percent: number }[] {
  const { openerId, executorId, performanceRule } = line
  const own = openerId ? ruleFor(rules, 'doctor', openerId, line)?.openerShare : null
  if (own == null && performanceRule === 0) return []
  const percent = own ?? (performanceRule === 2 ? 0 : performanceRule === 3 ? 50 : 100)
  const executor = executorId ?? openerId
  const opener = openerId ?? executorId
  if (!opener || !executor) return []
  if (opener === executor) return [{ employeeId: opener, percent: 100 }]
  return [
    { employeeId: opener, percent },
    { employeeId: executor, percent: 100 - percent },
  ].filter((each) => each.percent > 0)
}

/** Who is paid for a movement, in which part, and how much of it is theirs. */
function whose(rules: readonly Rule[], line: Movement): { role: PayRole; employeeId: string; percent: number }[] {
  const alone = (role: PayRole, employeeId: string | null) => (employeeId ? [{ role, employeeId, percent: 100 }] : [])
  return [
    ...doctorsOf(rules, line).map((each) => ({ role: 'doctor' as const, ...each })),
    ...alone('nurse', line.nurseId),
    ...alone('consultant', line.consultantId),
    ...alone('desk', line.deskId),
  ]
}

type Parts = Pick<PayLine, 'amount' | 'added' | 'material' | 'lab' | 'fee'>

/** What a movement is, and what a rule takes off it and adds. */
function partsOf(line: Movement, rule: Terms): Parts {
  const { amount, before, whole, original, material, lab, payment } = line
  const progress = { before, after: add(before, amount), whole }
  const nothing = fen(0)
  const ofMaterial = rule.lessMaterial ? partOfLine(material, progress) : nothing
  // Costs are one sum with one rounding; what is not material of it is lab.
  const costs = partOfLine(add(rule.lessMaterial ? material : nothing, rule.lessLab ? lab : nothing), progress)
  return {
    amount,
    added: rule.discountBy === 2 ? partOfLine(subtract(original, whole), progress) : nothing,
    material: ofMaterial,
    lab: subtract(costs, ofMaterial),
    fee: rule.lessFee && payment ? feeOfPart(payment.fee, amount, payment.amount) : nothing,
  }
}

/** A share of each part: of two the second has what the first leaves, so that nothing is lost between them. */
const shareOf = (parts: Parts, percent: number, isRest: boolean): Parts => {
  const of = (whole: Fen) => (isRest ? subtract(whole, percentOf(whole, 100 - percent)) : percentOf(whole, percent))
  return {
    amount: of(parts.amount),
    added: of(parts.added),
    material: of(parts.material),
    lab: of(parts.lab),
    fee: of(parts.fee),
  }
}

/** What everybody is paid for movements, by the rules of each month: `rulesIn('2026-10')` in the order in which they are tried. */
export function reckon(movements: readonly Movement[], rulesIn: (month: string) => readonly Rule[]): PayLine[] {
  const groups = new Map<string, { rule: Rule; lines: PayLine[] }>()
  for (const line of movements) {
    const month = line.day.slice(0, 7)
    const rules = rulesIn(month)
    const doctorsSoFar = new Set<PayRole>()
    for (const { role, employeeId, percent } of whose(rules, line)) {
      const isRest = doctorsSoFar.has(role)
      doctorsSoFar.add(role)
      const rule = ruleFor(rules, role, employeeId, line)
      if (!rule || rule.basis !== line.basis) continue
      const parts = shareOf(partsOf(line, rule), percent, isRest)
      const base = fen(parts.amount + parts.added - parts.material - parts.lab - parts.fee)
      const key = [line.clinicId, month, employeeId, role, rule.id].join(' ')
      const group = groups.get(key) ?? { rule, lines: [] }
      groups.set(key, group)
      group.lines.push({
        key: line.key,
        clinicId: line.clinicId,
        month,
        day: line.day,
        employeeId,
        role,
        ruleId: rule.id,
        ruleName: rule.name,
        basis: rule.basis,
        kind: rule.kind,
        billId: line.billId,
        itemId: line.itemId,
        itemName: line.itemName,
        ...parts,
        base,
        pay: fen(0),
      })
    }
  }
  return [...groups.values()].flatMap(({ rule, lines }) => {
    lines.sort((a, b) => a.day.localeCompare(b.day) || a.key.localeCompare(b.key))
    const pays = payOfEach(
      rule.kind,
      rule.steps,
      lines.map(({ base }) => base),
    )
    return lines.map((each, n) => ({ ...each, pay: pays[n] as Fen }))
  })
}

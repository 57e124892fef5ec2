import type { contract } from '@dentin/contract'
import { unitAges, type UnitAge } from '@dentin/contract/unit-account'
import { addMonths, amountInWords, fen, sum, today, type Fen, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { clinicHead } from '../ledger/index.ts'
import { patientsWithin } from '../patient/index.ts'
import { settle, undo } from './commands.ts'
import {
  balancesIn,
  chargeableUnits,
  findUnit,
  linesBetween,
  openClaims,
  owedAt,
  settlementsOf,
  type ClaimRow,
  type LineRow,
} from './queries.ts'
import { familyOnly } from './rules.ts'
import { payUnitSettings } from './units.ts'

const SETTLE = '/unitAccounts:settle'
const firstOf = (month: string): LocalDate => `${month}-01`
const AGES = Object.keys(unitAges) as UnitAge[]

/** Whose names this person may read: those of patients within reach. */
const seenBy = (ctx: ClinicContext) => sql<boolean>`${patientsWithin(ctx, sql`b.patient_id`)}`

/** A row with the patient as this person may know them. */
function asSeen<Row extends { isSeen: boolean; patientId: string | null; patientName: string }>({
  isSeen,
  ...row
}: Row): Omit<Row, 'isSeen'> {
  return isSeen || row.patientName === '' ? row : { ...row, patientId: null, patientName: familyOnly(row.patientName) }
}

const claimShown = (row: ClaimRow) => {
  const { chargedOn, dueOn, ...rest } = asSeen(row)
  return { ...rest, chargedOn: String(chargedOn), dueOn: String(dueOn) }
}

/** What a movement was called: 1 charged, 2 went back, 3 paid, 4 a payment taken back, 5 a charge taken back. */
const whatOf = ({ kind, document, amount }: Pick<LineRow, 'kind' | 'document' | 'amount'>): 1 | 2 | 3 | 4 | 5 => {
  if (document === 'unitSettlement') return kind === 3 ? 4 : 3
  if (kind === 3) return 5
  return amount > 0 ? 1 : 2
}

/** The statement of a unit for a month of this clinic. */
async function statementOf(ctx: ClinicContext, { unitId, month }: { unitId: string; month: string }) {
  const { tx, clinicId } = ctx
  const from = firstOf(month)
  const [unit, opening, rows] = await Promise.all([
    findUnit(tx, unitId),
    owedAt(tx, clinicId, unitId, from),
    linesBetween(tx, { clinicId, unitId, from, before: addMonths(from, 1) }, seenBy(ctx)),
  ])
  const lines = rows.map((row) => {
    const { kind: _kind, document: _document, date, ...rest } = asSeen(row)
    return { ...rest, date: String(date), what: whatOf(row) }
  })
  const of = (...what: number[]): Fen =>
    sum(lines.filter((line) => what.includes(line.what)).map(({ amount }) => amount))
  const parts = { charged: of(1, 5), back: of(2), paid: of(3, 4) }
  return {
    unit: {
      id: unit.id,
      name: unit.name,
      contact: unit.contact,
      phone: unit.phone,
      termDays: unit.termDays,
      enabled: unit.enabled,
      creditLimit: unit.creditLimit,
      balance: unit.balanceAmount,
    },
    month,
    opening,
    ...parts,
    closing: fen(opening + parts.charged + parts.back + parts.paid),
    lines,
  }
}

export const unitAccountHandlers: Handlers<typeof contract.unitAccount> = {
  units: async (at) => await payUnitSettings.list(at),
  saveUnit: async (at, input) => await payUnitSettings.save(at, input),
  sortUnits: async (at, input) => await payUnitSettings.sort(at, input),
  unitSheet: async (at) => await payUnitSettings.sheet(at),

  payable: async ({ tx }) =>
    (await chargeableUnits(tx)).map(({ id, name, needsReference, creditLimit, balanceAmount }) => ({
      id,
      name,
      needsReference,
      creditLimit,
      left: fen(Math.max(0, creditLimit - balanceAmount)),
    })),

  balances: async (ctx) => {
    const rows = await balancesIn(ctx.tx, ctx.clinicId, today(ctx.tx.now))
    const list = rows.map(({ notDue, upTo30, upTo60, upTo90, older, ...row }) => ({
      ...row,
      ages: { notDue, upTo30, upTo60, upTo90, older },
      overdue: sum([upTo30, upTo60, upTo90, older]),
    }))
    const ages = Object.fromEntries(AGES.map((age) => [age, sum(list.map((row) => row.ages[age]))]))
    return {
      list,
      open: sum(list.map(({ open }) => open)),
      overdue: sum(list.map(({ overdue }) => overdue)),
      ages: ages as Record<UnitAge, Fen>,
      allowed: { settle: ctx.can(SETTLE) },
    }
  },

  statement: async (ctx, input) => statementOf(ctx, input),

  open: async (ctx, { unitId }) => {
    const { tx, clinicId } = ctx
    await findUnit(tx, unitId)
    const list = (await openClaims(tx, { clinicId, unitId, day: today(tx.now) }, seenBy(ctx))).map(claimShown)
    return { list, total: sum(list.map(({ open }) => open)) }
  },

  settlements: async ({ tx, clinicId }, { unitId }) => {
    await findUnit(tx, unitId)
    return { list: await settlementsOf(tx, clinicId, unitId) }
  },

  settle: async (ctx, input) => settle(ctx, input),
  undo: async (ctx, input) => undo(ctx, input),

  printStatement: async (ctx, input) => {
    const { tx, clinicId } = ctx
    const statement = await statementOf(ctx, input)
    if (!input.preview) await tx.note('print', 'pay_unit', input.unitId, { after: { month: input.month, clinicId } })
    return {
      ...statement,
      clinic: await clinicHead(tx, clinicId),
      amountInWords: amountInWords(fen(Math.max(0, statement.closing))),
      printedAt: ctx.now,
    }
  },
}

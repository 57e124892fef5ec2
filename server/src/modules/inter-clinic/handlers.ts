import type { contract, ParsedInput } from '@dentin/contract'
import { clinicSettlementStates } from '@dentin/contract/clinic-settlement'
import {
  addMonths,
  amountInWords,
  fen,
  fenToYuan,
  formatYuan,
  subtract,
  sum,
  today,
  uuidv7,
  ZERO,
  type Fen,
  type LocalDate,
} from '@dentin/kit'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { entriesOf, takeBack, post } from '../ledger/index.ts'
import {
  claimsBetween,
  claimsNow,
  clinicsOf,
  lockSettlement,
  movementsOf,
  nameOfCompany,
  settlementsSince,
  standingOf,
  type MovementRow,
  type SettlementRow,
} from './queries.ts'
import { netOf, pairKey, type Claim } from './rules.ts'

type Calls = typeof contract.clinicSettlement
type In<K extends keyof Calls> = ParsedInput<Calls[K]>

const SEE = '/interClinic:view'
const SETTLE = '/interClinic:settle'
/** How far back the page shows what needs nothing any more. */
const MONTHS = 24
const EVER: LocalDate = '2000-01-01'
const firstOf = (month: string): LocalDate => `${month}-01`
const isOver = (ctx: ClinicContext, month: string) => today(ctx.tx.now) >= addMonths(firstOf(month), 1)

/**
 * Both clinics are of the chain; one of them lies in the reach of whoever looks, both in that of whoever settles: a settlement is
 * an entry in the books of each.
 */
async function mustBePair(ctx: ClinicContext, act: typeof SEE | typeof SETTLE, one: string, other: string) {
  const names = new Map((await clinicsOf(ctx.tx)).map(({ id, name }) => [id, name]))
  if (!names.has(one)) throw fieldError('NOT_FOUND', 'debtorId', '没有这家门诊')
  if (!names.has(other)) throw fieldError('NOT_FOUND', 'creditorId', '没有这家门诊')
  if (one === other) throw fieldError('BAD_INPUT', 'creditorId', '须是两家不同的门诊')
  const reach = ctx.clinicsOf(act)
  const within = (id: string) => reach === null || reach.includes(id)
  if (act === SEE ? !within(one) && !within(other) : !within(one) || !within(other))
    throw fieldError('NOT_FOUND', 'debtorId', '没有这家门诊')
  return names
}

/** Groups what belongs together. */
function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}
const byPair = <Row extends Claim>(rows: readonly Row[]) =>
  grouped(rows, ({ creditorId, debtorId }) => pairKey(creditorId, debtorId))

const faceOf = (one: SettlementRow) => ({
  id: one.id,
  settlementNo: one.settlementNo,
  amount: one.amount,
  method: one.method,
  paidOn: String(one.paidOn),
  remark: one.remark,
  settledAt: one.settledAt,
  settlerName: one.settlerName,
  version: one.version,
})

/** Two clinics with their names. */
const named = (names: ReadonlyMap<string, string>, { debtorId, creditorId, amount }: Claim) => ({
  debtorId,
  debtorName: names.get(debtorId) ?? '',
  creditorId,
  creditorName: names.get(creditorId) ?? '',
  amount,
})

/** What a month came to: settled, to be settled, or nothing in the end. */
const stateOf = (amount: Fen, settled: SettlementRow | undefined): number =>
  clinicSettlementStates.code[settled ? 'settled' : amount === 0 ? 'even' : 'due']

/** What two clinics came to owe each other in a month; null when nothing moved between them. */
async function netOfMonth(ctx: ClinicContext, month: string, one: string, other: string) {
  const from = firstOf(month)
  const claims = (await claimsBetween(ctx.tx, from, addMonths(from, 1))).filter(
    (claim) => pairKey(claim.creditorId, claim.debtorId) === pairKey(one, other),
  )
  const net = netOf(claims)
  return net && { ...net, count: claims.reduce((all, { count }) => all + count, 0) }
}

/** Movements between two clinics as they are shown, from the side of the creditor. */
function shown(
  rows: readonly MovementRow[],
  names: ReadonlyMap<string, string>,
  pair: Pick<Claim, 'creditorId' | 'debtorId'>,
) {
  return rows.map(({ homeId, creditorId: owedTo, amount, ...row }) => ({
    ...row,
    homeName: names.get(homeId) ?? '',
    usedName: names.get(homeId === pair.creditorId ? pair.debtorId : pair.creditorId) ?? '',
    amount: owedTo === pair.creditorId ? amount : subtract(ZERO, amount),
  }))
}

async function rowOf(
  ctx: ClinicContext,
  input: { month: string; debtorId: string; creditorId: string },
  names: Map<string, string>,
) {
  const net = await netOfMonth(ctx, input.month, input.debtorId, input.creditorId)
  if (!net) throw new AppError('SETTLEMENT_NOTHING')
  const standing = await standingOf(ctx.tx, firstOf(input.month), input.debtorId, input.creditorId)
  return {
    ...named(names, net),
    month: input.month,
    status: stateOf(net.amount, standing),
    isOver: isOver(ctx, input.month),
    count: net.count,
    settlement: standing ? faceOf(standing) : null,
  }
}

/** Head office confirms that what one clinic owed the other for a month was paid: both books say so. */
async function settle(ctx: ClinicContext, input: In<'settle'>) {
  const { tx } = ctx
  const { debtorId, creditorId } = input
  await mustBePair(ctx, SETTLE, debtorId, creditorId)
  const month = firstOf(input.month)
  if (!isOver(ctx, input.month)) throw new AppError('SETTLEMENT_MONTH_OPEN')
  if (input.paidOn > today(tx.now)) throw fieldError('BAD_INPUT', 'paidOn', '付款日期不能晚于今天')
  if (input.paidOn < month) throw fieldError('BAD_INPUT', 'paidOn', '付款日期不能早于这个月')
  if (await standingOf(tx, month, debtorId, creditorId)) throw new AppError('SETTLEMENT_EXISTS')
  const net = await netOfMonth(ctx, input.month, debtorId, creditorId)
  if (!net || net.amount === 0) throw new AppError('SETTLEMENT_NOTHING')
  if (net.debtorId !== debtorId || net.amount !== input.amount) {
    const message = `往来金额现为 ${formatYuan(net.amount)} 元，请核对后再结`
    throw new AppError('SETTLEMENT_CHANGED', { message, fields: [{ field: 'amount', message }] })
  }
  const id = uuidv7()
  const row = await tx.insert('clinic_settlement', {
    id,
    settlement_no: await tx.nextNumber('WL', debtorId, today(tx.now)),
    month,
    debtor_id: debtorId,
    creditor_id: creditorId,
    amount: fenToYuan(net.amount),
    status: clinicSettlementStates.code.settled,
    method: input.method,
    paid_on: input.paidOn,
    remark: input.remark,
    settled_at: tx.now,
    settler_id: ctx.employeeId,
    settler_name: ctx.actorName,
    created_at: tx.now,
    updated_at: tx.now,
  })
  for (const [clinicId, owes] of [
    [debtorId, net.amount],
    [creditorId, fen(-net.amount)],
  ] as const)
    await post(tx, {
      kind: 'clinicSettlement',
      clinicId,
      document: { kind: 'settlement', id, no: row.settlement_no },
      // No till: the money goes from bank to bank.
      actor: { id: null, name: ctx.actorName },
      postings: [
        { account: 'interClinic', amount: owes },
        { account: 'bank', amount: fen(-owes) },
      ],
    })
  await tx.logStatus('clinic_settlement', id, debtorId, null, row.status)
  tx.publish('bill')
  return { id, settlementNo: row.settlement_no, version: row.version }
}

/** Takes a settlement back: the opposite in both books, and the month waits again. */
async function undo(ctx: ClinicContext, input: In<'undo'>) {
  const { tx } = ctx
  const found = await lockSettlement(tx, input.id)
  await mustBePair(ctx, SETTLE, found.debtorId, found.creditorId)
  if (!clinicSettlementStates.may('undo', found.status))
    throw new AppError('SETTLEMENT_STATE', {
      message: `结算单${clinicSettlementStates.names[found.status]}，不能再撤销`,
    })
  const row = await tx.update(
    'clinic_settlement',
    { id: found.id, version: input.version },
    {
      status: clinicSettlementStates.code.undone,
      undone_at: tx.now,
      undoer_id: ctx.employeeId,
      undoer_name: ctx.actorName,
      undo_reason: input.reason,
    },
    { action: 'undo', reason: input.reason },
  )
  for (const entry of await entriesOf(tx, found.id))
    await takeBack(tx, entry, {
      document: { kind: 'settlement', id: found.id, no: found.settlementNo },
      actor: { id: null, name: ctx.actorName },
    })
  await tx.logStatus('clinic_settlement', found.id, found.debtorId, found.status, row.status, input.reason)
  tx.publish('bill')
  return { id: found.id, version: row.version }
}

export const interClinicHandlers: Handlers<Calls> = {
  balances: async (ctx) => {
    const { tx } = ctx
    const now = today(tx.now)
    const from = addMonths(firstOf(now.slice(0, 7)), -MONTHS)
    const clinics = await clinicsOf(tx)
    const names = new Map(clinics.map(({ id, name }) => [id, name]))
    const reach = ctx.clinicsOf(SEE)
    const within = ({ debtorId, creditorId }: { debtorId: string; creditorId: string }) =>
      reach === null || reach.includes(debtorId) || reach.includes(creditorId)
    const claims = (await claimsBetween(tx, EVER, addMonths(firstOf(now.slice(0, 7)), 1))).filter(within)
    const settlements = (await settlementsSince(tx, EVER)).filter(within)
    const standing = new Map(
      settlements
        .filter(({ status }) => clinicSettlementStates.is(status, 'settled'))
        .map((one) => [`${String(one.month).slice(0, 7)} ${pairKey(one.debtorId, one.creditorId)}`, one]),
    )
    const months = [...grouped(claims, ({ month }) => month)].flatMap(([month, ofMonth]) =>
      [...byPair(ofMonth)].flatMap(([key, ofPair]) => {
        const net = netOf(ofPair)
        const settled = standing.get(`${month} ${key}`)
        const status = net && stateOf(net.amount, settled)
        if (!net || (firstOf(month) < from && !clinicSettlementStates.is(status, 'due'))) return []
        return [
          {
            ...named(names, net),
            month,
            status: stateOf(net.amount, settled),
            isOver: isOver(ctx, month),
            count: ofPair.reduce((all, { count }) => all + count, 0),
            settlement: settled ? faceOf(settled) : null,
          },
        ]
      }),
    )
    const waits = new Set(
      months
        .filter(({ status }) => clinicSettlementStates.is(status, 'due'))
        .map((row) => `${row.month} ${pairKey(row.debtorId, row.creditorId)}`),
    )
    const firsts = new Map<string, string>()
    for (const { month, first, creditorId, debtorId } of claims) {
      const key = pairKey(creditorId, debtorId)
      if (!waits.has(`${month} ${key}`)) continue
      const known = firsts.get(key)
      if (known === undefined || first < known) firsts.set(key, first)
    }
    const pairs = [...byPair((await claimsNow(tx)).filter(within))].flatMap(([key, ofPair]) => {
      const net = netOf(ofPair)
      return net && net.amount > 0 ? [{ ...named(names, net), since: firsts.get(key) ?? '' }] : []
    })
    return {
      clinics:
        reach === null
          ? clinics
          : clinics.filter(
              ({ id }) => pairs.some((one) => id === one.debtorId || id === one.creditorId) || reach.includes(id),
            ),
      pairs: pairs.toSorted((x, y) => y.amount - x.amount),
      months: months.toSorted((x, y) => y.month.localeCompare(x.month) || y.amount - x.amount),
      undone: settlements
        .filter(({ status }) => clinicSettlementStates.is(status, 'undone'))
        .map((one) => ({
          ...named(names, one),
          id: one.id,
          settlementNo: one.settlementNo,
          month: String(one.month).slice(0, 7),
          undoneAt: one.undoneAt as Date,
          undoerName: one.undoerName ?? '',
          undoReason: one.undoReason ?? '',
        })),
      allowed: { settle: ctx.can(SETTLE) },
    }
  },

  movements: async (ctx, input) => {
    const names = await mustBePair(ctx, SEE, input.debtorId, input.creditorId)
    const rows = await movementsOf(ctx.tx, firstOf(input.month), input.debtorId, input.creditorId)
    const list = shown(rows, names, input)
    return { list, total: sum(list.map(({ amount }): Fen => amount)) }
  },

  settle: async (ctx, input) => settle(ctx, input),
  undo: async (ctx, input) => undo(ctx, input),

  statement: async (ctx, input) => {
    const { tx } = ctx
    const names = await mustBePair(ctx, SEE, input.debtorId, input.creditorId)
    const row = await rowOf(ctx, input, names)
    const rows = await movementsOf(tx, firstOf(input.month), row.debtorId, row.creditorId)
    await tx.note('print', 'clinic_settlement', row.settlement?.id ?? null, {
      after: { month: input.month, debtor: row.debtorName, creditor: row.creditorName },
    })
    return {
      companyName: await nameOfCompany(tx),
      row,
      list: shown(rows, names, row),
      amountInWords: amountInWords(row.amount),
      printedAt: ctx.now,
    }
  },
}

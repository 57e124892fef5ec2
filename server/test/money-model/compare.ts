import { contract } from '@dentin/contract'
import { fixture } from '../harness.ts'
import type { Bill } from './model.ts'
import type { Play } from './play.ts'

const fen = (text: string): number => Math.round(Number(text) * 100)

/** What model and product say of a sequence, in the same words: everything that differs is a fault of one of them. */
export async function figures(play: Play): Promise<{ model: unknown; product: unknown }> {
  const [model, product] = [ofModel(play), await ofProduct(play)]
  return { model, product }
}

function ofModel({ world }: Play) {
  return {
    bills: world.bills.map((bill) => ({
      status: bill.status,
      original: bill.original,
      receivable: bill.receivable,
      paid: bill.paid,
      refunded: bill.refunded,
      returned: world.returned(bill),
      writtenOff: world.writtenOff(bill),
      arrears: world.arrears(bill),
      lines: bill.lines.map((line, n) => ({
        amount: line.amount,
        returned: line.returned,
        writtenOff: line.writtenOff,
        settled: world.settled(bill, n),
        returnedQty: line.returnedQty,
        executed: line.executed,
        byCharge: line.byCharge,
      })),
      payments: bill.payments.map(({ method, parts }) => ({
        method: fixture.payMethods.a[method],
        lies: parts
          .flatMap(({ part, lies }) => lies.flatMap((amount, n) => (amount === 0 ? [] : [`${part} ${n} ${amount}`])))
          .sort(),
      })),
      plans: bill.plans.map(({ status, total, paid, cancelled, periods }) => ({
        status,
        total,
        paid,
        cancelled,
        periods: periods.map(({ due, amount }) => `${due} ${amount}`),
      })),
      refunds: bill.refunds.map(({ status, returned, back }) => `${status} ${returned} ${back}`),
      adjusts: bill.adjusts.map(({ status, amount }) => `${status} ${amount}`),
    })),
    periods: billsWithPlans(world.bills).map((bill) =>
      bill.plans.map((plan) => periodsSaid(world.periodsNow(plan))).sort(),
    ),
    patients: [0, 1].map((patient) =>
      world.bills.filter((bill) => bill.patient === patient).reduce((all, bill) => all + world.arrears(bill), 0),
    ),
    cards: world.cards.map(({ status, principal, bonus, points, times, timesAmount }) => ({
      status,
      principal,
      bonus,
      points,
      times,
      timesAmount,
    })),
    coupons: world.coupons.map(({ status, bill, off }) => ({
      status,
      bill: bill ? world.bills.indexOf(bill) : null,
      used: off.reduce((all, each) => all + each, 0),
    })),
    prepays: world.prepays.map(({ status, balance, returns }) => ({
      status,
      balance,
      returns: returns.map((back) => `${back.status} ${back.amount}`),
    })),
    codes: [...world.codes].sort(),
    strays: world.strays.map(({ amount, state }) => `${amount} ${state}`),
    units: world.units.map((unit) => ({
      settlements: unit.settlements.map(({ amount, isUndone }) => `${amount} ${isUndone ? 2 : 1}`),
      balance: unit.balance,
      open: world.bills
        .flatMap(({ payments }) => payments.filter((payment) => payment.unit === unit))
        .map(world.claimOpen)
        .filter((open) => open !== 0)
        .sort((a, b) => a - b),
    })),
    accounts: sorted([...world.accounts].filter(([, amount]) => amount !== 0)),
    tills: world.tills
      .flat()
      .flatMap((till) => (till.isOpen ? [[till.clinic, till.person, world.expected(till)]] : [])),
  }
}
type PeriodNow = ReturnType<Play['world']['periodsNow']>[number]
const periodsSaid = (periods: readonly PeriodNow[]) =>
  periods.map(({ due, open, paid, cancelled, state }) => `${due} ${open} ${paid} ${cancelled} ${state}`).join(', ')
const billsWithPlans = (bills: readonly Bill[]) => bills.filter(({ plans }) => plans.length > 0)
const STRAY_STATES: Readonly<Record<number, string>> = { 0: 'open', 3: 'held' }
const codeOfMethod = (id: string) => Object.entries(fixture.payMethods.a).find(([, each]) => each === id)?.[0] ?? id
const sorted = (rows: [string, number][]) => Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)))

interface BillSaid {
  id: string
  status: number
  sums: string[]
  lines: { sums: string[]; returnedQty: number; executed: number; byCharge: number }[]
  payments: { id: string; method: string; lies: { part: string; line: number; amount: string }[] | null }[]
  plans: { status: number; sums: string[]; periods: { due: string; amount: string }[] }[] | null
  refunds: { status: number; sums: string[] }[] | null
  adjusts: { status: number; amount: string }[] | null
}

const SAID = `select b.id, b.status,
    jsonb_build_array(b.original_amount::text, b.receivable_amount::text, b.paid_amount::text, b.refunded_amount::text, b.returned_amount::text,
      b.written_off_amount::text, b.arrears_amount::text) as sums,
    (select jsonb_agg(jsonb_build_object('sums', jsonb_build_array(i.amount::text, i.returned_amount::text, i.written_off_amount::text,
        i.settled_amount::text), 'returnedQty', i.returned_qty, 'executed', i.executed_qty,
        'byCharge', (select coalesce(sum(x.qty), 0)::int from bill_item_execution x where x.bill_item_id = i.id and x.by_charge)) order by i.line_no)
      from bill_item i where i.bill_id = b.id) as lines,
    (select jsonb_agg(jsonb_build_object('id', y.id, 'method', y.pay_method_id, 'lies', (select jsonb_agg(jsonb_build_object('part', x.part, 'line',
          x.line_no - 1, 'amount', x.amount::text)) from (select p.part, i.line_no, -sum(p.amount) as amount from ledger_posting p
            join bill_item i on i.id = p.item_id where p.payment_id = y.id and p.account = 'receivable' group by 1, 2 having sum(p.amount) <> 0) x))
        order by y.pay_time, y.id)
      from bill_payment y where y.bill_id = b.id and y.kind in (1, 2, 6)
        and not exists (select 1 from bill_payment r where r.revokes_id = y.id)
        and y.pay_time >= coalesce((select max(r.pay_time) from bill_payment r where r.bill_id = b.id and r.kind = 3), '-infinity')) as payments,
    (select jsonb_agg(jsonb_build_object('status', q.status, 'sums', jsonb_build_array(q.total_amount::text, q.paid_amount::text,
        q.cancelled_amount::text), 'periods', (select jsonb_agg(jsonb_build_object('due', to_char(d.due_date, 'YYYY-MM-DD'), 'amount', d.amount::text)
          order by d.no) from instalment_period d where d.plan_id = q.id)) order by q.agreed_at, q.id)
      from instalment_plan q where q.bill_id = b.id) as plans,
    (select jsonb_agg(jsonb_build_object('status', r.status, 'sums', jsonb_build_array(r.item_amount::text, r.refund_amount::text)) order by r.applied_at, r.id)
      from refund r where r.bill_id = b.id) as refunds,
    (select jsonb_agg(jsonb_build_object('status', a.status, 'amount', a.amount::text) order by a.applied_at, a.id)
      from pay_adjust a where a.bill_id = b.id) as adjusts
  from bill b where b.id = any($1::uuid[])`

async function ofProduct(play: Play) {
  const { app, world } = play
  const ids = world.bills.map((bill) => play.billOf(bill).id)
  const said = new Map((await app.sql<BillSaid & Record<string, unknown>>(SAID, [ids])).map((row) => [row.id, row]))
  const bills = ids.map((id) => {
    const bill = said.get(id) as BillSaid
    const [original, receivable, paid, refunded, returned, writtenOff, arrears] = bill.sums.map(fen)
    return {
      status: bill.status,
      original,
      receivable,
      paid,
      refunded,
      returned,
      writtenOff,
      arrears,
      lines: bill.lines.map(({ sums, returnedQty, executed, byCharge }) => {
        const [amount, off, lost, settled] = sums.map(fen)
        return { amount, returned: off, writtenOff: lost, settled, returnedQty, executed, byCharge }
      }),
      payments: (bill.payments ?? []).map(({ method, lies }) => ({
        method,
        lies: (lies ?? []).map(({ part, line, amount }) => `${part} ${line} ${fen(amount)}`).sort(),
      })),
      plans: (bill.plans ?? []).map(({ status, sums, periods }) => {
        const [total, own, cancelled] = sums.map(fen)
        return {
          status,
          total,
          paid: own,
          cancelled,
          periods: periods.map(({ due, amount }) => `${due} ${fen(amount)}`),
        }
      }),
      refunds: (bill.refunds ?? []).map(({ status, sums }) => [status, ...sums.map(fen)].join(' ')),
      adjusts: (bill.adjusts ?? []).map(({ status, amount }) => `${status} ${fen(amount)}`),
    }
  })
  const periods: string[][] = []
  for (const bill of billsWithPlans(world.bills)) {
    const { plans } = await play.call(bill.clinic, 0, contract.instalment.ofBill, { billId: play.billOf(bill).id })
    periods.push(
      plans
        .map((plan) =>
          periodsSaid(
            plan.periods.map((each) => ({
              due: each.dueDate,
              open: fen(each.open),
              paid: fen(each.paid),
              cancelled: fen(each.cancelled),
              state: each.state,
            })),
          ),
        )
        .sort(),
    )
  }
  const owed = await app.sql<{ patient_id: string; amount: string }>(
    'select patient_id, arrears_amount::text as amount from patient_stat where patient_id = any($1::uuid[])',
    [play.patients],
  )
  const cardIds = world.cards.map((card) => play.cardOf(card))
  const cards = new Map(
    (
      await app.sql<{ id: string; status: number; sums: string[]; points: number; times_left: number }>(
        `select id, status, points, times_left, array[principal_amount::text, bonus_amount::text, times_amount::text] as sums
         from member_card where id = any($1::uuid[])`,
        [cardIds],
      )
    ).map((row) => [row.id, row]),
  )
  const couponIds = world.coupons.map((coupon) => play.coupons.get(coupon) as string)
  const coupons = new Map(
    (
      await app.sql<{ id: string; status: number; bill_id: string | null; used: string }>(
        'select id, status, bill_id, used_amount::text as used from coupon where id = any($1::uuid[])',
        [couponIds],
      )
    ).map(({ id, status, bill_id, used }) => [
      id,
      { status, bill: bill_id === null ? null : ids.indexOf(bill_id), used: fen(used) },
    ]),
  )
  const prepayIds = world.prepays.map((prepay) => play.prepays.get(prepay) as string)
  const prepays = new Map(
    (
      await app.sql<{ id: string; status: number; balance: string; returns: [number, string][] | null }>(
        `select id, status, balance_amount::text as balance, (select jsonb_agg(jsonb_build_array(r.status, r.amount::text) order by r.applied_at, r.id)
           from prepay_return r where r.prepay_id = p.id) as returns from prepay p where id = any($1::uuid[])`,
        [prepayIds],
      )
    ).map(({ id, status, balance, returns }) => [
      id,
      {
        status,
        balance: fen(balance),
        returns: (returns ?? []).map(([state, amount]) => `${state} ${fen(amount)}`),
      },
    ]),
  )
  const unitIds = world.units.map((unit) => play.units.get(unit) as string)
  const units = new Map(
    (
      await app.sql<{ id: string; balance: string; open: string[] | null; settlements: [string, number][] | null }>(
        `select u.id, u.balance_amount::text as balance, (select jsonb_agg(jsonb_build_array(s.amount::text, s.status) order by s.settled_at, s.id)
           from unit_settlement s where s.pay_unit_id = u.id) as settlements, (select array_agg((c.amount - c.back_amount - c.settled_amount)::text)
           from unit_claim c where c.pay_unit_id = u.id and c.amount - c.back_amount - c.settled_amount <> 0) as open
         from pay_unit u where u.id = any($1::uuid[])`,
        [unitIds],
      )
    ).map((row) => [
      row.id,
      {
        settlements: (row.settlements ?? []).map(([amount, status]) => `${fen(amount)} ${status}`),
        balance: fen(row.balance),
        open: (row.open ?? []).map(fen).sort((a, b) => a - b),
      },
    ]),
  )
  const codes = await app.sql<{ code: string }>('select code from voucher_use where code like $1', [
    `${play.codeStart}%`,
  ])
  const strays = new Map(
    (
      await app.sql<{ id: string; amount: string; status: number }>(
        'select id, amount::text as amount, status from pay_exception where id = any($1::uuid[])',
        [[...play.strays.values()]],
      )
    ).map(({ id, amount, status }) => [id, `${fen(amount)} ${STRAY_STATES[status] ?? 'over'}`]),
  )
  const accounts = await app.sql<{
    day: string
    clinic_id: string
    account: string
    way: string | null
    unit: number
    amount: string
  }>(
    `select to_char(p.business_date, 'YYYY-MM-DD') as day, p.clinic_id, p.account, case when p.account = 'cash' then p.pay_method_id end as way,
       p.unit, sum(p.amount)::text as amount from ledger_posting p
     where p.tenant_id = $1 and p.clinic_id = any($2::uuid[]) and p.business_date >= $3::date group by 1, 2, 3, 4, 5 having sum(p.amount) <> 0`,
    [fixture.tenants.a, [fixture.clinics.a1, fixture.clinics.a2], play.from],
  )
  return {
    bills,
    periods,
    patients: play.patients.map((id) => fen(owed.find(({ patient_id }) => patient_id === id)?.amount ?? '0')),
    cards: cardIds.map((id) => {
      const card = cards.get(id)
      const [principal, bonus, timesAmount] = (card?.sums ?? []).map(fen)
      return { status: card?.status, principal, bonus, points: card?.points, times: card?.times_left, timesAmount }
    }),
    coupons: couponIds.map((id) => coupons.get(id)),
    prepays: prepayIds.map((id) => prepays.get(id)),
    codes: codes.map(({ code }) => code).sort(),
    strays: world.strays.map((stray) => strays.get(play.strays.get(stray) as string)),
    units: unitIds.map((id) => units.get(id)),
    accounts: sorted(
      accounts.map(({ day, clinic_id, account, way, unit, amount }) => [
        `${day} ${play.clinicNo(clinic_id)} ${way === null ? account : `cash.${codeOfMethod(way)}`} ${unit}`,
        fen(amount),
      ]),
    ),
    tills: (await play.openTills())
      .map(({ clinic, person, cash }) => [clinic, person, cash])
      .sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d),
  }
}

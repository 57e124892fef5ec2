import { contract, type AnyCall, type WireInput } from '@dentin/contract'
import { addMonths, formatDate } from '@dentin/kit'
import type pg from 'pg'
import type { Application } from '../server/src/app/application.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { ledgerInvariants } from '../server/test/ledger-invariants.ts'
import { asOwner, type Chain } from './chain.ts'
import { dueBills, insertInto, type BenchTenant, type ChainClinic, type MoneyLoad } from './data.ts'
import { of, pick, read, unique, type Operation } from './operations.ts'
import { ask, quietApplication, say } from './rig.ts'

/** Bills that wait in each clinic: those of the load, and those of one till. */
const BILLS = Number(process.env.BENCH_BILLS ?? 2_500)
/** Movements of the till that is handed over. */
const MOVEMENTS = 300
const CARDS = 5
const money = (t: BenchTenant): MoneyLoad => {
  const load = (t as ChainClinic).money
  if (!load) throw new Error('the chain has no money: make it with the word money')
  return load
}

interface Card {
  id: string
  patientId: string
  version: number
}

/** Puts down bills to charge, and what can pay all of them. */
export const prepareMoney = (chain: Chain): Promise<void> => atProduct(chain, prepare)

/** Does something with the product at the chain's own time, and with the database as its owner. */
async function atProduct(
  chain: Chain,
  work: (chain: Chain, application: Application, owner: pg.Client) => Promise<void>,
): Promise<void> {
  const application = await quietApplication(chain.appUrl, systemClock(chain.now.getTime() - Date.now()))
  try {
    await asOwner(chain, (owner) => work(chain, application, owner))
  } finally {
    await application.stop()
  }
}

async function prepare(chain: Chain, application: Application, owner: pg.Client): Promise<void> {
  const methods = new Map(
    (await owner.query<{ code: string; id: string }>('select code, id from pay_method')).rows.map(({ code, id }) => [
      code,
      id,
    ]),
  )
  const each = Math.ceil(BILLS / Math.min(chain.clinics.length, 10))
  for (const clinic of chain.clinics) {
    const found = <Row extends pg.QueryResultRow>(text: string) =>
      owner.query<Row>(text, [clinic.clinicId]).then(({ rows }) => rows)
    const cards = await found<Card>(
      `select id, patient_id as "patientId", version from member_card where open_clinic_id = $1 and status = 1
       order by principal_amount desc, id limit ${CARDS}`,
    )
    for (const { id, version } of cards)
      await answer(application, clinic, contract.memberCard.recharge, {
        id,
        version,
        amount: '2000000.00',
        ways: [{ payMethodId: methods.get('bank_card') as string, amount: '2000000.00', tradeNo: unique() }],
        requestId: unique(),
      })
    const own = { tenant_id: clinic.tenantId, clinic_id: clinic.clinicId, doctor_id: clinic.doctors[0] as string }
    const payer = (n: number) => pick(cards, n)
    clinic.bills = await dueBills(insertInto(owner), { ...own, since: chain.now }, each, (n) => payer(n).patientId)
    const charged = await found<{ id: string }>(
      `select id from bill where clinic_id = $1 and status = 3 and returned_amount = 0 and bill_no ~ '^SF[0-9]' order by id desc limit 300`,
    )
    clinic.money = {
      cardOf: new Map(clinic.bills.map((id, n) => [id, payer(n).id])),
      cardMethodId: methods.get('card_principal') as string,
      charged: charged.map(({ id }) => id),
      words: await found(
        `select p.mobile, c.card_no as "cardNo" from member_card c join patient p on p.tenant_id = c.tenant_id and p.id = c.patient_id
         where c.open_clinic_id = $1 and p.mobile is not null order by c.id limit 100`,
      ),
    }
  }
  await owner.query('analyze bill, bill_item')
}

/** What a call of the product answers in this process. */
async function answer<C extends AnyCall>(
  application: Application,
  clinic: ChainClinic,
  call: C,
  input: WireInput<C>,
): Promise<unknown> {
  return ask(application, clinic, { id: call.path }, of(call, () => input)(clinic, 0))
}

/** P8 with a card, and what is asked for beside it. */
export function moneyOperations(members: number): Operation[] {
  const pages = Math.max(1, Math.ceil(members / 20))
  return [
    {
      id: 'P8',
      name: '会员卡收费（明细、流水、卡、总账、审计）',
      goal: 0.5,
      reference: 'replay',
      writes: true,
      once: 'bills',
      request: of(contract.billing.charge, (t, n) => {
        const { cardOf, cardMethodId } = money(t)
        return {
          id: pick(t.bills, n),
          version: 1,
          payments: [{ payMethodId: cardMethodId, amount: '680.00', cardId: cardOf.get(pick(t.bills, n)) as string }],
          requestId: unique(),
        }
      }),
    },
    read(
      'G1',
      '退费试算',
      null,
      of(contract.refund.preview, (t, n) => ({ billId: pick(money(t).charged, n * 7), type: 3 as const, items: [] })),
    ),
    read(
      'P5c',
      '按手机号或卡号找会员',
      0.7,
      of(contract.memberCard.list, (t, n) => {
        const { mobile, cardNo } = pick(money(t).words, n)
        return { keyword: n % 2 ? mobile : cardNo }
      }),
    ),
    read(
      'P3m',
      '会员列表任意页',
      0.6,
      of(contract.memberCard.list, (_t, n) => ({ pageNum: 1 + ((n * 997) % pages) })),
    ),
  ]
}

/** How long what is done once a day or a month takes, each alone, and the identities of the ledger over the whole chain. */
export const timeMoney = (chain: Chain): Promise<void> => atProduct(chain, time)

async function time(chain: Chain, application: Application, owner: pg.Client): Promise<void> {
  const clinic = chain.clinics.at(-1) as ChainClinic
  say(`\n| | 用时 ms | 目标 |\n|---|---|---|`)
  const timed = async <T>(name: string, goal: number, work: () => Promise<T>): Promise<T> => {
    const started = performance.now()
    const done = await work()
    say(`| ${name} | ${(performance.now() - started).toFixed(0)} | ≤ ${goal} |`)
    return done
  }
  const own = { tenant_id: clinic.tenantId, clinic_id: clinic.clinicId, doctor_id: clinic.doctors[0] as string }
  const since = new Date(chain.now.getTime() + 1)
  const bills = await dueBills(insertInto(owner), { ...own, since }, MOVEMENTS, (n) => pick(clinic.patients, n))
  const cash = (await owner.query<{ id: string }>(`select id from pay_method where code = 'cash'`)).rows[0]
    ?.id as string
  for (const id of bills)
    await answer(application, clinic, contract.billing.charge, {
      id,
      version: 1,
      payments: [{ payMethodId: cash, amount: '680.00' }],
      requestId: unique(),
    })
  const { shift } = (await answer(application, clinic, contract.shift.current, {})) as {
    shift: { id: string; version: number; receivedCount: number; expectedCash: string }
  }
  await timed(`交班：${shift.receivedCount} 笔流水`, 300, () =>
    answer(application, clinic, contract.shift.handOver, {
      id: shift.id,
      version: shift.version,
      countedCash: shift.expectedCash,
      requestId: unique(),
    }),
  )
  const month = addMonths(`${formatDate(chain.now).slice(0, 7)}-01`, -1).slice(0, 7)
  await answer(application, clinic, contract.monthClose.reopen, { month, reason: '测量' })
  await timed(`月结页：${month}`, 5_000, () => answer(application, clinic, contract.monthClose.state, { month }))
  await timed(`月结：${month}`, 5_000, () =>
    answer(application, clinic, contract.monthClose.close, { month, requestId: unique() }),
  )
  const slowest: { name: string; ms: number }[] = []
  await timed(`总账恒等式 ${ledgerInvariants.length} 条`, 300_000, async () => {
    for (const { name, sql } of ledgerInvariants) {
      const started = performance.now()
      const rows = sql ? (await owner.query(sql)).rowCount : 0
      slowest.push({ name, ms: performance.now() - started })
      if (rows) throw new Error(`${name}: ${rows} rows`)
    }
  })
  for (const { name, ms } of slowest.sort((a, b) => b.ms - a.ms).slice(0, 3))
    say(`| 其中 ${name} | ${ms.toFixed(0)} | |`)
  await owner.end()
}

/** How many cards the chain has. */
export async function membersOf(chain: Chain): Promise<number> {
  const { rows } = await asOwner(chain, (owner) =>
    owner.query<{ cards: number }>('select count(*)::int as cards from member_card'),
  )
  return rows[0]?.cards ?? 0
}

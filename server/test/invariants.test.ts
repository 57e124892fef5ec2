import type { Handwriting } from '@dentin/contract/consent'
import { sealOf, textHash } from '../src/modules/consent/seal.ts'
import { sealOf as sealOfChart, type Sealed } from '../src/modules/perio/hash.ts'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { recordContent, templateContent } from '@dentin/contract/record'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedDemo } from '../db/seed/index.ts'
import { hashOfBytes } from '../src/platform/files/store.ts'
import { DEMO_WAIT_MS, demoCopy, demoDir, productOver, type DemoCopy } from './demo-copy.ts'
import { DEMO_NOW, type DemoMade } from './demo-template.ts'
import { addDays, addMonths } from '@dentin/kit'
import { report, reportNames, viewsOf, type ReportName } from '@dentin/contract/report'
import { cellsAreTheirRows, cutsAgree, fenOf, wholeReport } from './demo-reports.ts'
import type { Client } from './harness.ts'
import { brokenInvariants, invariants } from './invariants.ts'
import { ledgerInvariants } from './ledger-invariants.ts'

/** The pictures of the demo by their keys. */
const kept = new Map<string, Buffer>()
let copy: DemoCopy
let ownerUrl = ''
let superuser: pg.Client
let made: DemoMade
const silent = (): void => {}

beforeAll(async () => {
  copy = await demoCopy()
  ;({ ownerUrl, superuser, made } = copy)
  const folder = path.join(demoDir, 'files')
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const whole = path.join(file.parentPath, file.name)
    if (file.isFile()) kept.set(path.relative(folder, whole).replaceAll(path.sep, '/'), readFileSync(whole))
  }
}, DEMO_WAIT_MS)

afterAll(() => copy.drop())

async function one<Row extends pg.QueryResultRow>(sql: string): Promise<Row> {
  return (await superuser.query<Row>(sql)).rows[0] as Row
}

test('the demo is loaded and holds every invariant', { timeout: 120_000 }, async () => {
  process.stdout.write(`demo loaded in ${made.seconds.toFixed(1)} s\n`)
  // 3,000 people, and four files of each company that were opened by mistake and lie in the bin.
  expect(made.lines.join('\n')).toMatch(/患者 3,008 条/)
  expect(made.report.accounts.map((account) => account.loginName)).toContain('reception')
  expect(await brokenInvariants(ownerUrl)).toEqual([])
})

test('a second run gives the same report and changes nothing', async () => {
  const count = 'select count(*) from audit'
  const before = await one(count)
  expect(await seedDemo({ ownerUrl, now: new Date(DEMO_NOW.getTime() + 86_400_000), progress: silent })).toEqual(
    made.report,
  )
  expect(await one(count)).toEqual(before)
})

test('every company has the words that came to the dictionaries later', async () => {
  const { companies, booked } = await one<{ companies: number; booked: number }>(
    `select (select count(*)::int from company) as companies,
       (select count(*)::int from dict_item where type_code = 'follow_up_result' and item_code = '8' and item = '已约') as booked`,
  )
  expect(companies).toBeGreaterThan(1)
  expect(booked).toBe(companies)
})

test('the main clinic stands in the middle of its day', async () => {
  const row = await one<{
    waiting: number
    inChair: number
    doctors: number
    toCharge: number
    left: number
    longest: number
  }>(
    `select count(*) filter (where r.status in (1, 2))::int as waiting, count(*) filter (where r.status = 3)::int as "inChair",
       count(distinct r.doctor_id) filter (where r.status = 3)::int as doctors, count(*) filter (where r.status = 4)::int as "toCharge",
       count(*) filter (where r.status = 6)::int as left,
       max(extract(epoch from timestamptz '2026-11-20 10:42+08' - r.reg_time) / 60) filter (where r.status = 1)::int as longest
     from registration r join clinic c on c.tenant_id = r.tenant_id and c.id = r.clinic_id
     where c.name = '望湖路门诊' and r.reg_date = '2026-11-20'`,
  )
  expect(row.doctors).toBeGreaterThanOrEqual(6)
  expect(row.waiting).toBeGreaterThanOrEqual(4)
  expect(row.toCharge).toBeGreaterThanOrEqual(1)
  expect(row.left).toBeGreaterThanOrEqual(3)
  expect(row.longest).toBeLessThanOrEqual(48)
})

test('the desks have their story: refunds in every state, instalments, cards that pay, tills and months closed', async () => {
  expect(made.lines.filter((line) => line.includes('没有做成'))).toEqual([])
  const found = await one<{
    refunds: number[]
    plans: number
    cards: number
    byCard: number
    abroad: number
    months: number
    tills: number
  }>(
    `select (select array_agg(distinct status order by status) from refund) as refunds,
       (select count(*)::int from instalment_plan) as plans, (select count(*)::int from member_card) as cards,
       (select count(*)::int from bill_payment where card_id is not null) as "byCard",
       (select count(*)::int from ledger_posting where account = 'interClinic') as abroad,
       (select min(n)::int from (select count(*) as n from month_close where status = 1 group by clinic_id) m) as months,
       (select count(*)::int from cash_shift where status <> 1) as tills`,
  )
  expect(found.refunds).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(found.plans).toBeGreaterThanOrEqual(40)
  expect(found.cards).toBeGreaterThanOrEqual(600)
  expect(found.byCard).toBeGreaterThanOrEqual(60)
  expect(found.abroad).toBeGreaterThanOrEqual(20)
  expect(found.months).toBe(5)
  expect(found.tills).toBeGreaterThan(50)
})

test('coupons stand in every state, and some bills have one, or a member’s percentage', async () => {
  const found = await one<{ states: number[]; kinds: number; onBills: number; byCard: number }>(
    `select (select array_agg(distinct status order by status) from coupon) as states,
       (select count(distinct kind)::int from coupon_type) as kinds,
       (select count(*)::int from bill_item where coupon_off > 0) as "onBills",
       (select count(*)::int from bill_item where member_discount_off > 0) as "byCard"`,
  )
  expect(found).toMatchObject({ states: [1, 2, 3, 4], kinds: 4 })
  expect(found.onBills).toBeGreaterThan(3)
  expect(found.byCard).toBeGreaterThan(3)
})

test('records and templates are what the record screens read', async () => {
  const records = (
    await superuser.query<{ content: unknown }>('select content from medical_record order by id limit 2000')
  ).rows
  for (const { content } of records) expect(recordContent.parse(content)).toEqual(content)
  const templates = (await superuser.query<{ content: unknown }>('select content from record_template')).rows
  for (const { content } of templates) expect(templateContent.parse(content)).toEqual(content)
})

test('300 prescriptions in all states but one: 20 handed back, 6 against what blocked them', async () => {
  const found = await one(
    `select count(*)::int as n, count(*) filter (where refused_at is not null)::int as refused,
       count(*) filter (where findings @> '[{"severity":"阻断"}]')::int as blocked,
       array_agg(distinct status order by status) as states from prescription`,
  )
  // None is charged: bills do not take drugs over yet.
  expect(found).toEqual({ n: 300, refused: 20, blocked: 6, states: [0, 1, 3, 4, 5] })
})

test('orthodontic cases over all states: 40 fixed, 35 trays, 15 for growth in the first clinic, six late, 2 to 22 visits', async () => {
  const found = await one(
    `select count(*)::int as n, count(distinct k.status)::int as states,
       count(*) filter (where k.status = 5)::int as retention,
       count(*) filter (where k.status = 4 and coalesce(v.last, k.start_date) < date '2026-11-20' - 45)::int as late,
       max(v.visits)::int as most
     from ortho_case k join clinic c on c.id = k.clinic_id and c.name = '望湖路门诊'
     left join lateral (select count(*) as visits, max((r.visit_time at time zone 'Asia/Shanghai')::date) as last from medical_record r
       where r.tenant_id = k.tenant_id and r.patient_id = k.patient_id and r.content #>> '{orthoVisit,caseId}' = k.id::text) v on true`,
  )
  expect(found).toEqual({ n: 90, states: 7, retention: 5, late: 6, most: 22 })
})

test('60 periodontal patients in the first clinic with 2 to 4 charts that heal, six with an implant, two still being examined', async () => {
  const found = await one(
    `select count(*)::int as patients, min(n)::int as least, max(n)::int as most, count(*) filter (where implants > 0)::int as implants,
       bool_and(first_bop between 60 and 70) as bled, bool_and(last_bop between 15 and 25) as healed,
       bool_and(last_deep < first_deep) as shrunk, bool_and(first > date '2026-11-20' - 560) as recent
     from (select patient_id, count(*) as n, max((summary #>> '{implants,count}')::int) as implants,
         (array_agg((summary ->> 'bopPct')::float order by examined_at))[1] as first_bop,
         (array_agg((summary ->> 'bopPct')::float order by examined_at desc))[1] as last_bop,
         (array_agg((summary ->> 'pd5Sites')::int order by examined_at))[1] as first_deep,
         (array_agg((summary ->> 'pd5Sites')::int order by examined_at desc))[1] as last_deep, min(examined_at) as first
       from perio_chart k join clinic c on c.id = k.clinic_id and c.name = '望湖路门诊' group by patient_id) x`,
  )
  expect(found).toEqual({
    patients: 60,
    least: 2,
    most: 4,
    implants: 6,
    bled: true,
    healed: true,
    shrunk: true,
    recent: true,
  })
  const drafts = await one(`select count(*)::int as n, count(distinct k.patient_id)::int as before from perio_draft f
    join perio_chart k on k.tenant_id = f.tenant_id and k.patient_id = f.patient_id`)
  expect(drafts.before).toBe(2)
  const charts = (
    await superuser.query<Sealed & { hash: string; version: number }>(
      `select id, record_id as "recordId", patient_id as "patientId", doctor_id as "doctorId", doctor_name as "doctorName",
         examined_at as "examinedAt", age, cells, summary, answers, proposal, diagnosis, plan, note, corrects_id as "correctsId",
         correct_reason as "correctReason", sealed_name as "sealedName", sealed_at as "sealedAt", hash, hash_version as version
       from perio_chart`,
    )
  ).rows
  expect(charts.filter((chart) => sealOfChart(chart, chart.version) !== chart.hash)).toEqual([])
})

test('45 treatment plans: 20 agreed and on their way, 9 refused, 6 expired, 6 quoted, 4 drafts', async () => {
  const found = await one(
    `select count(*) filter (where status = 2)::int as agreed, count(*) filter (where status = 5)::int as refused,
       count(*) filter (where status = 6)::int as expired, count(*) filter (where status = 1)::int as quoted,
       count(*) filter (where status = 0)::int as drafts from treatment_plan`,
  )
  expect(found).toEqual({ agreed: 20, refused: 9, expired: 6, quoted: 6, drafts: 4 })
  const lines = await one(
    `select count(distinct l.id) filter (where r.id is not null)::int as done,
       count(distinct l.id) filter (where i.id is not null)::int as charged, count(distinct l.id)::int as all
     from treatment_plan t join treatment_plan_line l on l.tenant_id = t.tenant_id and l.option_id = t.chosen_option_id
     left join medical_record r on r.tenant_id = l.tenant_id and r.plan_line_ids @> array[l.id]
     left join bill_item i on i.tenant_id = l.tenant_id and i.plan_line_id = l.id`,
  )
  expect(lines).toEqual({ done: 47, charged: 47, all: 77 })
})

type SealedConsent = Parameters<typeof sealOf>[1] & {
  seal_hash: string
  content: unknown
  content_hash: string
  signatures: { role: string; name: string; strokes: Handwriting; at: string }[]
}

test('consents of most extractions, implants and root canals of the half year; children have a guardian, each is as it was sealed', async () => {
  const found = await one(
    `select count(*)::int as n, count(*) filter (where template_key = 'orthodontics')::int as orthodontics, count(*) filter (where template_key = 'extraction')::int as extractions,
       count(*) filter (where template_key = 'implant')::int as implants, count(*) filter (where template_key = 'root-canal')::int as root_canals,
       count(*) filter (where signer_kind = 2)::int as guardians from consent where template_key <> 'photo'`,
  )
  expect(found).toEqual({ n: 608, orthodontics: 105, extractions: 140, implants: 91, root_canals: 272, guardians: 63 })
  const { rows } = await superuser.query<SealedConsent>(
    `select k.seal_hash, t.content, t.content_hash, k.signer_name as "signerName", k.signer_relation as "signerRelation",
       k.signer_id_tail as "signerIdTail", k.template_key as "templateKey", k.template_version as "templateVersion",
       (select json_agg(json_build_object('role', s.role, 'name', s.name, 'strokes', s.strokes, 'at', s.signed_at))
        from consent_signature s where s.tenant_id = k.tenant_id and s.consent_id = k.id) as signatures
     from consent k join consent_text t on t.tenant_id = k.tenant_id and t.consent_id = k.id`,
  )
  for (const { content, content_hash: hash, seal_hash: seal, signatures, ...signer } of rows) {
    expect(textHash(content)).toBe(hash)
    const signed = signatures.map(({ at, ...each }) => ({ ...each, signedAt: new Date(at) }))
    expect(sealOf(hash, signer, signed, null)).toBe(seal)
  }
})

test('fourteen cases, nine of them published: with the consent to photographs, no face to be seen, each covered copy in the store', async () => {
  const { rows } = await superuser.query<{ published: boolean; allowed: boolean; open: number; keys: string[] }>(
    `select c.status = 1 as published,
       exists (select 1 from consent k where k.tenant_id = c.tenant_id and k.patient_id = c.patient_id and k.template_key = 'photo' and k.status = 1) as allowed,
       count(m.id) filter (where m.mask = 0 or (i.type <= 4 and m.mask <> 1))::int as open,
       array_agg(o.storage_key) filter (where o.id is not null) as keys
     from doctor_case c join doctor_case_image m on m.tenant_id = c.tenant_id and m.case_id = c.id
       join clinic_image i on i.tenant_id = m.tenant_id and i.id = m.image_id
       left join file_object o on o.tenant_id = m.tenant_id and o.id = m.file_id
     group by c.tenant_id, c.id`,
  )
  const published = rows.filter((row) => row.published)
  expect([rows.length, published.length]).toEqual([14, 9])
  expect(published.filter(({ allowed, open }) => !allowed || open > 0)).toEqual([])
  const keys = rows.flatMap((row) => row.keys ?? [])
  expect(keys.length).toBeGreaterThan(0)
  expect(keys.filter((key) => !kept.has(key))).toEqual([])
})

test('two records were sealed in a dispute: each package lies in the store as its row says', async () => {
  const { rows } = await superuser.query<{ hash: string; key: string; relation: string; finished: boolean }>(
    `select s.package_hash as hash, o.storage_key as key, s.witnesses->0->>'relation' as relation, i.finished
     from record_seal s join file_object o on o.tenant_id = s.tenant_id and o.id = s.file_id
     join record_seal_item i on i.tenant_id = s.tenant_id and i.seal_id = s.id`,
  )
  expect(rows).toHaveLength(2)
  for (const { hash, key, relation, finished } of rows) {
    expect(hashOfBytes(kept.get(key) ?? Buffer.alloc(0))).toBe(hash)
    expect([relation, finished]).toEqual(['患者本人', true])
  }
})

/** For each invariant, what breaks it. Keys of the database that would refuse it are taken away first. */
/** An invoice of a sum for the patient of some bill, without what it covers. */
const invoiceOf = (amount: string) => `
  insert into invoice_app (tenant_id, id, clinic_id, platform_url, app_id, sealed_secret, created_at, updated_at)
    select tenant_id, gen_random_uuid(), id, '', 'planted', '', now(), now() from clinic
    where exists (select 1 from bill b where b.tenant_id = clinic.tenant_id) limit 1;
  insert into invoice (tenant_id, id, issuer_clinic_id, invoice_no, patient_id, status, title_type, title, amount, tax_rate, tax, app_id,
      attempt_no, operator_name, created_at, updated_at)
    select a.tenant_id, gen_random_uuid(), a.clinic_id, 'FPplanted', (select b.patient_id from bill b where b.tenant_id = a.tenant_id limit 1),
      1, 0, 'planted', ${amount}, 0, 0, a.id, 'planted', 'planted', now(), now() from invoice_app a where a.app_id = 'planted'`
/** A part of it. */
const covers = (part: string, amount: string, columns: { bill?: string; log?: string; card?: string }) => `
  insert into invoice_source (tenant_id, id, invoice_id, part, bill_id, card_log_id, card_id, amount, created_at)
    select tenant_id, gen_random_uuid(), id, '${part}', (${columns.bill ?? 'null'})::uuid, (${columns.log ?? 'null'})::uuid,
      (${columns.card ?? 'null'})::uuid, ${amount}, now() from invoice where invoice_no = 'FPplanted'`
const PAID_IN_CASH = `select p.bill_id from ledger_posting p join bill_payment y on y.id = p.payment_id join pay_method m on m.id = y.pay_method_id
  where p.account = 'receivable' and p.part = 'cash' and m.type = 1 group by p.bill_id having -sum(p.amount) >= 20 order by 1 limit 1`
/** A card that was sold with a recharge, has paid a bill, and to which nothing else happened; its sale and that bill. */
const USED_CARD = `select c.id from member_card c where c.main_card_id is null
  and (select count(*) from card_log l where l.card_id = c.id and l.principal_delta > 0 and l.type in (1, 2)) = 1
  and not exists (select 1 from card_log l where l.card_id = c.id and l.type not in (1, 2, 3))
  and exists (select 1 from card_log l where l.card_id = c.id and l.type = 3 and l.principal_delta < 0) order by 1 limit 1`
const ITS_SALE = `select l.id from card_log l where l.card_id = (${USED_CARD}) and l.principal_delta > 0 and l.type in (1, 2)`
const ITS_BILL = `select l.bill_id from card_log l where l.card_id = (${USED_CARD}) and l.type = 3 and l.principal_delta < 0 order by l.seq limit 1`
const ITS_SUM = `(select l.principal_delta from card_log l where l.id = (${ITS_SALE}))`

const CASH_POSTING = `select entry_id, no from ledger_posting where account = 'receivable' and part = 'cash' and kind = 1 order by entry_id, no limit 1`

/** A reward for whoever introduced the patient of a bill that is paid, of two others. */
const rewardOf = (earned: string, given: string) => `
  insert into introduction_reward (tenant_id, id, clinic_id, reward_no, bill_id, patient_id, referrer_patient_id, level, way, basis, rate_amount,
      from_amount, earned_amount, given_amount, arisen_at, created_at, updated_at)
    select b.tenant_id, gen_random_uuid(), b.clinic_id, 'JLplanted', b.id, b.patient_id, b.patient_id, 1, 'cash', 'fixed', 30, 0, ${earned}, ${given},
      now(), now(), now() from bill b where b.id = (${PAID_IN_CASH})`

const planted: Readonly<Record<string, string>> = {
  'J22 a reward for introducing somebody was given as its movements say, each of which is its entry': rewardOf(
    '30',
    '5',
  ),
  'J22 a reward is earned by what is paid on its bill and kept, and by one bill of a person': rewardOf('31', '0'),
  'J23 an invoice is the sum of what it covers, and a red of what it takes back': invoiceOf('20'),
  'J23 reds take back no more than their invoice, nor more than its tax, and one that is taken back whole has nothing left of either': `${invoiceOf('20')};
    ${covers('cash', '20', { bill: PAID_IN_CASH })};
    insert into invoice_red (tenant_id, id, issuer_clinic_id, red_no, invoice_id, status, amount, tax, reason, attempt_no, operator_name, created_at, updated_at)
      select tenant_id, gen_random_uuid(), issuer_clinic_id, 'HZplanted', id, 0, 20, 1, 1, 'planted', 'planted', now(), now()
      from invoice where invoice_no = 'FPplanted';
    insert into invoice_red_part (tenant_id, id, red_id, source_id, amount)
      select r.tenant_id, gen_random_uuid(), r.id, s.id, 20 from invoice_red r join invoice_source s on s.invoice_id = r.invoice_id
      where r.red_no = 'HZplanted'`,
  'J23 what is invoiced of a paper, less what is taken back, came in on it and has not gone back': `${invoiceOf('20')};
    ${covers('cash', '20', { bill: 'select id from bill where status = 1 order by id limit 1' })}`,
  'J23 stored money is invoiced once: as it came in or as it was used, by all cards and prepayments that share it': `${invoiceOf(`${ITS_SUM} + 0.01`)};
    ${covers('recharge', ITS_SUM, { log: ITS_SALE, card: USED_CARD })};
    ${covers('principal', '0.01', { bill: ITS_BILL, card: USED_CARD })}`,
  'I1 appointments of a doctor do not overlap': `alter table appointment drop constraint appointment_doctor_excl, drop constraint appointment_chair_excl;
    update appointment a set starts_at = b.starts_at, ends_at = b.ends_at from appointment b
    where a.id = (select id from appointment where status = 5 order by id limit 1)
      and b.id = (select x.id from appointment x join appointment y on y.doctor_id = x.doctor_id and y.id <> x.id
        where x.status = 5 and y.id = (select id from appointment where status = 5 order by id limit 1) limit 1)`,
  'I1 appointments of a chair do not overlap': `alter table appointment drop constraint appointment_doctor_excl, drop constraint appointment_chair_excl;
    update appointment a set starts_at = b.starts_at, ends_at = b.ends_at from appointment b
    where a.id = (select id from appointment where status = 5 and chair_id is not null order by id limit 1)
      and b.id = (select x.id from appointment x join appointment y on y.chair_id = x.chair_id and y.id <> x.id
        where x.status = 5 and y.id = (select id from appointment where status = 5 and chair_id is not null order by id limit 1) limit 1)`,
  'I3 a bill is the sum of its lines': `delete from bill_item where id = (select id from bill_item where amount > 0 limit 1)`,
  'I3 a line is price × quantity': `update bill_item set price = price + 1 where id = (select id from bill_item limit 1)`,
  'I3 paid is the sum of the payments, and what went back of the refunds': `delete from bill_payment where id = (select id from bill_payment where kind = 1
    and not exists (select 1 from bill_payment r where coalesce(r.revokes_id, r.returns_id) = bill_payment.id) limit 1)`,
  'J1 an entry sums to nothing, and its postings say what it says': `update ledger_posting set amount = amount + 1 where (entry_id, no) = (select entry_id, no from ledger_posting limit 1)`,
  'J2 the books of a clinic, and of the chain, come to nothing, unit by unit': `update ledger_posting set amount = amount + 1
    where (entry_id, no) = (select entry_id, no from ledger_posting where unit = 2 limit 1)`,
  'J8 what came in and went out as money is what the papers say, day by day': `update bill_payment set pay_date = pay_date - 1
    where id = (select y.id from bill_payment y join pay_method m on m.id = y.pay_method_id and m.type = 1 where y.kind = 1 order by y.id limit 1)`,
  'J9 revenue is what came in, less what was stored, plus what was used of it, month by month': `update ledger_posting set part = 'bonus'
    where (entry_id, no) = (${CASH_POSTING})`,
  'J13 what is owed moves as the papers say, month by month, and is at the end what bills owe, by the days on which it is due': `update bill
    set pay_time = pay_time - interval '40 days' where id = (select id from bill where status = 2 and pay_time is not null order by id limit 1)`,
  'J3 a bill owes what its postings say, and is paid and refunded as they say': `alter table bill drop constraint bill_owed_check;
    update bill set arrears_amount = arrears_amount + 1 where id = (select id from bill where status = 2 limit 1)`,
  'J5 what is left of the claim is what was paid and kept and what is owing, and the state follows': `update bill set status = 3 where id = (select id from bill where status = 2 limit 1)`,
  'J5 a line says what its postings say, and its bill is the sum of its lines': `update bill_item set settled_amount = settled_amount - 1
    where id = (select id from bill_item where settled_amount > 1 limit 1)`,
  'J26 every success at a gateway is one movement by its way, in and out, and no other movement is told by a gateway': `insert into gateway_trade
      (id, out_trade_no, gateway, merchant, tenant_id, clinic_id, kind, order_id, order_no, title, amount, status, gateway_trade_no, paid_amount, paid_at,
       created_at, expires_at, ended_at)
    select gen_random_uuid(), 'DTplanted0000000001', 'wechat', '1', tenant_id, id, 'desk', gen_random_uuid(), 'planted', '', 1, 'applied', '9009', 1, now(),
      now(), now(), now() from clinic limit 1`,
  'J26 on the clearing account lies what is under way at a gateway': `update ledger_posting set account = 'clearing' where (tenant_id, entry_id, no) =
    (select tenant_id, entry_id, no from ledger_posting where account = 'cash' limit 1)`,
  'J26 on the suspense account lies the money of the exceptions that wait': `update ledger_posting set account = 'suspense' where (tenant_id, entry_id, no) =
    (select tenant_id, entry_id, no from ledger_posting where account = 'cash' limit 1)`,
  'J6 a payment lies on lines as far as it has not gone back, bonus on none that it may not pay': `update ledger_posting set amount = amount - 1
    where account = 'cash' and (entry_id, no) = (select entry_id, no from ledger_posting where account = 'cash' and payment_id is not null limit 1)`,
  'I2 a card holds what its movements come to, step by step': `update card_log set bonus_delta = bonus_delta + 1, bonus_after = bonus_after + 1
    where id = (select id from card_log where bonus_delta > 0 limit 1)`,
  'J4 a card holds what the ledger says': `update member_card set principal_amount = principal_amount + 1 where id = (select id from member_card where kind = 1 limit 1)`,
  'J14 a movement of a card is what its entry says, and every entry that moves a card has its movement': `update card_log set entry_id = null
    where id = (select id from card_log where principal_delta > 0 limit 1)`,
  'J17 what clinics owe each other comes to nothing, and a card is owed by the clinic that opened it': `update member_card
    set open_clinic_id = (select id from clinic k where k.tenant_id = member_card.tenant_id and k.id <> member_card.open_clinic_id limit 1)
    where id = (select c.id from member_card c where c.principal_amount > 0
      and exists (select 1 from clinic k where k.tenant_id = c.tenant_id and k.id <> c.open_clinic_id) limit 1)`,
  'I2 a prepayment holds what its movements come to, step by step': `update prepay_log set balance_after = balance_after + 1 where id = (select id from prepay_log limit 1)`,
  'J4 a prepayment holds what the ledger says': `alter table prepay drop constraint prepay_balance_check;
    update prepay set balance_amount = balance_amount + 1 where id = (select id from prepay limit 1)`,
  'J14 a movement of a prepayment is what its entry says, and every entry that moves one has its movement': `update prepay_log set amount_delta = amount_delta - 1
    where id = (select id from prepay_log limit 1)`,
  'J14 a payment with a prepayment is all of it deposit, and of nobody else (unless the two were one file for a time)': `update bill_payment set prepay_id = (select id from prepay limit 1)
    where id = (select id from bill_payment where kind = 1 and card_id is null and prepay_id is null limit 1)`,
  'J22 what was given back of a prepayment is what its papers say': `update prepay_return set amount = amount + 1
    where id = (select id from prepay_return where status = 2 limit 1)`,
  'J22 what was given back of a card is what its papers say, principal, bonus, money and what was kept': `update card_refund
    set principal = principal + 1, amount = amount + 1 where id = (select id from card_refund where status = 2 and amount > 0 limit 1)`,
  'a code of a platform is taken while something is paid by it, and for no longer': `update voucher_use set code = 'PLANTED1'
    where code = (select code from voucher_use limit 1)`,
  'J4 a unit owes what the ledger says, and what its claims have open, clinic by clinic': `update pay_unit set balance_amount = balance_amount + 1
    where id = (select id from pay_unit limit 1)`,
  'J14 a claim against a unit is its payment less what went back, and settled as its settlements say': `update unit_claim set settled_amount = settled_amount + 1
    where id = (select id from unit_claim where settled_amount + 1 <= amount limit 1)`,
  'J14 a settlement of a unit is its lines and one entry, and nothing once it is taken back': `update unit_settlement set amount = amount + 1
    where id = (select id from unit_settlement limit 1)`,
  'J17 a settlement between clinics is one entry in each of the two, and nothing once it is taken back': `insert into clinic_settlement (tenant_id, id,
      settlement_no, month, debtor_id, creditor_id, amount, method, paid_on, settled_at, settler_name, created_at, updated_at)
    select a.tenant_id, gen_random_uuid(), 'WL-planted', '2026-01-01', a.id, b.id, 1, '银行转账', '2026-02-01', now(), '', now(), now()
    from clinic a join clinic b on b.tenant_id = a.tenant_id and b.id <> a.id limit 1`,
  'J17 a prepayment is owed by the clinic that took it': `update prepay
    set open_clinic_id = (select id from clinic k where k.tenant_id = prepay.tenant_id and k.id <> prepay.open_clinic_id limit 1)
    where id = (select q.id from prepay q where q.balance_amount > 0
      and exists (select 1 from clinic k where k.tenant_id = q.tenant_id and k.id <> q.open_clinic_id) limit 1)`,
  'J14 a payment with a card is its principal and bonus, or uses': `update bill_payment set principal_part = 1 where id = (select id from bill_payment where kind = 1 limit 1)`,
  'J4 points that paid are those that left the card for it, and never revenue': `update bill_payment set points = 5, card_id = (select id from member_card limit 1)
    where id = (select id from bill_payment where kind = 1 and card_id is null limit 1)`,
  'J12 a bill is its original price less every discount': `alter table bill drop constraint bill_sum_check;
    update bill set discount_amount = discount_amount + 1 where id = (select id from bill limit 1)`,
  'J12 the steps of the ladder are the discount, of every line and bill': `alter table bill_item drop constraint bill_item_steps_check;
    update bill_item set coupon_off = coupon_off + 1 where id = (select id from bill_item limit 1)`,
  'J12 what coupons took off a bill is what its lines say, less those that came back with lines that were returned': `update bill_item
    set coupon_off = order_percent_off, order_percent_off = 0 where id = (select i.id from bill_item i join bill b on b.id = i.bill_id
      where b.status = 3 and i.order_percent_off > 0 limit 1)`,
  'J12 a package is its price: its lines come to it before anything is rounded, and nothing else comes off them': `update bill_item
    set package_price = package_price + 1 where id = (select id from bill_item where package_id is not null limit 1)`,
  'J12 only a bill with a card has member prices and percentages': `update bill_item set member_discount_off = order_percent_off,
    order_percent_off = 0 where id = (select id from bill_item where order_percent_off > 0 limit 1)`,
  'J16 what is open of an agreement is what its bill owes, and its parts are its sum': `insert into instalment_plan (tenant_id, id, clinic_id, plan_no,
      bill_id, patient_id, total_amount, due_day, creator_name, agreed_at, created_at, updated_at)
    select tenant_id, gen_random_uuid(), clinic_id, 'FQ-1', id, patient_id, 1, 5, '', now(), now(), now() from bill where status = 3 limit 1`,
  'J21 every movement of a cashier is in one shift, of that cashier and clinic': `update ledger_entry set shift_id = null where id = (select id from ledger_entry where actor_id is not null limit 1)`,
  'J21 the difference of a count is posted, and no other': `update cash_shift set counted_cash = expected_cash + 1, difference_amount = 1,
    difference_reason = 'planted' where id = (select id from cash_shift where status <> 0 and difference_amount = 0 order by id limit 1)`,
  ...Object.fromEntries(
    [
      'J22 a refund that was paid is the sum of its ways and of its lines',
      'J22 a bill has given back and taken off what its refunds say',
    ].map((name) => [
      name,
      `insert into refund (tenant_id, id, clinic_id, refund_no, bill_id, patient_id, type, mode, status,
      item_amount, arrears_amount, refund_amount, reason, applicant_name, applied_at, refunded_at, refund_date, created_at, updated_at)
    select tenant_id, gen_random_uuid(), clinic_id, 'TF-1', id, patient_id, 1, 1, 2, 10, 0, 10, '', '', now(), now(), now(), now(), now() from bill where status = 3 limit 1`,
    ]),
  ),
  'J27 what is done of a line is what was noted, and no more than was not refunded': `update bill_item set executed_qty = 1
    where id = (select id from bill_item where executed_qty = 0 and returned_qty = 0 limit 1)`,
  'J28 nothing is posted into a closed month after it was closed': `update ledger_entry set is_carried = false
      where id = (select id from ledger_entry e where not exists (select 1 from month_close m where m.tenant_id = e.tenant_id and m.clinic_id = e.clinic_id
        and m.month = date_trunc('month', e.business_date)::date) limit 1);
    insert into month_close (tenant_id, id, clinic_id, close_no, month, book,
      closed_at, closer_name, created_at, updated_at)
    select tenant_id, gen_random_uuid(), clinic_id, 'YJ-1', date_trunc('month', business_date)::date,
      app.month_book(tenant_id, clinic_id, date_trunc('month', business_date)::date), moment - interval '1 second', '', now(), now()
    from ledger_entry e where not is_carried and not exists (select 1 from month_close m where m.tenant_id = e.tenant_id and m.clinic_id = e.clinic_id
        and m.month = date_trunc('month', e.business_date)::date) limit 1`,
  'J29 a closed month asked again gives its book': `insert into month_close (tenant_id, id, clinic_id, close_no, month, book, closed_at,
      closer_name, created_at, updated_at)
    select tenant_id, gen_random_uuid(), clinic_id, 'YJ-1', date_trunc('month', business_date)::date, '{}', now() + interval '9 years', '', now(), now()
    from ledger_entry e where not exists (select 1 from month_close m where m.tenant_id = e.tenant_id and m.clinic_id = e.clinic_id
        and m.month = date_trunc('month', e.business_date)::date) limit 1`,
  'J24 a slip of frozen pay is the sum of its lines': `update commission_line set pay_amount = pay_amount + 1
    where id = (select id from commission_line limit 1)`,
  'J22 bonus never goes out as money': `update ledger_posting set kind = 4, part = 'bonus'
    where (entry_id, no) = (select entry_id, no from ledger_posting where account = 'cash' and payment_id is not null limit 1)`,
  'a prescription that was passed on has the name of whoever audited it, and one that is blocked two names': `update prescription set audited_by = doctor_id where id = (select id from prescription where status = 3 and findings @> '[{"severity":"阻断"}]' limit 1)`,
  'a prescription that was handed out says by whom, one that was taken back or voided by whom and why': `update prescription set return_reason = '' where id = (select id from prescription where status = 4 limit 1)`,
  'I3 a revoke is the exact opposite of its payment': `update bill_payment set amount = amount - 1 where id = (select id from bill_payment where kind = 3 limit 1)`,
  'I6 a paid order has one extension, any other none': `delete from vip_extension where id = (select id from vip_extension where source = 'order' limit 1)`,
  'I6 each extension follows from the one before it': `update vip_extension set end_date = end_date + 1 where id = (select id from vip_extension where source = 'order' limit 1)`,
  'I6 a membership ends with its last extension': 'update vip_term set end_date = end_date + 1',
  'the provider sees the orders of memberships as they are': 'update vip_desk set status = 2 where status = 1',
  'the provider sees the ends of memberships as they are': 'delete from vip_standing where paid',
  'I7 a number of a gateway is counted once': `drop index gateway_trade_number_key;
    ${trade("'applied', '9001'")}; ${trade("'strayed', '9001'")}`,
  'I7 an order has one success': `drop index gateway_trade_applied_key; ${trade("'applied', '9001'")}; ${trade("'applied', '9002'")}`,
  'I7 what was applied is what the order costs, and the order knows': trade("'applied', '9001'"),
  'I7 an order paid through a gateway has its trade': `insert into vip_order (tenant_id, id, clinic_id, kind, order_no, setting_id, count, title,
      total_amount, pay_type, order_channel, status, closes_at, paid_at, trade_id, buyer_name, created_at, updated_at)
    select tenant_id, gen_random_uuid(), id, 'vip', 'planted', (select id from vip_package limit 1), 1, '会员', 365, 1, 1, 1, now(), now(), 'DT1',
      '', now(), now() from clinic limit 1`,
  'I7 money that fits no order is on the list': trade("'strayed', '9001'"),
  'I7 an SMS balance is the sum of its ledger, step by step': 'update sms_balance set balance = balance + 1',
  'I7 an SMS is paid for while it counts as sent, and given back when it failed':
    'update sms_outbox set charged = false where id = (select id from sms_outbox where status = 2 and charged limit 1)',
  'I7 a paid recharge of SMS is credited with what was bought, any other with nothing':
    'update sms_order set count = count + 1 where status = 1',
  'the provider sees SMS signatures and templates in review as they are': 'delete from sms_review where status = 1',
  'a company has an administrator who can sign in': `update employee set work_status = 2 where id in (
    select ep.employee_id from employee_post ep join post p on p.id = ep.post_id and p.is_admin)`,
  'whoever may enter a clinic works there, and the other way round': `update employee_clinic set active = false where id =
    (select ec.id from employee_clinic ec join employee e on e.id = ec.employee_id where e.account_id is not null limit 1)`,
  'who has left a clinic holds no post there': 'update employee_clinic set active = false',
  'an approved application has made a member of staff': `insert into relate_apply
      (id, account_id, tenant_id, clinic_id, first_name, status, employee_id, audit_by, audit_name, audit_time, apply_time)
    select gen_random_uuid(), account_id, tenant_id, clinic_id, '许', 1, gen_random_uuid(), employee_id, '', now(), now() from account_clinic limit 1`,
  'the directory calls every clinic by its name': `update clinic set name = name || '（新）'`,
  'I10 a signed record carries the hash of its newest version': `update medical_record set content = jsonb_set(content, '{advice}', '"另"') where id =
    (select id from medical_record where status = 2 limit 1)`,
  'I10 the versions of a record are numbered without a gap': `update medical_record_version set version_no = 7 where id = (select id from medical_record_version limit 1)`,
  'I11 a merged file points at one that stands, and no other does': `alter table patient drop constraint patient_merged_check;
    update patient set status = 2, merged_into_id = id where id = (select id from patient order by id limit 1)`,
  'I11 a file is merged while a merge of it is in force': `update patient set status = 2, merged_into_id = (select p.id from patient p
      where p.tenant_id = patient.tenant_id and p.id <> patient.id limit 1) where id = (select id from patient order by id limit 1)`,
  'I11 what belongs together names one patient': `update bill_payment set patient_id = (select p.id from patient p
      where p.tenant_id = bill_payment.tenant_id and p.id <> bill_payment.patient_id limit 1) where id = (select id from bill_payment limit 1)`,
  ...Object.fromEntries(
    ['appointment', 'registration', 'treatment', 'medical_record', 'bill', 'bill_payment'].map((table) => [
      `I11 no ${table} was lost in a merge`,
      `insert into patient_merge_row (tenant_id, merge_id, table_name, column_name, row_key)
        select tenant_id, id, '${table}', 'patient_id', gen_random_uuid()::text from company limit 1`,
    ]),
  ),
  'I12 appointment numbers are unique': `alter table appointment drop constraint appointment_no_key; ${twice('appointment', 'appoint_no')}`,
  'I12 registration numbers are unique': `alter table registration drop constraint registration_no_key; ${twice('registration', 'reg_no')}`,
  'I12 record numbers are unique': `alter table medical_record drop constraint medical_record_no_key; ${twice('medical_record', 'record_no')}`,
  'I12 bill numbers are unique': `alter table bill drop constraint bill_no_key; ${twice('bill', 'bill_no')}`,
  'I12 payment numbers are unique': twice('bill_payment', 'pay_no'),
  'I12 medical numbers are unique': `alter table patient drop constraint patient_medical_number_key;
    update patient set medical_number = (select medical_number from patient where tenant_id = (select tenant_id from patient order by id limit 1) order by id desc limit 1)
    where id = (select id from patient order by id limit 1)`,
  ...Object.fromEntries(
    [
      ['appointment', 'YY'],
      ['registration', 'GH'],
      ['record', 'BL'],
      ['bill', 'SF'],
      ['payment', 'ZF'],
      ['prescription', 'CF'],
    ].map(([what, prefix]) => [
      `I12 ${what} numbers are behind their counter`,
      `update document_counter set last_no = last_no - 1 where prefix = '${prefix}' and date = '2026-11-10'`,
    ]),
  ),
  'I12 consent numbers are behind their counter': `update document_counter set last_no = 0 where prefix = 'TY'`,
  'I12 periodontal chart numbers are behind their counter': `update document_counter set last_no = 0 where prefix = 'YZ'`,
  'a periodontal record says the hash of a chart that stands in it': `update medical_record set content = jsonb_set(content, '{perio,hash}', to_jsonb(repeat('0', 64)))
    where id = (select record_id from perio_chart limit 1)`,
  'an unfinished periodontal examination has all 32 teeth, and its record is not signed beside it': `delete from perio_draft_tooth where tooth = '11'`,
  'I12 orthodontic case numbers are behind their counter': `update document_counter set last_no = 0 where prefix = 'ZJ'`,
  'a signed consent has its text and the names of the doctor and of whoever signed for the patient': `update consent set signer_name = signer_name || '某'
    where id = (select id from consent where status = 1 order by id limit 1)`,
  'a consent that a head approved has its text, the doctor’s signature and the sheet of the approval': `update consent
    set approved_at = now(), approved_by = doctor_id where id = (select id from consent where status = 1 and template_key <> 'photo' order by id limit 1)`,
  'I12 treatment plan numbers are behind their counter': `update document_counter set last_no = 0 where prefix = 'FA'`,
  'a line of a treatment plan is price × quantity': `update treatment_plan_line set original_amount = original_amount + 1, amount = amount + 1
    where id = (select id from treatment_plan_line order by id limit 1)`,
  'a signed record names the plan lines that its text does': `update medical_record set plan_line_ids = '{}'
    where id = (select id from medical_record where status = 2 and plan_line_ids <> '{}' order by id limit 1)`,
  'a line of a plan is booked, done and charged for the patient of the plan': `update appointment a
    set plan_line_ids = array[(select l.id from treatment_plan_line l join treatment_plan t on t.tenant_id = l.tenant_id and t.id = l.plan_id
      where t.tenant_id = a.tenant_id and t.patient_id <> a.patient_id limit 1)]
    where a.id = (select x.id from appointment x where x.tenant_id = (select tenant_id from treatment_plan limit 1) and x.patient_id is not null limit 1)`,
  'queue numbers of a doctor are unique in a day': `alter table registration drop constraint registration_queue_key;
    update registration set queue_no = 1 where clinic_id = (select clinic_id from registration where queue_no = 2 and reg_date = '2026-11-19' limit 1) and reg_date = '2026-11-19'`,
  'queue numbers are behind their counter': `update document_counter set last_no = 0 where prefix like 'Q:%' and date = '2026-11-10'`,
  'I13 no column of floating point': 'alter table patient_stat add column weight double precision',
  'I13 money is numeric(14,2)': 'alter table patient_stat add column bonus_amount numeric(10, 3)',
  'figures of a patient are the sums of what they count':
    'update patient_stat set consume_total = consume_total + 1 where visit_count = 3',
  'the figures of a file know its state':
    'update patient_stat set status = 1 where patient_id = (select id from patient where status = 0 limit 1)',
  'files are counted in each of their states': 'update patient_tally set files = files + 1 where status = 1',
  'whoever is at home, booked, registered or billed in a clinic is its patient': `delete from patient_clinic where patient_id =
    (select patient_id from registration limit 1)`,
  'what a patient owes and has paid to the clinics is what he owes and has paid in all': `update patient_clinic
    set arrears_amount = arrears_amount + 1 where patient_id = (select patient_id from bill limit 1)`,
  'the times of a registration fit its status': `update registration set leave_time = null where id = (select id from registration where status = 6 limit 1)`,
  'an appointment follows its registration': `update appointment set status = 4 where id = (select a.id from appointment a join registration r
    on r.appointment_id = a.id where r.status = 6 limit 1)`,
  'whoever was in the chair has a treatment, ended when the visit is': `update treatment set status = 1 where registration_id in (select id from registration where status = 4)`,
  'a cancelled or missed appointment says when': 'update appointment set cancelled_at = null where status = 6',
  'an account is a certified doctor as its submissions say': `update account set user_auth = 2 where id = (select id from account where user_auth = 0 limit 1)`,
  'an application for an organisation stands on its account': 'update account set org_auth = 2 where org_auth = 0',
  'what has passed has its company and clinic': `update organisation_auth set status = 1, company_id = id, clinic_id = id,
    decided_at = submitted_at, decided_by = 'x' where status = 0`,
  'licences are under review while a change waits': `update clinic_licence set auth_status = 3 where id = (select id from clinic_licence where auth_status = 1 limit 1)`,
  'a company stands as its main clinic does': 'update company set org_auth = 4 where is_chain',
  'a follow-up knows its tries, and what was done has reached somebody': `delete from follow_call where id = (select id from follow_call where reached limit 1)`,
  'I14 the entries of a mouth are what the signed records say': `update tooth_condition set known_to = now()
    where id = (select id from tooth_condition where record_id is not null limit 1)`,
  'I14 a stored mouth is the fold of its entries': `update tooth_condition set covered = not covered
    where id = (select id from tooth_condition limit 1)`,
  'a step of a state machine leads somewhere': 'update status_log set from_status = to_status where from_status = 1',
}

/** What breaks the further rules of an identity that has several, each alone. */
const plantedToo: readonly (readonly [name: string, what: string, sql: string])[] = [
  ...(
    [
      [
        'a card that was sold for nothing',
        `update card_log set ways = '[]' where id = (select id from card_log where ways <> '[]' order by id limit 1)`,
      ],
      [
        'a card refund that went the other way',
        `update card_log set type = 2 where id = (select id from card_log where type = 5 and ways <> '[]' order by id limit 1)`,
      ],
      [
        'a prepayment of another day',
        `update prepay set received_at = received_at - interval '1 day' where id = (select id from prepay where ways <> '[]' order by id limit 1)`,
      ],
      [
        'a prepayment whose return nobody paid',
        `update prepay_return set status = 1, paid_at = null where id = (select id from prepay_return where status = 2 order by id limit 1)`,
      ],
      [
        'a settlement of a unit in another clinic',
        `update unit_settlement set clinic_id = gen_random_uuid() where id = (select id from unit_settlement order by id limit 1)`,
      ],
      [
        'a way of a bill that is no money',
        `update bill_payment set pay_method_id = (select id from pay_method m where m.tenant_id = bill_payment.tenant_id and m.type = 5 limit 1)
        where id = (select y.id from bill_payment y join pay_method m on m.id = y.pay_method_id and m.type = 1 where y.kind = 1 order by y.id limit 1)`,
      ],
      [
        'money without a place that no gateway brought',
        `insert into pay_exception (tenant_id, id, clinic_id, exception_no, type, gateway, pay_method_id, amount, reason, found_at, created_at, updated_at)
        select tenant_id, gen_random_uuid(), clinic_id, 'YC-1', 1, 'wechat', pay_method_id, 5, 'planted', now(), now(), now() from bill_payment limit 1`,
      ],
    ] as const
  ).map(
    ([what, sql]) => ['J8 what came in and went out as money is what the papers say, day by day', what, sql] as const,
  ),
  ...(
    [
      [
        'what was stored is no longer',
        `update card_log set principal_delta = principal_delta - 1 where id = (select id from card_log where bill_id is null and principal_delta > 1 order by id limit 1)`,
      ],
      [
        'what was used has another share of bonus',
        `update bill_payment set principal_part = principal_part - 0.01, bonus_part = bonus_part + 0.01
        where id = (select id from bill_payment where kind = 1 and principal_part > 1 order by id limit 1)`,
      ],
      [
        'cash that is called a prepayment',
        `update bill_payment set prepay_id = (select id from prepay order by id limit 1)
          where id = (select y.id from bill_payment y join pay_method m on m.id = y.pay_method_id and m.type = 1 where y.kind = 1 order by y.id limit 1)`,
      ],
    ] as const
  ).map(
    ([what, sql]) =>
      [
        'J9 revenue is what came in, less what was stored, plus what was used of it, month by month',
        what,
        sql,
      ] as const,
  ),
  ...(
    [
      [
        'a refund that took more off what was owed',
        `alter table refund drop constraint refund_sum_check;
        update refund set arrears_amount = arrears_amount + 1 where id = (select id from refund where status = 2 order by id limit 1)`,
      ],
      [
        'a bill that owes more',
        `alter table bill drop constraint bill_owed_check;
        update bill set arrears_amount = arrears_amount + 1 where id = (select id from bill where status = 2 order by id limit 1)`,
      ],
      [
        'an agreement of which more was paid',
        `update instalment_plan set paid_amount = paid_amount + 0.01
        where id = (select id from instalment_plan where status = 1 and paid_amount + cancelled_amount < total_amount order by id limit 1)`,
      ],
      [
        'a repayment that was booked as a charge',
        `update bill_payment set kind = 2 where id = (select y.id from bill_payment y
        join ledger_posting p on p.payment_id = y.id join ledger_entry e on e.id = p.entry_id and not e.is_carried where y.kind = 1 and p.kind = 1 order by y.id limit 1)`,
      ],
    ] as const
  ).map(
    ([what, sql]) =>
      [
        'J13 what is owed moves as the papers say, month by month, and is at the end what bills owe, by the days on which it is due',
        what,
        sql,
      ] as const,
  ),
  [
    'J2 the books of a clinic, and of the chain, come to nothing, unit by unit',
    'an entry whose sides are of two clinics',
    `update ledger_posting set clinic_id = gen_random_uuid() where (entry_id, no) = (select entry_id, no from ledger_posting where unit = 0 limit 1)`,
  ],
  [
    'J5 what is left of the claim is what was paid and kept and what is owing, and the state follows',
    'a bill that was paid more than it says',
    `alter table bill drop constraint bill_owed_check, drop constraint bill_paid_check;
      update bill set paid_amount = paid_amount + 1 where id = (select id from bill where status = 3 order by id limit 1)`,
  ],
  [
    'J6 a payment lies on lines as far as it has not gone back, bonus on none that it may not pay',
    'bonus on a line that it may not pay',
    `update bill_item set can_bonus = false where id = (select item_id from ledger_posting where part = 'bonus' and account = 'receivable'
      group by item_id, payment_id having sum(amount) <> 0 order by item_id limit 1)`,
  ],
  ...['bonus_amount', 'times_left', 'points'].map(
    (held) =>
      [
        'J4 a card holds what the ledger says',
        held,
        `update member_card set ${held} = ${held} + 1 where id = (select id from member_card where ${held} > 0 order by id limit 1)`,
      ] as const,
  ),
  [
    'I2 a card holds what its movements come to, step by step',
    'a step that held something else',
    `update card_log set principal_after = principal_after + 1 where id = (select id from card_log where seq = 2 order by id limit 1)`,
  ],
  [
    'J16 what is open of an agreement is what its bill owes, and its parts are its sum',
    'a bill that owes another sum',
    `update instalment_plan set cancelled_amount = cancelled_amount + 0.01
      where id = (select id from instalment_plan where status = 1 and paid_amount + cancelled_amount < total_amount order by id limit 1)`,
  ],
  [
    'J16 what is open of an agreement is what its bill owes, and its parts are its sum',
    'a part that is larger',
    `update instalment_period set amount = amount + 1 where id = (select id from instalment_period order by id limit 1)`,
  ],
  [
    'J21 every movement of a cashier is in one shift, of that cashier and clinic',
    'the shift of another cashier',
    `update ledger_entry set actor_id = gen_random_uuid() where id =
      (select id from ledger_entry where actor_id is not null and reverses_id is null and kind = 1 order by id limit 1)`,
  ],
  [
    'J21 every movement of a cashier is in one shift, of that cashier and clinic',
    'the shift of another clinic',
    `update cash_shift set clinic_id = gen_random_uuid() where id = (select shift_id from ledger_entry where actor_id is not null order by id limit 1)`,
  ],
  [
    'J21 the difference of a count is posted, and no other',
    'a difference of no count',
    `update ledger_entry set kind = 17 where id = (select e.id from ledger_entry e join ledger_posting p on p.entry_id = e.id and p.account = 'cash'
      where e.kind = 1 order by e.id limit 1)`,
  ],
  [
    'J22 bonus never goes out as money',
    'a card that gave back more than its principal',
    `update ledger_posting set amount = amount - 1 where account = 'cash' and entry_id =
      (select p.entry_id from ledger_posting p where p.kind = 9 and p.account = 'principal'
        and exists (select 1 from ledger_posting c where c.entry_id = p.entry_id and c.account = 'cash') order by p.entry_id limit 1)`,
  ],
  [
    'I7 what was applied is what the order costs, and the order knows',
    'a payment at the desk that nobody asked for',
    trade("'applied', '9001'").replace("'vip'", "'desk'"),
  ],
  [
    'J4 a unit owes what the ledger says, and what its claims have open, clinic by clinic',
    'a claim of another clinic',
    `update unit_claim set clinic_id = gen_random_uuid()
      where id = (select id from unit_claim where amount - back_amount > settled_amount order by id limit 1)`,
  ],
  [
    'J4 points that paid are those that left the card for it, and never revenue',
    'points that came in as money',
    `update ledger_posting set part = 'points' where (entry_id, no) = (select entry_id, no from ledger_posting
      where account = 'cash' and part = 'cash' order by entry_id, no limit 1)`,
  ],
  [
    'J14 a movement of a card is what its entry says, and every entry that moves a card has its movement',
    'a movement that no entry made',
    `insert into card_log select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'entry_id', null, 'seq', l.seq + 1000))).*
      from card_log l where l.principal_delta > 0 order by l.id limit 1`,
  ],
  [
    'J14 a movement of a card is what its entry says, and every entry that moves a card has its movement',
    'an entry without its movement',
    `delete from card_log where id = (select id from card_log where principal_delta > 0 order by id limit 1)`,
  ],
  [
    'J14 a movement of a prepayment is what its entry says, and every entry that moves one has its movement',
    'an entry without its movement',
    `delete from prepay_log where id = (select id from prepay_log order by id limit 1)`,
  ],
  [
    'J14 a payment with a prepayment is all of it deposit, and of nobody else (unless the two were one file for a time)',
    'the prepayment of somebody else',
    `with taken as (update bill_payment y set prepay_id = q.id from (select * from prepay order by id limit 1) q
        where y.id = (select x.id from bill_payment x join pay_method m on m.id = x.pay_method_id and m.type = 1
          where x.tenant_id = q.tenant_id and x.kind = 1 and x.patient_id <> q.patient_id order by x.id limit 1) returning y.id)
      update ledger_posting set part = 'deposit' where payment_id in (select id from taken)`,
  ],
  [
    'J14 a payment with a prepayment is all of it deposit, and of nobody else (unless the two were one file for a time)',
    'deposit of no prepayment',
    `update ledger_posting set part = 'deposit' where (entry_id, no) = (${CASH_POSTING})`,
  ],
  [
    'J14 a claim against a unit is its payment less what went back, and settled as its settlements say',
    'a payment without its claim',
    `delete from unit_claim where id = (select id from unit_claim order by id limit 1)`,
  ],
  [
    'J14 a claim against a unit is its payment less what went back, and settled as its settlements say',
    'a part of no unit',
    `update ledger_posting set part = 'unit' where (entry_id, no) = (${CASH_POSTING})`,
  ],
]

/** A trade of an order that there is not, with its status and the gateway's number. */
function trade(statusAndNumber: string): string {
  return `insert into gateway_trade (id, out_trade_no, gateway, merchant, tenant_id, clinic_id, kind, order_id, order_no, title, amount,
      status, gateway_trade_no, paid_amount, paid_at, created_at, expires_at, ended_at)
    select gen_random_uuid(), md5(gen_random_uuid()::text), 'alipay', 'm', tenant_id, id, 'vip', id, 'planted', '会员', 365,
      ${statusAndNumber}, 365, now(), now(), now(), now() from (select tenant_id, id from clinic order by id limit 1) c`
}

/** Gives two rows of one clinic the same number. */
function twice(table: string, column: string): string {
  return `update ${table} set ${column} = (select ${column} from ${table} where clinic_id = (select clinic_id from ${table} order by id limit 1) order by id desc limit 1)
    where id = (select id from ${table} order by id limit 1)`
}

/** Breaks something with the keys switched off, asks, and takes it back. */
async function broken(sql: string, ...names: string[]): Promise<string[]> {
  await superuser.query('begin')
  try {
    await superuser.query('set local session_replication_role = replica')
    await superuser.query(sql)
    return (await brokenInvariants(superuser, (each) => names.includes(each))).map((each) => each.name)
  } finally {
    await superuser.query('rollback')
  }
}

/** The identities that need the ledger alone: reports have the others. */
const OF_THE_LEDGER = [1, 2, 3, 4, 5, 6, 8, 9, 12, 13, 14, 16, 21, 22, 23, 26, 27, 28]

test('every identity of the ledger is asked, and docs/names.md names them all', () => {
  const numberOf = (name: string) => Number(/^J(\d+)/.exec(name)?.[1] ?? NaN)
  const asked = new Set(ledgerInvariants.map(({ name }) => numberOf(name)).filter((n) => !Number.isNaN(n)))
  expect(OF_THE_LEDGER.filter((n) => !asked.has(n))).toEqual([])
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/names.md'), 'utf8')
  const named = new Set([...page.matchAll(/^\| J(\d+) \|/gm)].map(([, n]) => Number(n)))
  expect([...asked].sort((a, b) => a - b)).toEqual([...named].sort((a, b) => a - b))
})

describe('each invariant catches what breaks it', () => {
  test('none is without a planted violation', () => {
    expect(Object.keys(planted).sort()).toEqual(invariants.map((each) => each.name).sort())
  })

  test.each(Object.entries(planted))('%s', async (name, sql) => {
    expect(await broken(sql, name)).toEqual([name])
  })

  test.each(plantedToo)('%s: %s', async (name, _what, sql) => {
    expect(await broken(sql, name)).toEqual([name])
  })

  test('I9: a child of another tenant, for every foreign key that has rows', { timeout: 120_000 }, async () => {
    const { rows } = await superuser.query<{ name: string; child: string; column: string; parent: string }>(
      `select k.conname as name, c.relname as child, p.relname as parent, min(a.attname) filter (where a.attname <> 'tenant_id') as column
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
       where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0 and array_length(k.conkey, 1) = 2
       group by k.conname, c.relname, p.relname order by 1`,
    )
    expect(rows.length).toBeGreaterThan(40)
    let tried = 0
    for (const { name, child, column, parent } of rows) {
      const filled = await one<{ ctid: string; tenant_id: string } | { ctid: undefined }>(
        `select ctid::text, tenant_id from "${child}" where "${column}" is not null limit 1`,
      )
      if (!filled?.ctid) continue
      // Two files that are two people are kept with the smaller id first.
      const [other] = (
        await superuser.query<{ id: string }>(
          `select id from "${parent}" where tenant_id <> '${filled.tenant_id}' order by id ${column === 'b_id' ? 'desc' : ''} limit 1`,
        )
      ).rows
      // What only one company of the demo has can't belong to another.
      if (!other) continue
      tried += 1
      const sql = `update "${child}" set "${column}" = '${other.id}' where ctid = '${filled.ctid}'`
      expect(await broken(sql, `I9 ${name}`)).toEqual([`I9 ${name}`])
    }
    expect(tried).toBeGreaterThan(40)
  })

  test('I11: a row of somebody whose file was merged or is missing, in every column that has rows', async () => {
    const merged = `update patient set status = 2, merged_into_id = id where id = (select %C from %T where %C is not null limit 1)`
    const missing = `update %T set %C = gen_random_uuid() where ctid = (select ctid from %T where %C is not null limit 1)`
    let tried = 0
    for (const place of [
      'appointment.patient_id',
      'registration.patient_id',
      'treatment.patient_id',
      'medical_record.patient_id',
      'bill.patient_id',
      'bill_payment.patient_id',
      'tooth_condition.patient_id',
    ]) {
      const [table = '', column = ''] = place.split('.')
      for (const sql of [merged, missing]) {
        const name = `I11 ${place} names a patient whose file stands`
        expect(await broken(sql.replaceAll('%T', table).replaceAll('%C', column), name)).toEqual([name])
        tried += 1
      }
    }
    expect(tried).toBe(14)
  })

  test('I10: an audit row is missing, in every table with versions', { timeout: 120_000 }, async () => {
    const { rows } = await superuser.query<{ entity: string; id: string }>(
      `select distinct on (entity) entity, id from audit where entity_version is not null order by entity, id`,
    )
    expect(rows.length).toBeGreaterThan(20)
    const missing = rows.map(({ id }) => `'${id}'`).join(', ')
    const names = rows.map(({ entity }) => `I10 ${entity} has an audit row for each version`)
    expect((await broken(`delete from audit where id in (${missing})`, ...names)).sort()).toEqual(names.sort())
    // One that nothing is missing of is not named for another.
    const [first, ...others] = rows
    expect(await broken(`delete from audit where id = '${first?.id}'`, ...names)).toEqual([
      `I10 ${first?.entity} has an audit row for each version`,
    ])
    expect(others.length).toBeGreaterThan(20)
  })
})

/** The reports of patients and cards and the data records. */
const ofPatients: readonly ReportName[] = [
  'membershipCardSurvey',
  'patientAnalysisData',
  'firstDiagnosjuiis',
  'billRecord',
  'treatmentRecord',
  'memberCardRecord',
  'matchingDiagnosis',
  'referralRecord',
]
describe('reports over the demo', () => {
  let product: Awaited<ReturnType<typeof productOver>>
  let head: Client
  let director: Client
  const span = { from: '2026-10-01', to: '2026-11-20' }
  beforeAll(async () => {
    product = await productOver(copy)
    head = await product.signIn('hq')
    director = await product.signIn('director')
  })
  afterAll(() => product.application.stop())
  /** Referrals are of the clinic alone; everything else the head office sees too. */
  const whoSees = (door: string) => (door === 'referralRecord' ? director : head)

  test('J10, J18: a figure comes to the same by every cut', { timeout: 60_000 }, async () => {
    for (const door of reportNames.filter((each) => !ofPatients.includes(each))) {
      const { cuts } = await head.call(report.frame, { door })
      await cutsAgree(head, { door, ...span }, cuts)
    }
  })
  test('J10, J18: of patients, cards and records too, view by view', { timeout: 180_000 }, async () => {
    for (const door of ofPatients)
      for (const view of [undefined, ...Object.keys(viewsOf(door)).slice(1)]) {
        const ask = { door, ...(view ? { view } : {}) }
        const { cuts } = await whoSees(door).call(report.frame, ask)
        await cutsAgree(whoSees(door), { ...ask, from: '2026-11-16', to: '2026-11-20' }, cuts)
      }
  })
  test('J19: every cell is the sum of the rows that it opens', { timeout: 120_000 }, async () => {
    const asked = { from: '2026-11-01', to: '2026-11-20' }
    const cells =
      (await cellsAreTheirRows(head, { door: 'analysisData', ...asked, by: 'clinic' })) +
      (await cellsAreTheirRows(head, { door: 'productReport', ...asked, by: 'category' })) +
      (await cellsAreTheirRows(head, { door: 'incomeSummary', ...asked, by: 'topCategory' })) +
      (await cellsAreTheirRows(head, { door: 'accountStatement', ...asked, by: 'clinic' })) +
      (await cellsAreTheirRows(head, {
        door: 'accountStatement',
        from: '2026-11-20',
        to: '2026-11-20',
        by: 'movement',
        pageSize: 20,
      })) +
      (await cellsAreTheirRows(head, { door: 'collectionBalanceSheet', ...asked, by: 'bill', pageSize: 20 })) +
      (await cellsAreTheirRows(head, { door: 'patientBalanceRecord', ...asked, by: 'card', pageSize: 20 })) +
      (await cellsAreTheirRows(head, { door: 'customerService', ...asked, by: 'due', pageSize: 20 })) +
      // Pay is worked out for each question: of one day and one part, so that the run stays within its time.
      (await cellsAreTheirRows(head, { door: 'employeeReport', from: '2026-11-20', to: '2026-11-20', by: 'nurse' }))
    expect(cells).toBeGreaterThan(400)
  })
  test('J19: of patients, cards and records too', { timeout: 180_000 }, async () => {
    const asked = { from: '2026-11-16', to: '2026-11-20' }
    const asks: Parameters<typeof cellsAreTheirRows>[1][] = [
      { door: 'membershipCardSurvey', ...asked, by: 'cardType' },
      { door: 'membershipCardSurvey', from: '2026-10-15', to: '2026-11-20', by: 'month' },
      { door: 'patientAnalysisData', ...asked, by: 'topSource' },
      { door: 'patientAnalysisData', view: 'people', ...asked, by: 'age' },
      { door: 'patientAnalysisData', view: 'loyalty', from: '2026-10-15', to: '2026-11-20', by: 'month' },
      { door: 'patientAnalysisData', view: 'value', ...asked, by: 'segment' },
      { door: 'patientAnalysisData', view: 'diagnosis', ...asked, by: 'clinic' },
      { door: 'firstDiagnosjuiis', ...asked, by: 'outcome' },
      { door: 'billRecord', ...asked, by: 'billType' },
      { door: 'treatmentRecord', ...asked, by: 'clinic' },
      { door: 'memberCardRecord', ...asked, by: 'moveKind' },
      { door: 'matchingDiagnosis', ...asked, by: 'expectation' },
      { door: 'referralRecord', ...asked, by: 'clinic' },
    ]
    let cells = 0
    for (const ask of asks) cells += await cellsAreTheirRows(whoSees(ask.door), ask)
    expect(cells).toBeGreaterThan(150)
  })
  const months = ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10'].map((month) => ({
    from: `${month}-01`,
    to: addDays(addMonths(`${month}-01`, 1), -1),
  }))
  test(
    'J7: takings and revenue come to the same on every report that shows them, month by month',
    { timeout: 120_000 },
    async () => {
      for (const month of months) {
        const business = await head.call(report.run, { door: 'analysisData', ...month, by: 'clinic' })
        const income = await wholeReport(head, { door: 'incomeSummary', ...month, by: 'topCategory' })
        const statement = await wholeReport(head, { door: 'accountStatement', ...month, by: 'movement' })
        const [takings, revenue] = ['C1', 'R1'].map((code) => fenOf(business, code, business.total))
        expect(takings).toBeGreaterThan(0)
        const sumOf = (answer: typeof income, code: string, rows = answer.rows) =>
          rows.reduce((sum, row) => sum + fenOf(answer, code, row), 0)
        expect(sumOf(statement, 'C1')).toBe(takings)
        expect(fenOf(statement, 'C1', statement.total)).toBe(takings)
        const ways = statement.figures.filter(({ code }) => code.startsWith('C1:'))
        expect(ways.length).toBeGreaterThan(2)
        expect(ways.reduce((sum, { code }) => sum + fenOf(statement, code, statement.total), 0)).toBe(takings)
        // Above the line, the fees, what was kept and what units paid: revenue. With what stands below the line: the cash.
        const above = income.rows.filter(({ key }) => !key.startsWith('~'))
        const line = (key: string) => income.rows.filter((row) => row.key === key)
        expect(above.length).toBeGreaterThan(5)
        const earned = [...above, ...line('~fee'), ...line('~makeUp'), ...line('~unit'), ...line('~reward')]
        expect(sumOf(income, 'R1', earned)).toBe(revenue)
        expect(sumOf(income, 'C1')).toBe(takings)
        // The fee of a card is told from what was recharged with it.
        expect(sumOf(income, 'C1', line('~fee'))).toBe(sumOf(income, 'R1', line('~fee')))
        expect(sumOf(income, 'C6') - sumOf(income, 'C2')).toBe(takings)
        // What is owed is owed for items.
        expect(sumOf(income, 'A2', above)).toBe(fenOf(business, 'A2', business.total))
        for (const row of above) expect([row.label, fenOf(income, 'A2', row) >= 0]).toEqual([row.label, true])
      }
    },
  )
  test('J11, J12: what bills come to by the day of the charge is what their lines do, and their steps make the discount', async () => {
    for (const month of months) {
      const business = await head.call(report.run, { door: 'analysisData', ...month, by: 'clinic' })
      const bills = await head.call(report.run, { door: 'billRecord', ...month, by: 'clinic' })
      for (const [of, line] of [
        ['BC1', 'B1'],
        ['BC2', 'B2'],
        ['BC8', 'B4'],
      ] as const)
        expect([of, fenOf(bills, of, bills.total)]).toEqual([of, fenOf(business, line, business.total)])
      const steps = ['BC3', 'BC4', 'BC5', 'BC6', 'BC7'].reduce((sum, code) => sum + fenOf(bills, code, bills.total), 0)
      expect(steps).toBe(fenOf(bills, 'BC2', bills.total))
    }
  })
  test('J15: what cards hold is the same in the survey, the balance record and the ledger', async () => {
    for (const { from, to } of months) {
      const survey = await head.call(report.run, { door: 'membershipCardSurvey', from, to, by: 'cardType' })
      const record = await head.call(report.run, { door: 'patientBalanceRecord', from, to, by: 'clinic' })
      const { rows } = await superuser.query<{ account: string; sum: string }>(
        `select l.account, (-sum(l.amount))::text as sum from ledger_posting l
         where l.tenant_id = (select e.tenant_id from employee e join account a on a.id = e.account_id where a.login_name = 'hq')
           and l.unit = 0 and l.card_id is not null and l.account in ('principal', 'bonus') and l.business_date <= $1::date group by 1`,
        [to],
      )
      const held = (account: string) => Math.round(Number(rows.find((row) => row.account === account)?.sum ?? 0) * 100)
      for (const [code, account] of [
        ['K16', 'principal'],
        ['K17', 'bonus'],
      ] as const) {
        const ledger = held(account)
        expect([to, code, fenOf(survey, code, survey.total)]).toEqual([to, code, ledger])
        expect([to, code, fenOf(record, code, record.total)]).toEqual([to, code, ledger])
      }
      // K3 + K5 − K7 + K9 − K11 + K13 + K15 = K16, type by type.
      for (const row of survey.rows) {
        const [k3, k5, k7, k9, k11, k13, k15, k16] = ['K3', 'K5', 'K7', 'K9', 'K11', 'K13', 'K15', 'K16'].map((code) =>
          fenOf(survey, code, row),
        ) as [number, number, number, number, number, number, number, number]
        expect([row.label, k3 + k5 - k7 + k9 - k11 + k13 + k15]).toEqual([row.label, k16])
      }
    }
  })
  test('J25: visits are first, further and after a long time, also doctor by doctor; every first visit has one outcome', async () => {
    const visits = await wholeReport(head, { door: 'analysisData', ...span, by: 'doctor' })
    for (const row of [...visits.rows, visits.total]) {
      const [v7, v8, v9, v10] = ['V7', 'V8', 'V9', 'V10'].map((code) => fenOf(visits, code, row)) as [
        number, number, number, number,
      ] // prettier-ignore
      expect([row.label, v8 + v9 + v10]).toEqual([row.label, v7])
    }
    const first = await head.call(report.run, { door: 'firstDiagnosjuiis', ...span, by: 'outcome' })
    const of = (code: string) => fenOf(first, code, first.total)
    expect(of('F1')).toBe(fenOf(visits, 'V8', visits.total))
    expect(of('F4') + of('F5') + of('F6') + of('F7')).toBe(of('F1'))
    expect(of('F4') + of('F5')).toBe(fenOf(visits, 'D1', visits.total))
    expect(of('F3')).toBe(fenOf(visits, 'D3', visits.total))
    expect(of('F6')).toBe(fenOf(visits, 'D0', visits.total))
  })
  test('J7: takings by shift are what was handed over', async () => {
    const statement = await wholeReport(head, { door: 'accountStatement', ...span, by: 'shift' })
    const { rows } = await superuser.query<{ id: string; total: string }>(
      `select s.id, sum(p.amount)::text as total from cash_shift s
         join ledger_entry e on e.tenant_id = s.tenant_id and e.shift_id = s.id and e.document <> 'shift'
         join ledger_posting p on p.tenant_id = e.tenant_id and p.entry_id = e.id and p.account = 'cash'
       where e.business_date between $1 and $2 and s.tenant_id = (select e.tenant_id from employee e join account a on a.id = e.account_id
         where a.login_name = 'hq') group by s.id having sum(p.amount) <> 0`,
      [span.from, span.to],
    )
    const shown = statement.rows.flatMap((row) => {
      const total = fenOf(statement, 'C1', row)
      return row.key === '' || total === 0 ? [] : [`${row.key} ${total}`]
    })
    expect(shown.toSorted()).toEqual(rows.map(({ id, total }) => `${id} ${Math.round(Number(total) * 100)}`).toSorted())
  })
  test('J13: what is owed closes, bill by bill, with its ages, and one month begins as the one before ended', async () => {
    let before: number | null = null
    for (const month of months) {
      const owed = await wholeReport(head, { door: 'collectionBalanceSheet', ...month, by: 'bill' })
      for (const row of [...owed.rows, owed.total]) {
        const [a1, a2, a3, a4, a5, a6, ...ages] = Array.from({ length: 11 }, (_, n) => fenOf(owed, `A${n + 1}`, row)) as [
          number, number, number, number, number, number, ...number[],
        ] // prettier-ignore
        expect([row.label, a1 + a2 - a3 - a4 - a5]).toEqual([row.label, a6])
        expect([row.label, ages.reduce((sum, age) => sum + age, 0)]).toEqual([row.label, a6])
      }
      if (before !== null) expect(fenOf(owed, 'A1', owed.total)).toBe(before)
      before = fenOf(owed, 'A6', owed.total)
    }
    const { rows } = await superuser.query<{ owed: string }>(
      `select sum(b.arrears_amount)::text as owed from bill b join employee e on e.tenant_id = b.tenant_id
       join account a on a.id = e.account_id and a.login_name = 'hq'`,
    )
    const today = await head.call(report.run, { door: 'collectionBalanceSheet', ...span, by: 'clinic' })
    expect(fenOf(today, 'A6', today.total)).toBe(Math.round(Number(rows[0]?.owed) * 100))
  })
  test('J14, J15: a card closes, and holds what its own log says, at the end of any month', async () => {
    for (const month of months) {
      const cards = await wholeReport(head, { door: 'patientBalanceRecord', ...month, by: 'card' })
      expect(cards.rows.length).toBeGreaterThan(10)
      for (const row of [...cards.rows, cards.total]) {
        const k = (n: number) => fenOf(cards, `K${n}`, row)
        expect([row.label, k(3) + k(5) - k(7) + k(9) - k(11) + k(13) + k(15)]).toEqual([row.label, k(16)])
        expect([row.label, k(4) + k(6) - k(8) + k(10) - k(12) + k(20) - k(14) + k(21)]).toEqual([row.label, k(17)])
        expect([row.label, k(23)]).toEqual([row.label, 0])
      }
    }
  })
  test('J7: takings are the cash of the ledger, and revenue is the book of each month', async () => {
    const answer = await head.call(report.run, {
      door: 'analysisData',
      from: '2026-06-01',
      to: '2026-10-31',
      by: 'month',
      figures: ['C1', 'R1'],
    })
    const rows = (
      await superuser.query<{ month: string; cash: string; revenue: string }>(
        `select to_char(m.month, 'YYYY-MM') as month, sum((m.book ->> 'takings')::numeric)::text as cash,
           sum((m.book ->> 'revenue')::numeric)::text as revenue
         from month_close m join employee e on e.tenant_id = m.tenant_id join account a on a.id = e.account_id and a.login_name = 'hq'
         where m.status = 1 and m.month >= '2026-06-01' group by 1 order by 1`,
      )
    ).rows
    expect(rows.length).toBeGreaterThanOrEqual(5)
    expect(answer.rows.map(({ key, values }) => ({ month: key, cash: values[0], revenue: values[1] }))).toEqual(rows)
  })
})

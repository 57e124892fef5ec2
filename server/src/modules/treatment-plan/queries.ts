import { planOutcomes, type PlanOutcome } from '@dentin/clinical'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { planLineStates, planStates, RATE_DAYS, rateOwners } from '@dentin/contract/treatment-plan'
import { addDays, sum, today } from '@dentin/kit'
import { wordsOf } from '@dentin/contract/core/fields'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { amounts, columns, counted, fenOf, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { tariffsByIds } from '../clinic/index.ts'
import { foundBy, mustReachPatient, patientsWithin, seesDigits } from '../patient/index.ts'
import { mouthNow } from '../record/index.ts'
import { discountLimitOf } from '../staff/index.ts'
import { ACCEPT, EDIT, mayWork, readable } from './access.ts'
import { billOf, bookingOf, isCancelled, progressOf, recordOf } from './lines.ts'
import { lineStatus, shownStatus } from './rules.ts'

type Calls = typeof contract.treatmentPlan
type Detail = HandlerOutput<Calls['get']>
type Brief = HandlerOutput<Calls['ofPatient']>[number]
type Option = Detail['options'][number]
type Line = Option['lines'][number]

/** The head of a plan on `t`, `p` (patient), `c` (clinic), `d` (doctor) and `s` (consultant). */
const head = [
  columns(
    'treatment_plan',
    't',
    'id',
    'plan_no',
    'version',
    'status',
    'title',
    'clinic_id',
    'patient_id',
    'doctor_id',
    'consultant_id',
    'quoted_at',
    'valid_until',
    'answered_at',
    'created_at',
  ),
  named('clinic', 'c', { clinicName: 'name' }),
  columns('patient', 'p', 'gender', 'birth_day', 'medical_number'),
  named('patient', 'p', { patientName: 'name' }),
  named('employee', 'd', { doctorName: 'name' }),
  { consultantName: sql<string>`coalesce(s.name, '')` },
] as const
const heads = (tx: TenantTx): RawBuilder<unknown> => sql`treatment_plan t
  join patient p on ${tx.own('p')} and p.id = t.patient_id
  join clinic c on ${tx.own('c')} and c.id = t.clinic_id
  join employee d on ${tx.own('d')} and d.id = t.doctor_id
  left join employee s on ${tx.own('s')} and s.id = t.consultant_id`

const briefs = select(
  ...head,
  columns('treatment_plan', 't', 'chosen_option_id', 'refuse_reason'),
  { lineCount: sql<number>`g.lines`, doneCount: sql<number>`g.done`, begun: sql<number>`g.begun` },
  { nextStep: sql<string>`case when t.chosen_option_id is null then '' else g.next end` },
)
/** A plan beside how far its chosen option has come, or what the first one asks for. */
const withProgress = (tx: TenantTx): RawBuilder<unknown> => sql`${heads(tx)}
  join lateral (${progressOf(
    tx,
    sql`coalesce(t.chosen_option_id, (select o.id from treatment_plan_option o
      where ${tx.own('o')} and o.plan_id = t.id order by o.line_no limit 1))`,
  )}) g on true`

const optionSums = (tx: TenantTx) =>
  select(columns('treatment_plan_option', 'o', 'id', 'plan_id', 'name'), {
    amount: fenOf(sql`coalesce(sum(l.amount) filter (where not ${isCancelled(tx)}), 0)`),
  })

async function withOptions(tx: TenantTx, rows: readonly RowIn<typeof briefs>[]): Promise<Brief[]> {
  const ids = rows.map(({ id }) => id)
  const options =
    ids.length === 0
      ? []
      : await tx.rows(
          optionSums(tx).keptFrom`treatment_plan_option o
              left join treatment_plan_line l on ${tx.own('l')} and l.option_id = o.id
              where ${tx.own('o')} and o.plan_id = any(${ids}::uuid[])
              group by o.tenant_id, o.id order by o.line_no`,
        )
  return rows.map(({ begun, chosenOptionId, ...row }) => ({
    ...row,
    status: shownStatus(row.status, { lines: row.lineCount, done: row.doneCount, begun }),
    options: options
      .filter(({ planId }) => planId === row.id)
      .map(({ id, name, amount }) => ({ id, name, amount, chosen: id === chosenOptionId })),
  }))
}

/** A patient's plans, the newest first. */
export async function plansOfPatient(context: ClinicContext, patientId: string): Promise<Brief[]> {
  const { tx } = context
  await mustReachPatient(context, patientId)
  const rows = await tx.rows(
    briefs.keptFrom`${withProgress(tx)}
        where ${tx.own('t')} and t.patient_id = ${patientId} and ${readable(context)}
        order by t.created_at desc, t.id desc limit 200`,
  )
  return withOptions(tx, rows)
}

/** What each tab holds. */
const TABS = {
  quoted: ['quoted'],
  agreed: ['agreed'],
  lost: ['refused', 'expired'],
  draft: ['draft'],
} as const satisfies Record<string, readonly Parameters<typeof planStates.is>[1][]>

const tabCounts = select({
  quoted: sql<number>`count(*) filter (where t.status in ${codes(planStates, 'quoted')})::int`,
  agreed: sql<number>`count(*) filter (where t.status in ${codes(planStates, 'accepted')})::int`,
  lost: sql<number>`count(*) filter (where t.status in ${codes(planStates, 'refused', 'expired')})::int`,
  draft: sql<number>`count(*) filter (where t.status in ${codes(planStates, 'draft')})::int`,
})

/** The acceptance rate of plans on `t` that were answered lately. */
const rateOf = {
  accepted: sql<number>`count(*) filter (where t.status in ${codes(planStates, 'accepted')})::int`,
  answered: sql<number>`count(*)::int`,
}
const rateAlone = select(rateOf)
const OWNERS = wordsOf(rateOwners)
type Owner = (typeof OWNERS)[number]
/** The column of a plan that says whose it is. */
const ownerOf = { doctor: sql.ref('t.doctor_id'), consultant: sql.ref('t.consultant_id') } as const
const ratesOf = select(named('employee', 'd', { personId: 'id', name: 'name' }), rateOf)

/** Plans that were answered lately, as a condition on `t`; one that ran out counts as answered by silence. */
const answeredLately = (tx: TenantTx): RawBuilder<boolean> => {
  const since = addDays(today(tx.now), -RATE_DAYS)
  return sql<boolean>`(t.answered_at >= ${since}::date and t.status in ${codes(planStates, 'accepted', 'refused')}
    or t.status in ${codes(planStates, 'expired')} and t.valid_until >= ${since}::date)`
}

/** The plans of the clinic on `t` that the person at work may see. */
const seenHere = (context: ClinicContext): RawBuilder<boolean> =>
  sql<boolean>`${context.tx.own('t')} and t.clinic_id = ${context.clinicId} and ${readable(context)} and ${patientsWithin(context, sql.ref('t.patient_id'))}`

/** How often the plans that the person at work sees are accepted, by doctor or by consultant, those with most answers first. */
async function ratesBy(context: ClinicContext, of: Owner) {
  const { tx } = context
  const rows = await tx.rows(
    ratesOf.from`treatment_plan t join employee d on ${tx.own('d')} and d.id = ${ownerOf[of]}
      where ${seenHere(context)} and ${answeredLately(tx)} group by d.id, d.name order by count(*) desc, d.name, d.id`,
  )
  return rows.map((row) => ({ of, ...row }))
}

/** The plans of the clinic by what they wait for, and how often those of each doctor and consultant are accepted. */
export async function listPlans(
  context: ClinicContext,
  input: ParsedInput<Calls['list']>,
): Promise<HandlerOutput<Calls['list']>> {
  const { tx } = context
  const mine = seenHere(context)
  const found = input.keyword
    ? sql<boolean>`(t.plan_no = ${input.keyword.toUpperCase()} or t.patient_id in (select f.id from ${foundBy(tx, input.keyword, 200, seesDigits(context, '/allTimePatients:view'))} f))`
    : sql<boolean>`true`
  const doctor = input.doctorId ? sql<boolean>`t.doctor_id = ${input.doctorId}` : sql<boolean>`true`
  const consultant = input.consultantId ? sql<boolean>`t.consultant_id = ${input.consultantId}` : sql<boolean>`true`
  const shown =
    input.tab === 'answered' ? answeredLately(tx) : sql<boolean>`t.status in ${codes(planStates, ...TABS[input.tab])}`
  const at = sql<boolean>`${mine} and ${found} and ${doctor} and ${consultant} and ${shown}`
  const [rows, { total }, counts, ...rates] = await Promise.all([
    tx.rows(
      briefs.from`${withProgress(tx)} where ${at} order by t.created_at desc, t.id desc
          limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize}`,
    ),
    tx.need(counted.from`treatment_plan t where ${at}`),
    tx.need(tabCounts.from`treatment_plan t where ${mine}`),
    ...OWNERS.map((of) => ratesBy(context, of)),
  ])
  return {
    list: await withOptions(tx, rows),
    total,
    pageNum: input.pageNum,
    pageSize: input.pageSize,
    counts,
    rates: rates.flat(),
  }
}

const wholePlan = select(
  ...head,
  columns(
    'treatment_plan',
    't',
    'record_id',
    'discount_percent',
    'discount_reason',
    'chosen_option_id',
    'answered_how',
    'refuse_reason',
    'refuse_remark',
  ),
)

const optionList = select(columns('treatment_plan_option', 'o', 'id', 'name', 'doctor_id', 'months', 'pros', 'cons'), {
  phases: sql<Option['phases']>`o.phases`,
  doctorName: sql<string>`coalesce(d.name, '')`,
})

const factsOfLine = [
  columns(
    'treatment_plan_line',
    'l',
    'id',
    'option_id',
    'tariff_id',
    'name',
    'unit',
    'teeth',
    'condition',
    'qty',
    'can_discount',
  ),
  named('treatment_plan_line', 'l', { phase: 'phase_no' }),
  amounts('treatment_plan_line', 'l', 'price', 'original_amount', 'discount_amount', 'amount'),
  {
    cancelled: sql<boolean>`coalesce(ch.cancelled, false)`,
    cancelledReason: sql<string>`case when ch.cancelled then ch.reason else '' end`,
    appointmentId: sql<string | null>`ap.id`,
    appointmentStart: sql<Date | null>`ap.starts_at`,
    recordId: sql<string | null>`mr.id`,
    recordVisit: sql<Date | null>`mr.visit_time`,
    billId: sql<string | null>`bl.id`,
    billNo: sql<string | null>`bl.bill_no`,
    paid: sql<boolean | null>`bl.paid`,
  },
] as const
const lineList = select(...factsOfLine)
const openLine = select(
  ...factsOfLine,
  columns('treatment_plan', 't', 'plan_no', 'title'),
  named('treatment_plan', 't', { planId: 'id' }),
  {
    phaseName: sql<string>`coalesce(o.phases -> (l.phase_no - 1) ->> 'name', '')`,
    discountPercent: sql<number>`case when l.can_discount then t.discount_percent else 100 end`,
  },
)
const beside = (tx: TenantTx): RawBuilder<unknown> => sql`
    left join lateral (select x.cancelled, x.reason from treatment_plan_change x
      where ${tx.own('x')} and x.line_id = l.id order by x.id desc limit 1) ch on true
    left join lateral (${bookingOf(tx)}) ap on true
    left join lateral (${recordOf(tx)}) mr on true
    left join lateral (${billOf(tx)}) bl on true`

type Tariffs = Awaited<ReturnType<typeof tariffsByIds>>

const isOutcome = (word: string | null): word is PlanOutcome => planOutcomes.some(({ id }) => id === word)

function lineOf(row: RowIn<typeof lineList>, tariffs: Tariffs): Line {
  const {
    cancelled,
    appointmentId,
    appointmentStart,
    recordId,
    recordVisit,
    billId,
    billNo,
    paid,
    condition,
    optionId: _of,
    ...line
  } = row
  const tariff = tariffs.get(row.tariffId)
  return {
    ...line,
    outcome: isOutcome(condition) ? condition : null,
    listPrice: tariff?.enabled ? tariff.price : null,
    minutes: tariff?.durationMin ?? null,
    status: lineStatus({
      cancelled,
      booked: appointmentId !== null,
      done: recordId !== null,
      charged: paid === true,
    }),
    appointment: appointmentId && appointmentStart ? { id: appointmentId, startTime: appointmentStart } : null,
    record: recordId && recordVisit ? { id: recordId, visitTime: recordVisit } : null,
    bill: billId && billNo ? { id: billId, billNo, paid: paid === true } : null,
  }
}

async function optionsOf(tx: TenantTx, plan: { id: string; clinicId: string }): Promise<Option[]> {
  const [options, lines] = await Promise.all([
    tx.rows(
      optionList.keptFrom`treatment_plan_option o left join employee d on ${tx.own('d')} and d.id = o.doctor_id
          where ${tx.own('o')} and o.plan_id = ${plan.id} order by o.line_no`,
    ),
    tx.rows(
      lineList.keptFrom`treatment_plan_line l ${beside(tx)}
          where ${tx.own('l')} and l.plan_id = ${plan.id} order by l.option_id, l.phase_no, l.line_no`,
    ),
  ])
  const tariffs = await tariffsByIds(
    tx,
    plan.clinicId,
    lines.map(({ tariffId }) => tariffId),
  )
  return options.map((option) => {
    const own = lines.filter(({ optionId }) => optionId === option.id)
    const standing = own.filter(({ cancelled }) => !cancelled)
    const sumOf = (key: 'originalAmount' | 'discountAmount' | 'amount') => sum(standing.map((row) => row[key]))
    return {
      ...option,
      lines: own.map((row) => lineOf(row, tariffs)),
      originalAmount: sumOf('originalAmount'),
      discountAmount: sumOf('discountAmount'),
      amount: sumOf('amount'),
    }
  })
}

/** What a plan says, without what the person at work may do with it. */
async function planWhole(context: ClinicContext, id: string) {
  const { tx } = context
  const row = await tx.need(
    wholePlan.keptFrom`${heads(tx)} where ${tx.own('t')} and t.id = ${id} and ${readable(context)}`,
  )
  const [options, mouth] = [await optionsOf(tx, row), await mouthNow(tx, row.patientId)]
  const chosen = options.find((option) => option.id === row.chosenOptionId)
  const lines = (chosen?.lines ?? []).filter(({ status }) => !planLineStates.is(status, 'cancelled'))
  const done = lines.filter(({ record }) => record !== null).length
  const begun = lines.filter(({ record, bill }) => record !== null || bill?.paid).length
  return { ...row, status: shownStatus(row.status, { lines: lines.length, done, begun }), options, mouth }
}

/** A plan with its options, and what the person at work may do with it. */
export async function planDetail(context: ClinicContext, id: string): Promise<Detail> {
  const { tx } = context
  const plan = await planWhole(context, id)
  const rateOfPerson = (of: Owner, id: string) =>
    tx.need(
      rateAlone.from`treatment_plan t where ${seenHere(context)} and ${ownerOf[of]} = ${id} and ${answeredLately(tx)}`,
    )
  const [rate, consultantRate] = await Promise.all([
    rateOfPerson('doctor', plan.doctorId),
    plan.consultantId === null ? null : rateOfPerson('consultant', plan.consultantId),
  ])
  const [edits, answers] = [await mayWork(context, EDIT, plan), await mayWork(context, ACCEPT, plan)]
  return {
    ...plan,
    rate,
    consultantRate,
    discountLimit: context.can('/orderSet:discount') ? 0 : await discountLimitOf(tx, context.employeeId),
    can: {
      edit: edits && planStates.may('edit', plan.status),
      quote: edits && planStates.may('quote', plan.status),
      answer: answers && planStates.may('accept', plan.status),
      remove: edits && planStates.may('remove', plan.status),
      cancelLines: edits && planStates.is(plan.status, 'agreed'),
    },
  }
}

const letterhead = select(named('clinic', 'c', { clinicPhone: 'phone', clinicAddress: 'address' }))
const printings = select({ count: sql<number>`count(*)::int` })

/** The sheet of a plan; counts this printing. */
export async function planToPrint(context: ClinicContext, id: string): Promise<HandlerOutput<Calls['print']>> {
  const { tx } = context
  const plan = await planWhole(context, id)
  const clinic = await tx.need(letterhead.keptFrom`clinic c where ${tx.own('c')} and c.id = ${plan.clinicId}`)
  const { count } = await tx.need(
    printings.keptFrom`audit a where ${tx.own('a')} and a.entity = 'treatment_plan' and a.entity_id = ${id} and a.action = 'print'`,
  )
  await tx.note('print', 'treatment_plan', id, { patientId: plan.patientId })
  return { plan, ...clinic, printedAt: tx.now, printCount: count + 1 }
}

/** What is still to be done, or charged, of a patient's accepted plans. */
export async function openLines(context: ClinicContext, patientId: string): Promise<HandlerOutput<Calls['openLines']>> {
  const { tx, clinicId } = context
  await mustReachPatient(context, patientId)
  const rows = await tx.rows(
    openLine.keptFrom`treatment_plan_line l
        join treatment_plan t on ${tx.own('t')} and t.id = l.plan_id and t.chosen_option_id = l.option_id
        join treatment_plan_option o on ${tx.own('o')} and o.id = l.option_id
        ${beside(tx)}
        where ${tx.own('l')} and t.patient_id = ${patientId} and t.clinic_id = ${clinicId} and t.status in ${codes(planStates, 'accepted')}
          and not coalesce(ch.cancelled, false) and (mr.id is null or bl.id is null) and ${readable(context)}
        order by t.created_at, l.phase_no, l.line_no limit 200`,
  )
  const tariffs = await tariffsByIds(
    tx,
    clinicId,
    rows.map(({ tariffId }) => tariffId),
  )
  return rows.map(({ planId, planNo, title, phaseName, discountPercent, ...row }) => ({
    planId,
    planNo,
    title,
    phaseName,
    discountPercent,
    line: lineOf(row, tariffs),
  }))
}

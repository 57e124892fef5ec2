import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { planStates } from '@dentin/contract/treatment-plan'
import { fenToYuan, today, uuidv7, yuanToFen, type Fen } from '@dentin/kit'
import { sql, type Updateable } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { DB } from '../../platform/database/types.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { namedPeople } from '../appointment/index.ts'
import { tariffsByIds } from '../clinic/index.ts'
import { planForLostPlan } from '../follow-up/index.ts'
import { mustReachPatient } from '../patient/index.ts'
import { discountLimitOf, doctorOfClinic, outOfReach } from '../staff/index.ts'
import { ACCEPT, EDIT, mayWork, mustWork } from './access.ts'
import { takeAllOff } from './images.ts'
import { billOf, isCancelled, recordOf } from './lines.ts'
import { mustBeWithinLimit, priceOption } from './rules.ts'
import { lockPlan, planFor, standing, type Standing } from './standing.ts'

type Calls = typeof contract.treatmentPlan
type Save = ParsedInput<Calls['save']>
type OptionInput = Save['options'][number]
type Changed = HandlerOutput<Calls['save']>

const answer = (row: { id: string; version: number; status: number }): Changed => ({
  id: row.id,
  version: row.version,
  status: row.status,
})

/** Lowest percentage of the price that the person may give; 0 for those who may give everything. */
const limitOf = async (context: ClinicContext): Promise<number> =>
  context.can('/orderSet:discount') ? 0 : discountLimitOf(context.tx, context.employeeId)

/** Writes a plan anew, or changes one that nobody has accepted. */
export async function savePlan(context: ClinicContext, input: Save): Promise<Changed> {
  const { tx, clinicId } = context
  const before = input.id ? await planFor(context, EDIT, 'edit', input.id) : null
  if (before && before.patientId !== input.patientId) throw fieldError('NOT_FOUND', 'patientId')
  await mustReachPatient(context, input.patientId, 'patientId')
  if (input.doctorId !== before?.doctorId) await doctorOfClinic(tx, clinicId, input.doctorId)
  const { consultant_id: consultantId } = await namedPeople(
    tx,
    clinicId,
    { consultantId: input.consultantId },
    { nurse_id: null, consultant_id: before?.consultantId ?? null },
  )
  const whose = { clinicId, doctorId: input.doctorId, consultantId }
  if (!(await mayWork(context, EDIT, whose)))
    throw fieldError('NOT_FOUND', 'doctorId', '这位医生的计划由他本人或店长制定')
  if (input.recordId && input.recordId !== before?.recordId) await mustBeTheirs(tx, input.recordId, input.patientId)
  mustBeWithinLimit(input.discountPercent, await limitOf(context), before?.discountPercent ?? null)
  const change = {
    patient_id: input.patientId,
    doctor_id: input.doctorId,
    consultant_id: consultantId,
    record_id: input.recordId ?? null,
    title: input.title,
    discount_percent: input.discountPercent,
    discount_reason: input.discountReason,
  }
  const log = { patientId: input.patientId }
  const id = before?.id ?? uuidv7()
  const row = before
    ? await tx.update('treatment_plan', { id, ...(input.version ? { version: input.version } : {}) }, change, log)
    : await tx.insert(
        'treatment_plan',
        {
          id,
          clinic_id: clinicId,
          plan_no: await tx.nextNumber('FA', clinicId, today(tx.now)),
          ...change,
          status: planStates.code.draft,
          created_name: context.actorName,
          created_at: tx.now,
          updated_at: tx.now,
        },
        log,
      )
  await writeOptions(context, { id, quoted: before !== null && planStates.is(before.status, 'quoted') }, input)
  tx.publish('treatmentPlan', id)
  return answer(row)
}

const whoseRecord = select(columns('medical_record', 'r', 'id'))
async function mustBeTheirs(tx: TenantTx, recordId: string, patientId: string): Promise<void> {
  const found = await tx.row(
    whoseRecord.keptFrom`medical_record r where ${tx.own('r')} and r.id = ${recordId} and r.patient_id = ${patientId}`,
  )
  if (!found) throw fieldError('NOT_FOUND', 'recordId')
}

const standingLine = select(columns('treatment_plan_line', 'l', 'id', 'option_id', 'tariff_id'), {
  price: sql<string>`l.price::text`,
})
const standingOption = select(columns('treatment_plan_option', 'o', 'id'))

/** What a line costs, by its place. Of a quoted plan a price holds as it was quoted, for the same item. */
async function pricesOf(
  { tx, clinicId }: ClinicContext,
  options: readonly OptionInput[],
  quoted: ReadonlyMap<string, { tariffId: string; price: Fen }>,
) {
  const tariffs = await tariffsByIds(
    tx,
    clinicId,
    options.flatMap(({ lines }) => lines.map(({ tariffId }) => tariffId)),
  )
  return options.map(({ lines }, o) =>
    lines.map((line, n) => {
      const field = `options.${o}.lines.${n}.tariffId`
      const tariff = tariffs.get(line.tariffId)
      if (!tariff) throw fieldError('NOT_FOUND', field, '没有这个项目')
      const before = line.id ? quoted.get(line.id) : undefined
      const held = before?.tariffId === line.tariffId ? before.price : undefined
      if (!tariff.enabled && held === undefined) throw fieldError('TARIFF_OFF', field, `${tariff.name}已停用`)
      if (tariff.toothRequired && line.teeth === '')
        throw fieldError('BAD_INPUT', `options.${o}.lines.${n}.teeth`, `${tariff.name}须选牙位`)
      return { ...line, tariff, price: held ?? tariff.price }
    }),
  )
}

/** Brings the options and lines of a plan to what the screen says; what stands already keeps its identity. */
async function writeOptions(
  context: ClinicContext,
  plan: { id: string; quoted: boolean },
  { options, discountPercent }: Pick<Save, 'options' | 'discountPercent'>,
): Promise<void> {
  const { tx, clinicId } = context
  const [oldOptions, oldLines] = await Promise.all([
    tx.rows(standingOption.keptFrom`treatment_plan_option o where ${tx.own('o')} and o.plan_id = ${plan.id}`),
    tx.rows(standingLine.keptFrom`treatment_plan_line l where ${tx.own('l')} and l.plan_id = ${plan.id}`),
  ])
  const known = new Set([...oldOptions, ...oldLines].map(({ id }) => id))
  for (const [o, option] of options.entries()) {
    if (option.id && !known.has(option.id)) throw fieldError('NOT_FOUND', `options.${o}.id`)
    for (const [n, line] of option.lines.entries())
      if (line.id && !known.has(line.id)) throw fieldError('NOT_FOUND', `options.${o}.lines.${n}.id`)
    if (option.doctorId) await doctorOfClinic(tx, clinicId, option.doctorId)
  }
  const quoted = new Map(
    plan.quoted ? oldLines.map(({ id, tariffId, price }) => [id, { tariffId, price: yuanToFen(price) }]) : [],
  )
  const priced = await pricesOf(context, options, quoted)
  const rows = options.map((option, o) => ({
    id: option.id ?? uuidv7(),
    line_no: o + 1,
    name: option.name,
    doctor_id: option.doctorId ?? null,
    months: option.months ?? null,
    pros: option.pros,
    cons: option.cons,
    phases: option.phases,
  }))
  const lineRows = priced.flatMap((lines, o) => {
    const amounts = priceOption(
      lines.map(({ price, qty, tariff }) => ({ price, qty, canDiscount: tariff.canDiscount })),
      discountPercent,
    )
    return lines.map((line, n) => ({
      id: line.id ?? uuidv7(),
      option_id: rows[o]?.id,
      line_no: n + 1,
      phase_no: line.phase,
      tariff_id: line.tariffId,
      name: line.tariff.name,
      unit: line.tariff.unit,
      teeth: line.teeth,
      condition: line.outcome,
      qty: line.qty,
      price: fenToYuan(line.price),
      can_discount: line.tariff.canDiscount,
      original_amount: fenToYuan(amounts.lines[n]?.original as Fen),
      discount_amount: fenToYuan(amounts.lines[n]?.discount as Fen),
      amount: fenToYuan(amounts.lines[n]?.amount as Fen),
    }))
  })
  const keptLines = lineRows.map(({ id }) => id)
  const keptOptions = rows.map(({ id }) => id)
  if (new Set(keptLines).size < keptLines.length || new Set(keptOptions).size < keptOptions.length)
    throw fieldError('BAD_INPUT', 'options', '同一条目出现了两次')
  await tx.rows(
    keptSql`delete from treatment_plan_line where tenant_id = ${tx.tenantId} and plan_id = ${plan.id} and not id = any(${keptLines}::uuid[]) returning id`,
  )
  await tx.rows(
    keptSql`insert into treatment_plan_option as o (tenant_id, clinic_id, plan_id, id, line_no, name, doctor_id, months, pros, cons, phases)
        select ${tx.tenantId}::uuid, ${clinicId}::uuid, ${plan.id}::uuid, x.id, x.line_no, x.name, x.doctor_id, x.months,
          array(select jsonb_array_elements_text(x.pros)), array(select jsonb_array_elements_text(x.cons)), x.phases
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, line_no int, name text, doctor_id uuid, months int,
          pros jsonb, cons jsonb, phases jsonb)
        on conflict (tenant_id, id) do update set line_no = excluded.line_no, name = excluded.name, doctor_id = excluded.doctor_id,
          months = excluded.months, pros = excluded.pros, cons = excluded.cons, phases = excluded.phases
        returning id`,
  )
  await tx.rows(
    keptSql`insert into treatment_plan_line as l (tenant_id, clinic_id, plan_id, id, option_id, line_no, phase_no, tariff_id, name, unit,
          teeth, condition, qty, price, can_discount, original_amount, discount_amount, amount)
        select ${tx.tenantId}::uuid, ${clinicId}::uuid, ${plan.id}::uuid, x.id, x.option_id, x.line_no, x.phase_no, x.tariff_id, x.name,
          x.unit, x.teeth, x.condition, x.qty, x.price, x.can_discount, x.original_amount, x.discount_amount, x.amount
        from jsonb_to_recordset(${JSON.stringify(lineRows)}::jsonb) as x(id uuid, option_id uuid, line_no int, phase_no int, tariff_id uuid,
          name text, unit text, teeth text, condition text, qty int, price numeric, can_discount boolean, original_amount numeric,
          discount_amount numeric, amount numeric)
        on conflict (tenant_id, id) do update set option_id = excluded.option_id, line_no = excluded.line_no, phase_no = excluded.phase_no,
          tariff_id = excluded.tariff_id, name = excluded.name, unit = excluded.unit, teeth = excluded.teeth, condition = excluded.condition,
          qty = excluded.qty, price = excluded.price, can_discount = excluded.can_discount, original_amount = excluded.original_amount,
          discount_amount = excluded.discount_amount, amount = excluded.amount
        returning id`,
  )
  await tx.rows(
    keptSql`delete from treatment_plan_option where tenant_id = ${tx.tenantId} and plan_id = ${plan.id} and not id = any(${keptOptions}::uuid[]) returning id`,
  )
}

const wholeOption = select(columns('treatment_plan_option', 'o', 'id', 'name', 'doctor_id', 'months', 'pros', 'cons'), {
  phases: sql<OptionInput['phases']>`o.phases`,
})
const wholeLine = select(
  columns('treatment_plan_line', 'l', 'id', 'option_id', 'tariff_id', 'teeth', 'qty', 'phase_no'),
  { outcome: sql<OptionInput['lines'][number]['outcome']>`l.condition` },
)

/** The options of a plan as the screen would send them. */
async function optionsAsInput(tx: TenantTx, planId: string): Promise<OptionInput[]> {
  const [options, lines] = await Promise.all([
    tx.rows(
      wholeOption.keptFrom`treatment_plan_option o where ${tx.own('o')} and o.plan_id = ${planId} order by o.line_no`,
    ),
    tx.rows(
      wholeLine.keptFrom`treatment_plan_line l where ${tx.own('l')} and l.plan_id = ${planId} order by l.line_no`,
    ),
  ])
  return options.map((option) => ({
    ...option,
    lines: lines
      .filter(({ optionId }) => optionId === option.id)
      .map(({ optionId: _of, phaseNo, ...line }) => ({ ...line, phase: phaseNo })),
  }))
}

/** Gives the patient the prices of today, which hold until a day. */
export async function quotePlan(context: ClinicContext, input: ParsedInput<Calls['quote']>): Promise<Changed> {
  const { tx } = context
  const plan = await planFor(context, EDIT, 'quote', input.id)
  if (input.validUntil < today(tx.now)) throw fieldError('PLAN_VALID_UNTIL', 'validUntil')
  const options = await optionsAsInput(tx, plan.id)
  const empty = options.findIndex(({ lines }) => lines.length === 0)
  if (empty >= 0)
    throw fieldError('PLAN_EMPTY', `options.${empty}.lines`, `${options[empty]?.name ?? '方案'}还没有项目`)
  mustBeWithinLimit(plan.discountPercent, await limitOf(context), plan.discountPercent)
  await writeOptions(context, { id: plan.id, quoted: false }, { options, discountPercent: plan.discountPercent })
  return step(context, plan, input.version, {
    status: planStates.code.quoted,
    quoted_at: tx.now,
    valid_until: input.validUntil,
    answered_at: null,
    answered_how: null,
    refuse_reason: '',
    refuse_remark: '',
  })
}

/** The patient has chosen one of the options. */
export async function acceptPlan(context: ClinicContext, input: ParsedInput<Calls['accept']>): Promise<Changed> {
  const { tx } = context
  const plan = await planFor(context, ACCEPT, 'accept', input.id)
  if (plan.validUntil !== null && plan.validUntil < today(tx.now)) throw new AppError('PLAN_EXPIRED')
  const known = await tx.row(
    standingOption.keptFrom`treatment_plan_option o where ${tx.own('o')} and o.id = ${input.optionId} and o.plan_id = ${plan.id}`,
  )
  if (!known) throw fieldError('NOT_FOUND', 'optionId', '没有这个方案')
  return step(context, plan, input.version, {
    status: planStates.code.accepted,
    chosen_option_id: input.optionId,
    answered_at: tx.now,
    answered_how: input.how,
  })
}

/** The patient does not take it up: somebody asks again in a few days. */
export async function refusePlan(context: ClinicContext, input: ParsedInput<Calls['refuse']>): Promise<Changed> {
  const { tx } = context
  const plan = await planFor(context, ACCEPT, 'refuse', input.id)
  const changed = await step(context, plan, input.version, {
    status: planStates.code.refused,
    answered_at: tx.now,
    answered_how: 1,
    refuse_reason: input.reason,
    refuse_remark: input.remark,
  })
  await planForLostPlan(tx, {
    planId: plan.id,
    planVersion: changed.version,
    clinicId: plan.clinicId,
    patientId: plan.patientId,
    doctorId: plan.doctorId,
    consultantId: plan.consultantId,
    title: plan.title,
    reason: input.reason,
  })
  return changed
}

const lineFacts = (tx: TenantTx) =>
  select({
    cancelled: isCancelled(tx),
    used: sql<boolean>`exists (${recordOf(tx)}) or exists (${billOf(tx)})`,
  })

/** Takes a line of an accepted plan away, or takes it up again. */
export async function cancelLine(context: ClinicContext, input: ParsedInput<Calls['cancelLine']>): Promise<Changed> {
  const { tx } = context
  const plan = await lockPlan(context, input.id)
  await mustWork(context, EDIT, plan)
  if (!planStates.is(plan.status, 'accepted')) throw new AppError('STATUS_CHANGED')
  const line = await tx.row(
    lineFacts(tx).keptFrom`treatment_plan_line l
        where ${tx.own('l')} and l.id = ${input.lineId} and l.plan_id = ${plan.id} and l.option_id = ${plan.chosenOptionId}::uuid`,
  )
  if (!line) throw outOfReach()
  if (input.cancel && line.used) throw new AppError('PLAN_LINE_DONE')
  if (input.cancel && !input.reason) throw fieldError('BAD_INPUT', 'reason', '请填写原因')
  if (input.cancel !== line.cancelled)
    await tx.rows(
      keptSql`insert into treatment_plan_change (tenant_id, id, clinic_id, line_id, cancelled, reason, actor_name, created_at)
          values (${tx.tenantId}, ${uuidv7()}, ${plan.clinicId}, ${input.lineId}, ${input.cancel}, ${input.reason}, ${context.actorName}, ${tx.now})
          returning id`,
    )
  return step(
    context,
    plan,
    input.version,
    // The plan's version says that one of its lines changed.
    { title: plan.title },
    { action: input.cancel ? 'cancel-line' : 'restore-line', reason: input.reason },
  )
}

/** Makes a new draft of a plan: the same options, the prices of today. */
export async function copyPlan(context: ClinicContext, input: ParsedInput<Calls['copy']>): Promise<Changed> {
  const plan = await lockPlan(context, input.id)
  const options = await optionsAsInput(context.tx, plan.id)
  return savePlan(context, {
    requestId: input.requestId,
    patientId: plan.patientId,
    doctorId: plan.doctorId,
    consultantId: plan.consultantId,
    recordId: plan.recordId,
    title: plan.title,
    discountPercent: 100,
    discountReason: '',
    options: options.map((option) => ({
      ...option,
      id: null,
      lines: option.lines.map((line) => ({ ...line, id: null })),
    })),
  })
}

/** Takes a draft away. */
export async function removePlan(context: ClinicContext, input: ParsedInput<Calls['remove']>): Promise<null> {
  const plan = await planFor(context, EDIT, 'remove', input.id)
  await takeAllOff(context.tx, plan)
  await context.tx.remove('treatment_plan', { id: plan.id, version: input.version }, { patientId: plan.patientId })
  context.tx.publish('treatmentPlan', plan.id)
  return null
}

type Patch = Omit<Updateable<DB['treatment_plan']>, 'tenant_id' | 'id' | 'version'>

/** One step of a plan, with its audit row and, where the state changes, its line in the status log. */
async function step(
  { tx }: Pick<ClinicContext, 'tx'>,
  plan: Pick<Standing, 'id' | 'clinicId' | 'patientId' | 'status'>,
  version: number,
  patch: Patch,
  log: { action?: string; reason?: string } = {},
): Promise<Changed> {
  const row = await tx.update('treatment_plan', { id: plan.id, version }, patch, { patientId: plan.patientId, ...log })
  if (row.status !== plan.status) await tx.logStatus('treatment_plan', plan.id, plan.clinicId, plan.status, row.status)
  tx.publish('treatmentPlan', plan.id, plan.clinicId)
  tx.publish('patient', plan.patientId, plan.clinicId)
  return answer(row)
}

/** Plans whose quote is over: nobody has answered. @returns how many */
export async function lapsePlans(tx: TenantTx, limit: number): Promise<number> {
  const rows = await tx.rows(
    standing.keptFrom`treatment_plan t where ${tx.own('t')} and t.status = ${planStates.code.quoted} and t.valid_until < ${today(tx.now)}::date
        order by t.valid_until, t.id limit ${limit} for no key update skip locked`,
  )
  for (const plan of rows)
    await step({ tx }, plan, plan.version, { status: planStates.code.expired }, { action: 'lapse' })
  return rows.length
}

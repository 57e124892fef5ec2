import { allergiesFrom, allergiesHeld, allergyText, unitedAllergies } from '@dentin/clinical/drug-checks/allergy-list'
import { storedAllergies } from '@dentin/contract/patient-fields/allergies'
import { prescriptionStates, type contract, type HandlerOutput, type ParsedInput } from '@dentin/contract'
import { formatDate, today } from '@dentin/kit'
import { sql, type Updateable } from 'kysely'
import type { DB } from '../../platform/database/builder.ts'
import { columns, select } from '../../platform/database/select.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { clinicSettings } from '../clinic/index.ts'
import { changeFile } from '../patient/index.ts'
import { ADD, AUDIT } from './access.ts'
import { judge, mustBeAnswered, rightLacking } from './judge.ts'
import { chargeDrugs, unchargeDrugs } from './paying.ts'
import type { KeptLine, Override } from './rules.ts'
import { findPrescription, lockPrescription, type Standing } from './standing.ts'
import { readLines, readOverrides, storeFindings, storeLines, storeOverrides } from './stored.ts'

type Calls = typeof contract.prescription
type Moved = HandlerOutput<Calls['audit']>

/** Writes a step with its trace; without `to` the state stays as it is. */
async function move(
  { tx }: ClinicContext,
  row: Standing,
  step: { version: number; to?: number; action: string; reason?: string },
  patch: Omit<Updateable<DB['prescription']>, 'tenant_id' | 'id' | 'version'>,
): Promise<Moved> {
  const { to, action, reason } = step
  const changed = await tx.update(
    'prescription',
    { id: row.id, version: step.version },
    { ...patch, ...(to === undefined ? {} : { status: to }) },
    { action, patientId: row.patientId, ...(reason ? { reason } : {}) },
  )
  if (to !== undefined) await tx.logStatus('prescription', row.id, row.clinicId, row.status, to, reason)
  tx.publish('prescription', row.id)
  return { id: row.id, version: changed.version, status: changed.status }
}

/** Who did it, and when, in the columns of a step. */
const by = ({ tx, employeeId, actorName }: ClinicContext) => ({ id: employeeId, name: actorName, at: tx.now })

async function lockFor(context: ClinicContext, id: string, step: Parameters<typeof prescriptionStates.may>[0]) {
  const row = await lockPrescription(context, id)
  if (!prescriptionStates.may(step, row.status)) throw new AppError('STATUS_CHANGED')
  return row
}

const mustBeValid = ({ tx }: ClinicContext, row: Standing): void => {
  if (row.validUntil < today(tx.now)) throw new AppError('RX_EXPIRED')
}

/** The lines as they were written, to be judged once more. */
export const asWritten = (lines: readonly KeptLine[]) =>
  lines.map((line) => ({ ...line, skinTest: line.skinTest === 'positive' ? ('needed' as const) : line.skinTest }))

/** A second person looks at a prescription: passes it after the checks have run once more, or hands it back. */
export async function auditPrescription(context: ClinicContext, input: ParsedInput<Calls['audit']>): Promise<Moved> {
  const { tx } = context
  const row = await lockFor(context, input.id, input.pass ? 'audit' : 'refuse')
  const isOwn = row.doctorId === context.employeeId
  if (isOwn && !(await clinicSettings(tx, context.clinicId)).soloDoctor) throw new AppError('RX_SELF_AUDIT')
  const who = by(context)
  if (!input.pass) {
    if (!input.note) throw fieldError('BAD_INPUT', 'note', '请写明退回的原因')
    const refused = { refused_by: who.id, refused_name: who.name, refused_at: who.at, refused_reason: input.note }
    return move(context, row, { version: input.version, action: 'refuse', reason: input.note }, refused)
  }
  mustBeValid(context, row)
  const lines = readLines(row.items)
  if (lines.some(({ skinTest }) => skinTest === 'positive')) throw new AppError('RX_SKIN_TEST')
  const { findings, kind } = await judge(
    context,
    { ...row, kind: kindOf(row), items: asWritten(lines) },
    row.id,
    lines,
    row.doctorId,
  )
  // The right may have run out since it was written.
  const lacking = kind === 'psychotropic' ? await rightLacking(context) : null
  if (lacking !== null) throw new AppError('RX_CONTROLLED', { message: lacking })
  const answered: Override[] = [
    ...readOverrides(row.overrides),
    ...findings
      .filter(({ key, severity }) => severity === '强提示' && input.seen.includes(key))
      .map(({ key, severity, text }): Override => ({
        key,
        kind: 'seen',
        severity,
        text,
        reason: '',
        name: who.name,
        at: who.at,
      })),
  ]
  mustBeAnswered(findings, answered)
  const blocked = findings.filter(({ severity }) => severity === '阻断')
  // Two signatures are two people's, also where one doctor works alone.
  if (blocked.length > 0 && (isOwn || !input.confirm)) throw new AppError('RX_SECOND', { data: { findings: blocked } })
  const second = blocked.map(({ key, severity, text }): Override => ({
    key,
    kind: 'second',
    severity,
    text,
    reason: input.note,
    name: who.name,
    at: who.at,
  }))
  const overrides = [...answered, ...second]
  const billId = await chargeDrugs(context, row, lines)
  return move(
    context,
    row,
    { version: input.version, to: prescriptionStates.after('audit'), action: 'audit' },
    {
      findings: storeFindings(findings),
      overrides: storeOverrides(overrides),
      overridden: overrides.length > 0,
      audited_by: who.id,
      audited_name: who.name,
      audited_at: who.at,
      audit_note: input.note,
      bill_id: billId,
      refused_by: null,
      refused_name: null,
      refused_at: null,
      refused_reason: null,
    },
  )
}

const kindOf = ({ kind }: Standing) => (kind === 'emergency' || kind === 'pediatric' ? kind : ('ordinary' as const))

/** What the file holds of allergies, in characters. */
const ALLERGY_WORDS = 200

const allergyFile = select(columns('patient', 'p', 'id', 'allergy_flag', 'allergy_history'), {
  allergies: sql<unknown>`p.allergies`,
})
/** A drug's name without what stands in brackets. */
const bareName = (name: string) => name.replace(/[（(].*$/, '')

/** What a skin test said. A positive one is an allergy, and stands in the file from now on. */
export async function recordSkinTest(context: ClinicContext, input: ParsedInput<Calls['skinTest']>): Promise<Moved> {
  const { tx } = context
  const row = await lockFor(context, input.id, 'test')
  const lines = readLines(row.items)
  const tested = lines.find(({ drugId }) => drugId === input.drugId)
  if (!tested) throw fieldError('NOT_FOUND', 'drugId')
  if (tested.skinTest !== 'needed') throw new AppError('STATUS_CHANGED')
  const who = by(context)
  const after = lines.map((line) =>
    line === tested ? { ...line, skinTest: input.result, skinTestAt: who.at, skinTestName: who.name } : line,
  )
  const moved = await move(context, row, { version: input.version, action: 'skin-test' }, { items: storeLines(after) })
  if (input.result === 'positive') {
    const file = await tx.need(
      allergyFile.keptFrom`patient p where ${tx.own('p')} and p.id = ${row.patientId} for no key update of p`,
    )
    const held = allergiesHeld(file.allergyFlag, file.allergyHistory, storedAllergies(file.allergies))
    const found = allergiesFrom(`${bareName(tested.name)}（皮试阳性 ${formatDate(who.at)}）`, [], formatDate(who.at))
    const allergies = unitedAllergies(held, found)
    const said = allergyText(allergies)
    // Nothing that stands there is cut off for it: an allergy that is forgotten harms.
    if (said.length > ALLERGY_WORDS)
      throw fieldError('BAD_INPUT', 'result', '档案的过敏史已写满，放不下这次皮试结果：请先到患者档案整理过敏史')
    await changeFile(
      tx,
      { id: file.id },
      { allergy_flag: 1, allergy_history: said, allergies: JSON.stringify(allergies) },
      { reason: `皮试阳性：${tested.name}` },
    )
    tx.publish('patient', file.id)
  }
  return moved
}

/** Hands the drugs out. */
export async function dispensePrescription(
  context: ClinicContext,
  input: ParsedInput<Calls['dispense']>,
): Promise<Moved> {
  const row = await lockFor(context, input.id, 'dispense')
  mustBeValid(context, row)
  if (row.billId !== null && prescriptionStates.is(row.status, 'audited')) throw new AppError('RX_UNPAID')
  const open = readLines(row.items).filter(({ skinTest }) => skinTest === 'needed' || skinTest === 'positive')
  if (open.length > 0)
    throw new AppError('RX_SKIN_TEST', {
      message: open
        .map(({ name, skinTest }) => `${name}皮试${skinTest === 'positive' ? '阳性，不能发药' : '未做'}`)
        .join('；'),
    })
  const who = by(context)
  return move(
    context,
    row,
    { version: input.version, to: prescriptionStates.after('dispense'), action: 'dispense' },
    { dispensed_by: who.id, dispensed_name: who.name, dispensed_at: who.at },
  )
}

/** Takes the drugs back. Who handed them out stays. */
export async function takeBackDrugs(context: ClinicContext, input: ParsedInput<Calls['giveBack']>): Promise<Moved> {
  const row = await lockFor(context, input.id, 'giveBack')
  const who = by(context)
  return move(
    context,
    row,
    { version: input.version, to: prescriptionStates.after('giveBack'), action: 'return', reason: input.reason },
    { returned_by: who.id, returned_name: who.name, returned_at: who.at, return_reason: input.reason },
  )
}

function mustBeVoidable({ status }: Standing): void {
  if (prescriptionStates.is(status, 'charged')) throw new AppError('RX_PAID')
  if (!prescriptionStates.may('void', status)) throw new AppError('STATUS_CHANGED')
}

/** Voids a prescription: the writer's own, or anybody's by whoever audits. Who wrote it stays. */
export async function voidPrescription(context: ClinicContext, input: ParsedInput<Calls['void']>): Promise<Moved> {
  const seen = await findPrescription(context, input.id)
  mustBeVoidable(seen)
  const isOwn = seen.doctorId === context.employeeId && context.can(ADD)
  if (!isOwn && !context.can(AUDIT)) throw new AppError('RX_NOT_YOURS')
  // The bill is locked before the prescription, as the desk does it: who charges and who voids at once wait for each other.
  if (seen.billId !== null) await unchargeDrugs(context, seen.billId, `处方作废：${input.reason}`)
  const row = await lockPrescription(context, input.id)
  mustBeVoidable(row)
  const who = by(context)
  return move(
    context,
    row,
    { version: input.version, to: prescriptionStates.after('void'), action: 'void', reason: input.reason },
    { voided_by: who.id, voided_name: who.name, voided_at: who.at, void_reason: input.reason },
  )
}

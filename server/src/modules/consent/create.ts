import type { contract, HandlerOutput, ParsedInput, RecordContent } from '@dentin/contract'
import { consentStates, ORTHO_CONSENT } from '@dentin/contract/consent'
import { parseTeeth, toothText } from '@dentin/clinical'
import { fenToYuan, today, uuidv7, type Fen } from '@dentin/kit'
import { columns, named, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { tariffsByIds } from '../clinic/index.ts'
import { mustReachPatient } from '../patient/index.ts'
import { bodyOf, recordForConsent } from '../record/index.ts'
import { SIGN, mustReach } from './access.ts'
import {
  orthoCaseForConsent,
  planForConsent,
  type OrthoCaseForConsent,
  type PlanForConsent,
} from './extension-points.ts'
import { fillConsent } from './filling.ts'
import { usableTemplate } from './templates.ts'

const person = select(columns('patient', 'p', 'name', 'gender', 'medical_number', 'mobile'))
const place = select(named('clinic', 'c', { clinicName: 'name' }))
const doctor = select(columns('employee', 'e', 'name'))

/** What a record says of what is going to be done. */
async function saidIn(tx: TenantTx, clinicId: string, content: RecordContent | null) {
  if (!content) return { teeth: '', words: {} }
  const tariffs = content.treatments.flatMap((row) => row.tariffs)
  const found = await tariffsByIds(
    tx,
    clinicId,
    tariffs.map(({ tariffId }) => tariffId),
  )
  const cost = tariffs.reduce((sum, { tariffId, qty }) => sum + (found.get(tariffId)?.price ?? 0) * qty, 0)
  const items = tariffs.flatMap(({ tariffId }) => found.get(tariffId)?.name ?? [])
  const lines = content.treatments.flatMap(({ anaesthetics = [] }) => anaesthetics)
  const hasOld = content.treatments.some(({ anesthetic }) => anesthetic !== null)
  const teeth = [...new Set(content.treatments.map((row) => row.teeth).filter(Boolean))].join(';')
  return {
    teeth,
    words: {
      诊断: [...new Set(content.diagnoses.map(({ icdName }) => icdName).filter(Boolean))].join('、'),
      牙位: teeth === '' ? '' : toothText(parseTeeth(teeth)),
      治疗: items.length > 0 ? [...new Set(items)].join('、') : content.plans.map((row) => row.content).join('、'),
      麻醉: lines.length > 0 || hasOld ? '局部麻醉' : '',
      费用: cost > 0 ? fenToYuan(cost as Fen) : '',
    },
  }
}

/** What an accepted plan says of it. */
const saidInPlan = ({ teeth, items, amount }: PlanForConsent) => ({
  teeth,
  words: {
    牙位: teeth === '' ? '' : toothText(parseTeeth(teeth)),
    治疗: [...new Set(items)].join('、'),
    费用: amount > 0 ? fenToYuan(amount) : '',
  },
})

/** What an orthodontic case says of it. */
const saidInCase = ({ diagnosis, teeth, plan, fee }: OrthoCaseForConsent) => ({
  teeth,
  words: {
    诊断: diagnosis,
    牙位: teeth === '' ? '' : toothText(parseTeeth(teeth)),
    治疗: plan,
    费用: fee,
  },
})

/** Prepares a consent: the text filled for this patient, to be looked through before anybody signs. */
export async function createConsent(
  context: ClinicContext,
  input: ParsedInput<typeof contract.consent.create>,
): Promise<HandlerOutput<typeof contract.consent.create>> {
  const { tx, clinicId } = context
  const { patientId } = input
  await mustReachPatient(context, patientId, 'patientId')
  const template = await usableTemplate(tx, clinicId, input.templateKey)
  const record = input.recordId ? await recordForConsent(tx, input.recordId, patientId) : null
  const plan = input.planId ? await planForConsent(tx, input.planId) : null
  if (plan === undefined || (plan && (plan.patientId !== patientId || plan.clinicId !== clinicId)))
    throw fieldError('NOT_FOUND', 'planId')
  const orthoCase = template.key === ORTHO_CONSENT ? await orthoCaseForConsent(tx, { patientId, clinicId }) : undefined
  const doctorId = record?.doctorId ?? plan?.doctorId ?? orthoCase?.doctorId ?? context.employeeId
  await mustReach(context, SIGN, { clinicId, doctorId })
  const [who, { clinicName }, { name: doctorName }, said, body] = await Promise.all([
    tx.need(person.keptFrom`patient p where ${tx.own('p')} and p.id = ${patientId}`),
    tx.need(place.keptFrom`clinic c where ${tx.own('c')} and c.id = ${clinicId}`),
    tx.need(doctor.keptFrom`employee e where ${tx.own('e')} and e.id = ${doctorId}`),
    plan && !record ? saidInPlan(plan) : saidIn(tx, clinicId, record?.content ?? null),
    bodyOf(context, patientId, today(tx.now)),
  ])
  const words = orthoCase ? saidInCase(orthoCase) : said
  const day = today(tx.now)
  const content = fillConsent(
    template.name,
    template.content,
    {
      name: who.name,
      gender: who.gender,
      age: body.age,
      medicalNumber: who.medicalNumber,
      phoneTail: (who.mobile ?? '').slice(-4),
    },
    {
      姓名: who.name,
      诊断: '',
      牙位: '',
      治疗: '',
      麻醉: '',
      费用: '',
      ...words.words,
      医生: doctorName,
      门诊: clinicName,
      日期: day,
    },
    body.pregnant ? [...body.words, '妊娠'] : body.words,
  )
  const row = await tx.insert(
    'consent',
    {
      id: uuidv7(),
      clinic_id: clinicId,
      consent_no: await tx.nextNumber('TY', clinicId, day),
      patient_id: patientId,
      record_id: input.recordId,
      plan_id: input.planId,
      doctor_id: doctorId,
      template_key: template.key,
      template_name: template.name,
      template_version: template.versionNo,
      kind: template.kind,
      ortho_case_id: orthoCase?.id ?? null,
      ortho_terms: orthoCase?.terms ?? '',
      teeth: words.teeth,
      status: consentStates.code.toSign,
      draft: JSON.stringify(content),
      created_by: context.employeeId,
      created_name: context.actorName,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId },
  )
  await tx.logStatus('consent', row.id, clinicId, null, consentStates.code.toSign)
  tx.publish('consent', row.id)
  return { id: row.id, consentNo: row.consent_no }
}

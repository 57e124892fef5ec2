import { goneTeeth } from '@dentin/clinical'
import { inMouth, visitProblems } from '@dentin/clinical/orthodontics/index'
import type { Slot } from '@dentin/clinical/orthodontics/vocabulary'
import type { RecordContent } from '@dentin/contract'
import { orthoExam, orthoStates, orthoVisit, type OrthoExam } from '@dentin/contract/orthodontic'
import { formatDate } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { mouthBefore, type Beginning, type BegunRecord, type DoneAtVisit, type TextProblems } from '../record/index.ts'
import { beginCase } from './beginning.ts'
import { courseOf, textsOf } from './course.ts'

/** Number of orthodontic records among the kinds. */
const ORTHODONTIC = 2

const open = select(columns('ortho_case', 'k', 'id', 'status'))
const examText = select({ exam: sql<unknown>`r.content -> 'orthoExam'` })

/** The last examination that was written of a case. */
export async function lastExam(tx: TenantTx, found: { id: string; patientId: string }): Promise<OrthoExam | null> {
  const row = await tx.row(
    examText.keptFrom`medical_record r where ${textsOf(tx, sql`${found.id}`, sql`${found.patientId}`)} and r.content ? 'orthoExam'
      order by r.visit_time desc, r.id desc limit 1`,
  )
  return row ? orthoExam.parse(row.exam) : null
}

/**
 * An orthodontic record is a monthly visit once treatment has begun; before, it is the examination, which goes on from
 * where the last one stopped. Somebody without an open case begins one.
 */
export async function beginningOf(context: ClinicContext, begun: BegunRecord): Promise<Beginning | undefined> {
  if (begun.recordType !== ORTHODONTIC) return undefined
  const { tx } = context
  const there = await tx.row(
    open.keptFrom`ortho_case k where ${tx.own('k')} and k.patient_id = ${begun.patientId} and k.status in ${codes(orthoStates, 'open')}`,
  )
  const found = there ?? (await beginCase(context, begun))
  if (orthoStates.is(found.status, 'worn'))
    return { sections: { orthoVisit: orthoVisit.parse({ caseId: found.id }) }, complaint: '正畸复诊' }
  const before = there ? await lastExam(tx, { id: found.id, patientId: begun.patientId }) : null
  return { sections: { orthoExam: before ?? orthoExam.parse({ caseId: found.id }) }, complaint: '' }
}

const named = select(columns('ortho_case', 'k', 'id', 'patient_id'), { slot: sql<Slot | null>`k.slot` })

/** What an orthodontic text says that can't be: trays beyond the last, stripping between teeth apart, another's case … */
export const problemsOf: TextProblems = async (tx, text) => {
  const { orthoVisit: visit, orthoExam: exam } = text.content
  const caseId = visit?.caseId ?? exam?.caseId
  if (caseId === undefined) return []
  const section = visit ? 'content.orthoVisit' : 'content.orthoExam'
  const found = await tx.row(
    named.keptFrom`ortho_case k where ${tx.own('k')} and k.id = ${caseId} and k.patient_id = ${text.patientId}`,
  )
  if (!found) return [{ field: `${section}.caseId`, message: '没有这个正畸病例，或不是这位患者的' }]
  if (!visit) return []
  const day = formatDate(text.visitTime)
  const [{ visits }, { mouth }] = await Promise.all([courseOf(tx, found), mouthBefore(tx, text)])
  const before = inMouth(visits.filter((each) => each.recordId !== text.id && each.day <= day))
  const gone = new Set(goneTeeth(mouth).keys())
  return visitProblems(visit, { gone, slot: found.slot, before }).map(({ field, message }) => ({
    field: `${section}.${field}`,
    message,
  }))
}

const signedText = select(columns('medical_record', 'r', 'patient_id'), { content: sql<RecordContent>`r.content` })
const standing = select(columns('ortho_case', 'k', 'id', 'clinic_id', 'patient_id', 'status', 'version', 'appliance'))

/** A signed examination makes the diagnosis; with plans it is for the patient to choose, and what is chosen is the case's. */
export async function signed(tx: TenantTx, recordId: string, _done: DoneAtVisit): Promise<void> {
  const text = await tx.row(
    signedText.keptFrom`medical_record r where ${tx.own('r')} and r.id = ${recordId} and r.record_type = 2 and r.content ? 'orthoExam'`,
  )
  if (!text) return
  const exam = orthoExam.parse(text.content.orthoExam)
  const found = await tx.row(
    standing.keptFrom`ortho_case k where ${tx.own('k')} and k.id = ${exam.caseId} and k.status in ${codes(orthoStates, 'first', 'diagnosed', 'planning')}
      for no key update`,
  )
  if (!found) return
  const { code } = orthoStates
  const to = exam.plans.length > 0 ? code.planning : code.diagnosed
  const steps = [code.first, code.diagnosed, code.planning].filter((step) => step >= found.status && step <= to)
  const plan = exam.plans.find(({ chosen }) => chosen)
  if (steps.length < 2 && !plan) return
  await tx.update(
    'ortho_case',
    { id: found.id, version: found.version },
    {
      status: Math.max(to, found.status),
      ...(plan && {
        plan_name: plan.name,
        appliance: plan.appliance,
        extraction: plan.extraction,
        months: plan.months,
        fee_total: plan.fee?.total ?? null,
        down_payment: plan.fee?.down ?? null,
        instalment_count: plan.fee?.count ?? null,
        instalment_amount: plan.fee?.each ?? null,
        instalment_day: plan.fee?.day ?? null,
      }),
    },
    { patientId: found.patientId },
  )
  for (const [n, step] of steps.entries())
    if (n > 0)
      await tx.logStatus('ortho_case', found.id, found.clinicId, steps[n - 1] ?? found.status, step, '首诊病历签名')
  tx.publish('orthodontic', found.id)
}

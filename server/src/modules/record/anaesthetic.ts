import { recordStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput } from '@dentin/contract'
import { addDays, daysBetween, formatDate, today } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { mustReachPatient } from '../patient/index.ts'
import { ADD, mayWriteFor, readable, VIEW } from './access.ts'
import { ageAt } from './rules.ts'

type Found = HandlerOutput<typeof contract.anaesthetic.patient>

const PREGNANCY_WEEKS = 42

const face = select(columns('patient', 'p', 'id', 'name', 'gender', 'birth_day'))
const words = select(
  columns('patient', 'p', 'systemic_diseases', 'medication_history', 'allergy_history', 'past_history'),
  columns('patient', 'p', 'anesthesia_history', 'alert_note'),
)
const conditions = select(columns('medical_record', 'r', 'visit_time'), {
  weight: sql<number | null>`(r.content #>> '{generalCondition,weight}')::float8`,
  asa: sql<number | null>`(r.content #>> '{generalCondition,asa}')::int`,
  pregnancy: sql<string | null>`r.content #>> '{generalCondition,pregnancy}'`,
  week: sql<number | null>`(r.content #>> '{generalCondition,pregnancyWeek}')::int`,
})
const drafts = select(columns('medical_record', 'r', 'id', 'record_no', 'doctor_id', 'clinic_id'))

/** What the file's texts say, for whoever may read records. */
async function wordsOf({ tx }: ClinicContext, id: string): Promise<string[]> {
  const file = await tx.need(words.keptFrom`patient p where ${tx.own('p')} and p.id = ${id}`)
  const { systemicDiseases, ...texts } = file
  return [...systemicDiseases, ...Object.values(texts)].filter((text) => text.trim() !== '')
}

/** What the latest records say of the body: each fact from the latest that has it. */
async function conditionOf(context: ClinicContext, id: string): Promise<Pick<Found, 'weight' | 'asa' | 'pregnant'>> {
  const { tx } = context
  const rows = await tx.rows(
    conditions.from`medical_record r where ${tx.own('r')} and r.patient_id = ${id}
      and r.status not in ${codes(recordStates, 'deleted')} and ${readable(context)} order by r.visit_time desc, r.id limit 20`,
  )
  const weighed = rows.find(({ weight }) => weight !== null)
  const pregnancy = rows.find((row) => row.pregnancy !== null && row.pregnancy !== 'unknown')
  return {
    weight: weighed && weighed.weight !== null ? { kg: weighed.weight, at: weighed.visitTime } : null,
    asa: rows.find((row) => row.asa !== null)?.asa ?? null,
    pregnant: pregnancy?.pregnancy === 'pregnant' && !isOver(pregnancy, today(tx.now)),
  }
}

/** A pregnancy ends by itself 42 weeks after its start; without a week it began at the latest on the day it was noted. */
const isOver = ({ visitTime, week }: { visitTime: Date; week: number | null }, now: string): boolean =>
  daysBetween(addDays(formatDate(visitTime), (PREGNANCY_WEEKS - (week ?? 0)) * 7), now) > 0

/** The newest record of this clinic in which the person may still write. */
async function draftOf(context: ClinicContext, id: string): Promise<Found['draft']> {
  const { tx } = context
  if (!context.can(ADD)) return null
  const open = await tx.rows(
    drafts.keptFrom`medical_record r where ${tx.own('r')} and r.clinic_id = ${context.clinicId} and r.patient_id = ${id}
      and r.status in ${codes(recordStates, 'open')} order by r.visit_time desc limit 5`,
  )
  for (const row of open) if (await mayWriteFor(context, ADD, row)) return { id: row.id, recordNo: row.recordNo }
  return null
}

export const anaestheticHandlers: Handlers<typeof contract.anaesthetic> = {
  async patient(context, { id }) {
    const { tx } = context
    await mustReachPatient(context, id)
    const who = await tx.need(face.keptFrom`patient p where ${tx.own('p')} and p.id = ${id}`)
    const mayRead = context.can(VIEW)
    const condition = mayRead ? await conditionOf(context, id) : { weight: null, asa: null, pregnant: false }
    const day = today(tx.now)
    const { birthDay } = who
    return {
      ...who,
      age: ageAt(birthDay, day),
      months: birthDay === null ? null : monthsBetween(birthDay, day),
      ...condition,
      words: mayRead ? await wordsOf(context, id) : [],
      draft: await draftOf(context, id),
    }
  },
}

/** Whole months of life on a day, both YYYY-MM-DD. */
function monthsBetween(birthDay: string, day: string): number {
  const [born = [], now = []] = [birthDay, day].map((text) => text.split('-').map(Number))
  const [year = 0, month = 0, date = 0] = now.map((part, n) => part - (born[n] ?? 0))
  return year * 12 + month - (date < 0 ? 1 : 0)
}

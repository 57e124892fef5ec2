import { recordStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput } from '@dentin/contract'
import { today } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { mustReachPatient } from '../patient/index.ts'
import { ADD, mayWriteFor, VIEW } from './access.ts'
import { bodyOf } from './body.ts'

type Found = HandlerOutput<typeof contract.anaesthetic.patient>

const face = select(columns('patient', 'p', 'id', 'name', 'gender', 'birth_day'))
const drafts = select(columns('medical_record', 'r', 'id', 'record_no', 'doctor_id', 'clinic_id'))
/** Whoever may not read records learns of the body only what stands on every card: the age. */
const UNREAD = { weight: null, asa: null, pregnant: false, words: [] }

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

const LOTS = 5
/** Records of a clinic that are looked through for lots: about two weeks of a busy one. */
const LOOKED_THROUGH = 400
const lot = select({
  drug: sql<string>`l.line ->> 'drug'`,
  name: sql<string>`coalesce(l.line ->> 'name', '')`,
  lot: sql<string>`l.line ->> 'lot'`,
  expiry: sql<string>`coalesce(l.line ->> 'expiry', '')`,
})

/** The lots that the clinic used last, each once. */
async function lastLots({ tx, clinicId }: ClinicContext): Promise<HandlerOutput<typeof contract.anaesthetic.lots>> {
  const rows = await tx.rows(
    lot.from`(select r.visit_time, r.content from medical_record r where ${tx.own('r')} and r.clinic_id = ${clinicId}
          and r.status not in ${codes(recordStates, 'deleted')} order by r.visit_time desc limit ${LOOKED_THROUGH}) x
      cross join lateral jsonb_path_query(x.content, '$.treatments[*].anaesthetics[*] ? (@.lot != "")') l(line)
      order by x.visit_time desc limit 200`,
  )
  const newest = new Map<string, (typeof rows)[number]>()
  for (const row of rows) {
    const key = `${row.drug} ${row.lot}`
    if (!newest.has(key)) newest.set(key, row)
  }
  return [...newest.values()].slice(0, LOTS)
}

export const anaestheticHandlers: Handlers<typeof contract.anaesthetic> = {
  async patient(context, { id }) {
    const { tx } = context
    await mustReachPatient(context, id)
    const who = await tx.need(face.keptFrom`patient p where ${tx.own('p')} and p.id = ${id}`)
    const body = await bodyOf(context, id, today(tx.now))
    const { age, months, asa, pregnant, words, weightKg, weighedAt } = body
    const weight = weightKg !== null && weighedAt !== null ? { kg: weightKg, at: weighedAt } : null
    const read = context.can(VIEW) ? { weight, asa, pregnant, words } : UNREAD
    return { ...who, age, months, ...read, draft: await draftOf(context, id) }
  },

  lots: (context) => lastLots(context),
}

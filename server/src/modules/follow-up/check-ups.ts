import { followUpStates } from '@dentin/contract/core/status'
import { addDays } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { drop, writeAsked } from './plan.ts'
import { CHECK_UP, USUAL_GRACE_DAYS, usualTime } from './rules.ts'

/**
 * Check-ups that a doctor lays down: the doctor calls on each of the days, once for each day of a source.
 * @param days YYYY-MM-DD
 * @returns how many were new
 */
export async function planCheckUps(
  tx: TenantTx,
  {
    days,
    source,
    ...asked
  }: {
    clinicId: string
    patientId: string
    doctorId: string
    subject: string
    content: string
    days: readonly string[]
    source: string
  },
): Promise<number> {
  return writeAsked(
    tx,
    days.map((day) => ({
      ...asked,
      type: CHECK_UP,
      planAt: usualTime(day),
      until: addDays(day, USUAL_GRACE_DAYS),
      ownerId: asked.doctorId,
      ownerRole: 'doctor',
      source: `${source}:${day}`,
    })),
  )
}

/** The check-ups `f` of a source. */
const ofSource = (patientId: string, source: string): RawBuilder<boolean> =>
  sql<boolean>`f.patient_id = ${patientId} and f.created_from = 3 and starts_with(f.source_key, ${`${source}:`})`

/** Cancels the check-ups of a source that nobody has begun; on request those too that were tried in vain or are late. */
export async function dropCheckUps(
  tx: TenantTx,
  patientId: string,
  source: string,
  reason: string,
  { begun = false }: { begun?: boolean } = {},
): Promise<void> {
  await drop(tx, ofSource(patientId, source), reason, begun ? OPEN : undefined)
}

const OPEN = codes(followUpStates, 'open')
const checkUps = select(columns('follow_up', 'f', 'id', 'clinic_id', 'doctor_id', 'owner_id', 'source_key'))

/** The open check-ups of a source go to another doctor; what was given to somebody else meanwhile stays theirs. */
export async function handCheckUps(tx: TenantTx, patientId: string, source: string, doctorId: string): Promise<void> {
  const rows = await tx.rows(
    checkUps.keptFrom`follow_up f where ${tx.own('f')} and f.status in ${OPEN} and ${ofSource(patientId, source)}
      and f.doctor_id is distinct from ${doctorId}::uuid order by f.id for no key update`,
  )
  for (const row of rows) {
    const owner = row.ownerId === row.doctorId ? { owner_id: doctorId } : {}
    await tx.update('follow_up', { id: row.id }, { doctor_id: doctorId, ...owner }, { action: 'assign', patientId })
    tx.publish('followUp', row.id, row.clinicId)
  }
}

/** What was planned under one source stands under another from now on, in its words. */
export async function moveCheckUps(
  tx: TenantTx,
  patientId: string,
  source: string,
  to: { source: string; content: string },
): Promise<void> {
  const rows = await tx.rows(
    checkUps.keptFrom`follow_up f where ${tx.own('f')} and f.status not in ${codes(followUpStates, 'cancelled')}
      and ${ofSource(patientId, source)} order by f.id for no key update`,
  )
  for (const { id, clinicId, sourceKey } of rows) {
    const patch = { source_key: `${to.source}${sourceKey?.slice(source.length)}`, content: to.content }
    await tx.update('follow_up', { id }, patch, { patientId })
    tx.publish('followUp', id, clinicId)
  }
}

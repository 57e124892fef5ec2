import { addMonths, today } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import { dropCheckUps, handCheckUps, planCheckUps } from '../follow-up/index.ts'
import type { StandingCase } from './standing.ts'

const sourceOf = ({ id }: { id: string }) => `ortho-retention:${id}`

/** Plans the check-ups of retention: so many months after debonding, those that are still to come. */
export async function planRecalls(tx: TenantTx, found: StandingCase, debondDate: string): Promise<void> {
  const months = [...new Set(found.recallMonths)].toSorted((a, b) => a - b)
  const days = months.map((month) => addMonths(debondDate, month)).filter((day) => day > today(tx.now))
  await planCheckUps(tx, {
    clinicId: found.clinicId,
    patientId: found.patientId,
    doctorId: found.doctorId,
    subject: '保持器复查',
    content: `正畸保持期复查（病例 ${found.caseNo}，${debondDate} 拆除）：保持器是否完好、按时佩戴，牙齿有无移动。`,
    days,
    source: sourceOf(found),
  })
}

/** The check-ups that are still to come are another doctor's from now on. */
export const handRecalls = (tx: TenantTx, found: StandingCase, doctorId: string): Promise<void> =>
  handCheckUps(tx, found.patientId, sourceOf(found), doctorId)

/** Takes back the check-ups that nobody has begun. */
export const dropRecalls = (tx: TenantTx, found: StandingCase, reason: string): Promise<void> =>
  dropCheckUps(tx, found.patientId, sourceOf(found), reason)

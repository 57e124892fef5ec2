import type { contract, HandlerOutput, ParsedInput, Resource } from '@dentin/contract'
import type { FirstVisitOutcome } from '@dentin/contract/data-record'
import { registrationStates } from '@dentin/contract/core/status'
import { today, uuidv7, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { columns, named, perhaps, select } from '../../../platform/database/select.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { planForFirstVisit } from '../../follow-up/index.ts'
import { reachOf, rowsWithin } from '../../staff/index.ts'
import { outcomeOf } from '../figures/first-visits.ts'

const SEE: readonly Resource[] = ['/firstDiagnosjuiis:view', '/clinicfirstDiagnosis:view']
const NOTE: readonly Resource[] = ['/firstDiagnosjuiis:note', '/clinicfirstDiagnosis:note']

const visit = select(
  columns('registration', 'r', 'id', 'patient_id', 'reg_date', 'clinic_id', 'doctor_id', 'consultant_id'),
  named('patient', 'p', { patientName: 'name' }),
  perhaps(named('employee', 'd', { doctorName: 'name' })),
  perhaps(named('first_visit_note', 'n', { noteId: 'id', version: 'version', notedAt: 'updated_at' })),
  {
    outcome: sql<FirstVisitOutcome>`o.outcome`,
    reason: sql<string>`coalesce(n.reason, '')`,
    remark: sql<string>`coalesce(n.remark, '')`,
    notedName: sql<string>`coalesce(n.noted_name, '')`,
    nextContactOn: sql<LocalDate | null>`n.next_contact_on`,
  },
)

/** A first visit, or one after a long time, within what the person may see. */
async function visitWithin(ctx: ClinicContext, rights: readonly Resource[], id: string) {
  const { tx } = ctx
  const reach = reachOf(ctx, ...rights.filter((right) => ctx.can(right)))
  return tx.need(
    visit.from`registration r
      join patient p on ${tx.own('p')} and p.id = r.patient_id
      left join employee d on ${tx.own('d')} and d.id = r.doctor_id
      left join first_visit_note n on ${tx.own('n')} and n.registration_id = r.id
      ${outcomeOf(tx)}
      where ${tx.own('r')} and r.id = ${id} and r.treat_type in (1, 3)
        and r.status not in ${codes(registrationStates, 'cancelled', 'transferred')}
        and ${rowsWithin(reach, { clinic: sql`r.clinic_id`, doctors: [sql`r.doctor_id`], others: [sql`r.consultant_id`] })}`,
  )
}

/** A first visit with what is written down of it. */
export async function firstVisitOf(
  ctx: ClinicContext,
  { id }: ParsedInput<typeof contract.dataRecord.firstVisit>,
): Promise<HandlerOutput<typeof contract.dataRecord.firstVisit>> {
  const {
    noteId: _note,
    clinicId: _clinic,
    doctorId: _doctor,
    consultantId: _consultant,
    ...row
  } = await visitWithin(ctx, SEE, id)
  return { ...row, doctorName: row.doctorName ?? '', canNote: NOTE.some((right) => ctx.can(right)) }
}

/**
 * Writes down why a first visit came to nothing and when somebody asks again; a follow-up for that day goes with it.
 * @throws NEXT_CONTACT_PAST, and VERSION_CONFLICT when somebody else has written meanwhile
 */
export async function noteFirstVisit(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.dataRecord.noteFirstVisit>,
): Promise<{ version: number }> {
  const { tx } = ctx
  const row = await visitWithin(ctx, NOTE, input.id)
  if (row.version !== input.version) throw new AppError('VERSION_CONFLICT')
  const { reason, remark, nextContactOn } = input
  if (nextContactOn !== null && nextContactOn !== row.nextContactOn && nextContactOn < today(tx.now))
    throw fieldError('NEXT_CONTACT_PAST', 'nextContactOn', '下次联系不能早于今天')
  const said = { reason, remark, next_contact_on: nextContactOn, noted_name: ctx.actorName }
  const whose = { patientId: row.patientId, clinicId: row.clinicId }
  const written =
    row.noteId && row.version !== null
      ? await tx.update('first_visit_note', { id: row.noteId, version: row.version }, said, {
          patientId: whose.patientId,
        })
      : await tx.insert(
          'first_visit_note',
          {
            id: uuidv7(),
            clinic_id: whose.clinicId,
            registration_id: row.id,
            ...said,
            created_at: tx.now,
            updated_at: tx.now,
          },
          { patientId: whose.patientId },
        )
  if (nextContactOn !== row.nextContactOn || reason !== row.reason)
    await planForFirstVisit(tx, {
      ...whose,
      registrationId: row.id,
      noteVersion: written.version,
      doctorId: row.doctorId,
      consultantId: row.consultantId,
      reason,
      remark,
      on: nextContactOn,
    })
  return { version: written.version }
}

import type { contract, ParsedInput } from '@dentin/contract'
import { minutesOf, uuidv7 } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { isUsed } from '../queries.ts'

/** A new shift, or another form of one. What has been planned with it stays as it was planned. */
export async function saveShift(
  { tx, clinicId }: ClinicContext,
  input: ParsedInput<typeof contract.schedule.saveShift>,
): Promise<string> {
  const row = {
    name: input.name,
    short_name: input.shortName,
    colour: input.colour,
    type: input.type,
    bookable: input.type === 1 && input.bookable,
    periods: JSON.stringify(
      [...input.periods]
        .sort((a, b) => a.start.localeCompare(b.start))
        .map(({ start, end }) => ({ startsMin: minutesOf(start), endsMin: minutesOf(end) })),
    ),
  }
  if (input.id) {
    await tx.update('shift', { id: input.id, version: input.version ?? 0 }, row)
    tx.publish('schedule')
    return input.id
  }
  const { last } = await tx.need<{ last: number }>(
    keptSql`select coalesce(max(s.sort_no), 0) as last from shift s where s.tenant_id = ${tx.tenantId} and s.clinic_id = ${clinicId}`,
  )
  const id = uuidv7()
  await tx.insert('shift', {
    id,
    clinic_id: clinicId,
    ...row,
    enabled: true,
    sort_no: last + 1,
    created_at: tx.now,
    updated_at: tx.now,
  })
  tx.publish('schedule')
  return id
}

export async function enableShift(
  { tx }: ClinicContext,
  input: { id: string; version: number; enabled: boolean },
): Promise<void> {
  await tx.update('shift', { id: input.id, version: input.version }, { enabled: input.enabled })
  tx.publish('schedule')
}

/** Takes away a shift that nobody was ever planned with. */
export async function removeShift({ tx }: ClinicContext, input: { id: string; version: number }): Promise<void> {
  if (await isUsed(tx, input.id)) throw new AppError('SHIFT_USED')
  await tx.remove('shift', input)
  tx.publish('schedule')
}

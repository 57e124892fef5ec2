import { sql } from 'kysely'
import { AppError } from '../../platform/errors.ts'
import { pictureById, type Picture } from '../../platform/files/pictures.ts'
import type { AccountContext } from '../../platform/http/context.ts'
import { administratorsOf } from '../clinic/index.ts'

/** Is the signed-in person an administrator of the clinic the session is in? */
export async function isAdministrator({ clinic }: Pick<AccountContext, 'clinic'>): Promise<boolean> {
  return clinic !== null && (await administratorsOf(clinic.tx, clinic.clinicId)).includes(clinic.employeeId)
}

/**
 * A picture, for somebody who may see it: whoever sent it in, or an administrator of a clinic to which that person belongs.
 * @throws AppError NOT_FOUND for everybody else
 */
export async function visiblePicture(context: AccountContext, id: string): Promise<Picture> {
  const picture = await pictureById(context.tx, id)
  if (!picture) throw new AppError('NOT_FOUND')
  if (picture.accountId === context.accountId) return picture
  const { clinic } = context
  if (clinic && (await isAdministrator(context)) && (await belongsTo(context, picture.accountId))) return picture
  throw new AppError('NOT_FOUND')
}

/** Does an account belong to the clinic the session is in? */
async function belongsTo({ tx, clinic }: AccountContext, accountId: string): Promise<boolean> {
  if (!clinic) return false
  const row = await tx.row(
    sql`select 1 as one from account_clinic where account_id = ${accountId} and clinic_id = ${clinic.clinicId} and active`,
  )
  return row !== undefined
}

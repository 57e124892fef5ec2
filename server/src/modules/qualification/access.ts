import { keptSql } from '../../platform/database/plans.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/errors.ts'
import { pictureById, type Picture } from '../../platform/files/pictures.ts'
import type { AccountContext } from '../../platform/http/context.ts'

type Place = NonNullable<AccountContext['clinic']>

/** May somebody manage the clinic they are in: does one of their posts grant its papers to be changed? */
export async function managesClinic({ tx, clinicId, employeeId }: Place): Promise<boolean> {
  const row = await tx.row(
    sql`select 1 as one from employee_post ep
        join post_resource pr on pr.tenant_id = ${tx.tenantId} and pr.post_id = ep.post_id and pr.resource = '/userFactory:edit'
        where ep.tenant_id = ${tx.tenantId} and ep.clinic_id = ${clinicId} and ep.employee_id = ${employeeId} limit 1`,
  )
  return row !== undefined
}

/** May somebody look into the papers of an account: their own, or of somebody who belongs to a clinic that they manage. */
export async function maySeePapersOf(
  { tx, accountId, clinic }: Pick<AccountContext, 'tx' | 'accountId' | 'clinic'>,
  owner: string,
): Promise<boolean> {
  if (owner === accountId) return true
  if (!clinic || !(await managesClinic(clinic))) return false
  const row = await tx.row(
    keptSql`select 1 as one from account_clinic where account_id = ${owner} and clinic_id = ${clinic.clinicId} and active`,
  )
  return row !== undefined
}

/** Is a picture one of the licences of the clinic, in force or handed in? */
async function isLicenceOf({ tx, clinicId }: Place, pictureId: string): Promise<boolean> {
  const row = await tx.row(
    sql`select 1 as one from clinic_licence l
        where l.tenant_id = ${tx.tenantId} and l.clinic_id = ${clinicId} and ${pictureId}::uuid in (l.business_license, l.permit_license)
        union all
        select 1 from organisation_auth o
        where o.company_id = ${tx.tenantId} and o.clinic_id = ${clinicId} and ${pictureId}::uuid in (o.business_license, o.permit_license)
        limit 1`,
  )
  return row !== undefined
}

/**
 * A picture, for somebody who may see it: everybody when a clinic shows it; whoever sent it in, or who manages a clinic whose licence it is or to which that
 * person belongs.
 * @throws AppError NOT_FOUND for everybody else
 */
export async function visiblePicture(context: AccountContext, id: string): Promise<Picture> {
  const picture = await pictureById(context.tx, id)
  if (!picture) throw new AppError('NOT_FOUND')
  if (picture.clinicId !== null || (await maySeePapersOf(context, picture.accountId))) return picture
  const { clinic } = context
  if (clinic && (await managesClinic(clinic)) && (await isLicenceOf(clinic, id))) return picture
  throw new AppError('NOT_FOUND')
}

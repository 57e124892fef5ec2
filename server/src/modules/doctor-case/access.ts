import { caseScopes, caseStates, faceKinds, maskStates } from '@dentin/contract/doctor-case'
import type { Resource } from '@dentin/contract'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { photosAllowedOf } from '../consent/index.ts'
import { reachOf, rowsWithin } from '../staff/index.ts'

const LIBRARY: Resource = '/doctorPatientCommunication:view'
export const OWN: Resource = '/caseList:view'
export const EDIT: Resource = '/caseList:edit'
export const PUBLISH: Resource = '/caseList:publish'
export const OPEN: Resource = '/caseList:open'

/** Pictures `m` of kind `i` that show a face, or of which nobody knows: one such keeps a case from being shown. */
export const faceOpen = sql<boolean>`(m.mask = ${sql.lit(maskStates.open)}
  or (i.type in (${sql.raw(faceKinds.join(', '))}) and m.mask <> ${sql.lit(maskStates.covered)}))`

/**
 * The cases `c` that may be shown at this moment, to whomever: published, with the patient's consent as it stands now, and no face
 * to be seen. Nothing of this is remembered from when it was published.
 */
export const showable = (tx: TenantTx): RawBuilder<boolean> =>
  sql<boolean>`(c.status in ${codes(caseStates, 'published')} and c.deleted_at is null
    and not exists (select 1 from doctor_case_image m join clinic_image i on ${tx.own('i')} and i.id = m.image_id
      where ${tx.own('m')} and m.case_id = c.id and (${faceOpen} or c.patient_id is null))
    and (c.patient_id is null or ${photosAllowedOf(tx, sql`c.patient_id`)}))`

/** The cases `c` of the library, as far as they are meant for whoever is at work. */
export const inLibrary = (context: ClinicContext): RawBuilder<boolean> => {
  const { tx, clinicId, employeeId } = context
  return context.can(LIBRARY)
    ? sql<boolean>`(${showable(tx)} and (c.scope >= ${sql.lit(caseScopes.chain)} or c.author_id = ${employeeId}
        or (c.scope = ${sql.lit(caseScopes.clinic)} and c.clinic_id = ${clinicId})))`
    : sql<boolean>`false`
}

/** The cases `c` that a person may see inside by this grant, also when they are not published. */
export const within = (context: ClinicContext, resource: Resource): RawBuilder<boolean> =>
  context.can(resource)
    ? rowsWithin(reachOf(context, resource), { clinic: sql`c.clinic_id`, doctors: [sql`c.author_id`] })
    : sql<boolean>`false`

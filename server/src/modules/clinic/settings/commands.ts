import { appointItemFields } from '@dentin/contract/appoint-item-fields'
import type { contract, ParsedInput } from '@dentin/contract'
import { fenToYuan, uuidv7 } from '@dentin/kit'
import { byColumn } from '../../../platform/database/declared.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { requireOwnPictures, showPictures } from '../../../platform/files/pictures.ts'
import { listLogo } from '../directory.ts'
import { readSettings } from '../rules.ts'
import { yuanIfAny } from './amounts.ts'
import { depts } from './departments.ts'
import { clinicItemList, clinicRow, DEGREE } from './queries.ts'

type Calls = typeof contract.clinic

/** Degrees as their column takes them. */
const keptDegrees = (degrees: number | null): number | null => (degrees === null ? null : Math.round(degrees * DEGREE))

/** What a clinic does otherwise with one of the company's kinds of appointment; what is left empty follows the company. */
export async function saveClinicItem(
  tx: TenantTx,
  clinicId: string,
  input: ParsedInput<Calls['saveClinicItem']>,
): Promise<{ version: number }> {
  const item = (await clinicItemList(tx, clinicId)).find(({ id }) => id === input.itemId)
  if (!item) throw new AppError('NOT_FOUND')
  if ((input.version ?? null) !== item.version) throw new AppError('VERSION_CONFLICT')
  const change = {
    ...byColumn(appointItemFields, input),
    offered: input.enabled,
    price: yuanIfAny(input.price),
    dept_id: input.deptId ?? null,
  }
  if (input.deptId && !(await depts.list({ tx, clinicId })).some(({ id }) => id === input.deptId))
    throw fieldError('NOT_FOUND', 'deptId', '科室应是本店的科室')
  const present = await tx.row<{ id: string }>(
    keptSql`select id from clinic_appoint_item where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and item_id = ${item.id}`,
  )
  const { version } =
    present && item.version !== null
      ? await tx.update('clinic_appoint_item', { id: present.id, version: item.version }, change)
      : await tx.insert('clinic_appoint_item', {
          id: uuidv7(),
          clinic_id: clinicId,
          item_id: item.id,
          ...change,
          created_at: tx.now,
          updated_at: tx.now,
        })
  tx.publish('schedule', item.id, clinicId)
  return { version }
}

/** What a clinic says of itself; its name follows its papers. */
export async function saveClinicProfile(
  tx: TenantTx,
  clinicId: string,
  accountId: string,
  input: ParsedInput<Calls['saveClinicProfile']>,
): Promise<{ version: number }> {
  const { shortName, phone, address, hours, introduction, traffic, pictures, isMedicare, leader } = input
  const [logo, longitude, latitude] = [input.logo ?? null, input.longitude ?? null, input.latitude ?? null]
  const wrong = hours.findIndex((day) => day !== null && day.opensMin >= day.closesMin)
  if (wrong >= 0) throw fieldError('CLINIC_HOURS', `hours.${wrong}.closesMin`)
  if ((longitude === null) !== (latitude === null))
    throw fieldError('CLINIC_PLACE', longitude === null ? 'longitude' : 'latitude')
  const { settings, ...present } = await clinicRow(tx, clinicId)
  const logos = logo ? [logo] : []
  const before = [...present.pictures, ...(present.logo ? [present.logo] : [])]
  await requireOwnPictures(tx, accountId, { field: 'logo', paperType: 'clinicLogo', ids: logos }, before)
  await requireOwnPictures(tx, accountId, { field: 'pictures', paperType: 'premises', ids: pictures }, before)
  const { version, logo_url } = await tx.update(
    'clinic',
    { id: clinicId, version: input.version },
    {
      short_name: shortName,
      phone,
      address,
      hours: JSON.stringify(hours),
      logo_id: logo,
      picture_ids: pictures,
      longitude: keptDegrees(longitude),
      latitude: keptDegrees(latitude),
      is_medicare: isMedicare,
      leader,
      settings: JSON.stringify({ ...settings, introduction, traffic }),
    },
  )
  await showPictures(tx, clinicId, [
    { field: 'logo', ids: logos },
    { field: 'pictures', ids: pictures },
  ])
  await listLogo(tx, clinicId, logo_url)
  tx.publish('schedule', clinicId, clinicId)
  return { version }
}

/** The rules by which a clinic works, from the next request on. */
export async function saveClinicConfig(
  tx: TenantTx,
  clinicId: string,
  input: ParsedInput<Calls['saveClinicConfig']>,
): Promise<{ version: number }> {
  const { version: seen, regFee, refundApprovalAmount: approval, patientRequired, ...rules } = input
  const { settings } = await clinicRow(tx, clinicId)
  const before = readSettings(settings)
  if ((rules.smsFromMin ?? before.smsFromMin) >= (rules.smsToMin ?? before.smsToMin))
    throw fieldError('SMS_HOURS', 'smsToMin')
  const until = rules.psychotropicUntil === undefined ? before.psychotropicUntil : rules.psychotropicUntil
  if ((rules.psychotropicNo ?? before.psychotropicNo) !== '' && until === null)
    throw fieldError('BAD_INPUT', 'psychotropicUntil', '请填写精神药品资格的有效期')
  const { version } = await tx.update(
    'clinic',
    { id: clinicId, version: seen },
    {
      settings: JSON.stringify({
        ...settings,
        ...rules,
        ...(patientRequired ? { patientRequired } : {}),
        regFee: fenToYuan(regFee),
        ...(approval === undefined ? {} : { refundApprovalAmount: fenToYuan(approval) }),
      }),
    },
  )
  tx.publish('schedule', clinicId, clinicId)
  return { version }
}

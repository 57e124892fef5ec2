import { appointItemFields } from '@dentin/contract/appoint-item-fields'
import { dictMeaning, type contract, type ParsedInput } from '@dentin/contract'
import { fenToYuan, uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { byColumn } from '../../../platform/database/declared.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { requireOwnPictures, showPictures } from '../../../platform/files/pictures.ts'
import { listLogo } from '../directory.ts'
import { readSettings } from '../rules.ts'
import { mayStop, store, yuanIfAny } from './entries.ts'
import { chairList, clinicItemList, clinicRow, DEGREE, deptList } from './queries.ts'

type Calls = typeof contract.clinic

/** Degrees as their column takes them. */
const keptDegrees = (degrees: number | null): number | null => (degrees === null ? null : Math.round(degrees * DEGREE))

export async function saveDept(tx: TenantTx, clinicId: string, input: ParsedInput<Calls['saveDept']>) {
  const { name, type, leaderId, sortNo, enabled } = input
  const present = (await deptList(tx, clinicId)).find(({ id }) => id === input.id)
  if (input.id && !present) throw new AppError('NOT_FOUND')
  mayStop(enabled, present?.staffCount, `还有 ${present?.staffCount ?? 0} 人在这个科室，调走后才能停用`)
  if (leaderId) {
    const works = await tx.row(
      keptSql`select 1 from employee_clinic where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and employee_id = ${leaderId} and active`,
    )
    if (!works) throw fieldError('NOT_FOUND', 'leaderId', '负责人应是本店在职员工')
  }
  const saved = await store(
    tx,
    'dept',
    input,
    { name, code: input.code || null, type, leader_id: leaderId ?? null, sort_no: sortNo, enabled },
    { clinic_id: clinicId },
  )
  if (input.chairIds) await placeChairs(tx, clinicId, saved.id, input.chairIds)
  return saved
}

/** Which chairs stand in a department, whose row is locked. */
async function placeChairs(tx: TenantTx, clinicId: string, deptId: string, chairIds: readonly string[]): Promise<void> {
  const known = await tx.rows<{ id: string }>(
    keptSql`select id from chair where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and id = any(${chairIds}::uuid[])`,
  )
  if (known.length !== chairIds.length) throw fieldError('NOT_FOUND', 'chairIds', '诊椅应是本店的诊椅')
  await tx.rows(
    keptSql`delete from dept_chair where tenant_id = ${tx.tenantId} and dept_id = ${deptId} and chair_id <> all(${chairIds}::uuid[])
        returning chair_id`,
  )
  await tx.rows(
    keptSql`insert into dept_chair (tenant_id, clinic_id, dept_id, chair_id)
        select ${tx.tenantId}, ${clinicId}, ${deptId}, x.id from unnest(${chairIds}::uuid[]) x(id)
        on conflict do nothing returning chair_id`,
  )
}

export async function saveChair(tx: TenantTx, clinicId: string, input: ParsedInput<Calls['saveChair']>) {
  const { name, room, type, sortNo, enabled } = input
  const present = (await chairList(tx, clinicId)).find(({ id }) => id === input.id)
  if (input.id && !present) throw new AppError('NOT_FOUND')
  mayStop(enabled, present?.bookedCount, `这张诊椅还有 ${present?.bookedCount ?? 0} 个未来预约，改到别处后才能停用`)
  const saved = await store(tx, 'chair', input, { name, room, type, sort_no: sortNo, enabled }, { clinic_id: clinicId })
  tx.publish('schedule', saved.id, clinicId)
  return saved
}

export async function saveAppointItem(tx: TenantTx, input: ParsedInput<Calls['saveAppointItem']>) {
  return store(tx, 'appoint_item', input, {
    ...byColumn(appointItemFields, input),
    price: yuanIfAny(input.price),
    sort_no: input.sortNo,
    enabled: input.enabled,
  })
}

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
  if (input.deptId && !(await deptList(tx, clinicId)).some(({ id }) => id === input.deptId))
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

/** An item keeps its dictionary and its code for good. */
export async function saveDictItem(tx: TenantTx, input: ParsedInput<Calls['saveDictItem']>) {
  const { typeCode, item, sortNo, enabled } = input
  const { editable, fixed, numbered } = dictMeaning(typeCode)
  if (!editable) throw new AppError('DICT_FIXED')
  if (input.id) {
    const same = await tx.row<{ itemCode: string }>(
      keptSql`select item_code as "itemCode" from dict_item where tenant_id = ${tx.tenantId} and id = ${input.id} and type_code = ${typeCode}`,
    )
    if (!same) throw new AppError('NOT_FOUND')
    if (!enabled && fixed?.includes(same.itemCode))
      throw fieldError('SETTING_IN_USE', 'enabled', '这一条系统要用，只能改名称，不能停用')
  }
  // What can't be chosen any more is no beginning either.
  const isDefault = input.isDefault && enabled
  if (isDefault) {
    const others = await tx.rows<{ id: string }>(
      sql`select id from dict_item where tenant_id = ${tx.tenantId} and type_code = ${typeCode} and is_default
          and id is distinct from ${input.id ?? null}::uuid order by id for update`,
    )
    const reason = `默认改为${item}`
    await tx.updateAll(
      'dict_item',
      others.map(({ id }) => id),
      { is_default: false },
      { reason },
    )
  }
  const change = { item, is_default: isDefault, sort_no: sortNo, enabled }
  if (input.id) return store(tx, 'dict_item', input, change)
  const code = numbered ? await nextItemCode(tx, typeCode) : uuidv7()
  return store(tx, 'dict_item', input, change, { type_code: typeCode, item_code: code })
}

/** The number after the last of a dictionary; two new entries at once get one after the other. */
async function nextItemCode(tx: TenantTx, typeCode: string): Promise<string> {
  await tx.rows(
    sql`select id from dict_item where tenant_id = ${tx.tenantId} and type_code = ${typeCode} order by id for update`,
  )
  const { next } = await tx.need<{ next: number }>(
    sql`select coalesce(max(item_code::int), 0) + 1 as next from dict_item
        where tenant_id = ${tx.tenantId} and type_code = ${typeCode} and item_code ~ '^[0-9]{1,6}$'`,
  )
  return String(next)
}

/** A source keeps its place in the tree; what hangs on one that is switched off goes off with it. */
export async function saveSource(tx: TenantTx, input: ParsedInput<Calls['saveSource']>) {
  const { name, type, sortNo, enabled } = input
  const parentId = input.parentId ?? null
  const cost = yuanIfAny(input.cost)
  if (input.id) {
    const same = await tx.row(
      keptSql`select 1 from patient_source where tenant_id = ${tx.tenantId} and id = ${input.id} and parent_id is not distinct from ${parentId}::uuid`,
    )
    if (!same) throw new AppError('NOT_FOUND')
  } else if (parentId) {
    const { level } = await tx.need<{ level: number }>(
      keptSql`with recursive up as (
            select s.id, s.parent_id, 1 as level from patient_source s where s.tenant_id = ${tx.tenantId} and s.id = ${parentId}
            union all
            select s.id, s.parent_id, u.level + 1 from patient_source s join up u on s.id = u.parent_id
            where s.tenant_id = ${tx.tenantId} and u.level < 4)
          select coalesce(max(level), 0)::int as level from up`,
    )
    if (level === 0) throw fieldError('NOT_FOUND', 'parentId', '没有这个上级来源')
    if (level > 2) throw fieldError('SOURCE_TOO_DEEP', 'parentId')
  }
  const saved = await store(
    tx,
    'patient_source',
    input,
    { name, type, cost, cost_per: cost === null ? null : (input.costPer ?? 1), sort_no: sortNo, enabled },
    { parent_id: parentId },
  )
  if (!enabled) {
    const below = await tx.rows<{ id: string }>(
      keptSql`with recursive down as (
            select s.id from patient_source s where s.tenant_id = ${tx.tenantId} and s.parent_id = ${saved.id}
            union all
            select s.id from patient_source s join down d on s.parent_id = d.id where s.tenant_id = ${tx.tenantId})
          select s.id from patient_source s join down d on d.id = s.id
          where s.tenant_id = ${tx.tenantId} and s.enabled order by s.id for update of s`,
    )
    await tx.updateAll(
      'patient_source',
      below.map(({ id }) => id),
      { enabled: false },
      { reason: `${name}已停用` },
    )
  }
  return saved
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
  const { version: seen, regFee, patientRequired, ...rules } = input
  const { settings } = await clinicRow(tx, clinicId)
  const before = readSettings(settings)
  if ((rules.smsFromMin ?? before.smsFromMin) >= (rules.smsToMin ?? before.smsToMin))
    throw fieldError('SMS_HOURS', 'smsToMin')
  const { version } = await tx.update(
    'clinic',
    { id: clinicId, version: seen },
    {
      settings: JSON.stringify({
        ...settings,
        ...rules,
        ...(patientRequired ? { patientRequired } : {}),
        regFee: fenToYuan(regFee),
      }),
    },
  )
  tx.publish('schedule', clinicId, clinicId)
  return { version }
}

import type { contract, ParsedInput } from '@dentin/contract'
import { isMunicipality, uuidv7 } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'

type Calls = typeof contract.clinic

const MOST = 20

/** Where a clinic has its parcels sent: the default first, then the newest. */
export async function deliveryAddresses(tx: TenantTx, clinicId: string) {
  return tx.rows<{
    id: string
    receiver: string
    mobile: string
    province: string
    city: string
    district: string
    detail: string
    postcode: string
    tag: string
    remark: string
    isDefault: boolean
    version: number
  }>(
    keptSql`select id, receiver, mobile, province, city, district, detail, postcode, tag, remark, is_default as "isDefault", version
        from clinic_delivery_address where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId}
        order by is_default desc, created_at desc, id desc`,
  )
}

/** The addresses as they are, oldest first; nobody else changes one until this is through. */
async function lockAddresses(tx: TenantTx, clinicId: string) {
  await tx.need(keptSql`select id from clinic where tenant_id = ${tx.tenantId} and id = ${clinicId} for no key update`)
  return tx.rows<{ id: string; slot: number; isDefault: boolean }>(
    keptSql`select id, slot, is_default as "isDefault" from clinic_delivery_address
        where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} order by created_at, id`,
  )
}

/** Enters or changes an address. The first is the default; the default stays so until another takes its place. */
export async function saveDeliveryAddress(
  tx: TenantTx,
  clinicId: string,
  { id, version, isDefault, requestId: _requestId, ...typed }: ParsedInput<Calls['saveDeliveryAddress']>,
): Promise<{ id: string }> {
  const fields = { ...typed, city: isMunicipality(typed.province) ? typed.province : typed.city }
  const present = await lockAddresses(tx, clinicId)
  const former = present.find((each) => each.isDefault)
  if (id) {
    if (version === undefined) throw new AppError('VERSION_CONFLICT')
    const turns = isDefault && former !== undefined && former.id !== id
    if (turns) await tx.update('clinic_delivery_address', { id: former.id }, { is_default: false })
    await tx.update('clinic_delivery_address', { id, version }, { ...fields, ...(turns ? { is_default: true } : {}) })
    return { id }
  }
  const taken = new Set(present.map(({ slot }) => slot))
  const slot = Array.from({ length: MOST }, (_, n) => n + 1).find((each) => !taken.has(each))
  if (slot === undefined) throw new AppError('ADDRESSES_FULL')
  if (isDefault && former) await tx.update('clinic_delivery_address', { id: former.id }, { is_default: false })
  const made = { id: uuidv7() }
  await tx.insert('clinic_delivery_address', {
    ...made,
    clinic_id: clinicId,
    ...fields,
    slot,
    is_default: isDefault || !former,
    created_at: tx.now,
    updated_at: tx.now,
  })
  return made
}

/** Makes an address the one that is taken unless another is chosen. */
export async function makeDefaultAddress(
  tx: TenantTx,
  clinicId: string,
  { id, version }: { id: string; version: number },
): Promise<null> {
  const former = (await lockAddresses(tx, clinicId)).find((each) => each.isDefault)
  if (former?.id === id) return null
  if (former) await tx.update('clinic_delivery_address', { id: former.id }, { is_default: false })
  await tx.update('clinic_delivery_address', { id, version }, { is_default: true })
  return null
}

/** Removes an address; when it was the default, the newest other one takes its place. */
export async function removeDeliveryAddress(
  tx: TenantTx,
  clinicId: string,
  { id, version }: { id: string; version: number },
): Promise<{ defaultId: string | null }> {
  const present = await lockAddresses(tx, clinicId)
  await tx.remove('clinic_delivery_address', { id, version })
  const others = present.filter((each) => each.id !== id)
  const heir = others.find((each) => each.isDefault) ?? others.at(-1)
  if (heir && !heir.isDefault) await tx.update('clinic_delivery_address', { id: heir.id }, { is_default: true })
  return { defaultId: heir?.id ?? null }
}

import { uuidv7 } from '@dentin/kit'
import { columns, counted, select } from '../../platform/database/select.ts'
import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'
import {
  addedDictItemRows,
  appointItemRows,
  deptRows,
  dictItemRows,
  patientSourceRows,
  payMethodRows,
} from './defaults.ts'
import { listClinic } from './directory.ts'
import { FIRST_SET_UP } from './rules.ts'
import { putStartingTariffs } from './starting-sets/index.ts'

/** A clinic that is to be made. */
export interface NewClinic {
  name: string
  shortName: string
  address: string
  phone: string
  isMain: boolean
  chairCount: number
}

/** A company that was made. */
export interface Made {
  /** The transaction inside the new company, over all its clinics. */
  tx: TenantTx
  tenantId: string
  /** In the order in which they were given. */
  clinicIds: string[]
}

/**
 * Makes a company with its clinics: dictionaries, kinds of appointment, ways to pay, sources of patients, price list, and what
 * other modules begin with. Nobody works there yet. Afterwards the transaction stands inside the new company.
 */
export async function makeCompany(
  platform: PlatformTx,
  company: { name: string; isChain: boolean; clinics: readonly NewClinic[] },
): Promise<Made> {
  const tenantId = uuidv7()
  const tx = await platform.enter(tenantId, 'all')
  await tx.insert('company', {
    id: tenantId,
    name: company.name,
    is_chain: company.isChain,
    org_auth: 1,
    created_at: tx.now,
  })
  await furnish(tx)
  const clinicIds: string[] = []
  for (const clinic of company.clinics) clinicIds.push(await makeClinic(tx, company.name, clinic, clinicIds.length))
  // Whose the templates that come with the prices are follows from how many clinics there are.
  await putStartingTariffs(tx)
  return { tx, tenantId, clinicIds }
}

/**
 * Adds a clinic to a company: its departments and chairs, and what other modules begin a clinic with.
 * @param tx over the whole company
 * @returns its id
 */
export async function makeBranch(tx: TenantTx, clinic: NewClinic): Promise<string> {
  const company = await tx.need(
    select(columns('company', 'co', 'name')).from`company co where ${tx.own('co')} for update`,
  )
  const { total } = await tx.need(counted.from`clinic c where ${tx.own('c')}`)
  return makeClinic(tx, company.name, clinic, total)
}

/** What a company begins with before its first clinic. */
async function furnish(tx: TenantTx): Promise<void> {
  for (const row of appointItemRows(uuidv7, tx.now)) await tx.insert('appoint_item', row)
  for (const row of payMethodRows(uuidv7, tx.now)) await tx.insert('pay_method', row)
  for (const row of [...dictItemRows(uuidv7, tx.now), ...addedDictItemRows(uuidv7, tx.now)])
    await tx.insert('dict_item', row)
  for (const { row } of patientSourceRows(uuidv7, tx.now)) await tx.insert('patient_source', row)
  for (const { beginCompany } of tx.parts('clinic')) await beginCompany?.(tx)
}

async function makeClinic(tx: TenantTx, companyName: string, clinic: NewClinic, sortNo: number): Promise<string> {
  const id = uuidv7()
  const stamp = { created_at: tx.now, updated_at: tx.now }
  await tx.insert('clinic', {
    id,
    name: clinic.name,
    short_name: clinic.shortName,
    phone: clinic.phone,
    address: clinic.address,
    is_main: clinic.isMain,
    sort_no: sortNo,
    // A fee is asked for once the clinic has said how much.
    settings: JSON.stringify({ regFee: '0.00', setUp: FIRST_SET_UP }),
    ...stamp,
  })
  for (const row of deptRows(id, uuidv7, tx.now)) await tx.insert('dept', row)
  for (let n = 1; n <= clinic.chairCount; n++) {
    await tx.insert('chair', { id: uuidv7(), clinic_id: id, name: `${n} 号椅`, room: '', sort_no: n, ...stamp })
  }
  for (const { beginClinic } of tx.parts('clinic')) await beginClinic?.(tx, id)
  await listClinic(tx, {
    tenantId: tx.tenantId,
    clinicId: id,
    name: clinic.name,
    companyName,
    address: clinic.address,
    logoUrl: null,
  })
  return id
}

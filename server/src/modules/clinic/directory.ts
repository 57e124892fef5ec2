import { searchText } from '@dentin/kit/pinyin'
import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx } from '../../platform/database/tx.ts'

/** What the directory says of a clinic. */
export interface DirectoryEntry {
  tenantId: string
  clinicId: string
  name: string
  companyName: string
  address: string
  logoUrl: string | null
  /** May people who look for a clinic find it? Unchanged when left out; a new clinic may be found. */
  openToSearch?: boolean
}

/** The directory's row of a clinic, ready to be inserted. */
export function directoryRow(entry: DirectoryEntry, at: Date) {
  return {
    clinic_id: entry.clinicId,
    tenant_id: entry.tenantId,
    name: entry.name,
    company_name: entry.companyName,
    address: entry.address,
    logo_url: entry.logoUrl,
    search: searchText({ name: entry.name, aliases: [entry.companyName] }),
    open_to_search: entry.openToSearch ?? true,
    updated_at: at,
  }
}

/** Brings the logo of a clinic in the directory up to date. */
export async function listLogo(tx: PlatformTx, clinicId: string, logoUrl: string | null): Promise<void> {
  await tx.rows(
    sql`update clinic_directory set logo_url = ${logoUrl}, updated_at = ${tx.now}
        where clinic_id = ${clinicId} and logo_url is distinct from ${logoUrl} returning clinic_id`,
  )
}

/** Puts a clinic into the directory, or brings its entry up to date. In the transaction that makes or renames the clinic. */
export async function listClinic(tx: PlatformTx, entry: DirectoryEntry): Promise<void> {
  const row = directoryRow(entry, tx.now)
  await tx.rows(
    keptSql`insert into clinic_directory as d (clinic_id, tenant_id, name, company_name, address, logo_url, search, open_to_search, updated_at)
        values (${row.clinic_id}, ${row.tenant_id}, ${row.name}, ${row.company_name}, ${row.address}, ${row.logo_url}, ${row.search},
          ${row.open_to_search}, ${row.updated_at})
        on conflict (clinic_id) do update set name = excluded.name, company_name = excluded.company_name, address = excluded.address,
          logo_url = excluded.logo_url, search = excluded.search,
          open_to_search = case when ${entry.openToSearch === undefined} then d.open_to_search else excluded.open_to_search end,
          updated_at = excluded.updated_at`,
  )
}

import type { contract, HandlerOutput } from '@dentin/contract'
import { daysOf, type LocalDate } from '@dentin/kit'
import { dayWord } from '@dentin/kit/calendar'
import { sql } from 'kysely'
import { amountIf } from '../../platform/database/amount.ts'
import { containing } from '../../platform/database/like.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'
import { peopleIn } from './people.ts'
import { holidaysOf, tariffOf, type TariffBrief } from './public-api.ts'

/** Name, address and stored rules of a clinic. */
export async function clinicCard(tx: TenantTx, clinicId: string) {
  return tx.need<{
    clinicId: string
    clinicName: string
    shortName: string
    phone: string
    address: string
    logo: string | null
  }>(
    keptSql`select id as "clinicId", name as "clinicName", short_name as "shortName", phone, address, logo_id as logo from clinic
        where tenant_id = ${tx.tenantId} and id = ${clinicId}`,
  )
}

/** A clinic and the company it belongs to. */
export async function clinicInfo(tx: TenantTx, clinicId: string) {
  return tx.need<{
    clinicId: string
    clinicName: string
    shortName: string
    logoUrl: string | null
    phone: string
    address: string
    isMain: boolean
    companyId: string
    companyName: string
    isChain: boolean
    orgAuth: number
  }>(
    keptSql`select c.id as "clinicId", c.name as "clinicName", c.short_name as "shortName", c.logo_url as "logoUrl", c.phone, c.address,
          c.is_main as "isMain", o.tenant_id as "companyId", o.name as "companyName", o.is_chain as "isChain", o.org_auth as "orgAuth"
        from clinic c join company o on o.tenant_id = ${tx.tenantId}
        where c.tenant_id = ${tx.tenantId} and c.id = ${clinicId}`,
  )
}

/** What a clinic has stored of its settings, with the version of its row. */
export async function storedSettings(tx: TenantTx, clinicId: string) {
  return tx.need<{ settings: Record<string, unknown>; version: number }>(
    keptSql`select settings, version from clinic where tenant_id = ${tx.tenantId} and id = ${clinicId}`,
  )
}

/** The chairs in use. */
export async function chairsOf(tx: TenantTx, clinicId: string) {
  return tx.rows<{ id: string; name: string; room: string }>(
    keptSql`select id, name, room from chair where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and enabled order by sort_no, name`,
  )
}

/** The items of one dictionary that may be chosen. */
export async function dictItems(tx: TenantTx, typeCode: string) {
  return tx.rows<{ itemCode: string; item: string; isDefault: boolean }>(
    sql`select item_code as "itemCode", item, is_default as "isDefault" from dict_item
        where tenant_id = ${tx.tenantId} and type_code = ${typeCode} and enabled order by sort_no, item_code`,
  )
}

/** All sources of patients; a parent stands before its children. */
export async function patientSources(tx: TenantTx) {
  return tx.rows<{ id: string; parentId: string | null; name: string; type: number; enabled: boolean }>(
    sql`with recursive tree as (
          select s.id, s.parent_id, s.name, s.type, s.enabled, array[s.sort_no] as place from patient_source s
          where s.tenant_id = ${tx.tenantId} and s.parent_id is null
          union all
          select s.id, s.parent_id, s.name, s.type, s.enabled, t.place || s.sort_no from patient_source s
          join tree t on t.id = s.parent_id where s.tenant_id = ${tx.tenantId} and cardinality(t.place) < 3)
        select id, parent_id as "parentId", name, type, enabled from tree order by place, name`,
  )
}

/** Categories of the price list, a parent before its children, with the number of items that this clinic offers. */
export async function tariffCategories(tx: TenantTx, clinicId: string) {
  return tx.rows<{ id: string; parentId: string | null; name: string; count: number }>(
    sql`select g.id, g.parent_id as "parentId", g.name, count(t.id)::int as count
        from tariff_category g
        left join tariff_category top on top.tenant_id = ${tx.tenantId} and top.id = g.parent_id
        left join tariff t on t.tenant_id = ${tx.tenantId} and t.category_id = g.id and t.enabled and not exists (
          select 1 from tariff_clinic own
          where own.tenant_id = ${tx.tenantId} and own.clinic_id = ${clinicId} and own.tariff_id = t.id and not own.enabled)
        where g.tenant_id = ${tx.tenantId} and g.enabled
        group by g.id, g.parent_id, g.name, g.sort_no, top.sort_no, top.name
        order by coalesce(top.sort_no, g.sort_no), coalesce(top.name, g.name), top.name is not null, g.sort_no, g.name`,
  )
}

/** A page of what this clinic offers. Items whose name begins with the text come first. */
export async function findTariffs(
  tx: TenantTx,
  clinicId: string,
  ask: { keyword: string; categoryId: string | null; pageNum: number; pageSize: number; seesCost: boolean },
): Promise<{ list: TariffBrief[]; total: number }> {
  const pattern = containing(ask.keyword.toLowerCase())
  const rows = await tx.rows<Parameters<typeof tariffOf>[0] & { total: number }>(
    sql`select t.id, t.category_id as "categoryId", g.name as "categoryName", t.code, t.name, t.unit,
          coalesce(own.price, t.price)::text as price, t.min_price::text as "minPrice",
          ${amountIf(ask.seesCost, sql`t.cost_price`)} as "costPrice", t.tooth_required as "toothRequired",
          t.tooth_count_priced as "toothCountPriced", t.can_discount as "canDiscount", true as enabled,
          count(*) over ()::int as total
        from tariff t
        join tariff_category g on g.tenant_id = ${tx.tenantId} and g.id = t.category_id
        left join tariff_clinic own on own.tenant_id = ${tx.tenantId} and own.clinic_id = ${clinicId} and own.tariff_id = t.id
        where t.tenant_id = ${tx.tenantId} and t.enabled and coalesce(own.enabled, true)
          and (${ask.categoryId}::uuid is null or t.category_id = ${ask.categoryId}::uuid or g.parent_id = ${ask.categoryId}::uuid)
          and (${ask.keyword} = '' or t.search like ${pattern} or lower(t.code) like ${pattern})
        order by (${ask.keyword} <> '' and t.search like ${pattern.slice(1)}) desc, g.sort_no, t.sort_no, t.code
        limit ${ask.pageSize} offset ${(ask.pageNum - 1) * ask.pageSize}`,
  )
  return { list: rows.map(({ total: _total, ...row }) => tariffOf(row)), total: rows[0]?.total ?? 0 }
}

/** Diagnoses by code, name or pinyin; everyday ones first. Without text, the everyday ones. */
export async function findDiagnoses(tx: TenantTx, keyword: string, limit: number) {
  const pattern = containing(keyword.toLowerCase())
  return tx.rows<{ code: string; name: string; category: string; common: boolean }>(
    sql`select code, name, category, common from icd_diagnosis
        where enabled and level = 'subcategory'
          and (${keyword} = '' and common or ${keyword} <> '' and (search like ${pattern} or lower(code) like ${pattern}))
        order by (${keyword} <> '' and (lower(code) like ${pattern.slice(1)} or search like ${pattern.slice(1)})) desc, common desc, sort_no, code
        limit ${limit}`,
  )
}

/** Public holidays and the working days in exchange for them. */
export async function holidaysBetween(tx: TenantTx, from: LocalDate, to: LocalDate) {
  return tx.rows<{ date: LocalDate; name: string; isWorkday: boolean }>(
    sql`select h.date, h.name, h.is_workday as "isWorkday" from ${holidaysOf(tx, from, to)} h order by h.date`,
  )
}

/** What a calendar writes under the days of a year, and the public holidays. */
export async function calendarYear(tx: PlatformTx, year: number) {
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  const holidays = await tx.rows<{ date: LocalDate; name: string; isWorkday: boolean }>(
    sql`select date, name, is_workday as "isWorkday" from holiday where date between ${from}::date and ${to}::date order by date`,
  )
  return { words: daysOf(from, to).map(dayWord), holidays }
}

/** The other clinics of the company, with the doctors who receive there. */
export async function otherClinics(
  tx: TenantTx,
  clinicId: string,
): Promise<HandlerOutput<typeof contract.clinic.others>> {
  const clinics = await tx.rows<{ id: string; name: string }>(
    sql`select c.id, c.name from clinic c where c.tenant_id = ${tx.tenantId} and c.enabled and c.id <> ${clinicId}
        order by c.sort_no, c.name`,
  )
  const doctors = await peopleIn(tx).doctorsElsewhere(tx, clinicId)
  return clinics.map((each) => ({
    ...each,
    doctors: doctors.filter((doctor) => doctor.clinicId === each.id).map(({ id, name }) => ({ id, name })),
  }))
}

import { findIcd } from '@dentin/clinical'
import type { contract, HandlerOutput } from '@dentin/contract'
import { daysOf, type LocalDate } from '@dentin/kit'
import { dayWord } from '@dentin/kit/calendar'
import { sql } from 'kysely'
import { containing } from '../../platform/database/like.ts'
import { columns, named, select } from '../../platform/database/select.ts'
import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'
import { peopleIn } from './people.ts'
import { holidaysOf, tariffWith, type TariffBrief } from './public-api.ts'
import { clinicTariffs } from './tariffs/in-force.ts'

const ofClinic = [
  named('clinic', 'c', { clinicId: 'id', clinicName: 'name' }),
  columns('clinic', 'c', 'short_name', 'phone', 'address'),
] as const
const card = select(...ofClinic, named('clinic', 'c', { logo: 'logo_id' }))

/** Name, address and stored rules of a clinic. */
export async function clinicCard(tx: TenantTx, clinicId: string) {
  return tx.need(card.keptFrom`clinic c where ${tx.own('c')} and c.id = ${clinicId}`)
}

const info = select(
  ...ofClinic,
  columns('clinic', 'c', 'logo_url', 'is_main'),
  named('company', 'o', { companyId: 'tenant_id', companyName: 'name', isChain: 'is_chain', orgAuth: 'org_auth' }),
)

/** A clinic and the company it belongs to. */
export async function clinicInfo(tx: TenantTx, clinicId: string) {
  return tx.need(
    info.keptFrom`clinic c join company o on ${tx.own('o')}
        where ${tx.own('c')} and c.id = ${clinicId}`,
  )
}

const stored = select(columns('clinic', 'c', 'version'), { settings: sql<Record<string, unknown>>`c.settings` })

/** What a clinic has stored of its settings, with the version of its row. */
export async function storedSettings(tx: TenantTx, clinicId: string) {
  return tx.need(stored.keptFrom`clinic c where ${tx.own('c')} and c.id = ${clinicId}`)
}

/** The chairs in use. */
export async function chairsOf(tx: TenantTx, clinicId: string) {
  return tx.rows(
    select(columns('chair', 'ch', 'id', 'name', 'room')).keptFrom`chair ch
        where ${tx.own('ch')} and ch.clinic_id = ${clinicId} and ch.enabled order by ch.sort_no, ch.name`,
  )
}

/** The items of one dictionary that may be chosen. */
export async function dictItems(tx: TenantTx, typeCode: string) {
  return tx.rows(
    select(columns('dict_item', 'd', 'item_code', 'item', 'is_default')).from`dict_item d
        where ${tx.own('d')} and d.type_code = ${typeCode} and d.enabled order by d.sort_no, d.item_code`,
  )
}

const sourceTree = select(columns('patient_source', 'tree', 'id', 'parent_id', 'name', 'type', 'enabled'))

/** All sources of patients; a parent stands before its children. */
export async function patientSources(tx: TenantTx) {
  return tx.rows(
    sourceTree.of(sql`with recursive tree as (
          select s.id, s.parent_id, s.name, s.type, s.enabled, array[s.sort_no] as place from patient_source s
          where ${tx.own('s')} and s.parent_id is null
          union all
          select s.id, s.parent_id, s.name, s.type, s.enabled, t.place || s.sort_no from patient_source s
          join tree t on t.id = s.parent_id where ${tx.own('s')} and cardinality(t.place) < 3)
        select ${sourceTree.list} from tree order by tree.place, tree.name`),
  )
}

const categoryList = select(columns('tariff_category', 'g', 'id', 'parent_id', 'name'), {
  count: sql<number>`count(t.id)::int`,
})

/** Categories of the price list, a parent before its children, with the number of items that this clinic offers. */
export async function tariffCategories(tx: TenantTx, clinicId: string) {
  return tx.rows(
    categoryList.from`tariff_category g
        left join tariff_category top on ${tx.own('top')} and top.id = g.parent_id
        left join tariff t on ${tx.own('t')} and t.category_id = g.id and t.enabled and not exists (
          select 1 from tariff_clinic own
          where ${tx.own('own')} and own.clinic_id = ${clinicId} and own.tariff_id = t.id and not own.enabled)
        where ${tx.own('g')} and g.enabled
        group by g.id, g.parent_id, g.name, g.sort_no, top.sort_no, top.name
        order by coalesce(top.sort_no, g.sort_no), coalesce(top.name, g.name), top.name is not null, g.sort_no, g.name`,
  )
}

/** A page of what this clinic offers. Items whose name begins with the text come first. */
export async function findTariffs(
  tx: TenantTx,
  clinicId: string,
  ask: {
    keyword: string
    categoryId: string | null
    goods: boolean
    pageNum: number
    pageSize: number
    seesCost: boolean
  },
): Promise<{ list: Omit<TariffBrief, 'topCategoryName'>[]; total: number }> {
  const pattern = containing(ask.keyword.toLowerCase())
  const rows = await tx.rows(
    select(...tariffWith(ask.seesCost), { total: sql<number>`count(*) over ()::int` })
      .from`${clinicTariffs(tx, clinicId)}
        where ${tx.own('t')} and t.enabled and coalesce(own.enabled, true)
          and (${ask.categoryId}::uuid is null or t.category_id = ${ask.categoryId}::uuid or g.parent_id = ${ask.categoryId}::uuid)
          and (not ${ask.goods}::boolean or t.is_goods)
          and (${ask.keyword} = '' or t.search like ${pattern} or lower(t.code) like ${pattern})
        order by (${ask.keyword} <> '' and t.search like ${pattern.slice(1)}) desc, g.sort_no, t.sort_no, t.code
        limit ${ask.pageSize} offset ${(ask.pageNum - 1) * ask.pageSize}`,
  )
  return { list: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** Diagnoses that may be chosen, of the standard list and the company's own. */
const choosable = select(
  { code: sql<string>`i.code`, name: sql<string>`i.name`, category: sql<string>`i.category` },
  { common: sql<boolean>`i.common`, own: sql<boolean>`i.own`, toothRequired: sql<boolean>`i.tooth_required` },
  { ageFrom: sql<number | null>`i.age_from`, ageTo: sql<number | null>`i.age_to` },
  { medicareCode: sql<string>`i.medicare_code` },
)

/** Diagnoses by code, name or pinyin; everyday ones first. Without text, the everyday ones. */
export async function findDiagnoses(tx: TenantTx, keyword: string, limit: number) {
  const pattern = containing(keyword.toLowerCase())
  const rows = await tx.rows(
    choosable.from`(
        select s.code, s.name, s.category, s.common, s.search, s.sort_no, false as own, false as tooth_required,
          null::int as age_from, null::int as age_to, '' as medicare_code
        from icd_diagnosis s where s.enabled and s.level = 'subcategory'
        union all
        select d.code, d.name, d.category, d.common, d.search, d.sort_no, true, d.tooth_required, d.age_from, d.age_to, d.medicare_code
        from own_diagnosis d where ${tx.own('d')} and d.enabled) i
        where ${keyword} = '' and i.common or ${keyword} <> '' and (i.search like ${pattern} or lower(i.code) like ${pattern})
        order by (${keyword} <> '' and (lower(i.code) like ${pattern.slice(1)} or i.search like ${pattern.slice(1)})) desc,
          i.common desc, i.own desc, i.sort_no, i.code
        limit ${limit}`,
  )
  return rows.map((row) => {
    const standard = findIcd(row.code)
    return {
      ...row,
      toothRequired: row.toothRequired || (standard?.toothRequired ?? false),
      ageFrom: row.ageFrom ?? standard?.ages.from ?? null,
      ageTo: row.ageTo ?? standard?.ages.to ?? null,
    }
  })
}

const holidayList = select(columns('holiday', 'h', 'date', 'name', 'is_workday'))

/** Public holidays and the working days in exchange for them. */
export async function holidaysBetween(tx: TenantTx, from: LocalDate, to: LocalDate) {
  return tx.rows(holidayList.from`${holidaysOf(tx, from, to)} h order by h.date`)
}

/** What a calendar writes under the days of a year, and the public holidays. */
export async function calendarYear(tx: PlatformTx, year: number) {
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  const holidays = await tx.rows(
    holidayList.from`holiday h where h.date between ${from}::date and ${to}::date order by h.date`,
  )
  return { words: daysOf(from, to).map(dayWord), holidays }
}

/** The other clinics of the company, with the doctors who receive there. */
export async function otherClinics(
  tx: TenantTx,
  clinicId: string,
): Promise<HandlerOutput<typeof contract.clinic.others>> {
  const clinics = await tx.rows(
    select(columns('clinic', 'c', 'id', 'name'))
      .from`clinic c where ${tx.own('c')} and c.enabled and c.id <> ${clinicId}
        order by c.sort_no, c.name`,
  )
  const doctors = await peopleIn(tx).doctorsElsewhere(tx, clinicId)
  return clinics.map((each) => ({
    ...each,
    doctors: doctors.filter((doctor) => doctor.clinicId === each.id).map(({ id, name }) => ({ id, name })),
  }))
}

import type { AntibioticTier } from '@dentin/clinical/drug-checks/antibiotic-tiers'
import { drugReminders } from '@dentin/clinical/drug-checks/index'
import {
  drugTexts,
  type contract,
  type drugOrigins,
  type DrugTexts,
  type HandlerOutput,
  type ParsedInput,
  type Resource,
} from '@dentin/contract'
import { sql, type RawBuilder } from 'kysely'
import { containing } from '../../platform/database/like.ts'
import { select, type RowIn } from '../../platform/database/select.ts'
import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext, PublicContext } from '../../platform/http/context.ts'
import { mustBeWithin, type Limit } from '../identity/index.ts'

type Calls = typeof contract.drug
type Origin = (typeof drugOrigins)[number]

const EDIT: Resource = '/drugAdministration:edit'
const SIGN: Resource = '/drugAdministration:sign'

/** Every drug as the company has it: its own rows, and the platform's that it has not changed. */
const drugsOf = (tx: TenantTx): RawBuilder<unknown> => sql`(
    select s.id, s.code, s.name, s.generic_name, s.category, s.spec, s.routes, s.prescription_only, s.antibiotic_tier, s.texts,
      s.source, s.pinyin, s.search, true as enabled, null::text as signed_name, null::text as signed_licence,
      null::timestamptz as signed_at, null::int as version
    from drug s where not exists (select 1 from company_drug o where ${tx.own('o')} and o.id = s.id)
    union all
    select c.id, c.code, c.name, c.generic_name, c.category, c.spec, c.routes, c.prescription_only, c.antibiotic_tier, c.texts,
      c.source, c.pinyin, c.search, c.enabled, c.signed_name, c.signed_licence, c.signed_at, c.version
    from company_drug c where ${tx.own('c')})`

/** The platform's drugs alone, as whoever has no company sees them. */
const PLATFORM = sql`(
    select s.id, s.code, s.name, s.generic_name, s.category, s.spec, s.routes, s.prescription_only, s.antibiotic_tier, s.texts,
      s.source, s.pinyin, s.search, true as enabled, null::text as signed_name, null::text as signed_licence,
      null::timestamptz as signed_at, null::int as version
    from drug s)`

const face = {
  id: sql<string>`d.id`,
  name: sql<string>`d.name`,
  genericName: sql<string>`d.generic_name`,
  category: sql<string>`d.category`,
  spec: sql<string>`d.spec`,
  routes: sql<string[]>`d.routes`,
  prescriptionOnly: sql<boolean>`d.prescription_only`,
  antibioticTier: sql<AntibioticTier | null>`d.antibiotic_tier`,
  origin: sql<Origin>`case when d.version is null then 'platform' when d.code is null then 'own' else 'changed' end`,
  enabled: sql<boolean>`d.enabled`,
  signedName: sql<string | null>`d.signed_name`,
  signedAt: sql<Date | null>`d.signed_at`,
}
const listed = select(face)
const whole = select(face, {
  code: sql<string | null>`d.code`,
  texts: sql<unknown>`d.texts`,
  source: sql<string>`d.source`,
  version: sql<number | null>`d.version`,
  signedLicence: sql<string | null>`d.signed_licence`,
})
const place = select({ pinyin: sql<string>`d.pinyin` })

type Asked = Pick<ParsedInput<Calls['list']>, 'lastId' | 'name' | 'page' | 'size' | 'category'> & { all: boolean }

/** A page of the reference by the sound of the names: what follows the last drug of the page before. */
export const listDrugs = ({ tx }: ClinicContext, input: ParsedInput<Calls['list']>) => pageOf(tx, drugsOf(tx), input)

async function pageOf(tx: PlatformTx, from: RawBuilder<unknown>, input: Asked): Promise<HandlerOutput<Calls['list']>> {
  const { lastId, size } = input
  const last = lastId ? await tx.row(place.keptFrom`${from} d where d.id = ${lastId}`) : undefined
  if (lastId && !last) throw new AppError('DRUG_PLACE_GONE')
  const pattern = containing(input.name.toLowerCase())
  const found = await tx.rows(
    listed.from`${from} d
        where (d.enabled or ${input.all}::boolean) and (${input.category ?? null}::text is null or d.category = ${input.category ?? null})
          and (${input.name} = '' or d.search like ${pattern})
          and (${last?.pinyin ?? null}::text is null or (d.pinyin collate "C", d.id) > (${last?.pinyin ?? ''}::text collate "C", ${lastId ?? null}::uuid))
        order by d.pinyin collate "C", d.id limit ${size + 1} offset ${last ? 0 : (input.page - 1) * size}`,
  )
  const list = found.slice(0, size)
  return { list, lastId: found.length > size ? (list.at(-1)?.id ?? null) : null }
}

/** Sections as they were stored, each of them there. */
const readTexts = (stored: unknown): DrugTexts => drugTexts.parse(stored)

/** A drug with all that is known of it. */
export type DrugRow = Omit<RowIn<typeof whole>, 'texts'> & { texts: DrugTexts }

/** A drug as the company has it. @throws AppError NOT_FOUND for another company's */
export async function drugRow(tx: TenantTx, id: string): Promise<DrugRow> {
  const row = await tx.need(whole.keptFrom`${drugsOf(tx)} d where d.id = ${id}`)
  return { ...row, texts: readTexts(row.texts) }
}

/** Everything about one drug. */
export async function drugDetail(context: ClinicContext, id: string): Promise<HandlerOutput<Calls['detail']>> {
  const row = await drugRow(context.tx, id)
  return {
    ...row,
    reminders: drugReminders(row.code),
    can: { edit: context.can(EDIT), sign: context.can(SIGN) },
  }
}

const LOOKS_PER_ADDRESS: Limit = { name: 'open-drugs', times: 300, minutes: 10 }

/** Counts by itself that somebody without a token looked, and then looks. */
async function openly<T>({ services, ip, actor }: PublicContext, look: (tx: PlatformTx) => Promise<T>): Promise<T> {
  await services.database.withPlatform((tx) => mustBeWithin(tx, LOOKS_PER_ADDRESS, ip), actor)
  return services.database.withPlatform(look, actor)
}

/** The platform's drugs for whoever has no token. */
export const openList = (context: PublicContext, input: ParsedInput<Calls['openList']>) =>
  openly(context, (tx) => pageOf(tx, PLATFORM, { ...input, all: false }))

/** One of them. */
export const openDetail = (
  context: PublicContext,
  { id }: ParsedInput<Calls['openDetail']>,
): Promise<HandlerOutput<Calls['openDetail']>> =>
  openly(context, async (tx) => {
    const row = await tx.need(whole.keptFrom`${PLATFORM} d where d.id = ${id}`)
    return {
      ...row,
      texts: readTexts(row.texts),
      reminders: drugReminders(row.code),
      can: { edit: false, sign: false },
    }
  })

/** What a prescription needs of a drug. `code` is the name by which the drug checks know it. */
export interface DrugBrief {
  id: string
  code: string | null
  name: string
  category: string
  spec: string
  routes: string[]
  /** As the company has put it; null: into none. */
  antibioticTier: AntibioticTier | null
  enabled: boolean
  signed: boolean
  texts: DrugTexts
}

/** Drugs by id, also those that are switched off. */
export async function drugsByIds(tx: TenantTx, ids: readonly string[]): Promise<ReadonlyMap<string, DrugBrief>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows(whole.keptFrom`${drugsOf(tx)} d where d.id = any(${ids}::uuid[])`)
  return new Map(
    rows.map(({ texts, signedAt, ...row }) => [
      row.id,
      { ...row, signed: signedAt !== null, texts: readTexts(texts) } satisfies DrugBrief,
    ]),
  )
}

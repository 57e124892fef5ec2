import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { canonicalJson, uuidv7 } from '@dentin/kit'
import { pinyinOf, searchText } from '@dentin/kit/pinyin'
import { columns, select } from '../../platform/database/select.ts'
import { fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { drugRow, type DrugRow } from './queries.ts'

type Calls = typeof contract.drug

interface Signature {
  signed_by: string | null
  signed_name: string | null
  signed_licence: string | null
  signed_at: Date | null
}
/** What no pharmacist has signed. */
const UNSIGNED: Signature = { signed_by: null, signed_name: null, signed_licence: null, signed_at: null }

/** What is written of a drug. */
type Written = Pick<
  DrugRow,
  'name' | 'genericName' | 'category' | 'spec' | 'routes' | 'prescriptionOnly' | 'antibioticTier' | 'texts' | 'source'
>

const wording = (drug: Written) => ({
  name: drug.name,
  generic_name: drug.genericName,
  category: drug.category,
  spec: drug.spec,
  routes: drug.routes,
  prescription_only: drug.prescriptionOnly,
  antibiotic_tier: drug.antibioticTier,
  texts: canonicalJson(drug.texts),
  source: drug.source,
  pinyin: pinyinOf(drug.name),
  search: searchText({ name: drug.name, aliases: [drug.genericName, drug.category] }),
})
type Wording = ReturnType<typeof wording>

/** The company's own row of a drug: changed where it is there, else begun from the platform's wording. */
async function write(
  { tx }: ClinicContext,
  row: DrugRow,
  version: number | null | undefined,
  patch: Partial<Wording> & { enabled?: boolean } & Partial<Signature>,
) {
  if (row.version !== null) {
    // Somebody made the drug the company's own while this screen showed the platform's.
    if (!version) throw await tx.overtaken('company_drug', row.id)
    return tx.update('company_drug', { id: row.id, version }, patch)
  }
  return tx.insert('company_drug', {
    id: row.id,
    code: row.code,
    ...wording(row),
    ...patch,
    created_at: tx.now,
    updated_at: tx.now,
  })
}

/** Keeps a drug. What is written anew nobody has signed. */
export async function saveDrug(
  context: ClinicContext,
  input: ParsedInput<Calls['save']>,
): Promise<HandlerOutput<Calls['save']>> {
  const { tx } = context
  const { id, version } = input
  const change = wording(input)
  const twin = await tx.row(
    select(columns('drug', 's', 'id')).from`drug s
        where s.name = ${input.name} and s.spec = ${input.spec} and s.id is distinct from ${id ?? null}::uuid
          and not exists (select 1 from company_drug o where ${tx.own('o')} and o.id = s.id) limit 1`,
  )
  if (twin) throw fieldError('DRUG_NAME_TAKEN', 'name')
  if (!id) {
    const made = await tx.insert('company_drug', {
      id: uuidv7(),
      code: null,
      ...change,
      created_at: tx.now,
      updated_at: tx.now,
    })
    return { id: made.id, version: made.version }
  }
  const before = await drugRow(tx, id)
  const same = canonicalJson(wording(before)) === canonicalJson(change)
  const row = await write(context, before, version, same ? change : { ...change, ...UNSIGNED })
  return { id: row.id, version: row.version }
}

/** Takes a drug out of what may be prescribed, or back in. The signature stays: no word has changed. */
export async function switchDrug(
  context: ClinicContext,
  { id, version, enabled }: ParsedInput<Calls['switchTo']>,
): Promise<HandlerOutput<Calls['switchTo']>> {
  const row = await write(context, await drugRow(context.tx, id), version, { enabled })
  return { id: row.id, version: row.version }
}

/** A pharmacist answers for the text as it stands. */
export async function signDrug(
  context: ClinicContext,
  { id, version, licence }: ParsedInput<Calls['sign']>,
): Promise<HandlerOutput<Calls['sign']>> {
  const { tx } = context
  const row = await write(context, await drugRow(tx, id), version, {
    signed_by: context.employeeId,
    signed_name: context.actorName,
    signed_licence: licence,
    signed_at: tx.now,
  })
  return { id: row.id, version: row.version }
}

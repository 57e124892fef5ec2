import { sql } from 'kysely'
import { select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

const texts = select({
  records: sql<number>`(select count(*)::int from records)`,
  templates: sql<number>`(select count(*)::int from templates)`,
})

/** The records and templates whose treatments or plans name an item of the price list, in words. */
export async function tariffUses(tx: TenantTx, tariffId: string): Promise<string[]> {
  const done = JSON.stringify({ treatments: [{ tariffs: [{ tariffId }] }] })
  const planned = JSON.stringify({ plans: [{ tariffIds: [tariffId] }] })
  const { records, templates } = await tx.need(
    texts.of(sql`with records as (select r.id from medical_record r where ${tx.own('r')} and (r.content @> ${done}::jsonb or r.content @> ${planned}::jsonb)),
        templates as (select t.id from record_template t where ${tx.own('t')} and (t.content @> ${done}::jsonb or t.content @> ${planned}::jsonb))
      select ${texts.list}`),
  )
  return [...(records > 0 ? [`${records} 份病历`] : []), ...(templates > 0 ? [`${templates} 个病历模板`] : [])]
}

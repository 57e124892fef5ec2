import { today, type Fen, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { fenOf } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'

// Which price counts: of the rows of tariff_price that count by a day the newest, else the price with which the item (or the
// clinic's own price) began. Worked out whenever it is asked for, so that no price needs anybody to put it into force.

/** The day on which a price is asked for, when nobody names one. */
export const dayOf = (tx: TenantTx): LocalDate => today(tx.now)

/** The newest row of an item `t` that counts by a day, of the company or of a clinic: price and `said`. */
const newest = (tx: TenantTx, clinic: RawBuilder<unknown>, day: LocalDate) =>
  sql`(select p.price, true as said from tariff_price p
    where ${tx.own('p')} and p.tariff_id = t.id and ${clinic} and not p.cancelled and p.counts_from <= ${day}::date
    order by p.counts_from desc, p.id desc limit 1)`

/** Items `t` with their category `g`, and the company's newest price `declared`: the `from` of a statement. */
export const companyTariffs = (tx: TenantTx, day = dayOf(tx)): RawBuilder<unknown> => sql`tariff t
  join tariff_category g on ${tx.own('g')} and g.id = t.category_id
  left join lateral ${newest(tx, sql`p.clinic_id is null`, day)} declared on true`

/** The same with what one clinic says of them: `own`, and its newest price `mine`. */
export const clinicTariffs = (tx: TenantTx, clinicId: string, day = dayOf(tx)): RawBuilder<unknown> =>
  sql`${companyTariffs(tx, day)}
  left join tariff_clinic own on ${tx.own('own')} and own.clinic_id = ${clinicId} and own.tariff_id = t.id
  left join lateral ${newest(tx, sql`p.clinic_id = ${clinicId}`, day)} mine on true`

/** The company's price of `t`; a clinic's own, null where it goes with the company; and the price that counts there. */
export const companyPrice: RawBuilder<Fen> = fenOf(sql`coalesce(declared.price, t.price)`)
const own = sql`case when mine.said then mine.price else own.price end`
export const ownPrice = fenOf(own) as RawBuilder<unknown> as RawBuilder<Fen | null>
export const priceHere: RawBuilder<Fen> = fenOf(sql`coalesce(${own}, declared.price, t.price)`)

/** The next price of `t` that is known on a day: price and counts_from; a table for a lateral join. */
export const nextPrice = (tx: TenantTx, clinic: RawBuilder<unknown>, day = dayOf(tx)): RawBuilder<unknown> =>
  sql`(select p.price, p.counts_from from tariff_price p
    where ${tx.own('p')} and p.tariff_id = t.id and ${clinic} and not p.cancelled and p.counts_from > ${day}::date
    order by p.counts_from, p.id desc limit 1)`

/**
 * What clinics say of items on a day, all at once: tariff_id, clinic_id, id and version (of tariff_clinic), price, enabled,
 * price_min, price_max, and the next change as next_price and next_from. A table for the `from` of a statement; what says
 * nothing that differs is in it only when it was written once.
 */
export const saidByClinics = (tx: TenantTx, day = dayOf(tx)): RawBuilder<unknown> => sql`(
  with present as (select distinct on (p.tariff_id, p.clinic_id) p.tariff_id, p.clinic_id, p.price from tariff_price p
      where ${tx.own('p')} and p.clinic_id is not null and not p.cancelled and p.counts_from <= ${day}::date
      order by p.tariff_id, p.clinic_id, p.counts_from desc, p.id desc),
    coming as (select distinct on (p.tariff_id, p.clinic_id) p.tariff_id, p.clinic_id, p.price, p.counts_from from tariff_price p
      where ${tx.own('p')} and p.clinic_id is not null and not p.cancelled and p.counts_from > ${day}::date
      order by p.tariff_id, p.clinic_id, p.counts_from, p.id desc),
    kept as (select o.tariff_id, o.clinic_id, o.id, o.version, o.price, o.enabled, o.price_min, o.price_max from tariff_clinic o
      where ${tx.own('o')})
  select tariff_id, clinic_id, kept.id, kept.version, coalesce(kept.enabled, true) as enabled, kept.price_min, kept.price_max,
    case when present.tariff_id is not null then present.price else kept.price end as price,
    coming.price as next_price, coming.counts_from as next_from
  from kept full join present using (tariff_id, clinic_id) full join coming using (tariff_id, clinic_id))`

/** Whether a row `c` of `saidByClinics` differs from the company. */
export const deviates = sql<boolean>`(c.price is not null or not c.enabled)`

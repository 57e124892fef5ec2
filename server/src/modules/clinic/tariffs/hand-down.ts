import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { fen, fenToYuan, percentOf, uuidv7, type Fen } from '@dentin/kit'
import { sql } from 'kysely'
import { amounts, columns, fenIf, perhaps, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import { outsideInWords } from '../rules.ts'
import { mustNotBePast } from './clinics.ts'
import { companyPricesOn, writePrices } from './prices.ts'

type Input = ParsedInput<typeof contract.clinic.handDownTariffs>

const item = select(
  columns('tariff', 't', 'id', 'name'),
  perhaps(amounts('tariff', 't', 'price_min', 'price_max', 'min_price')),
)
const said = select(columns('tariff_clinic', 'o', 'id', 'tariff_id', 'clinic_id'), {
  priceMin: fenIf(true, sql`o.price_min`),
  priceMax: fenIf(true, sql`o.price_max`),
})

/** To the whole yuan, half up. */
const wholeYuan = (price: Fen): Fen => fen(Math.round(price / 100) * 100)

/** Gives chosen clinics the head office's prices from a day on: as they will be, or so many percent of what they are then. */
export async function handDownTariffs(
  tx: TenantTx,
  input: Input,
): Promise<HandlerOutput<typeof contract.clinic.handDownTariffs>> {
  const from = mustNotBePast(tx, input.from)
  const { tariffIds, clinicIds, percent } = input
  const [items, clinics] = await Promise.all([
    tx.rows(
      item.from`tariff t where ${tx.own('t')} and t.id = any(${tariffIds}::uuid[]) and t.enabled order by t.id for share of t`,
    ),
    tx.rows(
      select(columns('clinic', 'c', 'id', 'short_name'))
        .from`clinic c where ${tx.own('c')} and c.id = any(${clinicIds}::uuid[]) and c.enabled`,
    ),
  ])
  if (items.length < tariffIds.length || clinics.length < clinicIds.length) throw new AppError('NOT_FOUND')
  const prices = await companyPricesOn(tx, tariffIds, from)
  const rows = await tx.rows(
    said.from`tariff_clinic o where ${tx.own('o')} and o.tariff_id = any(${tariffIds}::uuid[]) and o.clinic_id = any(${clinicIds}::uuid[])
      order by o.id for no key update of o`,
  )
  const rowOf = new Map(rows.map((row) => [`${row.tariffId} ${row.clinicId}`, row]))
  const ranged = input.below != null || input.above != null
  const handed = items.map((each) => {
    const whole = prices.get(each.id)
    if (whole === undefined) throw new AppError('NOT_FOUND')
    const price = percent === 100 ? whole : wholeYuan(percentOf(whole, percent))
    const range = {
      priceMin: input.below == null ? null : wholeYuan(percentOf(price, 100 - input.below)),
      priceMax: input.above == null ? null : wholeYuan(percentOf(price, 100 + input.above)),
    }
    if (each.minPrice !== null && price < each.minPrice)
      throw new AppError('TARIFF_RANGE', {
        fields: [{ field: 'percent', message: `${each.name}会低于最低价 ${fenToYuan(each.minPrice)} 元` }],
      })
    // Without borders of its own, what is handed down has to lie within those that hold there.
    for (const { id, shortName } of percent === 100 && !ranged ? [] : clinics) {
      const own = rowOf.get(`${each.id} ${id}`)
      const within = {
        priceMin: range.priceMin ?? own?.priceMin ?? each.priceMin,
        priceMax: range.priceMax ?? own?.priceMax ?? each.priceMax,
      }
      const words = outsideInWords(price, within)
      if (words)
        throw new AppError('TARIFF_RANGE', {
          fields: [{ field: 'percent', message: `${each.name}在${shortName}会是 ${fenToYuan(price)} 元，${words}` }],
        })
    }
    return { id: each.id, price: percent === 100 ? null : price, range }
  })
  // Every cell has a row, whose version tells a screen there that it changed.
  await tx.insertNew(
    'tariff_clinic',
    handed.flatMap(({ id, range }) =>
      clinics
        .filter((clinic) => !rowOf.has(`${id} ${clinic.id}`))
        .map((clinic) => ({
          id: uuidv7(),
          clinic_id: clinic.id,
          tariff_id: id,
          price: null,
          enabled: true,
          price_min: range.priceMin === null ? null : fenToYuan(range.priceMin),
          price_max: range.priceMax === null ? null : fenToYuan(range.priceMax),
          created_at: tx.now,
          updated_at: tx.now,
        })),
    ),
    'tariff_clinic_key',
    { action: 'hand-down' },
  )
  if (ranged) {
    for (const { id, range } of handed)
      await tx.updateAll(
        'tariff_clinic',
        rows.filter(({ tariffId }) => tariffId === id).map((row) => row.id),
        {
          updated_at: tx.now,
          ...(range.priceMin !== null && { price_min: fenToYuan(range.priceMin) }),
          ...(range.priceMax !== null && { price_max: fenToYuan(range.priceMax) }),
        },
        { action: 'hand-down' },
      )
  } else
    await tx.updateAll(
      'tariff_clinic',
      rows.map(({ id }) => id),
      { updated_at: tx.now },
      { action: 'hand-down' },
    )
  await writePrices(
    tx,
    handed.flatMap(({ id, price }) => clinics.map((clinic) => ({ tariffId: id, clinicId: clinic.id, price }))),
    from,
  )
  for (const { id } of clinics) tx.publish('tariff', null, id)
  return { items: items.length, clinics: clinics.length }
}

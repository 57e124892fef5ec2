import { fenToYuan, yuanToFen } from '@dentin/kit'
import type { Company } from '../../organisation.ts'
import type { Row, World } from '../../world.ts'

const DAY_MS = 86_400_000
/** So many packages a company has. */
const MOST = 4

/** Packages out of what was sold together: a bill whose lines were all discounted alike was a package, for what it came to. */
export function makePackages(world: World, companies: readonly Company[]): void {
  for (const company of companies) new Packages(world, company).make()
}

class Packages {
  constructor(
    readonly world: World,
    readonly company: Company,
  ) {}

  make(): void {
    const { world } = this
    const [clinic] = this.company.clinics
    if (!clinic) return
    const names = new Set<string>()
    for (const { bill, items } of this.#alike()) {
      if (names.size >= MOST) break
      const name = `${items.map((item) => String(item.name)).join('＋')}套餐`.slice(0, 30)
      if (names.has(name)) continue
      names.add(name)
      const at = new Date((bill.open_time as Date).getTime() - 20 * DAY_MS)
      const id = world.r.uuid(at)
      const price = fenToYuan(yuanToFen(bill.receivable_amount as string))
      world.create(
        'tariff_package',
        {
          tenant_id: this.company.tenantId,
          id,
          name,
          price,
          items: JSON.stringify(items.map(({ tariff_id, qty }) => ({ tariffId: tariff_id, qty }))),
          remark: '',
          enabled: true,
          sort_no: names.size,
          created_at: at,
          updated_at: at,
        },
        clinic.director,
        at,
      )
      world.note(bill, { discount_percent: 100, discount_reason: '' })
      for (const item of items)
        Object.assign(item, {
          package_id: id,
          package_no: 1,
          package_name: name,
          package_price: price,
          package_off: item.order_percent_off,
          order_percent_off: '0.00',
          can_discount: false,
        })
    }
  }

  /** Charged bills of two or three different items, from each of which the order's percentage alone took something. */
  #alike(): { bill: Row<'bill'>; items: Row<'bill_item'>[] }[] {
    const { world } = this
    const ofBill = new Map<string, Row<'bill_item'>[]>()
    for (const row of world.rows('bill_item')) {
      if (row.tenant_id !== this.company.tenantId) continue
      const list = ofBill.get(row.bill_id as string) ?? []
      ofBill.set(row.bill_id as string, list)
      list.push(row)
    }
    return world.rows('bill').flatMap((bill) => {
      if (bill.tenant_id !== this.company.tenantId || bill.status !== 3 || (bill.discount_percent as number) >= 100)
        return []
      const items = ofBill.get(bill.id as string) ?? []
      const different = new Set(items.map(({ tariff_id }) => tariff_id)).size === items.length
      const only = items.every(
        (item) =>
          Number(item.order_percent_off) > 0 &&
          Number(item.order_percent_off) === Number(item.discount_amount) &&
          item.plan_line_id === null,
      )
      return items.length >= 2 && items.length <= 3 && different && only ? [{ bill, items }] : []
    })
  }
}

import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { LinkedTariff, TariffLink } from '../clinic/index.ts'
import { matchingItem } from './rules.ts'

const rules = select(
  columns('follow_rule', 'r', 'id', 'name', 'triggers', 'words', 'except_words', 'tariff_ids', 'icd_codes'),
  columns('follow_rule', 'r', 'delay_days', 'grace_days', 'enabled'),
)
/** What was treated, and what was charged: by these a rule looks at items. */
const BY_ITEMS = [2, 3]

/** The rules that follow an item of the price list up: they name it, or a word of its name or category. */
export async function tariffLinks(tx: TenantTx, _clinicId: string, item: LinkedTariff): Promise<TariffLink[]> {
  const all = await tx.rows(rules.keptFrom`follow_rule r where ${tx.own('r')} order by r.sort_no, r.id`)
  return all.flatMap((rule) => {
    const direct = rule.tariffIds.includes(item.id)
    const done = { tariffId: item.id, name: item.name, categoryName: item.categoryName, teeth: '' }
    const follows =
      rule.enabled && rule.triggers.some((each) => BY_ITEMS.includes(each)) && matchingItem(rule, [done]) !== null
    return direct || follows ? [{ kind: 'followRule' as const, name: rule.name, direct }] : []
  })
}

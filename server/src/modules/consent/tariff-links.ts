import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { LinkedTariff, TariffLink } from '../clinic/index.ts'
import { keysFor } from './required.ts'
import { templatesOf } from './templates.ts'

const named = select(columns('consent_requirement', 'q', 'template_key'))

/** The texts that an item of the price list asks for, itself or by a category above it. */
export async function tariffLinks(tx: TenantTx, clinicId: string, { id }: LinkedTariff): Promise<TariffLink[]> {
  const [keys, rows, templates] = await Promise.all([
    keysFor(tx, [id], null),
    tx.rows(named.keptFrom`consent_requirement q where ${tx.own('q')} and q.tariff_id = ${id}`),
    templatesOf(tx, clinicId),
  ])
  const direct = new Set(rows.map(({ templateKey }) => templateKey))
  // A text that nobody can sign any more still names the item.
  return templates
    .filter(({ key, enabled }) => keys.includes(key) && (enabled || direct.has(key)))
    .map(({ key, name }) => ({ kind: 'consent', name, direct: direct.has(key) }))
}

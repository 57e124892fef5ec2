import { uuidv7 } from '@dentin/kit'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { goodsRows, tariffRows } from './tariffs.ts'

/** Gives a company without prices the price list to begin with, and tells whoever begins with something that charges by it. */
export async function putStartingTariffs(tx: TenantTx): Promise<number> {
  const tariffs = new Map<string, { id: string }>()
  for (const each of [...tariffRows(uuidv7, tx.now), ...goodsRows(uuidv7, tx.now)]) {
    if (each.table === 'tariff_category') await tx.insert('tariff_category', each.row)
    else {
      await tx.insert('tariff', each.row)
      tariffs.set(each.row.code, each.row)
    }
  }
  for (const { beginTariffs } of tx.parts('clinic')) await beginTariffs?.(tx, tariffs)
  return tariffs.size
}

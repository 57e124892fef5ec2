import { fenToYuan, uuidv7 } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import type { PlatformTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { packageById, type PackageRow } from '../queries.ts'

/** A package as the provider writes it; id null: a new one, whose version is of no use. */
export type PackageInput = Omit<PackageRow, 'id'> & { id: string | null }

/**
 * Makes or changes a package. Orders that were made keep their price. The kind and the years of a package stay as they
 * are: another length is another package.
 */
export async function savePackage(tx: PlatformTx, input: PackageInput): Promise<PackageRow> {
  if (input.discountPrice > input.price) throw fieldError('BAD_INPUT', 'discountPrice', '首次续费价不能高于原价')
  const id = input.id ?? uuidv7()
  const money = {
    price: fenToYuan(input.price),
    discount: fenToYuan(input.discountPrice),
    list: fenToYuan(input.listPrice),
  }
  if (input.id === null) {
    await tx.rows(
      keptSql`insert into vip_package (id, kind, count, price, discount_price, list_price, tip, sort_no, enabled, updated_at)
          values (${id}, ${input.kind}, ${input.count}, ${money.price}, ${money.discount}, ${money.list}, ${input.tip}, ${input.sortNo},
            ${input.enabled}, ${tx.now})`,
    )
  } else {
    const changed = await tx.rows(
      keptSql`update vip_package set price = ${money.price}, discount_price = ${money.discount}, list_price = ${money.list}, tip = ${input.tip},
            sort_no = ${input.sortNo}, enabled = ${input.enabled}, version = version + 1, updated_at = ${tx.now}
          where id = ${id} and version = ${input.version} and kind = ${input.kind} and count = ${input.count} returning id`,
    )
    if (changed.length === 0) {
      const now = await packageById(tx, id)
      if (!now) throw new AppError('NOT_FOUND')
      throw now.version === input.version
        ? fieldError('BAD_INPUT', 'count', '套餐的年限不能修改，请另建套餐')
        : new AppError('VERSION_CONFLICT', { data: { version: now.version } })
    }
  }
  return (await packageById(tx, id)) as PackageRow
}

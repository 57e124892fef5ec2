import { dictMeaning, dictTypes, type DictType } from '@dentin/contract'
import { dictItems } from '@dentin/contract/lists/dictionaries'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { settingList } from '../../../platform/database/setting-list.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'

/** The words of the dictionaries: one keeps its dictionary and its code for good, and each dictionary has one default at most. */
export const dictionaries = settingList('dict_item', dictItems, {
  only: sql`t.type_code = any(${Object.keys(dictTypes)}::text[])`,
  order: { first: sql`t.type_code`, last: sql`t.item_code` },
  group: 'typeCode',
  select: () => ({ itemCode: sql`t.item_code` }),
  prepare: async ({ tx }, { id, typeCode, item, isDefault, enabled }, { present }) => {
    const { editable, fixed, numbered } = dictMeaning(typeCode)
    if (!editable) throw new AppError('DICT_FIXED')
    if (present && present.typeCode !== typeCode) throw new AppError('NOT_FOUND')
    if (present && !enabled && fixed?.includes(present.itemCode))
      throw fieldError('SETTING_IN_USE', 'enabled', '这一条系统要用，只能改名称，不能停用')
    // What can't be chosen any more is no beginning either.
    const begins = isDefault && enabled
    if (begins) await takeDefaults(tx, typeCode, id ?? null, item)
    return {
      is_default: begins,
      ...(present ? {} : { item_code: numbered ? await nextItemCode(tx, typeCode) : uuidv7() }),
    }
  },
  beforeSort: ({ typeCode }) => {
    if (!dictMeaning(typeCode as DictType).editable) throw new AppError('DICT_FIXED')
  },
})

/** What a dictionary began with so far, it begins with no more. */
async function takeDefaults(tx: TenantTx, typeCode: string, except: string | null, item: string): Promise<void> {
  const others = await tx.rows<{ id: string }>(
    sql`select id from dict_item where tenant_id = ${tx.tenantId} and type_code = ${typeCode} and is_default
        and id is distinct from ${except}::uuid order by id for update`,
  )
  const reason = `默认改为${item}`
  await tx.updateAll(
    'dict_item',
    others.map(({ id }) => id),
    { is_default: false },
    { reason },
  )
}

/** The number after the last of a dictionary; two new entries at once get one after the other. */
async function nextItemCode(tx: TenantTx, typeCode: string): Promise<string> {
  await tx.rows(
    sql`select id from dict_item where tenant_id = ${tx.tenantId} and type_code = ${typeCode} order by id for update`,
  )
  const { next } = await tx.need<{ next: number }>(
    sql`select coalesce(max(item_code::int), 0) + 1 as next from dict_item
        where tenant_id = ${tx.tenantId} and type_code = ${typeCode} and item_code ~ '^[0-9]{1,6}$'`,
  )
  return String(next)
}

import type pg from 'pg'
import { columnKinds, CopyText } from './copy.ts'
import { tablesInOrder } from './table-order.ts'
import type { Cells, Table } from './world.ts'

const chineseNames: Partial<Record<Table, string>> = {
  employee: '员工',
  tariff: '收费项目',
  schedule: '排班',
  patient: '患者',
  appointment: '预约',
  registration: '挂号',
  referral: '转诊',
  treatment: '就诊',
  medical_record: '病历',
  prescription: '处方',
  tooth_condition: '牙位记录',
  bill: '账单',
  bill_item: '账单明细',
  bill_payment: '收款流水',
  follow_up: '随访',
  status_log: '状态流水',
  audit: '操作日志',
  record_template: '病历模板',
  record_template_category: '病历模板分类',
}

/** So many rows are sent at once. */
const HEAP = 2_000

/**
 * Writes rows into the database of an open transaction, in an order in which every row finds what it points at. Rows that
 * are written are let go.
 */
export async function writeRows(
  client: pg.Client,
  rowsOf: Map<Table, Cells[]>,
  progress: (line: string) => void = () => {},
): Promise<void> {
  const kinds = await columnKinds(client)
  for (const table of await tablesInOrder(client, [...rowsOf.keys()])) {
    const rows = rowsOf.get(table) ?? []
    rowsOf.delete(table)
    const columns = columnsOf(rows)
    for (let from = 0; from < rows.length; from += HEAP) {
      const text = new CopyText(table, columns, kinds.get(table))
      for (const row of rows.slice(from, from + HEAP)) text.add(row)
      await text.send(client)
    }
    const name = chineseNames[table]
    if (name && rows.length > 0) progress(`  ${name} ${rows.length.toLocaleString('en-US')} 条`)
  }
}

function columnsOf(rows: readonly Cells[]): string[] {
  const columns = new Set<string>()
  for (const row of rows) for (const column in row) columns.add(column)
  return [...columns]
}

import type pg from 'pg'
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
  tooth_condition: '牙位记录',
  bill: '账单',
  bill_item: '账单明细',
  bill_payment: '收款流水',
  follow_up: '随访',
  status_log: '状态流水',
  audit: '操作日志',
  record_template: '病历模板',
}

/** Said by the migrations already where a database has them. */
const MAY_STAND: ReadonlySet<Table> = new Set(['icd_diagnosis', 'holiday'])

/** Writes rows into the database of an open transaction, in an order in which every row finds what it points at. */
export async function writeRows(
  client: pg.Client,
  rowsOf: ReadonlyMap<Table, readonly Cells[]>,
  progress: (line: string) => void = () => {},
): Promise<void> {
  for (const table of await tablesInOrder(client, [...rowsOf.keys()])) {
    const rows = rowsOf.get(table) ?? []
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    const list = columns.map((column) => `"${column}"`).join(', ')
    const incomplete = rows.find((row) => columns.some((column) => row[column] === undefined))
    if (incomplete)
      throw new Error(
        `${table}: ${columns.filter((column) => incomplete[column] === undefined).join()} missing in a row`,
      )
    const size = Math.max(200, Math.floor(40_000 / Math.max(1, columns.length)))
    for (let from = 0; from < rows.length; from += size) {
      await client.query(
        `insert into public."${table}" (${list}) select ${list} from jsonb_populate_recordset(null::public."${table}", $1::jsonb)
         ${MAY_STAND.has(table) ? 'on conflict do nothing' : ''}`,
        [JSON.stringify(rows.slice(from, from + size))],
      )
    }
    const name = chineseNames[table]
    if (name && rows.length > 0) progress(`  ${name} ${rows.length.toLocaleString('en-US')} 条`)
  }
}

import { cardKinds } from '@dentin/contract/card-rules'
import { cardStates } from '@dentin/contract/card'
import { sql } from 'kysely'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { SheetColumn } from '../../platform/files/sheet.ts'
import { COPY_ROWS, copySheet, momentColumn, moneyColumn, textColumn } from '../patient/index.ts'
import { stateNow } from './queries.ts'

const own = (tx: TenantTx) =>
  select(
    columns('member_card', 'c', 'card_no', 'type_name', 'kind', 'opened_at', 'expire_date', 'points', 'times_left'),
    named('clinic', 'k', { clinicName: 'name' }),
    {
      status: stateNow(tx, 'c'),
      principal: sql<string>`c.principal_amount::text`,
      bonus: sql<string>`c.bonus_amount::text`,
    },
  )
type Row = RowIn<ReturnType<typeof own>>
const count = (title: string, value: (row: Row) => number): SheetColumn<Row> => ({
  title,
  width: 8,
  kind: 'number',
  value,
})

/** The patient's own cards and what they hold. */
export const copy = copySheet<Row>({
  sheet: '会员卡',
  grant: '/membercard:view',
  columns: ({ amounts }) => [
    textColumn('卡号', 18, (row) => row.cardNo),
    textColumn('卡种', 16, (row) => row.typeName),
    textColumn('类型', 10, (row) => cardKinds[row.kind as keyof typeof cardKinds]),
    textColumn('开卡门诊', 20, (row) => row.clinicName),
    momentColumn('开卡', (row) => row.openedAt),
    textColumn('有效期至', 12, (row) => row.expireDate ?? '长期'),
    textColumn('状态', 10, (row) => cardStates.names[row.status] ?? ''),
    ...(amounts
      ? [moneyColumn<Row>('本金', (row) => row.principal), moneyColumn<Row>('赠金', (row) => row.bonus)]
      : []),
    count('积分', (row) => row.points),
    count('剩余次数', (row) => row.timesLeft),
  ],
  rows: ({ tx, patientId }) =>
    tx.rows(
      own(tx).from`member_card c join clinic k on ${tx.own('k')} and k.id = c.open_clinic_id
        where ${tx.own('c')} and c.patient_id = ${patientId} order by c.opened_at desc, c.id limit ${COPY_ROWS}`,
    ),
})

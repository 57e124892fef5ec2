import { rewardStates } from '@dentin/contract/data-record'
import { rewardWays } from '@dentin/contract/company-rule'
import { fenToYuan } from '@dentin/kit'
import { columns, fenOf, named, select, type RowIn } from '../../../platform/database/select.ts'
import { sql } from 'kysely'
import {
  COPY_ROWS,
  copySheet,
  followsPatient,
  momentColumn,
  textColumn,
  type DeletionGuard,
  type Following,
} from '../../patient/index.ts'
import { stateOf, type Given } from './rules.ts'

/** Both who was introduced and who gets the reward stay who they are when files of one person become one. */
export const mergeRules: readonly Following[] = [
  followsPatient('introduction_reward', { partOf: { bill: 'bill_id' } }),
  followsPatient('introduction_reward', {
    name: '介绍奖励',
    number: 'reward_no',
    column: 'referrer_patient_id',
    constraint: 'introduction_reward_referrer_fk',
  }),
]

const hindered = select({
  patientId: sql<string>`q.referrer_patient_id`,
  text: sql<string>`'有 ' || count(*) || ' 笔介绍奖励'`,
})

/** Any reward: the ledger names it. Of who was introduced the bill stands in the way already. */
export const deletionGuard: DeletionGuard = {
  tables: ['introduction_reward'],
  kept: (tx, patientIds) =>
    tx.rows(
      hindered.from`introduction_reward q where ${tx.own('q')} and q.referrer_patient_id = any(${patientIds}::uuid[])
        group by q.referrer_patient_id`,
    ),
}

const own = select(
  columns('introduction_reward', 'q', 'reward_no', 'arisen_at', 'forgone_reason'),
  named('clinic', 'k', { clinicName: 'name' }),
  { way: sql<Given>`q.way`, earned: fenOf(sql`q.earned_amount`), given: fenOf(sql`q.given_amount`) },
)
type Row = RowIn<typeof own>

/** What the patient gets for having introduced others; whom is theirs to say. */
export const copy = copySheet<Row>({
  sheet: '介绍奖励',
  grant: '/referralRecord:view',
  columns: () => [
    textColumn('单号', 18, (row) => row.rewardNo),
    momentColumn('产生', (row) => row.arisenAt),
    textColumn('门诊', 20, (row) => row.clinicName),
    textColumn('奖励', 10, (row) => rewardWays[row.way]),
    textColumn('应得', 10, (row) => said(row, row.earned)),
    textColumn('已发', 10, (row) => said(row, row.given)),
    textColumn('状态', 10, (row) => rewardStates[stateOf(row.earned, row.given, row.forgoneReason !== '')]),
  ],
  rows: ({ tx, patientId }) =>
    tx.rows(
      own.keptFrom`introduction_reward q join clinic k on ${tx.own('k')} and k.id = q.clinic_id
        where ${tx.own('q')} and q.referrer_patient_id = ${patientId} order by q.arisen_at desc, q.id limit ${COPY_ROWS}`,
    ),
})
const said = ({ way }: Row, amount: Row['earned']): string =>
  way === 'cash' ? `${fenToYuan(amount)} 元` : String(amount / 100)

import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import type { Fen } from '@dentin/kit'
import type { RawBuilder } from 'kysely'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { Reach } from '../staff/index.ts'
import type { CopySheet } from './copy.ts'
import type { DeletionGuard } from './deletion-guards.ts'
import type { FigureCount } from './figures.ts'
import type { Following, ObstacleSource, Staying } from './merge-rules.ts'
import type { FileViewer } from './queries.ts'
import type { ClinicSum } from './sums.ts'

type Calls = typeof contract.patient

/** Parts of statements that modules lend for lists of patients, and for one file. */
export interface LentToPatient {
  /** When the patient of a column comes next. */
  nextAppointment?: (tx: TenantTx, patientId: RawBuilder<unknown>) => RawBuilder<Date | null>
  /** The patients who come to a clinic today, as a select of ids. */
  comingToday?: (tx: TenantTx, clinicId: string) => RawBuilder<unknown>
  /** Whether the records of a reach say something of a diagnosis, of the patient of a column. */
  diagnosed?: (tx: TenantTx, patientId: RawBuilder<unknown>, words: string, reach: Reach) => RawBuilder<boolean>
  /** The patients for whom one of these items was charged within a reach, as a select of ids. */
  charged?: (tx: TenantTx, tariffIds: readonly string[], reach: Reach) => RawBuilder<unknown>
  /** What a patient's member cards are called, and what they hold together, each as a column. */
  memberCard?: (
    tx: TenantTx,
    patientId: RawBuilder<unknown>,
  ) => { typeName: RawBuilder<string>; principal: RawBuilder<string>; bonus: RawBuilder<string> }
  /** What a patient's prepayments hold together, as a column. */
  prepaid?: (tx: TenantTx, patientId: RawBuilder<unknown>) => RawBuilder<string>
  /** The newest bills of which something is still owed: `bill` as JSON, and `open_time`. */
  openBills?: (tx: TenantTx, patientId: string, clinicIds: readonly string[] | null) => RawBuilder<unknown>
}

/** A line of a treatment plan that the patient has accepted, as those who book, treat and charge need it. */
export interface PlannedLine {
  id: string
  planId: string
  tariffId: string
  name: string
  teeth: string
  qty: number
  /** What was quoted for one, and the charged part of it: 95 = 9.5 折. */
  price: Fen
  discountPercent: number
  /** The bill that charges for it already. */
  billId: string | null
}

/** What a module that keeps something of patients says of it. */
interface AskedByPatient {
  /** What becomes of its rows when two files of one person become one. */
  mergeRules?: readonly Following[]
  /** What names a patient and is left as it is. */
  stays?: readonly Staying[]
  /** What is under way and keeps files from being merged. */
  mergeObstacles?: ObstacleSource
  /** What of it keeps a file from being archived or deleted. */
  deletionGuard?: DeletionGuard
  /** Counts its part of a patient's running figures anew. */
  countFigures?: FigureCount
  /** What a patient owes and has paid to each clinic. */
  clinicSums?: (tx: TenantTx, patientId: string) => Promise<ClinicSum[]>
  /** Its sheets of the copy that a patient may ask for. */
  copy?: readonly CopySheet[]
  lends?: LentToPatient
  /** The lines with these ids of plans that the patient has accepted, as far as they still hold. */
  planLines?: (tx: TenantTx, patientId: string, ids: readonly string[]) => Promise<PlannedLine[]>
  /** A patient's visits in all clinics, each as one thing. */
  timeline?: (
    tx: TenantTx,
    input: ParsedInput<Calls['timeline']>,
    viewer: FileViewer,
  ) => Promise<HandlerOutput<Calls['timeline']>>
  /** The state of the mouth as the records left it. */
  toothConditions?: (
    tx: TenantTx,
    patientId: string,
    records: Reach,
  ) => Promise<HandlerOutput<Calls['toothConditions']>>
}

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    patient?: AskedByPatient
  }
}

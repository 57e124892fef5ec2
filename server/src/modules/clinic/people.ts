import type { contract, HandlerOutput } from '@dentin/contract'
import type { RawBuilder } from 'kysely'
import type { TenantTx } from '../../platform/database/tx.ts'
import { answerOf, type Parts } from '../../platform/wiring.ts'

type Calls = typeof contract.clinic

/** The module that knows who works where tells the clinic of its people. */
export interface People {
  /** Names of members of staff by id, also of those who left. */
  employeeNames(tx: TenantTx, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The name of one whose id an expression gives, as a part of a statement. */
  nameOfEmployee(tx: TenantTx, id: RawBuilder<unknown>): RawBuilder<string | null>
  /** How many work in a department whose id an expression gives, as a part of a statement. */
  staffCountOf(tx: TenantTx, clinicId: string, dept: RawBuilder<unknown>): RawBuilder<number>
  /** Everybody who works in the clinic now. */
  staffOf(tx: TenantTx, clinicId: string): Promise<HandlerOutput<Calls['employees']>>
  /** The doctors who see patients in the clinic now. */
  doctorsOf(tx: TenantTx, clinicId: string, myId: string): Promise<HandlerOutput<Calls['doctors']>>
  /** Those of the company's other clinics. */
  doctorsElsewhere(tx: TenantTx, clinicId: string): Promise<{ clinicId: string; id: string; name: string }[]>
  /** Who at work in the clinic holds each of these resources, by name. */
  holdersOfResources(
    tx: TenantTx,
    clinicId: string,
    resources: readonly string[],
  ): Promise<ReadonlyMap<string, string[]>>
  /** The names of its doctors, as a part of a statement. */
  doctorNames(tx: TenantTx, clinicId: string): RawBuilder<string[]>
}

/** Who knows the people of a clinic. */
export const peopleIn = (parts: Parts): People => answerOf(parts, 'clinic', ({ people }) => people)

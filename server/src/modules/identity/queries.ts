import type { LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx } from '../../platform/database/tx.ts'

/** An account as sign-in and its owner need it. */
export interface Account {
  id: string
  phone: string
  loginName: string | null
  passwordHash: string
  nickName: string
  avatarPath: string | null
  birthDay: LocalDate | null
  gender: number | null
  status: number
  userAuth: number
  lastClinicId: string | null
  /** Of an application for an organisation of one's own: -1 none, 0 under review, 2 refused. */
  orgAuth: number
}

const columns = sql`id, phone, login_name as "loginName", password_hash as "passwordHash", nick_name as "nickName",
  avatar_path as "avatarPath", birth_day as "birthDay", gender, status, user_auth as "userAuth", last_clinic_id as "lastClinicId", org_auth as "orgAuth"`

/** The account with this phone or login name, already in the form in which it is looked up. */
export async function accountByKey(tx: PlatformTx, key: string): Promise<Account | undefined> {
  return tx.row<Account>(keptSql`select ${columns} from account where phone = ${key} or login_name = ${key}`)
}

export async function accountById(tx: PlatformTx, id: string): Promise<Account> {
  return tx.need<Account>(keptSql`select ${columns} from account where id = ${id}`)
}

import type { LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'

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

/** Company, clinic, name and posts of a member of staff at work. */
export async function placeOf(tx: TenantTx, clinicId: string, employeeId: string) {
  return tx.need<{
    clinicName: string
    companyName: string
    isCompany: boolean
    isChain: boolean
    orgAuth: number
    employeeName: string
    isDoctor: boolean
    posts: string[]
  }>(
    keptSql`select c.name as "clinicName", o.name as "companyName", c.is_main and o.is_chain as "isCompany", o.is_chain as "isChain",
          o.org_auth as "orgAuth", e.name as "employeeName", e.is_doctor as "isDoctor",
          array(select p.name from employee_post ep
                join post p on p.tenant_id = ${tx.tenantId} and p.id = ep.post_id
                where ep.tenant_id = ${tx.tenantId} and ep.clinic_id = ${clinicId} and ep.employee_id = ${employeeId}
                order by p.sort_no) as posts
        from clinic c
        join company o on o.tenant_id = ${tx.tenantId}
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ${employeeId}
        where c.tenant_id = ${tx.tenantId} and c.id = ${clinicId}`,
  )
}

/** Everything the posts of a member of staff grant in a clinic, each with its widest data scope. */
export async function grantsOf(tx: TenantTx, clinicId: string, employeeId: string) {
  return tx.rows<{ resource: string; scope: number }>(
    sql`select pr.resource, max(pr.data_scope) as scope
        from employee_post ep
        join post_resource pr on pr.tenant_id = ${tx.tenantId} and pr.post_id = ep.post_id
        where ep.tenant_id = ${tx.tenantId} and ep.clinic_id = ${clinicId} and ep.employee_id = ${employeeId}
        group by pr.resource order by pr.resource`,
  )
}

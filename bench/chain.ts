import { existsSync } from 'node:fs'
import path from 'node:path'
import { uuidv7 } from '@dentin/kit'
import pg from 'pg'
import { largeSize, seedLarge } from '../server/db/seed/large/index.ts'
import { keepMissing } from '../server/src/modules/reporting/kept-sums/jobs.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { Database } from '../server/src/platform/database/database.ts'
import { bootstrap, migrate, overSocket } from '../server/src/platform/database/migrate.ts'
import { localFileStore } from '../server/src/platform/files/store.ts'
import { installJobs } from '../server/src/platform/jobs/jobs.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../server/src/platform/postgres/embedded.ts'
import { hashToken, newToken } from '../server/src/platform/security/tokens.ts'
import type { ChainClinic } from './data.ts'
import { root, say } from './rig.ts'

/** The large chain, running. */
export interface Chain {
  postgres: EmbeddedPostgres
  ownerUrl: string
  appUrl: string
  superuserUrl: string
  clinics: ChainClinic[]
  /** The moment at which it was made: its today. */
  now: Date
  patients: number
  appointments: number
}

/**
 * Opens the large chain in a folder, makes it there when it is not, and signs its administrator in, in every clinic.
 * @param part of the full size, when it has to be made
 * @param money with bills, cards and the ledger, when it has to be made
 */
export async function openChain(folder: string, part = 1, money = false): Promise<Chain> {
  const fresh = !existsSync(path.join(folder, 'postgres'))
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    settings: { shared_buffers: '1GB', effective_cache_size: '4GB', max_wal_size: '4GB' },
  })
  const { ownerUrl, appUrl } = await bootstrap(postgres.superuserUrl, {
    database: 'dentin',
    ownerPassword: 'bench',
    appPassword: 'bench',
  })
  await migrate(ownerUrl, path.join(root, 'server/db/migrations'), say)
  await installJobs(ownerUrl)
  const files = localFileStore(path.join(folder, 'files'))
  if (fresh) await seedLarge({ ownerUrl, now: new Date(), size: largeSize(part, money), files, progress: say })
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const facts = (
    await owner.query<{ now: Date; patients: number; appointments: number }>(
      `select max(created_at) + interval '5 minutes' as now, count(*)::int as appointments,
         (select count(*)::int from patient) as patients from appointment`,
    )
  ).rows[0] as { now: Date; patients: number; appointments: number }
  await keepMonths(appUrl, owner, facts.now)
  const clinics = await clinicsOf(owner, facts.now)
  await owner.end()
  return {
    postgres,
    ownerUrl,
    appUrl: overSocket(appUrl, postgres.socketDir),
    superuserUrl: postgres.superuserUrl,
    clinics,
    ...facts,
  }
}

/** Keeps the sums of days that are over, as a server does when it begins to work. */
async function keepMonths(appUrl: string, owner: pg.Client, now: Date): Promise<void> {
  const database = new Database(appUrl, systemClock(now.getTime() - Date.now()), { max: 2, patienceMs: 600_000 })
  const started = performance.now()
  let count = 0
  for (const { id } of (await owner.query<{ id: string }>('select id from company')).rows)
    count += await keepMissing(database, id)
  await database.close()
  if (count === 0) return
  await owner.query('vacuum analyze kept_sum')
  say(`合计留存 ${count.toLocaleString('en-US')} 个月，${((performance.now() - started) / 1000).toFixed(1)} 秒`)
}

async function clinicsOf(owner: pg.Client, now: Date): Promise<ChainClinic[]> {
  const { rows } = await owner.query<{
    tenantId: string
    clinicId: string
    accountId: string
    employeeId: string
    sourceId: string
    doctors: string[]
    patients: string[]
    words: ChainClinic['words']
  }>(
    `select c.tenant_id as "tenantId", c.id as "clinicId", m.account_id as "accountId", m.employee_id as "employeeId",
       (select id from patient_source s where s.tenant_id = c.tenant_id and s.enabled order by s.id desc limit 1) as "sourceId",
       array(select ec.employee_id from employee_clinic ec join employee e on e.tenant_id = ec.tenant_id and e.id = ec.employee_id and e.is_doctor
         where ec.tenant_id = c.tenant_id and ec.clinic_id = c.id order by e.sort_no) as doctors,
       array(select p.id from patient p where p.tenant_id = c.tenant_id and p.home_clinic_id = c.id and p.status = 0 order by p.id limit 500) as patients,
       (select jsonb_agg(jsonb_build_object('han', substr(p.name, 1, 2), 'initials', split_part(p.search, ' ', 3), 'digits', right(p.mobile, 4)))
         from (select * from patient p where p.tenant_id = c.tenant_id and p.home_clinic_id = c.id and p.status = 0 and p.mobile is not null
           order by p.id limit 50) p) as words
     from clinic c
     join account a on a.login_name = 'admin'
     join account_clinic m on m.account_id = a.id and m.clinic_id = c.id
     order by c.sort_no`,
  )
  const made: ChainClinic[] = []
  for (const { accountId, employeeId, ...row } of rows) {
    const token = newToken()
    await owner.query(
      `insert into session (token_hash, id, account_id, account_name, tenant_id, clinic_id, employee_id, created_at, last_seen_at, expires_at)
       values ($1, $2, $3, '陆安和', $4, $5, $6, $7, $7, $8)`,
      [
        hashToken(token),
        uuidv7(),
        accountId,
        row.tenantId,
        row.clinicId,
        employeeId,
        now,
        new Date(now.getTime() + 86_400_000),
      ],
    )
    made.push({ ...row, accountId, employeeId, token, cashId: '', bills: [], drafts: [], unsigned: [] })
  }
  return made
}

/** Takes away what the measurement of writing has written, so that what is read afterwards is as it was. */
export async function tidy(chain: Chain): Promise<void> {
  await asOwner(chain, async (owner) => {
    for (const [table, column] of [
      ['bill_item', 'bill_id'],
      ['bill', 'id'],
    ])
      await owner.query(
        `delete from ${table} where ${column} in (select id from bill where status = 1 and bill_no ~ '^SFB')`,
      )
    await owner.query(`delete from patient where name ~ '^新患者[0-9]$'`)
    await owner.query(`delete from idempotency`)
    await owner.query(`select app.recount_patients()`)
    await owner.query(`vacuum analyze patient, patient_stat`)
  })
}

/** Work with a connection of the owner, which is closed whatever becomes of it. */
export async function asOwner<T>(chain: Pick<Chain, 'ownerUrl'>, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: chain.ownerUrl })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

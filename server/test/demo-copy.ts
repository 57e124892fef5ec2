import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { withCredentials, withDatabase } from '../src/platform/database/migrate.ts'
import { demoProduct } from './demo-reports.ts'
import { DEMO_TEMPLATE, demoTemplate, type DemoMade } from './demo-template.ts'
import { TEST_PASSWORDS } from './global-setup.ts'

/** Where the demo of this run lies; of a file that runs by itself a folder of its own. */
export const demoDir = process.env.DEMO_DIR ?? mkdtempSync(path.join(tmpdir(), 'dentin-demo-'))

/** How long a test file waits for the demo: whoever comes first makes it, beside the files of the other workers. */
export const DEMO_WAIT_MS = 600_000

/** Whoever makes the demo, and whoever copies it, does so alone. */
const ALONE = 716_290_434

/** A database of its own with the demo in it. */
export interface DemoCopy {
  ownerUrl: string
  appUrl: string
  /** Sees every company. */
  superuser: pg.Client
  made: DemoMade
  /** The chain, as it is known to the database. */
  chain: string
  drop(): Promise<void>
}

/** The demo in a database of its own for one test file. */
export async function demoCopy(): Promise<DemoCopy> {
  const url = process.env.TEST_DATABASE_URL as string
  const name = `demo_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query('select pg_advisory_lock($1)', [ALONE])
  const made = await demoTemplate(url, demoDir, TEST_PASSWORDS)
  await admin.query(`create database ${name} template ${DEMO_TEMPLATE} owner dentin_owner strategy = file_copy`)
  await admin.end()
  const superuser = new pg.Client({ connectionString: withDatabase(url, name) })
  await superuser.connect()
  const { rows } = await superuser.query<{ id: string }>(
    `select e.tenant_id as id from employee e join account a on a.id = e.account_id where a.login_name = 'hq'`,
  )
  return {
    chain: rows[0]?.id as string,
    ownerUrl: withCredentials(withDatabase(url, name), 'dentin_owner', TEST_PASSWORDS.ownerPassword),
    appUrl: withCredentials(withDatabase(url, name), 'dentin_app', TEST_PASSWORDS.appPassword),
    superuser,
    made,
    drop: async () => {
      await superuser.end()
      const last = new pg.Client({ connectionString: url })
      await last.connect()
      await last.query(`drop database if exists ${name} with (force)`)
      await last.end()
      if (!process.env.DEMO_DIR) rmSync(demoDir, { recursive: true, force: true })
    },
  }
}

/** The product over a copy of the demo. */
export const productOver = ({ appUrl, superuser }: DemoCopy) =>
  demoProduct({ appUrl, owner: superuser, dataDir: demoDir })

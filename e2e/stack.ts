import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseDateTime } from '@dentin/kit'
import pg from 'pg'
import type { DemoReport } from '../server/db/seed/index.ts'
import { makeApplication, type Application } from '../server/src/app/application.ts'
import { captchaProbe, openSessionFor } from '../server/src/modules/identity/index.ts'
import { systemClock, type Clock } from '../server/src/platform/clock.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { withCredentials, withDatabase } from '../server/src/platform/database/migrate.ts'
import { makeLog } from '../server/src/platform/log.ts'
import { startThrowawayPostgres } from '../server/src/platform/postgres/embedded.ts'
import { DEMO_TEMPLATE, demoTemplate } from '../server/test/demo-template.ts'

const root = path.resolve(import.meta.dirname, '..')
const PASSWORDS = { ownerPassword: 'owner-for-journeys', appPassword: 'app-for-journeys' }
/** Another system that may hand over a token. */
export const TOKEN_ORIGIN = 'https://old.example.test'

/**
 * The moment at which a journey begins: a Friday in the middle of the clinic's morning, or of the day in JOURNEY_DAY. Always
 * the same, so that a journey doesn't break on a Sunday or a holiday.
 */
export const JOURNEY_NOW = parseDateTime(`${process.env.JOURNEY_DAY ?? '2026-11-20'} 10:42:00`)

/** A PostgreSQL with the demo chain in a template database. */
export interface DemoCluster {
  superuserUrl: string
  demo: DemoReport
  /** Where the stacks keep their files; the pictures of the demo are there. */
  dataDir: string
  stop(): Promise<void>
}

/** Makes the demo chain once; each stack clones it. */
export async function startDemoCluster(progress: (line: string) => void = () => {}): Promise<DemoCluster> {
  const given = process.env.TEST_DATABASE_URL
  const own = given ? null : await startThrowawayPostgres({ max_connections: '200' })
  const superuserUrl = given ?? (own as { superuserUrl: string }).superuserUrl
  // The tests of the same run may have made the demo already.
  const kept = process.env.DEMO_DIR
  const dataDir = kept ?? (await mkdtemp(path.join(tmpdir(), 'dentin-journeys-')))
  const { report: demo } = await demoTemplate(superuserUrl, dataDir, { ...PASSWORDS, now: JOURNEY_NOW, progress })
  return {
    superuserUrl,
    demo,
    dataDir,
    async stop() {
      await own?.stop()
      if (!kept) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The whole product on a demo database of its own, listening on a free port. */
export interface Stack {
  origin: string
  readonly application: Application
  owner: pg.Client
  /** A live session of a demo account, as the browser keeps it. */
  session(
    loginName: string,
    clinicName?: string,
  ): Promise<{ token: string; clinicId: string; currentUserId: string; companyId: string }>
  /** As `session`, also of somebody who belongs to no clinic. */
  anySession(
    loginName: string,
    clinicName?: string,
  ): Promise<{ token: string; clinicId: string | null; currentUserId: string; companyId: string | null }>
  /** The server goes, with every connection; its database stays. */
  down(): Promise<void>
  /** It is there again, at the same address. */
  up(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the product in this process, so that a journey can read captchas and set the clock.
 * @param settings as an environment would give them
 * @param clock a journey that says nothing lives at JOURNEY_NOW
 */
export async function startStack(
  cluster: DemoCluster,
  settings: Record<string, string> = {},
  clock: Clock = systemClock(JOURNEY_NOW.getTime() - Date.now()),
): Promise<Stack> {
  const database = `j_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: cluster.superuserUrl })
  await admin.connect()
  // Copied as files: through the log a third of a gigabyte would be written twice.
  await admin.query(`create database ${database} template ${DEMO_TEMPLATE} owner dentin_owner strategy = file_copy`)
  const url = withDatabase(cluster.superuserUrl, database)
  const appUrl = withCredentials(url, 'dentin_app', PASSWORDS.appPassword)
  const owner = new pg.Client({ connectionString: withCredentials(url, 'dentin_owner', PASSWORDS.ownerPassword) })
  await owner.connect()
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: cluster.dataDir,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
    PORT: '0',
    TOKEN_MESSAGE_ORIGINS: TOKEN_ORIGIN,
    SERVER_KEY: 'a key for journeys with nothing behind it',
    ...settings,
  })
  captchaProbe.answers ??= new Map()
  const make = () =>
    makeApplication({
      config,
      appUrl,
      clock,
      log: makeLog(config.LOG_LEVEL),
      webRoot: path.resolve(root, process.env.WEB_DIST ?? 'web/dist'),
    })
  let application = await make()
  let isUp = true
  const origin = await application.http.listen({ host: '127.0.0.1', port: 0 })
  const anySession: Stack['anySession'] = async (loginName, clinicName) => {
    const opened = await application.services.database.withPlatform((tx) =>
      openSessionFor(tx, loginName, clinicName ? { clinic: clinicName } : {}),
    )
    return {
      token: opened.token,
      clinicId: opened.membership?.clinicId ?? null,
      currentUserId: opened.accountId,
      companyId: opened.membership?.tenantId ?? null,
    }
  }
  return {
    origin,
    get application() {
      return application
    },
    owner,
    anySession,
    session: async (loginName, clinicName) => {
      const { clinicId, companyId, ...held } = await anySession(loginName, clinicName)
      if (!clinicId || !companyId) throw new Error(`${loginName} has no clinic`)
      return { ...held, clinicId, companyId }
    },
    async down() {
      isUp = false
      await application.stop()
    },
    async up() {
      application = await make()
      await application.http.listen({ host: '127.0.0.1', port: Number(new URL(origin).port) })
      isUp = true
    },
    async stop() {
      await owner.end()
      if (isUp) await application.stop()
      await admin.query(`drop database if exists ${database} with (force)`)
      await admin.end()
    },
  }
}

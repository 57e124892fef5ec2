import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseDateTime } from '@dentin/kit'
import pg from 'pg'
import pino, { type Logger } from 'pino'
import { afterAll, expect } from 'vitest'
import { TestClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import type { Config } from '../src/platform/config.ts'
import { Database } from '../src/platform/database/database.ts'
import { statementLog } from '../src/platform/database/connection.ts'
import { makeFileStore, type FileStore } from '../src/platform/files/store.ts'
import { Jobs } from '../src/platform/jobs/jobs.ts'
import type { Wiring } from '../src/platform/wiring.ts'
import { TEST_NOW } from './fixture.ts'
import { testDatabase } from './harness.ts'
import { RowWatch } from './row-lies.ts'
import { problemsOfRun } from './statements.ts'

export interface TestPlatform {
  config: Config
  clock: TestClock
  log: Logger
  database: Database
  files: FileStore
  appUrl: string
  ownerUrl: string
  /** A queue of its own, as each process has one; stopped after the file. */
  makeJobs(): Jobs
  /** Rows as the owner of the tables sees them. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
}

/** The platform without any module unless they are given (`wiring`), over a database and a data folder of its own. Goes by itself after the file. */
export async function testPlatform(options: { looseSql?: boolean; wiring?: Wiring } = {}): Promise<TestPlatform> {
  const { ownerUrl, appUrl, drop } = await testDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'dentin-test-'))
  const clock = new TestClock(parseDateTime(TEST_NOW))
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
  const statements = new Set<string>()
  statementLog.sink = (sql) => statements.add(sql)
  const rows = new RowWatch()
  statementLog.asked = rows.asked
  const database = new Database(appUrl, clock, options.wiring ? { wiring: options.wiring } : {})
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const queues: Jobs[] = []
  afterAll(async () => {
    for (const jobs of queues) await jobs.stop()
    const wrong = await problemsOfRun(
      options.looseSql ? [] : statements,
      async (text) => (await owner.query<{ table_name: string }>(text)).rows,
    )
    await database.close()
    await owner.end()
    await drop()
    await rm(dataDir, { recursive: true, force: true })
    expect([...wrong, ...rows.lies]).toEqual([])
  })
  return {
    config,
    clock,
    log,
    database,
    files: makeFileStore(config),
    appUrl,
    ownerUrl,
    makeJobs() {
      const jobs = new Jobs({ url: appUrl, log, clock })
      queues.push(jobs)
      return jobs
    },
    sql: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await owner.query<Row>(text, values)).rows,
  }
}

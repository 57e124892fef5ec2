import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseDateTime } from '@dentin/kit'
import pg from 'pg'
import { seedDemo, type DemoReport } from '../db/seed/index.ts'
import { readConfig } from '../src/platform/config.ts'
import { bootstrap, migrate } from '../src/platform/database/migrate.ts'
import { localFileStore } from '../src/platform/files/store.ts'
import { installJobs } from '../src/platform/jobs/jobs.ts'

/** The demo chain in a database that others copy. */
export const DEMO_TEMPLATE = 'dentin_demo_template'
/** A Friday in the middle of the clinic's morning: the demo is told up to this moment. */
export const DEMO_NOW = parseDateTime('2026-11-20 10:42:00')

/** The demo as it was made: its sign-ins, and what was said on the way. */
export interface DemoMade {
  report: DemoReport
  lines: string[]
  seconds: number
}

/**
 * The demo chain in a template database and its files in a folder, made unless the run has made it before: then the folder
 * says so.
 * @param dataDir the pictures of the demo go into its `files`
 */
export async function demoTemplate(
  superuserUrl: string,
  dataDir: string,
  { now = DEMO_NOW, progress, ...passwords }: DemoOptions,
): Promise<DemoMade> {
  const note = path.join(dataDir, `demo-${now.getTime()}.json`)
  if (existsSync(note)) {
    await bootstrap(superuserUrl, { database: DEMO_TEMPLATE, ...passwords })
    return JSON.parse(readFileSync(note, 'utf8')) as DemoMade
  }
  const admin = new pg.Client({ connectionString: superuserUrl })
  await admin.connect()
  await admin.query(`drop database if exists ${DEMO_TEMPLATE} with (force)`)
  await admin.end()
  const { ownerUrl, appUrl } = await bootstrap(superuserUrl, { database: DEMO_TEMPLATE, ...passwords })
  await migrate(ownerUrl, path.resolve(import.meta.dirname, '../db/migrations'))
  await installJobs(ownerUrl)
  const lines: string[] = []
  const started = performance.now()
  const say = (line: string) => {
    lines.push(line)
    progress?.(line)
  }
  const report = await seedDemo({
    ownerUrl,
    now,
    progress: say,
    files: localFileStore(path.join(dataDir, 'files')),
    desk: {
      appUrl,
      config: readConfig({
        NODE_ENV: 'test',
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
        PORT: '0',
        SERVER_KEY: 'a key for tests with nothing behind it',
        DATABASE_POOL: '5',
      }),
    },
  })
  if (!report) throw new Error('the demo chain was not made')
  const made = { report, lines, seconds: (performance.now() - started) / 1000 }
  writeFileSync(note, JSON.stringify(made))
  return made
}

interface DemoOptions {
  ownerPassword: string
  appPassword: string
  now?: Date
  progress?: (line: string) => void
}

import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { bootstrap, migrate, withDatabase } from '../src/platform/database/migrate.ts'
import { installJobs } from '../src/platform/jobs/jobs.ts'
import { startThrowawayPostgres } from '../src/platform/postgres/embedded.ts'
import { makeFixture } from './fixture.ts'
import { SHAPES_FILE } from './row-lies.ts'

export const TEMPLATE = 'dentin_test_template'
export const TEST_PASSWORDS = { ownerPassword: 'owner-for-tests', appPassword: 'app-for-tests' }

const makeRowShapes = () =>
  promisify(execFile)(process.execPath, [
    path.resolve(import.meta.dirname, '../../scripts/run.mjs'),
    path.resolve(import.meta.dirname, 'row-shapes.ts'),
    SHAPES_FILE,
  ])

/** What tests start in a process of its own is the product as it is built: it starts in a third of the time. */
const buildServer = () =>
  promisify(execFile)(process.execPath, [path.resolve(import.meta.dirname, '../../scripts/build.mjs'), '--server'])

/** Makes the template that every test file clones: the newest schema with two small tenants in it. Once for all projects. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_TEMPLATE === TEMPLATE) return async () => {}
  const beside = Promise.all([makeRowShapes(), buildServer()])
  const given = process.env.TEST_DATABASE_URL
  const own = given ? null : await startThrowawayPostgres({ max_connections: '200' })
  const superuserUrl = given ?? (own as { superuserUrl: string }).superuserUrl
  process.env.TEST_DATABASE_URL = superuserUrl
  const admin = new pg.Client({ connectionString: superuserUrl })
  await admin.connect()
  await admin.query(`drop database if exists ${TEMPLATE} with (force)`)
  await admin.end()
  const { ownerUrl } = await bootstrap(superuserUrl, { database: TEMPLATE, ...TEST_PASSWORDS })
  await migrate(ownerUrl, path.resolve(import.meta.dirname, '../db/migrations'))
  await installJobs(ownerUrl)
  const owner = new pg.Client({ connectionString: withDatabase(ownerUrl, TEMPLATE) })
  await owner.connect()
  await makeFixture(owner)
  await owner.end()
  await beside
  process.env.TEST_TEMPLATE = TEMPLATE
  return async () => own?.stop()
}

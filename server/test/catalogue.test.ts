import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { catalogueRules, catalogueViolations } from './catalogue.ts'
import { bootstrap, withDatabase } from '../src/platform/database/migrate.ts'
import { TEST_PASSWORDS } from './global-setup.ts'
import { testApp } from './harness.ts'

const app = await testApp()
// Plants as superuser, in transactions that are rolled back.
const planter = new pg.Client({
  connectionString: withDatabase(process.env.TEST_DATABASE_URL ?? '', new URL(app.ownerUrl).pathname.slice(1)),
})
await planter.connect()
afterAll(() => planter.end())

/** A violation of each rule, by the words its name begins with. */
const planted: [string, string][] = [
  [
    'tenant_id comes first',
    `create table planted (tenant_id uuid, id uuid, primary key (id, tenant_id)); select app.tenant_table('planted')`,
  ],
  ['unique indexes', `create unique index planted_key on patient (id)`],
  [
    'foreign keys between',
    `alter table chair drop constraint chair_clinic_fk; alter table chair add constraint chair_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id) on update cascade`,
  ],
  ['row security is enabled', `alter table patient no force row level security`],
  ['tables with a clinic_id', `drop policy clinic on chair`],
  [
    'no triggers',
    `create function planted() returns trigger language plpgsql as 'begin return new; end'; create trigger planted before update on patient for each row execute function planted()`,
  ],
  ['no identity', `alter table patient add column planted bigint generated always as identity`],
  ['no enum types', `create type planted as enum ('a')`],
  ['names of constraints', `alter table patient add constraint planted_${'x'.repeat(45)} check (true)`],
  ['every view', `create view planted as select 1 as one`],
  ['the app role owns', `alter role dentin_app bypassrls`],
  [
    'a security definer',
    `create function app.planted() returns int language sql security definer as 'select 1'; grant execute on function app.planted() to dentin_app`,
  ],
  ['append-only', `grant delete on audit to dentin_app`],
  ['no grants on partitions', `grant select on audit_default to dentin_app`],
  ['money is numeric', `alter table patient add column planted double precision`],
]

describe('the schema rules', () => {
  it('hold', async () => {
    expect(await catalogueViolations(app.owner)).toEqual([])
  })

  it('each have a planted violation', () => {
    expect(planted.length).toBe(catalogueRules.length)
  })

  it('leave the app role no temporary tables, and nothing of what gateways told to take away', async () => {
    const superuserUrl = process.env.TEST_DATABASE_URL as string
    const database = `bare_${randomBytes(6).toString('hex')}`
    const { ownerUrl } = await bootstrap(superuserUrl, { database, ...TEST_PASSWORDS })
    const admin = new pg.Client({ connectionString: superuserUrl })
    await admin.connect()
    try {
      expect(ownerUrl).toContain(database)
      const asked = `select has_database_privilege('dentin_app', '${database}', 'temporary') as temporary`
      expect((await admin.query(asked)).rows).toEqual([{ temporary: false }])
    } finally {
      await admin.query(`drop database ${database} with (force)`)
      await admin.end()
    }
    for (const table of ['gateway_trade', 'payment_notice'])
      expect(await app.sql(`select has_table_privilege('dentin_app', '${table}', 'delete') as may`)).toEqual([
        { may: false },
      ])
  })

  it.each(planted)('catch: %s', async (rule, sql) => {
    await planter.query('begin')
    try {
      await planter.query(sql)
      expect((await catalogueViolations(planter)).filter((each) => each.startsWith(rule))).not.toEqual([])
    } finally {
      await planter.query('rollback')
    }
  })
})

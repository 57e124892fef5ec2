import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { catalogueRules, catalogueViolations } from './catalogue.ts'
import { withDatabase } from '../src/platform/database/migrate.ts'
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

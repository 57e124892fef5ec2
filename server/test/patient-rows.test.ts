import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { leftAlone, MERGED_COLUMNS } from '../src/modules/merge/rules.ts'
import { product } from '../src/app/modules.ts'
import { followingRows, guardedTables, stayingRows } from '../src/modules/patient/index.ts'
import { withDatabase } from '../src/platform/database/migrate.ts'
import { testApp } from './harness.ts'
import { deletionProblems, patientRowProblems, undecidedColumns, unspokenKeys, type Declared } from './patient-rows.ts'

const app = await testApp()
const planter = new pg.Client({
  connectionString: withDatabase(process.env.TEST_DATABASE_URL ?? '', new URL(app.ownerUrl).pathname.slice(1)),
})
await planter.connect()
afterAll(() => planter.end())

const declared: Declared = { following: followingRows(product), staying: stayingRows(product) }

/** What is found once something was planted; everything is taken back. */
async function planted(sql: string, find = (): Promise<string[]> => patientRowProblems(planter, declared)) {
  await planter.query('begin')
  try {
    await planter.query(sql)
    return await find()
  } finally {
    await planter.query('rollback')
  }
}

const TABLE = `create table planted (tenant_id uuid, id uuid, patient_id uuid, created_at timestamptz, primary key (tenant_id, id));
  select app.tenant_table('planted')`
const with_ = (more: object): Declared => ({
  ...declared,
  following: [...declared.following, { table: 'planted', column: 'patient_id', name: '植', audited: false, ...more }],
})

describe('every table with a patient in it says what becomes of it in a merge', () => {
  it('holds', async () => {
    expect(declared.following.length).toBeGreaterThan(7)
    expect(await patientRowProblems(app.owner, declared)).toEqual([])
  })

  it.each([
    ['a table that nobody declared', TABLE, declared, 'planted.patient_id names a patient and is not declared'],
    [
      'a key under another name',
      `create table planted (tenant_id uuid, id uuid, mother_id uuid, primary key (tenant_id, id));
       alter table planted add foreign key (tenant_id, mother_id) references patient (tenant_id, live_id)`,
      declared,
      'planted.mother_id names a patient and is not declared',
    ],
    [
      'a key to the file instead of the live one',
      `${TABLE}; create index on planted (tenant_id, patient_id);
       alter table planted add foreign key (tenant_id, patient_id) references patient (tenant_id, id)`,
      with_({}),
      'planted.patient_id: its key has to refer to patient (tenant_id, live_id)',
    ],
    [
      'no index',
      `${TABLE}; alter table planted add foreign key (tenant_id, patient_id) references patient (tenant_id, live_id)`,
      with_({}),
      'planted.patient_id: no index',
    ],
    [
      'rows that the app may not change',
      `${TABLE}; revoke update on planted from dentin_app`,
      with_({}),
      'planted.patient_id: the app may not change it',
    ],
    [
      'versions past the gate',
      `${TABLE}; alter table planted add version int`,
      with_({}),
      'planted.patient_id: plain is',
    ],
    ['a declaration of something that is gone', 'select 1', with_({}), 'planted.patient_id is declared and does not'],
    [
      'both at once',
      'select 1',
      { ...declared, staying: [...declared.staying, { table: 'bill', column: 'patient_id' }] },
      'bill.patient_id is declared both',
    ],
  ] as [string, string, Declared, string][])('catches: %s', async (_what, sql, also, problem) => {
    const found = await planted(sql, () => patientRowProblems(planter, also))
    expect(found.filter((each) => each.startsWith(problem))).toHaveLength(1)
  })
})

describe('every column of a file', () => {
  it('is decided on in a merge, or left alone for a reason', async () => {
    expect(await undecidedColumns(app.owner, MERGED_COLUMNS, leftAlone)).toEqual([])
    expect(
      await planted('alter table patient add column planted text', () =>
        undecidedColumns(planter, MERGED_COLUMNS, leftAlone),
      ),
    ).toEqual(['planted: no rule'])
    expect(await undecidedColumns(app.owner, [...MERGED_COLUMNS, 'id', 'never'], leftAlone)).toEqual([
      'id: both',
      'never: gone',
    ])
  })
})

describe('every key to a file', () => {
  it('is answered for when the file is deleted', async () => {
    expect(await deletionProblems(app.owner, guardedTables(product))).toEqual([])
    const key = 'add constraint planted_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id)'
    expect(
      await planted(`${TABLE}; alter table planted ${key}`, () => deletionProblems(planter, guardedTables(product))),
    ).toEqual(['planted_fk holds a file that is deleted, and nobody tells of planted (deletionGuard)'])
    expect(
      await planted(`${TABLE}; alter table planted ${key} on delete cascade`, () =>
        deletionProblems(planter, guardedTables(product)),
      ),
    ).toEqual([])
  })

  it('refuses in words when the file was merged meanwhile', async () => {
    const spoken = (name: string) => product.refusals[name] === 'PATIENT_MERGED'
    expect(await unspokenKeys(app.owner, spoken)).toEqual([])
    expect(
      await planted(
        `${TABLE}; alter table planted add constraint planted_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id)`,
        () => unspokenKeys(planter, spoken),
      ),
    ).toEqual(['planted_fk'])
  })
})

describe('the database refuses what would hang on a merged file', () => {
  it('by a key: neither a new row nor one that is left behind', async () => {
    const [keep, remove] = await app.sql<{ tenant_id: string; id: string }>(
      `select tenant_id, id from patient where tenant_id = (select tenant_id from company order by id limit 1) order by id limit 2`,
    )
    if (!keep || !remove) throw new Error('two patients expected')
    const condition = (id: string) =>
      app.sql(
        `insert into tooth_condition (tenant_id, id, clinic_id, patient_id, tooth, condition, layer, noted_on, visit_at, known_from, created_at, updated_at)
         select $1, gen_random_uuid(), id, $2, '16', 'caries', 'finding', '2026-11-20', now(), now(), now(), now() from clinic where tenant_id = $1 limit 1`,
        [keep.tenant_id, id],
      )
    const merge = () =>
      app.sql('update patient set status = 2, merged_into_id = $2 where id = $1', [remove.id, keep.id])
    await condition(remove.id)
    await expect(merge()).rejects.toThrow(/tooth_condition_patient_fk/)
    await app.sql('delete from tooth_condition')
    await expect(merge()).rejects.toThrow(/patient_clinic_patient_fk/)
    await app.sql('delete from patient_clinic where patient_id = $1', [remove.id])
    await merge()
    await expect(condition(remove.id)).rejects.toThrow(/tooth_condition_patient_fk/)
    await expect(
      app.sql('update patient set status = 2, merged_into_id = $2 where id = $1', [keep.id, remove.id]),
    ).rejects.toThrow(/patient_merged_into_fk/)
    await expect(app.sql('update patient set status = 0 where id = $1', [remove.id])).rejects.toThrow(
      /patient_merged_check/,
    )
  })
})

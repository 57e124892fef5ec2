import { describe, expect, it } from 'vitest'
import { clinicalProblems, statementProblems, type SchemaFacts } from './statements.ts'

const facts: SchemaFacts = {
  tenantTables: new Set(['patient', 'bill', 'bill_item', 'event', 'audit']),
  auditedTables: new Set(['patient', 'bill']),
}
const problems = (sql: string) => statementProblems(sql, facts)

describe('the statement rules catch a planted violation of each kind', () => {
  it.each([
    ['no filter', 'select * from patient', 'patient without its own tenant_id = $n'],
    [
      'the setting instead of a parameter',
      `select 1 from patient where tenant_id = current_setting('x')::uuid`,
      'patient without its own tenant_id = $n',
    ],
    [
      'a join without its own',
      'select 1 from bill b join patient p on p.id = b.patient_id where b.tenant_id = $1',
      'patient without its own tenant_id = $n',
    ],
    [
      'a subquery without its own',
      'select 1 from bill where tenant_id = $1 and patient_id in (select id from patient)',
      'patient without its own tenant_id = $n',
    ],
    [
      'a lateral without its own',
      'select 1 from bill b, lateral (select 1 from patient p where p.id = b.patient_id) x where b.tenant_id = $1',
      'patient without its own tenant_id = $n',
    ],
    ['update', 'update event set topic = $1 where id = $2', 'event without its own tenant_id = $n'],
    ['delete', 'delete from event where id = $1', 'event without its own tenant_id = $n'],
    ['insert without the tenant', 'insert into event (id) values ($1)', 'insert into event without tenant_id'],
    [
      'insert select without returning',
      'insert into event (tenant_id, id) select $1, x from unnest($2::uuid[]) x',
      'insert into event … select without returning',
    ],
    [
      'subquery in values',
      'insert into event (tenant_id, id) values ($1, (select 1))',
      'insert into event: subquery in VALUES',
    ],
    [
      'function in on conflict',
      'insert into event (tenant_id, id) values ($1, $2) on conflict (id) do update set at = now()',
      'insert into event: now() in ON CONFLICT',
    ],
    [
      'volatile in update',
      'update event set id = gen_random_uuid() where tenant_id = $1',
      'gen_random_uuid() in an UPDATE',
    ],
    ['merge', 'merge into event e using bill b on e.id = b.id when matched then delete', 'MERGE'],
    [
      'a change without audit',
      'update patient set name = $3 where tenant_id = $1 and id = $2',
      'patient is changed without an audit row',
    ],
  ])('%s', async (_name, sql, expected) => {
    expect(await problems(sql)).toContain(expected)
  })

  it.each([
    [
      'parameters everywhere',
      'select 1 from bill b join patient p on p.tenant_id = $1 and p.id = b.patient_id where b.tenant_id = $1',
    ],
    ['a common table expression', 'with x as (select id from patient where tenant_id = $1) select * from x'],
    [
      'insert select returning',
      'insert into event (tenant_id, id) select $1::uuid, x from unnest($2::uuid[]) x returning id',
    ],
    [
      'a change beside its audit row',
      'with c as (update patient set name = $3 where tenant_id = $1 and id = $2 returning *) insert into audit (tenant_id, id) select $1, c.id from c returning id',
    ],
  ])('lets through: %s', async (_name, sql) => {
    expect(await problems(sql)).toEqual([])
  })
})

describe('the rule for the provider catches whoever reads of patients', () => {
  const clinical = new Set(['patient', 'bill_item'])
  it.each([
    ['a column', 'select name from patient where tenant_id = $1'],
    ['everything', 'select * from patient where tenant_id = $1'],
    ['a count beside a name', 'select name, count(*) from patient where tenant_id = $1 group by 1'],
    ['the newest day', 'select max(created_at) from patient where tenant_id = $1'],
    ['within a subquery', 'select (select name from patient where tenant_id = $1 limit 1)'],
    ['a join', 'select c.name from clinic c join patient p on p.tenant_id = $1 where c.tenant_id = $1'],
    ['a common table expression', 'with x as (select name from patient where tenant_id = $1) select count(*) from x'],
    ['a change', 'update patient set name = $2 where tenant_id = $1'],
    ['a deletion', 'delete from bill_item where tenant_id = $1'],
  ])('%s', async (_name, sql) => {
    expect(await clinicalProblems(sql, clinical)).not.toEqual([])
  })
  it('lets through a count by clinic, and tables of another kind', async () => {
    const counted =
      'select p.home_clinic_id as "clinicId", count(*)::int as count from patient p where p.tenant_id = $1 group by 1'
    expect(await clinicalProblems(counted, clinical)).toEqual([])
    expect(await clinicalProblems('select name from clinic where tenant_id = $1', clinical)).toEqual([])
  })
})

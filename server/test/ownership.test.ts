import { afterAll, describe, expect, it } from 'vitest'
import { product } from '../src/app/modules.ts'
import { holidaysOf } from '../src/modules/clinic/index.ts'
import { employeeNames } from '../src/modules/staff/index.ts'
import { pictureById } from '../src/platform/files/pictures.ts'
import { lending } from '../src/platform/database/lent.ts'
import { statementLog } from '../src/platform/database/connection.ts'
import type { TenantTx } from '../src/platform/database/tx.ts'
import type { House } from '../src/platform/module.ts'
import { sql } from 'kysely'
import { fixture } from './fixture.ts'
import { declarationProblems, lenderNow, ownershipProblems, rightsOf, senderNow, type Sent } from './ownership.ts'
import { testPlatform } from './platform.ts'

const app = await testPlatform({ wiring: product, looseSql: true })

describe('every table', () => {
  it('is written by one module, and read by none to its left', async () => {
    const tables = await app.sql<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and not c.relispartition and c.relname not in ('migration', 'schema_migration') order by 1`,
    )
    expect(
      declarationProblems(
        product.house,
        tables.map(({ name }) => name),
      ),
    ).toEqual([])
  })
})

const house: House = [
  { name: 'platform', owns: ['audit'] },
  { name: 'clinic', owns: ['clinic', 'holiday'] },
  { name: 'patient', owns: ['patient', 'patient_kin'], reads: ['clinic'] },
  { name: 'billing', owns: ['bill'], reads: ['patient'] },
  { name: 'merge', owns: ['patient_merge'] },
]
const rights = rightsOf(house, ['bill'])
const problemsOf = (sender: string | null, text: string, byGate = false) =>
  ownershipProblems({ sql: text, sender, byGate }, rights)

describe('a statement is caught', () => {
  it.each([
    ['that reads what its module does not say', 'billing', 'select 1 from bill b join clinic c on c.id = b.clinic_id'],
    ['that reads to the right', 'patient', 'select 1 from patient p where exists (select 1 from bill b)'],
    ['that writes the table of another', 'billing', 'update patient set name = $1'],
    ['as a part of another statement', 'billing', 'with x as (delete from patient returning 1) select 1 from x'],
    ['that inserts', 'patient', 'insert into clinic (id) values ($1)'],
    ['that writes the audit past the gate', 'billing', 'insert into audit (id) values ($1)'],
    [
      'whose lender reads what it does not say',
      'billing',
      'select 1 from bill, /*lent:clinic*/ (select 1 from bill) x /*:lent*/',
    ],
    [
      'that reads beside a part that was lent',
      'billing',
      `select '汉字', /*lent:clinic*/ (select 1 from clinic) /*:lent*/ from clinic`,
    ],
  ])('%s', async (_what, sender, text) => {
    expect(await problemsOf(sender, text)).toHaveLength(1)
  })

  it.each([
    ['of its own', 'billing', 'select 1 from bill'],
    ['of what it says to read', 'billing', 'insert into bill (id) select id from patient returning id'],
    [
      'with a part that was lent',
      'billing',
      `select '汉字', /*lent:clinic*/ (select 1 from clinic, /*lent:billing*/ bill /*:lent*/) /*:lent*/ from bill`,
    ],
    ['of a table that it names itself', 'billing', 'with clinic as (select 1 from bill) select 1 from clinic'],
    ['that moves what follows a patient', 'merge', 'update bill set patient_id = $1'],
    ['of a test', null, 'update patient set name = $1'],
  ])('but not one %s', async (_what, sender, text) => {
    expect(await problemsOf(sender, text)).toEqual([])
  })

  it('but not the audit row that the gate writes beside a change', async () => {
    const text = 'with c as (update bill set paid = $1 returning id) insert into audit (id) select id from c'
    expect(await problemsOf('billing', text, true)).toEqual([])
  })
})

describe('what modules say is caught', () => {
  it.each([
    ['a table of nobody', house, ['bill', 'nobody'], "nobody is nobody's"],
    [
      'reading to the right',
      house.map((one) => (one.name === 'clinic' ? { ...one, reads: ['patient' as const] } : one)),
      [],
      'clinic reads patient of patient, which is to its right',
    ],
    [
      'reading what is its own',
      house.map((one) => (one.name === 'clinic' ? { ...one, reads: ['holiday' as const] } : one)),
      [],
      'clinic says that it reads holiday, which is its own',
    ],
    [
      'a table that it does not read any more',
      [...house, { name: 'provider', owns: [], reads: ['patient_kin'] }] satisfies House,
      [],
      'provider says that it reads patient_kin, and does not',
    ],
  ] as [string, House, string[], string][])('%s', (_what, said, tables, problem) => {
    expect(declarationProblems(said, tables)).toEqual([problem])
  })
})

describe('who sent a statement', () => {
  const sent: Sent[] = []
  const former = statementLog.sink
  statementLog.sink = (text, _values, byGate = false) => sent.push({ sql: text, sender: senderNow(), byGate })
  lending.lender = lenderNow
  afterAll(() => {
    statementLog.sink = former
    lending.lender = null
  })
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) =>
    app.database.withTenant(fixture.tenants.a, fixture.clinics.a1, work)
  const sentBy = async (work: (tx: TenantTx) => Promise<unknown>) => {
    sent.length = 0
    await inTenant(work)
    return sent.filter(({ sql: text }) => !text.startsWith('begin')).at(-1)
  }

  it('is read from the stack: a module, the platform, or a test', async () => {
    const id = fixture.employees.a1.admin
    expect(await sentBy((tx) => employeeNames(tx, [id]))).toMatchObject({ sender: 'staff', byGate: false })
    expect(await sentBy((tx) => pictureById(tx, id))).toMatchObject({ sender: 'platform' })
    expect(await sentBy((tx) => tx.rows(sql`select 1 as one`))).toMatchObject({ sender: null })
    expect(await sentBy((tx) => tx.note('view', 'clinic', null))).toMatchObject({ sender: null, byGate: true })
  })

  it('and of a part that was lent, from where it was made', async () => {
    const row = await sentBy((tx) => tx.rows(sql`select date from ${holidaysOf(tx, '2026-01-01', '2026-01-02')} h`))
    expect(row?.sql).toMatch(/from \/\*lent:clinic\*\/ \(select[\s\S]*\/\*:lent\*\/ h/)
  })
})

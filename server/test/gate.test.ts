import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { TenantTx } from '../src/platform/database/tx.ts'
import { AppError } from '../src/platform/errors.ts'
import { fixture, testApp } from './harness.ts'

// Here queries forget their filters on purpose.
const app = await testApp({ looseSql: true })
const database = app.application.services.database
const { a, b } = fixture.tenants
const { a1, a2 } = fixture.clinics

describe('the tenant gate', () => {
  it('shows nothing without a tenant', async () => {
    const rows = await database.withPlatform((tx) => tx.rows(sql`select id from patient`))
    expect(rows).toEqual([])
  })

  it('shows only rows of the tenant that was set, even when the query forgets its filter', async () => {
    const rows = await database.withTenant(a, 'all', (tx) =>
      tx.rows<{ tenant_id: string }>(sql`select tenant_id from patient`),
    )
    expect(rows.length).toBe(fixture.patients.a.length)
    expect(new Set(rows.map((row) => row.tenant_id))).toEqual(new Set([a]))
  })

  it('keeps another clinic of the same tenant out of a clinic table', async () => {
    const seen = await database.withTenant(a, a1, (tx) =>
      tx.rows<{ clinic_id: string }>(sql`select clinic_id from chair`),
    )
    expect(new Set(seen.map((row) => row.clinic_id))).toEqual(new Set([a1]))
    await expect(
      database.withTenant(a, a1, (tx) =>
        tx.insert('chair', {
          id: crypto.randomUUID(),
          clinic_id: a2,
          name: '偷来的',
          created_at: tx.now,
          updated_at: tx.now,
        }),
      ),
    ).rejects.toThrow(/row-level security/)
  })

  it('refuses a write into another tenant', async () => {
    await expect(
      database.withTenant(a, 'all', (tx) =>
        tx.rows(
          sql`insert into patient_source (tenant_id, id, name, created_at, updated_at) values (${b}, ${crypto.randomUUID()}, 'x', ${tx.now}, ${tx.now})`,
        ),
      ),
    ).rejects.toThrow(/row-level security/)
  })

  it('leaves no tenant on the connection after an error', async () => {
    for (let n = 0; n < 30; n++) {
      await database.withTenant(a, a1, (tx) => tx.rows(sql`select 1 / 0`)).catch(() => {})
    }
    expect(await database.withPlatform((tx) => tx.rows(sql`select id from patient`))).toEqual([])
  })

  it('writes one audit row with each change and raises the version', async () => {
    const id = crypto.randomUUID()
    await database.withTenant(a, a1, async (tx) => {
      await tx.insert('patient_source', { id, name: '网络', created_at: tx.now, updated_at: tx.now })
      const changed = await tx.update('patient_source', { id, version: 1 }, { name: '互联网' }, { reason: '改名' })
      expect(changed.version).toBe(2)
    })
    const audit = await app.sql<{
      action: string
      before: { name: string } | null
      after: { name: string }
      entity_version: number
    }>('select action, before, after, entity_version from audit where entity_id = $1 order by entity_version', [id])
    expect(audit.map((row) => [row.action, row.before?.name ?? null, row.after.name, row.entity_version])).toEqual([
      ['create', null, '网络', 1],
      ['update', '网络', '互联网', 2],
    ])
  })

  it('refuses a stale version and changes nothing', async () => {
    const id = fixture.sources.a
    await expect(
      database.withTenant(a, 'all', (tx) => tx.update('patient_source', { id, version: 99 }, { name: '旧' })),
    ).rejects.toMatchObject({ refusal: 'VERSION_CONFLICT', data: { version: 1 } })
    expect((await app.sql<{ name: string }>('select name from patient_source where id = $1', [id]))[0]?.name).toBe(
      '自然到店',
    )
  })

  it('does not let the app change the audit trail', async () => {
    await expect(
      database.withTenant(a, 'all', (tx) => tx.rows(sql`delete from audit where tenant_id = ${a} returning id`)),
    ).rejects.toThrow(/permission denied/)
  })

  it('refuses the search of another tenant', async () => {
    await expect(
      database.withTenant(a, 'all', (tx) => tx.rows(sql`select id from app.search_patient_ids(${b}, '患者', 10)`)),
    ).rejects.toThrow(/tenant mismatch/)
    await expect(
      database.withTenant(a, 'all', (tx) => tx.rows(sql`select id from app.search_card_ids(${b}, '1')`)),
    ).rejects.toThrow(/tenant mismatch/)
  })

  it('runs the whole transaction again after a deadlock, unseen by the caller', async () => {
    const [first, second] = fixture.patients.a as [string, string]
    let holding = 0
    let go = () => {}
    const bothHold = new Promise<void>((resolve) => (go = resolve))
    let end = () => {}
    const oneIsDone = new Promise<void>((resolve) => (end = resolve))
    const turn = async (one: string, two: string) => {
      const done = await database.withTenant(a, 'all', async (tx) => {
        // Whoever runs again would otherwise lock its row before the other has woken, and meet it once more.
        if (holding >= 2) await oneIsDone
        await tx.rows(sql`select 1 from patient where tenant_id = ${a} and id = ${one} for update`)
        holding += 1
        if (holding === 2) go()
        await bothHold
        await tx.rows(sql`select 1 from patient where tenant_id = ${a} and id = ${two} for update`)
        return 'done'
      })
      end()
      return done
    }
    expect(await Promise.all([turn(first, second), turn(second, first)])).toEqual(['done', 'done'])
    // One of the two ran again.
    expect(holding).toBe(3)
  })
})

describe('what is sent without waiting', () => {
  const broken = sql`insert into audit (tenant_id, id) values (${a}, ${crypto.randomUUID()})`

  it('is there when the transaction is, in its order', async () => {
    const id = crypto.randomUUID()
    await database.withTenant(a, a1, async (tx) => {
      await tx.note('view', 'patient', id)
      const seen = await tx.rows<{ action: string }>(sql`select action from audit where entity_id = ${id}`)
      expect(seen).toEqual([{ action: 'view' }])
      await tx.note('print', 'patient', id)
    })
    const kept = await app.sql<{ action: string }>('select action from audit where entity_id = $1 order by id', [id])
    expect(kept.map(({ action }) => action)).toEqual(['view', 'print'])
  })

  it('takes the transaction with it when it fails, and is what the failure says', async () => {
    const id = crypto.randomUUID()
    const whole = (after: (tx: TenantTx) => Promise<unknown>) =>
      database.withTenant(a, a1, async (tx) => {
        await tx.insert('patient_source', { id, name: '不该有', created_at: tx.now, updated_at: tx.now })
        tx.send(broken)
        await after(tx)
      })
    await expect(whole(async () => {})).rejects.toThrow(/not-null/)
    await expect(whole((tx) => tx.rows(sql`select 1`))).rejects.toThrow(/not-null/)
    // A refusal that keeps what was written tells nobody that it was kept.
    await expect(whole(() => Promise.reject(new AppError('NOT_FOUND', { keep: true })))).rejects.toThrow(/not-null/)
    expect(await app.sql('select id from patient_source where id = $1', [id])).toEqual([])
  })

  it('is taken back alone with the part that may fail', async () => {
    const id = crypto.randomUUID()
    await database.withTenant(a, a1, async (tx) => {
      await tx.insert('patient_source', { id, name: '留下', created_at: tx.now, updated_at: tx.now })
      const part = tx.attempt(async () => {
        tx.send(broken)
        await tx.rows(sql`select 1`)
      })
      await expect(part).rejects.toThrow(/not-null/)
    })
    expect(await app.sql('select id from patient_source where id = $1', [id])).toEqual([{ id }])
  })
})

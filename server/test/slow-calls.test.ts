import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { AppError } from '../src/platform/errors.ts'
import { hashToken } from '../src/platform/security/tokens.ts'
import { testApp } from './harness.ts'

const app = await testApp({ looseSql: true })
const { database } = app.application.services
const director = await app.as('director')

/** Sleeps in the database, as a call that may take seconds would. */
const sleep = (seconds: number, slow: AbortSignal) =>
  database.withSession(
    {
      tokenHash: hashToken(director.token as string),
      resources: [],
      scope: 'own',
      readOnly: true,
      ip: null,
      requestId: null,
      slow,
    },
    async (tx) => tx?.rows(sql`select pg_sleep(${seconds})`),
  )
const sleeping = async () =>
  (
    await database.withPlatform((tx) =>
      tx.rows<{ n: number }>(
        sql`select count(*)::int as n from pg_stat_activity where state = 'active' and query like 'select pg_sleep%'`,
      ),
    )
  )[0]?.n

describe('what may take seconds', () => {
  it('ends when nobody waits for it, and its connection serves the next', async () => {
    const gone = new AbortController()
    const started = performance.now()
    const outcome = sleep(20, gone.signal).catch((error: AppError) => error.refusal)
    await expect.poll(sleeping).toBe(1)
    gone.abort()
    expect(await outcome).toBe('TOO_SLOW')
    expect(performance.now() - started).toBeLessThan(5_000)
    expect(await sleeping()).toBe(0)
    for (let n = 0; n < 6; n++) await sleep(0, new AbortController().signal)
  })

  it('keeps nobody else waiting, however much of it there is', async () => {
    const gone = new AbortController()
    const all = Array.from({ length: 30 }, () => sleep(20, gone.signal).catch(() => null))
    await expect.poll(sleeping).toBeGreaterThan(0)
    const started = performance.now()
    await Promise.all(Array.from({ length: 10 }, () => database.withPlatform((tx) => tx.rows(sql`select 1 as one`))))
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(await sleeping()).toBeLessThanOrEqual(3)
    gone.abort()
    await Promise.all(all)
    expect(await sleeping()).toBe(0)
  })
})

import { identity } from '@dentin/contract/identity'
import { messaging } from '@dentin/contract/messaging'
import { formatDateTime, parseDateTime } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { DemoClock } from '../src/platform/clock.ts'
import { behindAfter, behindCookie, beginDemoClock, keepDemoClock, readDemoClock } from '../src/platform/demo-time.ts'
import { testApp, type TestApp } from './harness.ts'

const HOUR = 3_600_000
const app: TestApp = await testApp()

describe('the clock of a demo', () => {
  const kept = (demo: string, real: string) => ({ demoAt: parseDateTime(demo), realAt: parseDateTime(real) })
  const begun = kept('2026-11-20 10:40:00', '2026-11-21 00:03:00')
  const shows = (real: string) =>
    formatDateTime(new Date(parseDateTime(real).getTime() - behindAfter(begun, parseDateTime(real))))

  it('goes on while a server runs, stands still while none does, never goes back', () => {
    expect(shows('2026-11-21 00:03:00')).toBe('2026-11-20 10:40:00')
    expect(shows('2026-11-21 00:03:20')).toBe('2026-11-20 10:40:20')
    // Killed and started again at once: what was dated in the meantime is past.
    expect(shows('2026-11-21 00:04:00')).toBe('2026-11-20 10:41:00')
    expect(shows('2026-11-23 09:00:00')).toBe('2026-11-20 10:41:00')
  })
  it('is never ahead of the world', () => {
    const real = parseDateTime('2026-11-20 10:40:10')
    expect(behindAfter(kept('2026-11-20 10:40:00', '2026-11-20 10:40:00'), real)).toBe(0)
    expect(behindAfter(kept('2026-11-20 10:40:00', '2026-11-20 10:40:30'), real)).toBeGreaterThanOrEqual(0)
  })
  it('is told to the pages by a cookie, once', () => {
    const clock = new DemoClock(HOUR)
    expect(behindCookie(clock, undefined)).toBe('dentin_behind=3600000; Path=/; SameSite=Strict')
    expect(behindCookie(clock, 'a=1; dentin_behind=60')).toBe('dentin_behind=3600000; Path=/; SameSite=Strict')
    expect(behindCookie(clock, 'a=1; dentin_behind=3600000')).toBeNull()
    clock.catchUp()
    expect(behindCookie(clock, 'dentin_behind=3600000')).toContain('Max-Age=0')
    expect(behindCookie(clock, 'a=1')).toBeNull()
  })
  it('is kept in the database until somebody returns to real time; a second server follows', async () => {
    expect(await readDemoClock(app.ownerUrl)).toBeNull()
    const { database } = app.application.services
    await beginDemoClock(app.owner, app.clock.now(), app.clock.realNow())
    const second = new DemoClock(5000)
    await keepDemoClock(database, second)
    expect(second.behindMs).toBe(5000)
    await app.sql('delete from demo_clock')
    await keepDemoClock(database, second)
    expect(second.behindMs).toBe(0)
  })
  it('is nothing that a clinic in real time can return from', async () => {
    const admin = await app.as('admin')
    expect((await admin.refused(messaging.returnToRealTime, {})).code).toBe(404)
  })
})

describe('what keeps the world’s time while the clinic lives in its own', () => {
  it('sign-in codes, sessions and the audit; not what the clinic books', async () => {
    const real = app.clock.realNow()
    app.clock.behindMs = 13 * HOUR
    const product = app.clock.now()
    expect(real.getTime() - product.getTime()).toBe(13 * HOUR)
    await app.nobody.call(identity.imageCaptcha, {})
    const [captcha] = await app.sql<{ at: Date; ends: Date }>(
      'select created_at as at, expires_at as ends from captcha order by created_at desc limit 1',
    )
    expect(captcha?.at).toEqual(real)
    // A session made in real time is alive at once, and a write of it is audited at the world's moment.
    const admin = await app.as('admin')
    await admin.call(messaging.muteCategories, { categories: [] })
    await app.application.services.database.withTenant(await tenant(), 'all', async (tx) => {
      await tx.note('print', 'patient', null)
      expect(tx.now).toEqual(product)
    })
    const [audit] = await app.sql<{ at: Date }>(
      `select created_at as at from audit where action = 'print' order by created_at desc limit 1`,
    )
    expect(audit?.at).toEqual(real)
    app.clock.behindMs = 0
  })
})

const tenant = async () =>
  (await app.sql<{ id: string }>('select tenant_id as id from clinic limit 1'))[0]?.id as string

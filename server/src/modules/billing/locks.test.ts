import { contract } from '@dentin/contract'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const calls = contract.billing
const START = parseDateTime('2026-11-20 09:00:00')
const app = await testApp({ at: '2026-11-20 09:00:00' })
const items = [{ tariffId: fixture.tariffs.a.cleaning, price: '200.00', qty: 1, teeth: '' }]
let desk: Client
let director: Client
beforeAll(async () => {
  desk = await app.as('reception')
  director = await app.as('director')
})

const after = (seconds: number) => app.clock.set(new Date(START.getTime() + seconds * 1000))
async function bill() {
  after(0)
  const patientId = fixture.patients.a[0] as string
  return desk.call(calls.open, { patientId, items, requestId: uuidv7() })
}
const detail = (client: Client, id: string) => client.call(calls.detail, { id })
const payments = [{ payMethodId: fixture.payMethods.a.cash as string, amount: '200.00' }]
const reason = '项目有误'

describe('编辑锁', () => {
  it('names who changes a bill to everybody else, and refuses them every change until it is let go', async () => {
    const { id, version } = await bill()
    await desk.call(calls.hold, { id })
    expect((await detail(desk, id)).heldBy).toBeNull()
    const { name } = (await detail(director, id)).heldBy ?? { name: '' }
    expect((await detail(director, id)).heldBy).toEqual({ name, seconds: 60 })
    const refused = [
      await director.refused(calls.hold, { id }),
      await director.refused(calls.save, { id, version, items }),
      await director.refused(calls.charge, { id, version, payments, requestId: uuidv7() }),
      await director.refused(calls.takeBack, { id, version, reason }),
      await director.refused(calls.void, { id, version, reason }),
    ]
    for (const each of refused) {
      expect(each.code).toBe(26021)
      expect(each.message).toMatch(new RegExp(`^${name}正在修改账单 SF261120-`))
    }
    // Whoever holds it charges it, and what was not changed has its version.
    await desk.call(calls.letGo, { id })
    expect((await detail(director, id)).heldBy).toBeNull()
    expect((await detail(director, id)).version).toBe(version)
    await director.call(calls.charge, { id, version, payments, requestId: uuidv7() })
  })

  it('runs out a minute after the last word, and each word counts anew', async () => {
    const { id, version } = await bill()
    await desk.call(calls.hold, { id })
    after(50)
    await desk.call(calls.hold, { id })
    after(109)
    expect((await director.refused(calls.save, { id, version, items })).code).toBe(26021)
    after(110)
    expect((await detail(director, id)).heldBy).toBeNull()
    await director.call(calls.hold, { id })
    // The first screen, which was away, neither takes it back nor lets go of what is not its own.
    expect((await desk.refused(calls.hold, { id })).code).toBe(26021)
    await desk.call(calls.letGo, { id })
    expect((await detail(desk, id)).heldBy).not.toBeNull()
  })

  it('ends with saving, and nothing is held that is not changed any more', async () => {
    const { id, version } = await bill()
    await desk.call(calls.hold, { id })
    const saved = await desk.call(calls.save, { id, version, items })
    await director.call(calls.hold, { id })
    await director.call(calls.charge, { id, version: saved.version, payments, requestId: uuidv7() })
    expect((await desk.refused(calls.hold, { id })).code).toBe(26001)
  })
})

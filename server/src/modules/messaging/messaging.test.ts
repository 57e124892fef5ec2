import { describe, expect, it } from 'vitest'
import { fixture, testApp } from '../../../test/harness.ts'
import { administratorsOf } from '../clinic/index.ts'
import { notify } from './index.ts'

const app = await testApp()
const { database } = app.application.services
const tenant = fixture.tenants.a
const { a1, a2 } = fixture.clinics

describe('notify', () => {
  it('the same key reaches the same person once', async () => {
    const write = () =>
      database.withTenant(tenant, 'all', (tx) =>
        notify(tx, {
          clinicId: a1,
          employeeIds: [fixture.employees.a1.admin, fixture.employees.a1.doctor, fixture.employees.a1.admin],
          category: 'review',
          title: '医生资质已通过',
          body: '',
          key: 'review:1',
        }),
      )
    await write()
    await write()
    const rows = await app.sql(`select recipient_id from message where key = 'review:1'`)
    expect(rows).toHaveLength(2)
  })

  it('administrators of one clinic, or of the company', async () => {
    const [one, all] = await database.withTenant(tenant, 'all', async (tx) => [
      await administratorsOf(tx, a2),
      await administratorsOf(tx, null),
    ])
    expect(one).toEqual([fixture.employees.a2.admin])
    expect(all).toEqual(expect.arrayContaining([fixture.employees.a1.admin, fixture.employees.a2.admin]))
  })

  it('rings in each clinic of the recipient when the message concerns the company', async () => {
    await database.withTenant(tenant, 'all', (tx) =>
      notify(tx, {
        clinicId: null,
        employeeIds: [fixture.employees.a2.admin],
        category: 'membership',
        title: 'x',
        body: '',
      }),
    )
    const rows = await app.sql(`select clinic_id from event where topic = 'message' and ref_id = $1`, [
      fixture.employees.a2.admin,
    ])
    expect(rows).toEqual([{ clinic_id: a2 }])
  })
})

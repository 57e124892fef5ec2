import { contract, menuScreens } from '@dentin/contract'
import { describe, expect, it } from 'vitest'
import { fixture, testApp } from '../../../test/harness.ts'

const app = await testApp()
const { clinic, patient } = contract
const { a1, a2 } = fixture.clinics
const { jobs } = app.application.services

describe('the clinic at work', () => {
  it('is told with its company', async () => {
    const reception = await app.as('reception')
    expect(await reception.call(clinic.info, {})).toMatchObject({
      clinicId: a1,
      companyId: fixture.tenants.a,
      isChain: true,
      isOpenEntry: false,
      warehouseVersion: 'new',
    })
  })

  it('opens and closes online booking, its own and no other', async () => {
    const admin = await app.as('admin')
    await admin.call(clinic.setOpenEntry, { id: a1, isOpenEntry: 1 })
    expect((await admin.call(clinic.info, {})).isOpenEntry).toBe(true)
    expect((await admin.refused(clinic.setOpenEntry, { id: a2, isOpenEntry: 1 })).message).toBe('只能设置当前门诊')
    expect((await (await app.as('admin', 'a2')).call(clinic.info, {})).isOpenEntry).toBe(false)
    await admin.call(clinic.setOpenEntry, { id: a1, isOpenEntry: 0 })
    expect((await admin.call(clinic.info, {})).isOpenEntry).toBe(false)
    const reception = await app.as('reception')
    expect((await reception.refused(clinic.setOpenEntry, { id: a1, isOpenEntry: 1 })).code).toBe(403)
  })

  it('warehouse-switch-old-message, warehouse-switch-new-message: stores the choice, and the sync notes what it did', async () => {
    const admin = await app.as('admin')
    const old = await admin.call(clinic.switchWarehouse, { version: 'old' })
    expect(old).toEqual({ version: 'old', changed: true, message: '切换老版库房成功' })
    expect(await jobs.drain('clinic.warehouseSync')).toBe(0)
    const fresh = await admin.call(clinic.switchWarehouse, { version: 'new' })
    expect(fresh.message).toBe('切换新版库房成功，正在同步库房数据，请稍等片刻。。。')
    expect(await admin.call(clinic.switchWarehouse, { version: 'new' })).toEqual({
      version: 'new',
      changed: false,
      message: '当前已是新版库房',
    })
    expect(await jobs.drain('clinic.warehouseSync')).toBe(1)
    const noted = await app.sql<{ after: object }>(
      `select after from audit where action = 'sync' and entity = 'warehouse' and clinic_id = $1`,
      [a1],
    )
    expect(noted).toEqual([{ after: { found: 0, taken: 0, outcome: '没有找到老版库房的数据，无需同步' } }])
  })

  it('tells whose token it is, and refuses another clinic', async () => {
    const nurse = await app.as('nurse')
    expect(await nurse.call(clinic.parseToken, { clinicId: a1 })).toMatchObject({
      employeeId: fixture.employees.a1.nurse,
      clinicId: a1,
      companyId: fixture.tenants.a,
    })
    expect((await nurse.refused(clinic.parseToken, { clinicId: a2 })).code).toBe(20005)
  })

  it('knows every screen and what may be granted on it', async () => {
    const list = await (await app.as('nurse')).call(clinic.menuList, {})
    expect(list.map((each) => each.path)).toEqual(menuScreens.map((screen) => screen.path))
    expect(list.find((each) => each.path === '/orderSet')?.codes).toContain('charge')
  })
})

describe('the operation log', () => {
  it('keeps what a screen says was done, as a hint beside what the system writes itself', async () => {
    const reception = await app.as('reception')
    const patientId = fixture.patients.a[0] as string
    await reception.call(patient.saveOperation, { operName: '打开患者档案', patientId })
    expect((await reception.refused(patient.saveOperation, { operName: ' ' })).data.fields).toEqual([
      { field: 'operName', message: '请填写操作名称' },
    ])
    const foreign = await reception.refused(patient.saveOperation, {
      operName: '打开患者档案',
      patientId: fixture.patients.b[0] as string,
    })
    expect(foreign.code).toBe(404)
    const rows = await app.sql(`select action, patient_id, after from audit where entity = 'operation'`)
    expect(rows).toEqual([{ action: 'hint', patient_id: patientId, after: { operName: '打开患者档案' } }])
  })
})

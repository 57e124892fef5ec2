import { contract, type WireInput } from '@dentin/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const { identity } = contract
const app = await testApp()
const desk = await app.as('reception')
const director = await app.as('director')

const top = async (who: Client) =>
  (await who.call(identity.permissionMenu, {})).filter(({ parent }) => parent === null).map(({ path }) => path)
const save = (who: Client, change: Partial<WireInput<typeof identity.saveCustomMenu>>) =>
  who.call(identity.saveCustomMenu, { sequence: [], hidden: [], favourites: [], ...change })

beforeEach(() => app.empty('custom_menu'))

describe('a menu of one’s own', () => {
  it('follows the person to another device, and nobody else', async () => {
    const before = await top(desk)
    await save(desk, { sequence: ['/orderSet', '/dashboard'], hidden: ['/SMSmanagement'], favourites: ['/archived'] })
    const phone = await app.as('reception')
    const menu = await phone.call(identity.permissionMenu, {})
    const arranged = (await top(phone)).filter((path) => ['/orderSet', '/dashboard'].includes(path))
    expect(arranged).toEqual(['/orderSet', '/dashboard'])
    expect(menu.filter(({ hidden }) => hidden).map(({ path }) => path)).toEqual(['/SMSmanagement'])
    expect(menu.find(({ path }) => path === '/archived')?.favourite).toBe(0)
    const colleague = await app.as('director')
    expect((await colleague.call(identity.permissionMenu, {})).some(({ hidden }) => hidden)).toBe(false)
    await desk.call(identity.resetCustomMenu, {})
    expect(await top(phone)).toEqual(before)
    expect(await app.sql('select 1 from custom_menu')).toEqual([])
  })

  it('keeps the bar of the phone and the page one begins with, which another saving leaves alone', async () => {
    await save(desk, { tabs: ['/orderSet', '/followManagementList'], startPage: '/orderSet' })
    await save(desk, { favourites: ['/archived'] })
    const menu = await desk.call(identity.permissionMenu, {})
    const bar = menu.filter(({ tab }) => tab !== null).sort((a, b) => Number(a.tab) - Number(b.tab))
    expect(bar.map(({ path }) => path)).toEqual(['/orderSet', '/followManagementList'])
    expect(menu.filter(({ isStart }) => isStart).map(({ path }) => path)).toEqual(['/orderSet'])
    await save(desk, { startPage: null })
    expect((await desk.call(identity.permissionMenu, {})).some(({ isStart }) => isStart)).toBe(false)
    // What the post does not open is no page to begin with, and four places are all there are.
    await save(desk, { startPage: '/postPermission' })
    expect(
      (await app.sql<{ start_page: string | null }>('select start_page from custom_menu'))[0]?.start_page,
    ).toBeNull()
    const five = await desk.refused(identity.saveCustomMenu, {
      sequence: [],
      hidden: [],
      favourites: [],
      tabs: [...'abcde'].map((letter) => `/${letter}`),
    })
    expect(five.data.fields).toEqual([{ field: 'tabs', message: '底栏最多 4 个' }])
  })

  it('what is put away stays open: hiding is no permission', async () => {
    await save(desk, { hidden: ['/SMSmanagement'] })
    expect((await desk.call(identity.resourceList, {})).some(({ uri }) => uri === '/SMSmanagement')).toBe(true)
    await desk.call(contract.sms.account, {})
  })

  it('can’t hide the way back to itself', async () => {
    const refusal = await director.refused(identity.saveCustomMenu, {
      sequence: [],
      hidden: ['/allSetting'],
      favourites: [],
    })
    expect([refusal.code, refusal.data.fields]).toEqual([20016, [{ field: 'hidden', message: '“设置”不能隐藏' }]])
    await expect(
      app.sql(
        `insert into custom_menu (tenant_id, id, employee_id, sequence, hidden, favourites, created_at, updated_at)
         values ($1, gen_random_uuid(), $2, '{}', '{/allSetting}', '{}', now(), now())`,
        [fixture.tenants.a, fixture.employees.a1.director],
      ),
    ).rejects.toThrow('custom_menu_hidden_check')
  })

  it('what a post does not allow stays absent', async () => {
    await save(desk, { sequence: ['/baseEmployee', '/orderSet'], favourites: ['/postPermission', '/orderSet'] })
    const menu = await desk.call(identity.permissionMenu, {})
    expect(menu.map(({ path }) => path)).not.toContain('/postPermission')
    expect(menu.map(({ path }) => path)).not.toContain('/baseEmployee')
    expect(menu.find(({ path }) => path === '/orderSet')?.favourite).toBe(0)
    const [row] = await app.sql<{ favourites: string[] }>('select favourites from custom_menu')
    expect(row?.favourites).toEqual(['/orderSet'])
  })

  it('says what can’t be kept', async () => {
    const twice = await desk.refused(identity.saveCustomMenu, {
      sequence: ['/orderSet', '/orderSet'],
      hidden: ['javascript:1'],
      favourites: [],
    })
    expect(twice.data.fields).toEqual([
      { field: 'sequence', message: '次序有重复' },
      { field: 'hidden.0', message: '隐藏的菜单里有不存在的菜单' },
    ])
    const nine = await desk.refused(identity.saveCustomMenu, {
      sequence: [],
      hidden: [],
      favourites: [...'abcdefghi'].map((letter) => `/${letter}`),
    })
    expect(nine.data.fields).toEqual([{ field: 'favourites', message: '常用最多 8 个' }])
    const both = await desk.refused(identity.saveCustomMenu, {
      sequence: [],
      hidden: ['/orderSet'],
      favourites: ['/orderSet'],
    })
    expect(both.data.fields).toEqual([{ field: 'hidden', message: '常用里的菜单不能隐藏' }])
  })

  it('two devices at once: the later stands, or one is asked to try again', async () => {
    const again = await app.as('reception')
    const both = await Promise.allSettled([
      save(desk, { sequence: ['/orderSet'] }),
      save(again, { sequence: ['/allTimePatients'] }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1)
    for (const each of both) if (each.status === 'rejected') expect((each.reason as { code: number }).code).toBe(409)
    expect(await app.sql('select 1 from custom_menu')).toHaveLength(1)
  })
})

import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fixture, testApp } from '../../../test/harness.ts'
import { newStorageKey } from '../../platform/files/store.ts'
import { removeUnusedPictures } from '../qualification/jobs.ts'

const app = await testApp()
const { clinic, booking, schedule } = contract
const { services } = app.application
const [director, desk, elsewhere] = await Promise.all([
  app.as('director'),
  app.as('reception'),
  app.as('director', 'a2'),
])
const { a1 } = fixture.clinics
/** The address of a clinic's page, which it gets when it opens. */
async function pageOf(who: typeof director): Promise<string> {
  const { itemCount: _items, doctorCount: _doctors, code: _code, ...limits } = await who.call(booking.settings, {})
  await who.call(booking.saveSettings, { ...limits, open: true })
  return (await who.call(booking.settings, {})).code as string
}
const code = await pageOf(director)
const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#88aacc' } })
  .jpeg()
  .toBuffer()

const accountOf = async (employeeId: string) =>
  (await app.sql<{ account_id: string }>('select account_id from employee where id = $1', [employeeId]))[0]
    ?.account_id as string
/** A picture that somebody has sent in. */
async function sent(paperType: string, account = accountOf(fixture.employees.a1.director as string)): Promise<string> {
  const accountId = await account
  const [id, key] = [uuidv7(), newStorageKey(accountId, app.clock.now(), 'image/jpeg')]
  await services.files.put(key, jpeg, 'image/jpeg')
  await app.sql(
    `insert into picture (id, account_id, paper_type, storage_key, media_type, bytes, sha256, created_at)
     values ($1, $2, $3, $4, 'image/jpeg', $5, 'x', $6)`,
    [id, accountId, paperType, key, jpeg.length, app.clock.now()],
  )
  return id
}
const factsOf = async (who = director) => {
  const { name: _name, licence: _licence, ...facts } = await who.call(clinic.clinicProfile, {})
  return facts
}
const wrong = async (change: object, who = director) => {
  const { data, code: number } = await who.refused(clinic.saveClinicProfile, { ...(await factsOf(who)), ...change })
  const [first] = (data as { fields?: { field: string; message: string }[] }).fields ?? []
  return [number, first?.field, first?.message]
}
const open = (id: string, of = code) => app.nobody.raw('GET', `/treatment-api/booking/page/${of}/picture/${id}`)

describe('what a clinic shows of itself', () => {
  it('date-picker-lunar: the days that may be booked carry festival or lunar day, and the holidays as the company has them', async () => {
    await app.sql(`insert into holiday (date, name, is_workday) values ('2026-11-22', '试', false)`)
    await director.call(schedule.setHolidays, { from: '2026-11-21', to: '2026-11-21', kind: 'work', name: '补班' })
    const { days, daysAhead } = await app.nobody.call(booking.page, { code })
    expect(days).toHaveLength(daysAhead + 1)
    expect(days.slice(0, 4)).toEqual([
      { date: '2026-11-20', word: '十二', mark: null },
      { date: '2026-11-21', word: '十三', mark: 'work' },
      { date: '2026-11-22', word: '小雪', mark: 'rest' },
      { date: '2026-11-23', word: '十五', mark: null },
    ])
    const year = await app.nobody.call(clinic.calendarYear, { year: 2026 })
    expect(year.words).toHaveLength(365)
    expect([year.words[0], year.words[323], year.words[267]]).toEqual(['十三', '十二', '中秋'])
    // The public calendar knows nothing of a company's own days.
    expect(year.holidays.map(({ date }) => date)).toEqual(['2026-11-22'])
    await app.sql(`delete from holiday where date = '2026-11-22'`)
  })

  it('logo, premises and place stand on the page for everybody; what it no longer shows is gone from there', async () => {
    // avatar is the one word that fits every use.
    const [logo, one, two] = [await sent('avatar'), await sent('premises'), await sent('avatar')]
    expect((await open(logo)).json?.code).toBe(404)
    const facts = { longitude: 120.12873, latitude: 30.26935, isMedicare: true, leader: '严书远' }
    await director.call(clinic.saveClinicProfile, { ...(await factsOf()), ...facts, logo, pictures: [two, one] })
    expect(await director.call(clinic.clinicProfile, {})).toMatchObject({ ...facts, logo, pictures: [two, one] })
    expect(await desk.call(clinic.settings, {})).toMatchObject({ logo })
    expect((await desk.call(clinic.info, {})).logoUrl).toBe(`/sms-api/picture/${logo}`)
    const page = await app.nobody.call(booking.page, { code })
    expect(page).toMatchObject({
      logo,
      pictures: [two, one],
      isMedicare: true,
      longitude: 120.12873,
      latitude: 30.26935,
    })
    expect(page.hours).toHaveLength(7)
    expect(page).not.toHaveProperty('leader')
    for (const id of [logo, one, two]) expect((await open(id)).http).toBe(200)
    // For the papers of everybody who works there, and for whoever looks for the clinic.
    expect((await desk.raw('GET', `/sms-api/picture/${logo}`)).http).toBe(200)
    const [listed] = await app.sql<{ logo_url: string }>('select logo_url from clinic_directory where clinic_id = $1', [
      a1,
    ])
    expect(listed?.logo_url).toBe(`/sms-api/picture/${logo}`)

    await app.sql(`update picture set created_at = created_at - interval '3 days'`)
    await director.call(clinic.saveClinicProfile, { ...(await factsOf()), logo: null, pictures: [one] })
    expect((await open(logo)).json?.code).toBe(404)
    expect((await open(two)).json?.code).toBe(404)
    expect((await desk.raw('GET', `/sms-api/picture/${two}`)).json?.code).toBe(404)
    // Only what nobody shows is put away at night.
    expect(await removeUnusedPictures(services.database, services.files)).toBe(2)
    expect((await open(one)).http).toBe(200)
  })

  it('takes only pictures of its own of the right kind, eight of them and none twice', async () => {
    const lost = '图片不存在或已失效，请重新上传'
    const [logo, one] = [await sent('clinicLogo'), await sent('premises')]
    expect(await wrong({ logo: one })).toEqual([400, 'logo', lost])
    expect(await wrong({ pictures: [logo] })).toEqual([400, 'pictures', lost])
    expect(await wrong({ logo: uuidv7() })).toEqual([400, 'logo', lost])
    const foreign = await sent('clinicLogo', accountOf(fixture.employees.b1.admin as string))
    expect(await wrong({ logo: foreign })).toEqual([400, 'logo', lost])
    expect(await wrong({ pictures: [one, one] })).toEqual([400, 'pictures', '同一张环境图不能放两次'])
    expect(await wrong({ pictures: Array.from({ length: 9 }, uuidv7) })).toEqual([400, 'pictures', '环境图最多 8 张'])
    // Another clinic's picture is not to be had, and its page does not open this one's.
    await director.call(clinic.saveClinicProfile, { ...(await factsOf()), logo })
    const account = accountOf(fixture.employees.a2.director as string)
    await app.sql('update picture set account_id = $1 where id = $2', [await account, logo])
    expect(await wrong({ logo }, elsewhere)).toEqual([400, 'logo', lost])
    const other = await pageOf(elsewhere)
    expect((await open(logo, other)).json?.code).toBe(404)
    expect(await app.sql('select clinic_id from picture where id = $1', [logo])).toEqual([{ clinic_id: a1 }])
  })

  it('a paper of a person is never on the page, whoever asks', async () => {
    const card = await sent('idCard')
    expect((await open(card)).json?.code).toBe(404)
    await expect(app.sql('update picture set clinic_id = $1 where id = $2', [a1, card])).rejects.toThrow(
      /picture_shown_check/,
    )
  })

  it('a place has both degrees and lies in the country', async () => {
    expect(await wrong({ longitude: 120.1, latitude: null })).toEqual([21010, 'latitude', '经度和纬度要一起填写'])
    expect(await wrong({ longitude: null, latitude: 30.2 })).toEqual([21010, 'longitude', '经度和纬度要一起填写'])
    expect(await wrong({ longitude: 30.2, latitude: 120.1 })).toEqual([400, 'longitude', '经度应在 73 到 136 之间'])
  })

  it('its licence is shown as its papers have it, and nowhere written twice', async () => {
    const facts = await director.call(clinic.clinicProfile, {})
    const [row] = await app.sql<{ permit_no: string }>('select permit_no from clinic_licence where clinic_id = $1', [
      a1,
    ])
    expect(facts.licence?.permitNo ?? null).toBe(row?.permit_no ?? null)
    const forged = { ...(await factsOf()), licence: { permitNo: 'X' } }
    await director.call(clinic.saveClinicProfile, forged as never)
    expect((await director.call(clinic.clinicProfile, {})).licence).toEqual(facts.licence)
  })
})

import assert from 'node:assert/strict'
import { screens } from '@dentin/contract/areas/screens'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'

/** Screens that no other journey goes to: the address, and a part of the screen that only its data brings. */
interface Visit {
  path: string
  address?: string
  /** Where it leads, where that is another screen. */
  lands?: string
  shows: { role: 'table' | 'row' | 'button' | 'tab' | 'textbox' | 'heading' | 'img' | 'link'; name?: RegExp }
}

function opens(
  account: string,
  what: string,
  visits: (ids: Record<'patient' | 'refunded' | 'followed' | 'case' | 'own', string>) => Visit[],
): Journey {
  return {
    name: `${what}：都打得开，标题对，有示范数据，没有报错`,
    async run({ browser, stack }) {
      const idOf = async (text: string) =>
        ((await stack.owner.query<{ id: string }>(text)).rows[0] as { id: string }).id
      const clinic = `(select id from clinic where name = '望湖路门诊')`
      const ids = {
        patient: await idOf(
          `select patient_id as id from appointment where clinic_id = ${clinic} and status = 5 order by starts_at desc, id limit 1`,
        ),
        refunded: await idOf(
          `select b.patient_id as id from refund r join bill b on b.id = r.bill_id where b.clinic_id = ${clinic} and r.status = 2 order by r.id limit 1`,
        ),
        followed: await idOf(`select patient_id as id from follow_up where clinic_id = ${clinic} order by id limit 1`),
        case: await idOf(`select id from doctor_case where status = 1 order by id limit 1`),
        own: await idOf(
          `select c.id from doctor_case c join employee e on e.id = c.author_id join account a on a.id = e.account_id where a.login_name = 'guqingyan' order by c.id limit 1`,
        ),
      }
      const { page, problems } = await visit(browser, stack, { account, clinic: '望湖路门诊' })
      const wrong: string[] = []
      for (const { path, address = path, lands, shows } of visits(ids)) {
        const screen = screens.find((each) => each.path === (lands ?? path))
        assert.ok(screen, path)
        await page.goto(address)
        await settled(page)
        const { pathname } = new URL(page.url())
        if (pathname !== (lands ?? address.split('?')[0])) wrong.push(`${path}: leads to ${pathname}`)
        if (!(await page.title()).includes(screen.title)) wrong.push(`${path}: ${await page.title()}`)
        const part = page.getByRole(shows.role, shows.name ? { name: shows.name } : {}).first()
        await part.waitFor({ timeout: 8_000 }).catch(() => wrong.push(`${path}: no ${shows.role} ${shows.name ?? ''}`))
        if (await page.getByText('没有读到').count()) wrong.push(`${path}: 没有读到`)
      }
      assert.deepEqual([...wrong, ...problems], [])
    },
  }
}

const table = { role: 'table' } as const
const TABLE_OF = (path: string): Visit => ({ path, shows: table })

export const journeys: Journey[] = [
  opens(
    'reception',
    '前台的患者页 [refund-record appiont-ment-info record-manage-item patient-remind-manage remind-manage record-manage my-appointment-management look-schedule user-info-type]',
    ({ patient, refunded, followed }) => [
      { path: '/refundRecord', address: `/refundRecord?id=${refunded}`, lands: '/patientCenter', shows: table },
      {
        path: '/appiontMentInfo',
        address: `/appiontMentInfo?id=${patient}`,
        lands: '/patientCenter',
        shows: { role: 'row', name: /已完成|诊毕|到店/ },
      },
      { path: '/recordManageItem', address: `/recordManageItem?id=${followed}`, lands: '/patientCenter', shows: table },
      {
        path: '/patientRemindManage',
        address: `/patientRemindManage?id=${patient}`,
        lands: '/patientCenter',
        shows: { role: 'button', name: /提醒/ },
      },
      TABLE_OF('/remindManage'),
      TABLE_OF('/recordManage'),
      {
        path: '/myAppointmentManagement',
        lands: '/myAppointmentBoard',
        shows: { role: 'button', name: /新建预约|预约/ },
      },
      TABLE_OF('/lookSchedule'),
      { path: '/userInfo/:type', address: '/userInfo/password', shows: { role: 'textbox', name: /密码/ } },
    ],
  ),
  opens(
    'hq',
    '总部的报表与数据记录 [patient-analysis-data membership-card-survey product-report patient-balance-record bill-record treatment-record member-card-record matching-diagnosis]',
    () =>
      [
        '/patientAnalysisData',
        '/membershipCardSurvey',
        '/productReport',
        '/patientBalanceRecord',
        '/billRecord',
        '/treatmentRecord',
        '/memberCardRecord',
        '/matchingDiagnosis',
      ].map(TABLE_OF),
  ),
  opens(
    'director',
    '院长的本门诊报表与排班设置 [clinicanalysis-data clinicemployee-report clinicfirst-diagnosis clinicbill-record clinictreatment-record clinicmatching-diagnosis clinicreferral-record base-schedule-set]',
    () =>
      [
        '/clinicanalysisData',
        '/clinicemployeeReport',
        '/clinicfirstDiagnosis',
        '/clinicbillRecord',
        '/clinictreatmentRecord',
        '/clinicmatchingDiagnosis',
        '/clinicreferralRecord',
        '/baseScheduleSet',
      ].map(TABLE_OF),
  ),
  opens('guqingyan', '医生的案例 [case-list doctor-case-detail doctor-case-edit]', ({ case: shown, own }) => [
    { path: '/caseList', shows: { role: 'button', name: /新建|案例/ } },
    { path: '/doctorCaseDetail', address: `/doctorCaseDetail?id=${shown}`, shows: { role: 'img' } },
    { path: '/doctorCaseEdit', address: `/doctorCaseEdit?id=${own}`, shows: { role: 'textbox' } },
  ]),
]

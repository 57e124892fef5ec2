import { searchText } from '@dentin/kit/pinyin'
import type pg from 'pg'
import { directoryRow } from '../src/modules/clinic/directory.ts'
import { defaultPosts, type DefaultPostCode } from '../src/modules/clinic/posts.ts'

/** The day on which tests begin: a Friday in a dental clinic. */
export const TEST_NOW = '2026-11-20 09:00:00'
export const TEST_PASSWORD = 'Dentin#2026'
/** argon2id of TEST_PASSWORD (m=19456, t=2, p=1). */
const TEST_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$ZGVudGluLWRlbW8tc2FsdA$lf/XkE7sXoTuKGBvjCR88zVLVh/6EDi378Ag/LRtRac'

const id = (group: number, n: number) =>
  `0198${group.toString(16).padStart(4, '0')}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

export type PostCode = DefaultPostCode
export const POST_CODES: readonly PostCode[] = defaultPosts.map(({ code }) => code)
/** As people say it: 院长, not 院长/店长. */
const POST_NAMES = Object.fromEntries(defaultPosts.map(({ code, name }) => [code, name.split('/')[0]])) as Record<
  PostCode,
  string
>

/** Fixed ids of everything in the template. Tenant A is a chain with clinics a1 and a2, tenant B one clinic b1. */
export const fixture = {
  tenants: { a: id(1, 1), b: id(1, 2) },
  clinics: { a1: id(2, 1), a2: id(2, 2), b1: id(2, 3) },
  chairs: { a1: [id(3, 1), id(3, 2), id(3, 3)], a2: [id(3, 11)], b1: [id(3, 21)] },
  depts: { a1: id(4, 1), a2: id(4, 2), b1: id(4, 3) },
  /** Employee of a post in a clinic; `doctor` is the first doctor, `doctors` all of them. */
  employees: {} as Record<'a1' | 'a2' | 'b1', Record<PostCode, string>>,
  doctors: { a1: [id(5, 3), id(5, 101), id(5, 102)], a2: [id(5, 203)], b1: [id(5, 303)] },
  accounts: {} as Record<'a1' | 'a2' | 'b1', Record<PostCode, string>>,
  posts: { a: {} as Record<PostCode, string>, b: {} as Record<PostCode, string> },
  sources: { a: id(6, 1), b: id(6, 2) },
  items: {
    a: { check: id(7, 1), cleaning: id(7, 2), filling: id(7, 3), rootCanal: id(7, 4), implant: id(7, 5) },
    b: { check: id(7, 11) },
  },
  tariffs: {
    a: {
      cleaning: id(8, 1),
      filling: id(8, 2),
      rootCanal: id(8, 3),
      implant: id(8, 4),
      film: id(8, 5),
      check: id(8, 6),
    },
    b: { cleaning: id(8, 11) },
  },
  payMethods: { a: {} as Record<string, string>, b: {} as Record<string, string> },
  patients: { a: [id(9, 1), id(9, 2), id(9, 3)], b: [id(9, 11)] },
  shifts: { a1: id(10, 1), a2: id(10, 2), b1: id(10, 3) },
}
const CLINICS = ['a1', 'a2', 'b1'] as const
for (const [c, clinic] of CLINICS.entries()) {
  fixture.employees[clinic] = Object.fromEntries(
    POST_CODES.map((code, n) => [code, id(5, c * 100 + (c > 0 ? 100 : 0) + n + 1)]),
  ) as Record<PostCode, string>
  fixture.accounts[clinic] = Object.fromEntries(POST_CODES.map((code, n) => [code, id(11, c * 100 + n + 1)])) as Record<
    PostCode,
    string
  >
}
for (const [t, tenant] of (['a', 'b'] as const).entries()) {
  for (const [n, code] of POST_CODES.entries()) fixture.posts[tenant][code] = id(12, t * 100 + n + 1)
}
const PAY_METHODS = [
  ['cash', '现金', 1, true],
  ['wechat', '微信', 1, true],
  ['alipay', '支付宝', 1, true],
  ['card', '银行卡', 1, true],
  ['card_principal', '储值本金', 2, true],
  ['card_bonus', '储值赠金', 2, false],
  ['prepayment', '预交金', 2, true],
  ['medicare-fund', '医保统筹', 4, true],
  ['medicare-account', '医保个账', 4, true],
  ['transfer', '对公', 1, true],
  ['points', '积分', 2, true],
  ['unit', '单位记账', 5, true],
  ['meituan', '美团券', 6, true],
  ['douyin', '抖音券', 6, true],
] as const
for (const [t, tenant] of (['a', 'b'] as const).entries()) {
  for (const [n, [code]] of PAY_METHODS.entries()) fixture.payMethods[tenant][code] = id(13, t * 100 + n + 1)
}

/** Text that must never appear in an answer to the other tenant. */
export const MARKER_B = '乙方机密'

/** Fills an empty database with the two tenants, through the owner role. */
export async function makeFixture(owner: pg.Client): Promise<void> {
  const at = new Date('2026-11-20T00:00:00+08:00')
  const insert = async (table: string, rows: Record<string, unknown>[]) => {
    for (const row of rows) {
      const names = Object.keys(row)
      await owner.query(
        `insert into ${table} (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
        Object.values(row),
      )
    }
  }
  const stamped = { created_at: at, updated_at: at }
  for (const tenant of ['a', 'b'] as const) {
    const tenant_id = fixture.tenants[tenant]
    const clinics = CLINICS.filter((each) => each.startsWith(tenant))
    await insert('company', [
      {
        tenant_id,
        id: tenant_id,
        name: tenant === 'a' ? '甲口腔连锁' : `${MARKER_B}口腔`,
        is_chain: tenant === 'a',
        created_at: at,
      },
    ])
    await insert(
      'clinic',
      clinics.map((clinic, n) => ({
        tenant_id,
        id: fixture.clinics[clinic],
        name: `${tenant === 'a' ? '甲' : MARKER_B}${clinic}门诊`,
        short_name: clinic,
        phone: '0571-88886666',
        address: '湖滨路 1 号',
        is_main: n === 0,
        sort_no: n,
        ...stamped,
      })),
    )
    await insert(
      'clinic_directory',
      clinics.map((clinic) =>
        directoryRow(
          {
            tenantId: tenant_id,
            clinicId: fixture.clinics[clinic],
            name: `${tenant === 'a' ? '甲' : MARKER_B}${clinic}门诊`,
            companyName: tenant === 'a' ? '甲口腔连锁' : `${MARKER_B}口腔`,
            address: '湖滨路 1 号',
            logoUrl: null,
            // Whoever looks for a clinic sees its name; the sweeps want nothing of tenant B seen.
            openToSearch: tenant === 'a',
          },
          at,
        ),
      ),
    )
    await insert(
      'post',
      POST_CODES.map((code, n) => ({
        tenant_id,
        id: fixture.posts[tenant][code],
        code,
        name: POST_NAMES[code],
        is_admin: code === 'admin',
        sort_no: n,
        ...stamped,
      })),
    )
    for (const post of defaultPosts) {
      for (const [resource, data_scope] of Object.entries(post.resources)) {
        await insert('post_resource', [
          { tenant_id, post_id: fixture.posts[tenant][post.code as PostCode], resource, data_scope },
        ])
      }
    }
    for (const clinic of clinics) {
      const clinic_id = fixture.clinics[clinic]
      await insert('dept', [{ tenant_id, id: fixture.depts[clinic], clinic_id, name: '综合科', ...stamped }])
      await insert(
        'chair',
        fixture.chairs[clinic].map((chair, n) => ({
          tenant_id,
          id: chair,
          clinic_id,
          name: `${n + 1}诊室`,
          sort_no: n,
          ...stamped,
        })),
      )
      await insert('shift', [
        {
          tenant_id,
          id: fixture.shifts[clinic],
          clinic_id,
          name: '全天班',
          short_name: '全',
          periods: JSON.stringify([
            { startsMin: 510, endsMin: 720 },
            { startsMin: 810, endsMin: 1080 },
          ]),
          type: 1,
          ...stamped,
        },
      ])
      const people = POST_CODES.map((code, n) => ({
        code,
        employee: fixture.employees[clinic][code],
        account: fixture.accounts[clinic][code] as string | null,
        n,
      }))
      const others = fixture.doctors[clinic]
        .slice(1)
        .map((employee, n) => ({ code: 'doctor' as PostCode, employee, account: null, n: 20 + n }))
      for (const { code, employee, account, n } of [...people, ...others]) {
        const name = `${tenant === 'a' ? '' : MARKER_B}${POST_NAMES[code]}${clinic}${n >= 20 ? `-${n - 18}` : ''}`
        if (account) {
          await insert('account', [
            {
              id: account,
              phone: `139${clinic === 'a1' ? '1' : clinic === 'a2' ? '2' : '3'}${String(n).padStart(7, '0')}`,
              login_name: `${code}.${clinic}`,
              password_hash: TEST_PASSWORD_HASH,
              nick_name: name,
              user_auth: code === 'doctor' || code === 'director' ? 2 : 0,
            },
          ])
          if (code === 'doctor' || code === 'director') {
            await insert('doctor_auth', [
              {
                id: id(17, CLINICS.indexOf(clinic) * 100 + n + 1),
                account_id: account,
                real_name: name.slice(0, 20),
                title_post: '主治医师',
                id_card: [],
                cert: [],
                status: 1,
                submitted_at: at,
                decided_at: at,
                decided_by: '平台',
              },
            ])
          }
          await insert('account_clinic', [{ account_id: account, tenant_id, clinic_id, employee_id: employee }])
        }
        const is_doctor = code === 'doctor' || code === 'director'
        await insert('employee', [
          {
            tenant_id,
            id: employee,
            account_id: account,
            name,
            search: searchText({ name }),
            gender: n % 2,
            job_number: `${clinic}-${String(n + 1).padStart(3, '0')}`,
            job_type: 1,
            is_doctor,
            discount_limit: { admin: 50, director: 70, reception: 85, doctor: 90 }[code as string] ?? 100,
            sort_no: n,
            ...stamped,
          },
        ])
        await insert('employee_clinic', [
          {
            tenant_id,
            id: id(14, CLINICS.indexOf(clinic) * 100 + n + 1),
            employee_id: employee,
            clinic_id,
            dept_id: fixture.depts[clinic],
            chair_id: is_doctor
              ? (fixture.chairs[clinic][Math.min(n === 2 ? 0 : n - 19, fixture.chairs[clinic].length - 1)] ?? null)
              : null,
            ...stamped,
          },
        ])
        await insert('employee_post', [
          { tenant_id, clinic_id, employee_id: employee, post_id: fixture.posts[tenant][code] },
        ])
      }
      // Every doctor works every day of three weeks around the test day, with a noon break.
      await owner.query(
        `insert into schedule (tenant_id, id, clinic_id, employee_id, date, kind, starts_min, ends_min, shift_id, created_at, updated_at)
         select $1, gen_random_uuid(), $2, d, date '2026-11-13' + n, 1, s.a, s.b, $3, $4, $4
         from unnest($5::uuid[]) d, generate_series(0, 20) n, (values (510, 720), (810, 1080)) s(a, b)`,
        [
          tenant_id,
          clinic_id,
          fixture.shifts[clinic],
          at,
          [...fixture.doctors[clinic], fixture.employees[clinic].director],
        ],
      )
    }
    await insert('patient_source', [{ tenant_id, id: fixture.sources[tenant], name: '自然到店', ...stamped }])
    const durations = { check: 15, cleaning: 30, filling: 45, rootCanal: 60, implant: 90 } as Record<string, number>
    const itemNames = {
      check: '检查',
      cleaning: '洁治',
      filling: '补牙',
      rootCanal: '根管治疗',
      implant: '种植手术',
    } as Record<string, string>
    await insert(
      'appoint_item',
      Object.entries(fixture.items[tenant]).map(([key, item], n) => ({
        tenant_id,
        id: item,
        name: itemNames[key],
        duration_min: durations[key],
        sort_no: n,
        ...stamped,
      })),
    )
    const category = id(15, tenant === 'a' ? 1 : 2)
    await insert('tariff_category', [{ tenant_id, id: category, name: '综合治疗', ...stamped }])
    const prices = {
      cleaning: ['洁治', '次', '200.00', true, false],
      filling: ['复合树脂充填', '颗', '480.00', true, true],
      rootCanal: ['根管治疗（磨牙）', '颗', '1500.00', true, true],
      implant: ['种植体植入', '颗', '12000.00', true, true],
      film: ['根尖片', '张', '50.00', false, true],
      check: ['口腔检查', '次', '1000.00', true, false],
    } as Record<string, [string, string, string, boolean, boolean]>
    await insert(
      'tariff',
      Object.entries(fixture.tariffs[tenant]).map(([key, tariff], n) => {
        const [name, unit, price, can_discount, tooth_required] = prices[key] as [
          string,
          string,
          string,
          boolean,
          boolean,
        ]
        return {
          tenant_id,
          id: tariff,
          category_id: category,
          code: `T${String(n + 1).padStart(3, '0')}`,
          name,
          search: searchText({ name }),
          unit,
          price,
          can_discount,
          tooth_required,
          is_surgery: key === 'implant',
          is_implant: key === 'implant',
          course: key === 'rootCanal' ? 1 : null,
          sort_no: n,
          ...stamped,
        }
      }),
    )
    await insert(
      'pay_method',
      PAY_METHODS.map(([code, name, type, enabled], n) => ({
        tenant_id,
        id: fixture.payMethods[tenant][code],
        code,
        name,
        type,
        built_in: true,
        enabled,
        sort_no: n,
        ...stamped,
      })),
    )
    await insert(
      'dict_item',
      [
        ['cancel-reason', '1', '患者原因'],
        ['cancel-reason', '2', '医生停诊'],
        ['discount-reason', '1', '老患者优惠'],
        ['archive-reason', '1', '治疗结束'],
        ['archive-reason', '2', '失访'],
        ['archive-reason', '9', '其他'],
        ...['父亲', '母亲', '配偶', '儿子', '女儿', '祖辈', '兄弟姐妹', '监护人', '其他'].map(
          (item, n) => ['relation', String(n + 1), item] as const,
        ),
        ['pay_type', '1', '现金类'],
      ].map(([type_code, item_code, item], n) => ({
        tenant_id,
        id: id(16, (tenant === 'a' ? 0 : 100) + n + 1),
        type_code,
        item_code,
        item,
        sort_no: n,
        ...stamped,
      })),
    )
    for (const [n, patient] of fixture.patients[tenant].entries()) {
      const name = tenant === 'a' ? (['周雨桐', '郑博文', '李小满'][n] as string) : `${MARKER_B}患者`
      const mobile = `1380000${tenant === 'a' ? '1' : '2'}${String(n).padStart(3, '0')}`
      await insert('patient', [
        {
          tenant_id,
          id: patient,
          home_clinic_id: fixture.clinics[tenant === 'a' ? 'a1' : 'b1'],
          medical_number: `2026000${n + 1}`,
          name,
          search: searchText({ name, mobile, medicalNumber: `2026000${n + 1}` }),
          gender: n === 1 ? 0 : 1,
          birth_day: '1992-03-14',
          mobile,
          source_id: fixture.sources[tenant],
          allergy_flag: n === 0 ? 1 : 0,
          allergy_history: n === 0 ? '青霉素' : '',
          created_name: '系统',
          ...stamped,
        },
      ])
      await insert('patient_stat', [{ tenant_id, patient_id: patient }])
    }
  }
  await owner.query('select app.recount_patients()')
  // Every fixture row has version 1, so it has one audit row.
  const versioned = await owner.query<{ table_name: string }>(
    `select c.table_name from information_schema.columns c join information_schema.columns t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'version' and t.column_name = 'tenant_id'`,
  )
  for (const { table_name } of versioned.rows) {
    await owner.query(
      `insert into audit (tenant_id, id, created_at, actor_name, action, entity, entity_id, entity_version)
       select tenant_id, gen_random_uuid(), $1, '系统', 'create', '${table_name}', id, 1 from ${table_name}`,
      [at],
    )
  }
}
